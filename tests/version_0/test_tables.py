"""The tables of an old database are rewritten when it is first opened."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.export.verification import find_damage
from scorekeeper.store import Store, open_store
from scorekeeper.table import moves as m
from scorekeeper.version_0 import rewrite_tables
from scorekeeper.version_0.events import SCHEMA
from tests.landed.test_landed import EVENINGS
from tests.landed.test_landed import HERE as LANDED

GOLDEN = EVENINGS["pagat-golden"]["table_id"]
SPECIAL = EVENINGS["pagat-special"]["table_id"]


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """The path of a database as version 0.1.0 left it."""
    path = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((LANDED / "database.sql").read_text())
    return path


@pytest.fixture
def store(old_database: Path) -> Iterator[Store]:
    with open_store(old_database) as store:
        yield store


def test_every_table_is_rewritten_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    before = store.events.load(SPECIAL)
    rewrite_tables(store)
    assert store.events.find_tables(schema=SCHEMA, phrases=()) == []
    assert caplog.records == []
    assert len(store.events.load(SPECIAL)) == len(before)
    store.events.restore("again", "mighty", before)
    rewrite_tables(store)
    assert store.events.load("again") == before, "nothing is looked for a second time"


def test_what_a_phone_sent_before_is_known_when_it_is_sent_again(old_database: Path) -> None:
    with closing(sqlite3.connect(old_database)) as db:
        (key, place), *_ = db.execute(
            """
            select key, (select count(*) from actions a where a.table_id = b.table_id and a.version <= b.version)
            from actions b where table_id = ? and key is not null order by version desc
            """,
            [GOLDEN],
        ).fetchall()
    with open_store(old_database) as store:
        rewrite_tables(store)
        assert store.events.version_after(GOLDEN, key) == store.events.load(GOLDEN)[place - 1].last_version


def test_what_is_damaged_stays_as_it_was_recorded(old_database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The table is readable up to the damage, and says so. None of its rows is lost."""
    with closing(sqlite3.connect(old_database)) as db:
        (version,) = db.execute(
            "select version from actions where table_id = ? order by version limit 1 offset 20", [SPECIAL]
        ).fetchone()
        db.execute("update events set event = '{' where table_id = ? and version = ?", [SPECIAL, version])
        db.execute("update events set event = '{' where table_id = ? and version = 1", [GOLDEN])
        db.commit()
    with open_store(old_database) as store:
        was = {table: store.events.load(table) for table in (SPECIAL, GOLDEN)}
        broken = list(find_damage(store))
        rewrite_tables(store)
        now = store.events.load(SPECIAL)
        assert [each.schema for each in now] == [m.SCHEMA] * 20 + [SCHEMA] * (len(now) - 20)
        assert [each.moves for each in now[20:]] == [each.moves for each in was[SPECIAL][20:]]
        assert store.events.load(GOLDEN) == was[GOLDEN]
        assert (
            {line.split()[1] for line in broken}
            == {line.split()[1] for line in find_damage(store)}
            == {SPECIAL, GOLDEN}
        )
        ledger = Bookkeeper(store.events).ledger(SPECIAL)
        assert (ledger.damaged, ledger.version) == (True, now[19].last_version)
    assert f"table {SPECIAL} can be read up to action 20" in caplog.text


def test_an_old_database_that_is_whole_is_not_called_damaged(store: Store) -> None:
    """It is not, before its rewriting either: a backup is checked without being changed."""
    assert list(find_damage(store)) == []


def test_where_nothing_can_be_written_all_stays(old_database: Path, caplog: pytest.LogCaptureFixture) -> None:
    open_store(old_database).close()
    with open_store(f"sqlite:///{old_database}?mode=ro") as store:
        before = store.events.load(GOLDEN)
        with caplog.at_level(logging.CRITICAL):
            rewrite_tables(store)
        assert store.events.load(GOLDEN) == before
