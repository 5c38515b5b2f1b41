"""The schema: released steps never change, and every older database becomes what a new one is."""

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import open_store
from scorekeeper.store.database import SqliteFile
from scorekeeper.store.migrations import MIGRATIONS, STEPS, migrate

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


@pytest.mark.parametrize("pending", [step.__name__ for step in STEPS[1:]])
def test_a_migrated_database_equals_a_fresh_one(tmp_path: Path, pending: str) -> None:
    """From the state before each step, and what is in the log stays."""
    fresh, old = tmp_path / "fresh.db", tmp_path / "old.db"
    open_store(fresh).close()
    with Database(old) as db:
        MIGRATIONS.apply(db, stop_before=pending)
        db.execute("insert into tables (table_id, game, created) values ('t', 'mighty', '2001-01-01T20:00:00+00:00')")
        db.execute("insert into actions (table_id, version, at) values ('t', 1, '2001-01-01T20:00:00+00:00')")
        db.execute("insert into events (table_id, version, action, schema, event) values ('t', 1, 1, 1, '{}')")
    assert schema_of(old) != schema_of(fresh)
    with open_store(old) as store:
        assert store.events.version("t") == 1
    assert schema_of(old) == schema_of(fresh)


def test_a_step_that_fails_leaves_the_database_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def working(db: Database) -> None:
        db.execute("create table added (x)")

    def failing(db: Database) -> None:
        db.execute("create table half (x)")
        db.execute("not sql")

    open_store(path).close()
    before = schema_of(path)
    monkeypatch.setattr(MIGRATIONS, "_migrations", [*MIGRATIONS._migrations])
    for step in (working, failing):
        MIGRATIONS()(step)
    with Database(path) as db, pytest.raises(sqlite3.OperationalError, match="syntax"):
        migrate(db)
    assert schema_of(path) == before


def test_the_log_refuses_events_without_their_action(path: Path) -> None:
    """Foreign keys are on: a mistake in the program cannot tear a log apart."""
    file = SqliteFile(path)
    with pytest.raises(sqlite3.IntegrityError):
        file.write(lambda db: db.execute("insert into events values ('t', 1, 1, 1, '{}')"))
    file.close()
