"""PostgreSQL alone: lost connections, the meaning of its errors, its schema, several programs on one database."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import takewhile

import psycopg
import pytest
from psycopg import errors

from scorekeeper.store import (
    DatabaseInUse,
    NewerSchema,
    OlderSchema,
    Store,
    StoreUnavailable,
    UnknownDatabase,
    build_store,
    find_server_address,
    hold_database,
    now,
    open_store,
    postgres_migrations,
    serve_database,
    without_secrets,
)
from scorekeeper.store.postgres import TRIES, PostgresDatabase
from scorekeeper.store.postgres_migrations import LAST_STEP_OF_1_0, STEPS
from scorekeeper.store.sql import TABLES, Connection
from scorekeeper.store.sqlite import SqliteFile
from tests.cases import for_each
from tests.postgresql import PostgresqlServer
from tests.store.log import MOVE, action, raises_unavailable


@pytest.fixture
def url(postgresql: PostgresqlServer) -> str:
    return postgresql.make_empty_database()


@pytest.fixture
def database(url: str) -> Iterator[PostgresDatabase]:
    database = PostgresDatabase(url, busy_seconds=2)
    yield database
    database.close()


@pytest.fixture
def store(database: PostgresDatabase) -> Store:
    store = build_store(database)
    store.events.create("t", "mighty", action(1))
    return store


# --- Connections ---


def test_lost_connections_mend_by_themselves(store: Store, postgresql: PostgresqlServer) -> None:
    with ThreadPoolExecutor(8) as pool:  # so that there are several
        list(pool.map(lambda _: store.events.load("t"), range(64)))
    postgresql.drop_connections()
    assert store.events.append("t", action(2), key="tap").version == 2
    postgresql.drop_connections()
    assert len(store.events.load("t")) == 2


def test_a_connection_that_is_lost_in_the_middle_is_begun_anew(
    database: PostgresDatabase, store: Store, postgresql: PostgresqlServer
) -> None:
    hang_ups = [postgresql.drop_connections]

    def work(db: Connection) -> int:
        db.execute("update tables set game = 'other' where table_id = 't'")
        while hang_ups:
            hang_ups.pop()()
        return db.execute("update tables set created = 'now' where table_id = 't' and game = 'other'").rowcount

    assert database.write(work, of="t") == 1


def test_while_the_server_is_away_nothing_is_recorded_and_then_it_goes_on(
    store: Store, postgresql: PostgresqlServer
) -> None:
    append = partial(store.events.append, "t", action(2), key="tap")
    postgresql.stop()
    try:
        for ask in (lambda: store.events.load("t"), append, store.check_usable):
            with raises_unavailable("broken"):
                ask()
    finally:
        postgresql.start()
    store.check_usable()
    assert append().repeated is False
    assert len(store.events.load("t")) == 2


def test_a_server_that_cannot_be_reached_is_said_when_it_is_opened(tmp_path: object) -> None:
    with raises_unavailable("broken"):
        open_store(f"postgresql:///nothing?host={tmp_path}")


def test_what_is_lost_while_it_is_committed_is_not_begun_anew(
    database: PostgresDatabase, store: Store, postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be stored; the same tap again finds out."""
    commit, done = psycopg.Connection.commit, []

    def commit_and_lose(raw: psycopg.Connection) -> None:
        commit(raw)
        done.append(raw)
        raw.close()
        raise psycopg.OperationalError("the connection was lost")

    with monkeypatch.context() as patch, raises_unavailable("broken"):
        patch.setattr(psycopg.Connection, "commit", commit_and_lose)
        store.events.append("t", action(2), key="tap", content="c")
    assert len(done) == 1
    assert store.events.append("t", action(2), key="tap", content="c").repeated
    assert len(store.events.load("t")) == 2


def test_what_is_closed_is_closed(database: PostgresDatabase, store: Store) -> None:
    database.close()
    database.close()
    for ask in (lambda: store.events.load("t"), lambda: store.events.append("t", action(2))):
        with raises_unavailable("closed"):
            ask()


# --- Several programs ---


