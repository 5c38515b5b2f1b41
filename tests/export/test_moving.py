"""`scorekeeper copy`: from a file to PostgreSQL and back."""

from pathlib import Path

import pytest

from scorekeeper.export import moving
from scorekeeper.store import copy, occupying, open_store
from scorekeeper.store.copying import Told
from scorekeeper.store.sql import Database
from tests.export.conftest import Run
from tests.export.evenings import Evening
from tests.postgresql import Server


def test_there_and_back(run: Run, evening: Evening, database: Path, postgresql: Server, tmp_path: Path) -> None:
    there, back = postgresql.empty_database(), tmp_path / "back.db"
    copied = run("copy", database, there)
    said = "Copied 1 table into postgresql:///postgres. Each was replayed and is the same.\n"
    assert (copied.exit_code, copied.stdout) == (0, said)
    assert "events: 0\n" in copied.stderr, "how far it is"
    assert run("copy", there, back).exit_code == 0
    assert run("export", "--database", back).stdout == run("export").stdout
    with open_store(database) as store, open_store(back) as other:
        assert other.events.load(evening.id) == store.events.load(evening.id)
    again = run("copy", database, there)
    assert again.exit_code == 1
    assert "There is something in postgresql:///postgres already" in again.stderr


def test_not_under_a_server(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    for served in (database, target):
        with occupying(str(served)):
            refused = run("copy", database, target)
        assert (refused.exit_code, "serves this database" in refused.stderr) == (1, True)


def test_what_is_not_there_is_not_copied(run: Run, tmp_path: Path) -> None:
    refused = run("copy", tmp_path / "none.db", tmp_path / "target.db")
    assert (refused.exit_code, "There is no database" in refused.stderr) == (1, True)


def test_a_copy_that_differs_is_no_copy(
    run: Run, evening: Evening, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy_but_one_move(old: Database, new: Database, told: Told) -> None:
        copy(old, new, told)
        new.write(lambda db: db.execute("delete from events where version = (select max(version) from events)"))

    with monkeypatch.context() as patch:
        patch.setattr(moving, "copy", copy_but_one_move)
        refused = run("copy", database, tmp_path / "target.db")
    assert refused.exit_code == 1
    assert f"Table {evening.id} is another." in refused.stderr
    with open_store(database) as store:
        assert store.events.load(evening.id)
