"""The schema: released steps never change, and every older database becomes what a new one is."""

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import StoredAction, open_store
from scorekeeper.store.migrations import LAST_STEP_OF_1_0, MIGRATIONS, STEPS, migrate
from scorekeeper.store.sqlite import SqliteFile

RELEASED = Path(__file__).with_name("schema.sql")


def schema_of(path: Path) -> str:
    """The statements that make what is ours; the record of steps is sqlite-utils' own."""
    sql = "select sql || ';' from sqlite_master where sql is not null and tbl_name not like '%sqlite%'"
    with Database(path) as db:
        return "\n".join(row[0] for row in db.execute(sql))


def test_the_schema_is_the_one_written_down(path: Path) -> None:
    """A released step that is edited fails here; a new one is added to schema.sql with it."""
    open_store(path).close()
    assert schema_of(path).split() == RELEASED.read_text().split()


NAMES = [step.__name__ for step in STEPS]


@pytest.mark.parametrize("pending", NAMES[NAMES.index(LAST_STEP_OF_1_0) + 1 :])
def test_a_migrated_database_equals_a_fresh_one(tmp_path: Path, pending: str) -> None:
    """From the state of 1.0 and before each later step; what is in the log stays."""
    fresh, old, at = tmp_path / "fresh.db", tmp_path / "old.db", "2001-01-01T20:00:00+00:00"
    open_store(fresh).close()
    with Database(old) as db:
        MIGRATIONS.apply(db, stop_before=pending)
        db.execute("insert into tables (table_id, game, created) values ('t', 'mighty', ?)", [at])
        db.execute("insert into actions (table_id, version, key, at) values ('t', 1, 'tap', ?)", [at])
        db.execute("insert into events (table_id, version, action, schema, event) values ('t', 1, 1, 1, '{}')")
    assert schema_of(old) != schema_of(fresh)
    with open_store(old) as store:
        assert store.events.load("t") == [StoredAction(1, at, (b"{}",), schema=1, rows=None, edition=1)]
        assert store.events.version_after("t", "tap", "whatever it was") == 1
    assert schema_of(old) == schema_of(fresh)


def test_a_step_that_fails_leaves_the_database_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def working_step(db: Database) -> None:
        db.execute("create table added (x)")

    def failing_step(db: Database) -> None:
        db.execute("create table half (x)")
        db.execute("not sql")

    open_store(path).close()
    before = schema_of(path)
    monkeypatch.setattr(MIGRATIONS, "_migrations", [*MIGRATIONS._migrations])
    for step in (working_step, failing_step):
        MIGRATIONS()(step)
    with Database(path) as db, pytest.raises(sqlite3.OperationalError, match="syntax"):
        migrate(db)
    assert schema_of(path) == before


def test_the_log_refuses_moves_without_their_action(path: Path) -> None:
    """Foreign keys are on: a mistake in the program cannot tear a log apart."""
    file = SqliteFile(path)
    with pytest.raises(sqlite3.IntegrityError):
        file.write(lambda db: db.execute("insert into events values ('t', 1, 1, 1, '{}')"))
    file.close()
