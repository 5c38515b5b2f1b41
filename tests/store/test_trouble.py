"""A database that is locked, read-only, full, damaged, newer or not ours: a clear refusal, and nothing changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import EventStore, NewerSchema, Reason, StoreUnavailable, open_store
from scorekeeper.store.errors import translate_error
from scorekeeper.store.sqlite import SqliteFile
from tests.cases import for_each
from tests.store.log import MOVE, action, raises_unavailable


@pytest.fixture
def database(file: SqliteFile) -> SqliteFile:
    return file


LONG = b'"%s"' % (b"x" * 100_000)


@for_each(
    (sqlite3.SQLITE_BUSY, "locked"),
    (sqlite3.SQLITE_BUSY_SNAPSHOT, "locked"),
    (sqlite3.SQLITE_LOCKED_SHAREDCACHE, "locked"),
    (sqlite3.SQLITE_READONLY_DIRECTORY, "read_only"),
    (sqlite3.SQLITE_FULL, "full"),
    (sqlite3.SQLITE_IOERR_FSYNC, "broken"),
    (sqlite3.SQLITE_CORRUPT_INDEX, "broken"),
)
def test_sqlites_codes_have_reasons(code: int, reason: Reason) -> None:
    error = sqlite3.OperationalError("in its own words")
    error.sqlite_errorcode = code
    unavailable = translate_error(error)
    assert isinstance(unavailable, StoreUnavailable)
    assert (unavailable.reason, "in its own words" in str(unavailable)) == (reason, True)


def test_mistakes_in_the_program_are_not_blamed_on_the_database(file: SqliteFile) -> None:
    with pytest.raises(sqlite3.OperationalError, match="syntax"):
        file.read(lambda db: db.execute("not sql"))
    with pytest.raises(sqlite3.IntegrityError):
        file.write(lambda db: db.execute("insert into tables (table_id) values ('t')"))


def test_locked_by_another_program_until_it_lets_go(events: EventStore, path: Path) -> None:
    events.create("t", "mighty", action(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        with raises_unavailable("locked"):
            events.append("t", action(2), key="k")
        assert len(events.load("t")) == 1, "reading goes on"
        with open_store(path, busy_seconds=0.01) as second:
            assert second.events.version("t") == 1, "and so does opening"
        other.execute("rollback")
    assert events.append("t", action(2), key="k").version == 2


def test_two_programs_never_write_at_once(events: EventStore, file: SqliteFile, path: Path) -> None:
    """From its first look at the version on, a write holds the other program off: it cannot lose to it half-way."""
    events.create("t", "mighty", action(1))
    with open_store(path, busy_seconds=0.01) as second:

        def write_while_the_other_tries(db: Database) -> None:
            assert db.execute("select max(version) from events").fetchone() == (1,)
            with raises_unavailable("locked"):
                second.events.append("t", action(2))

        file.write(write_while_the_other_tries)


def test_a_new_database_that_another_program_holds_is_not_opened(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("create table recipes (name)")
        other.execute("begin exclusive")
        with raises_unavailable("locked"):
            open_store(path, busy_seconds=0.01)
        other.execute("rollback")


def test_read_only(path: Path) -> None:
    with open_store(path) as store:
        store.events.create("t", "mighty", action(1))
        token = store.grants.issue("t", "host")
        key = store.settings.secret_key()
    with open_store(f"sqlite:///{path}?mode=ro") as store:
        assert len(store.events.load("t")) == 1
        assert store.grants.find(token)
        assert store.settings.secret_key() == key
        with raises_unavailable("read_only"):
            store.events.append("t", action(2))
        with raises_unavailable("read_only"):
            store.events.create("u", "mighty", action(1))
        with raises_unavailable("read_only"):
            store.grants.issue("t", "join")


def test_readers_cannot_write(file: SqliteFile) -> None:
    with raises_unavailable("read_only"):
        file.read(lambda db: db.execute("delete from tables"))


@pytest.mark.parametrize("url", ["{}", "sqlite:///{}?mode=ro"])
def test_an_empty_file_is_not_opened(path: Path, url: str) -> None:
    """A restore of an earlier version that was killed left one: a server would have begun without any table."""
    path.touch()
    with raises_unavailable("broken"):
        open_store(url.format(path))
    assert path.stat().st_size == 0


def test_full_until_there_is_room(events: EventStore, file: SqliteFile) -> None:
    def limit(pages: int) -> None:
        file.write(lambda db: db.execute(f"pragma max_page_count = {pages}").fetchone())

    events.create("t", "mighty", action(1))
    limit(1)  # that is: no more than there are
    for actions in ([action(2, MOVE, LONG)], [action(2), action(3, LONG)]):
        with raises_unavailable("full"):
            events.append("t", *actions, key="k")
    assert [each.moves for each in events.load("t")] == [(MOVE,)]
    limit(10_000)
    assert events.append("t", action(2, MOVE, LONG), key="k").version == 3


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with raises_unavailable("broken"):
        open_store(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("create table recipes (name)")
    content = path.read_bytes()
    with raises_unavailable("broken"):
        open_store(path)
    assert path.read_bytes() == content


def test_a_newer_programs_database_is_left_as_it_is(path: Path) -> None:
    open_store(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("insert into _sqlite_migrations values (99, 'scorekeeper', 'tournaments', '')")
        newer.commit()
        newer.execute("pragma journal_mode = delete")
    content = path.read_bytes()
    with pytest.raises(NewerSchema, match="tournaments"):
        open_store(path)
    assert path.read_bytes() == content


def test_a_damaged_page_is_broken(path: Path) -> None:
    with open_store(path) as store:
        store.events.create("t", "mighty", action(1, LONG))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with raises_unavailable("broken"), open_store(path) as store:
        store.events.load("t")


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    with raises_unavailable("broken"):
        open_store(tmp_path)
    (tmp_path / "file").touch()
    with raises_unavailable("broken"):
        open_store(tmp_path / "file" / "evening.db")
    with raises_unavailable("broken"):
        open_store(f"sqlite:///{tmp_path}/missing.db?mode=ro")