def test_a_table_that_another_program_holds_is_locked_and_the_others_are_not(
    database: PostgresDatabase, store: Store, url: str
) -> None:
    other = build_store(PostgresDatabase(url, busy_seconds=2))
    other.events.create("u", "mighty", action(1))

    def hold(_db: Connection) -> None:
        with raises_unavailable("locked"):
            other.events.append("t", action(2))
        assert other.events.append("u", action(2)).version == 2
        assert len(other.events.load("t")) == 1, "reading goes on"

    database.write(hold, of="t")
    assert other.events.append("t", action(2)).version == 2
    other.close()


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (errors.SerializationFailure, StoreUnavailable),
        (errors.DeadlockDetected, StoreUnavailable),
        (errors.UniqueViolation, errors.UniqueViolation),
    ],
)
def test_a_work_is_begun_anew_so_often_and_no_more(
    database: PostgresDatabase, error: type[psycopg.Error], raised: type[Exception]
) -> None:
    """A transaction that another one made fail is repeated; a mistake in the program fails every time."""
    tries = []

    def work(_db: Connection) -> int:
        tries.append(1)
        if len(tries) < succeeds_at:
            raise error("in its own words")
        return len(tries)

    succeeds_at = TRIES
    assert database.write(work) == TRIES
    tries.clear()
    succeeds_at = TRIES + 1
    with pytest.raises(raised):
        database.write(work)
    assert len(tries) == TRIES


def test_a_mistake_in_the_program_is_not_blamed_on_the_database(database: PostgresDatabase) -> None:
    with pytest.raises(psycopg.ProgrammingError, match="syntax"):
        database.read(lambda db: db.execute("not sql"))
    with pytest.raises(psycopg.ProgrammingError, match="syntax"):
        database.write(lambda db: db.execute("not sql"))
    assert database.read(lambda db: db.execute("select 1").fetchone()) == (1,)


def test_what_is_read_at_once_does_not_change_meanwhile(database: PostgresDatabase, store: Store) -> None:
    def read(db: Connection) -> list[object]:
        count = "select count(*) from tables"
        before = db.execute(count).fetchone()
        store.events.create("u", "mighty", action(1))
        return [before, db.execute(count).fetchone()]

    assert database.read(read, at_once=True) == [(1,), (1,)]


def test_several_servers_share_a_database_and_nobody_has_it_alone_meanwhile(url: str) -> None:
    """Each is told of what the others record; a copy would be torn."""
    first, second = (serve_database(url, f"http://192.168.0.{number}:8000") for number in (10, 11))
    with first, second:
        assert find_server_address(url) == "", "they have one address in common, which a proxy knows"
        with pytest.raises(DatabaseInUse), hold_database(url):
            pytest.fail("alone beside two servers")
    with hold_database(url), pytest.raises(DatabaseInUse), serve_database(url):
        pytest.fail("a server during a copy")


