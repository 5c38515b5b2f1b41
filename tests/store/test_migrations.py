"""The schema: released steps never change, and every older database becomes what a new one is."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import GroupPerson, StoredAction, UnknownPerson, open_store
from scorekeeper.store.migrations import MIGRATIONS, STEPS, migrate
from scorekeeper.store.sqlite import SqliteFile
from tests.store.log import action

RELEASED = Path(__file__).with_name("schema.sql")
LANDED = Path(__file__).parents[1] / "landed"


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
    """From the state before each step; what is in the log stays. An older program wrote neither rows nor edition."""
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


def test_people_whom_an_older_program_joined_stay_one(tmp_path: Path) -> None:
    """It kept nothing of who they were before."""
    path = tmp_path / "old.db"
    with Database(path) as db:
        MIGRATIONS.apply(db, stop_before="joined_people")
        db.execute("insert into groups (group_id, name, created) values ('g', 'Friday', '2026')")
        db.execute(
            "insert into people (group_id, person, name, became) values ('g', 1, 'Ana', null), ('g', 2, 'Bo', 1)"
        )
    with open_store(path) as store:
        assert store.groups.get("g").people == (GroupPerson(1, "Ana"),)
        with pytest.raises(UnknownPerson):
            store.groups.separate_people("g", 2)


def test_the_database_of_version_0_1_0_opens_with_every_log_and_link(tmp_path: Path) -> None:
    path, fresh = tmp_path / "landed.db", tmp_path / "fresh.db"
    with closing(sqlite3.connect(path)) as landed:
        landed.executescript((LANDED / "database.sql").read_text())
        written = landed.execute(
            "select table_id, action, version, schema, event, at, player, device from events join"
            " (select table_id, version as action, at, player, device from actions) using (table_id, action)"
        ).fetchall()
    open_store(fresh).close()
    expected = json.loads((LANDED / "expected.json").read_text())
    with open_store(path) as store:
        logs = {info.table_id: store.events.load(info.table_id) for info in store.events.tables()}
        told = [
            (table, each.version, version, each.schema, move.decode(), each.at, each.player, each.device)
            for table, log in logs.items()
            for each in log
            for version, move in enumerate(each.moves, each.version)
        ]
        assert sorted(told, key=str) == sorted(written, key=str)
        assert {(each.rows, each.edition, each.schema) for log in logs.values() for each in log} == {(None, 1, 1)}
        for link in expected["links"]:
            assert (store.grants.find(link["token"]) is not None) == link["in_force"]
        assert store.events.append("empty", action(logs["empty"][-1].last_version + 1)).repeated is False
    statements, same = ({part.strip() for part in schema_of(each).split(";")} for each in (path, fresh))
    assert statements == same, "in another order, as a dump has them"


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