def test_a_program_that_is_done_leaves_the_database_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the server is too busy to notice for now that a connection was closed."""
    closed: list[psycopg.Connection] = []
    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "close", lambda connection: closed.append(connection))
        for have in (hold_database, serve_database, hold_database):
            with have(url):
                pass
    assert len(closed) == 3, "all of them are still there"


# --- How it is opened ---


def test_what_is_acknowledged_survives_a_power_cut(postgresql: PostgresqlServer) -> None:
    """Also where the server is usually set to be faster."""
    with open_store(postgresql.make_empty_database()) as store:
        assert store.database.read(lambda db: db.execute("show synchronous_commit").fetchone()) == ("on",)


def test_a_database_that_is_read_only(store: Store, postgresql: PostgresqlServer) -> None:
    schema = postgresql.kept.rpartition("search_path%3D")[2]
    with open_store(postgresql.url(schema, default_transaction_read_only="on")) as reader:
        assert len(reader.events.load("t")) == 1
        for ask in (lambda: reader.events.append("t", action(2)), reader.check_usable):
            with raises_unavailable("read_only"):
                ask()


def test_text_that_postgresql_cannot_hold_is_kept_as_it_can(store: Store) -> None:
    assert store.events.version("\0") is None
    assert store.events.append("t", action(2, device="a\0b"), key="\0").repeated is False
    assert store.events.append("t", action(2, device="a\0b"), key="\0").repeated is True
    assert store.events.load("t")[-1].device == "a\ufffdb"


def test_without_its_library_it_says_what_to_install(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "scorekeeper.store.postgres")
    monkeypatch.delattr("scorekeeper.store.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UnknownDatabase, match=r"pip install .psycopg\[binary,pool\]"):
        open_store(url)


@for_each(
    ("postgresql://ana:secret@db.example:5432/club", "postgresql://db.example:5432/club"),
    ("postgresql:///club?host=/run&password=secret", "postgresql:///club"),
    ("/home/ana/evening.db", "/home/ana/evening.db"),
)
def test_a_password_is_not_shown(url: str, shown: str) -> None:
    assert without_secrets(url) == shown


# --- Its schema ---


def columns(db: Connection) -> dict[str, set[str]]:
    found = {name: db.execute(f"select * from {name}") for name in TABLES}  # noqa: S608
    return {name: {column[0] for column in rows.description} for name, rows in found.items()}  # type: ignore[attr-defined]


def test_both_engines_hold_the_same_columns(database: PostgresDatabase, file: SqliteFile) -> None:
    """And all of them are copied from one to the other."""
    assert database.read(columns) == file.read(columns) == {name: set(each) for name, each in TABLES.items()}


def test_a_new_database_may_be_opened_by_many_at_once(postgresql: PostgresqlServer) -> None:
    url = postgresql.url(postgresql.create_schema())

    def open_it(_: int) -> bytes:
        with open_store(url) as store:
            return store.settings.secret_key()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(open_it, range(8)))) == 1


def list_schema_objects(url: str) -> list[tuple[object, ...]]:
    """Return the columns, indexes and triggers that the steps made in a schema."""
    with psycopg.connect(url) as connection:
        return connection.execute("""
            select table_name, column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '')
            from information_schema.columns where table_schema = current_schema()
            union select tablename, replace(indexdef, current_schema(), '') from pg_indexes
            where schemaname = current_schema()
            union select event_object_table, trigger_name || action_statement from information_schema.triggers
            where trigger_schema = current_schema() order by 1, 2
        """).fetchall()


def insert_old_action(db: Connection, at: str) -> None:
    """Insert a table with an action, as programs before any later step did."""
    db.execute("insert into tables (table_id, game, created) values ('t', 'mighty', ?)", [at])
    db.execute("insert into actions (table_id, version, at) values ('t', 1, ?)", [at])
    db.execute(
        "insert into events (table_id, version, action, schema, event) values ('t', 1, 1, 2, ?)", [MOVE.decode()]
    )


NAMES = list(STEPS)


@pytest.mark.parametrize("pending", NAMES[NAMES.index(LAST_STEP_OF_1_0) + 1 :])
def test_a_migrated_database_equals_a_fresh_one(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch, pending: str
) -> None:
    """From the state of 1.0 and before each later step; what is in the log stays."""
    old, fresh = (postgresql.url(postgresql.create_schema()) for _ in range(2))
    open_store(fresh).close()
    at = now()
    with monkeypatch.context() as patch:
        earlier = takewhile(lambda step: step[0] != pending, STEPS.items())
        patch.setattr(postgres_migrations, "STEPS", dict(earlier))
        with open_store(old) as store:
            store.database.write(lambda db: insert_old_action(db, at))
    assert list_schema_objects(old) != list_schema_objects(fresh)
    with open_store(old) as store:
        assert store.events.load("t") == [action(1, at=at)]
    assert list_schema_objects(old) == list_schema_objects(fresh)


@pytest.fixture
def administer(postgresql: PostgresqlServer) -> Iterator[Callable[[str], tuple[str, list[str]]]]:
    """Runs statements in a new schema; where it is, and what it holds then."""
    schema = postgresql.create_schema()
    url = postgresql.url(schema)
    with psycopg.connect(url, autocommit=True) as connection:

        def run(sql: str) -> tuple[str, list[str]]:
            connection.execute(sql.encode())
            found = connection.execute("select tablename from pg_tables where schemaname = %s order by 1", [schema])
            return url, [name for (name,) in found]

        yield run


def test_another_programs_database_is_left_as_it_is(administer: Callable[[str], tuple[str, list[str]]]) -> None:
    url, before = administer("create table recipes (name text)")
    with raises_unavailable("broken"):
        open_store(url)
    assert administer("select 1") == (url, before)


def test_a_newer_programs_database_is_left_as_it_is(administer: Callable[[str], tuple[str, list[str]]]) -> None:
    url, _ = administer("select 1")
    open_store(url).close()
    administer("insert into scorekeeper_steps values ('tournaments')")
    with pytest.raises(NewerSchema, match="tournaments"):
        open_store(url)


def test_a_database_from_before_1_0_is_left_as_it_is(administer: Callable[[str], tuple[str, list[str]]]) -> None:
    url, _ = administer("select 1")
    open_store(url).close()
    _, before = administer(f"delete from scorekeeper_steps where name = '{LAST_STEP_OF_1_0}'")  # noqa: S608
    with pytest.raises(OlderSchema, match=r"before 1\.0 made the database"):
        open_store(url)
    assert administer("select 1") == (url, before)


def test_a_step_that_fails_leaves_the_database_as_it_was(
    administer: Callable[[str], tuple[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, _ = administer("select 1")
    open_store(url).close()
    before = administer("select 1")
    monkeypatch.setitem(STEPS, "working", b"create table added (x int)")
    monkeypatch.setitem(STEPS, "failing", b"create table half (x int); not sql")
    with pytest.raises(psycopg.ProgrammingError, match="syntax"):
        open_store(url)
    assert administer("select 1") == before


def test_a_schema_that_is_not_there_is_said(postgresql: PostgresqlServer) -> None:
    with raises_unavailable("broken"):
        open_store(postgresql.url("nowhere"))
