"""`scorekeeper prune`: tables unused for long are deleted, exported first if wished, and no others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorekeeper.export import check_document
from scorekeeper.store import open_store
from tests.export.conftest import Run
from tests.export.evenings import Evening
from tests.table.tables import hands, log, toy_opening


def tables(path: Path) -> set[str]:
    with open_store(path) as store:
        return {info.table_id for info in store.events.tables()}


@pytest.fixture
def database(evening: Evening, tmp_path: Path) -> Path:
    """The evening, years ago, and a table of today."""
    path = tmp_path / "evening.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("update actions set at = '2020' || substr(at, 5) where table_id = ?", [evening.id])
        db.commit()
    with open_store(path) as store:
        Evening(store, "toy", "plain", "Ana", "Bo")
        store.grants.issue(evening.id, "host")
    return path


def test_only_what_is_unused_goes_and_with_it_its_links(run: Run, database: Path, evening: Evening) -> None:
    done = run("prune", "--unused-for", 365, "--yes")
    assert (done.exit_code, "Deleted 1 table." in done.output) == (0, True)
    assert len(tables(database)) == 1
    assert evening.id not in tables(database)
    with open_store(database) as store:
        assert store.grants.list(evening.id) == []
    assert "No table was unused for 365 days." in run("prune", "--unused-for", 365).output


def test_nothing_goes_without_a_yes(run: Run, database: Path) -> None:
    before = tables(database)
    asked = run("prune", "--unused-for", 365)
    assert (asked.exit_code, "Delete 1 table for good?" in asked.output) == (1, True)
    assert tables(database) == before


def test_what_goes_is_saved_first(run: Run, database: Path, evening: Evening, tmp_path: Path) -> None:
    folder = tmp_path / "old evenings"
    assert run("prune", "--unused-for", 365, "--export-to", folder, "--yes").exit_code == 0
    (file,) = folder.iterdir()
    assert evening.id in file.name
    assert check_document(file.read_bytes()).ledger.state.hands
    assert json.loads(file.read_bytes())["format"]
    assert evening.id not in tables(database)


def test_what_cannot_be_saved_stays(run: Run, database: Path, evening: Evening, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("update events set event = '{}' where table_id = ? and version = 1", [evening.id])
        db.commit()
    failed = run("prune", "--unused-for", 365, "--export-to", tmp_path / "saved", "--yes")
    assert (failed.exit_code, "was not deleted" in failed.output) == (1, True)
    assert evening.id in tables(database)


def test_nothing_is_deleted_before_its_file_is_on_the_disk(
    run: Run, database: Path, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut would leave neither the table nor its file."""

    def fail(_file: int) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr("os.fsync", fail)
    failed = run("prune", "--unused-for", 365, "--export-to", tmp_path / "saved", "--yes")
    assert (failed.exit_code, "the disk is gone" in failed.output) == (1, True)
    assert evening.id in tables(database)


@pytest.mark.usefixtures("computer_in_auckland")
@pytest.mark.parametrize(
    ("zone", "day"), [("Europe/London", "2026-01-01"), ("Asia/Seoul", "2026-01-02"), (None, "2026-01-02")]
)
def test_days_are_those_of_the_table_or_of_this_computer(run: Run, tmp_path: Path, zone: str | None, day: str) -> None:
    """Eight in the evening in London is the next morning in Seoul and in Auckland."""
    path = tmp_path / "evening.db"
    with open_store(path) as store:
        store.events.restore("table", "toy", log(replace(toy_opening(), zone=zone), *hands(1)))
    assert f"table  {day}" in run("export").output
    assert "last used 2026-01-02" in run("prune", "--unused-for", 1, "--export-to", tmp_path / "old", "--yes").output
    assert (tmp_path / "old" / f"scorekeeper-{day}-table.json").exists()


def test_tables_are_listed_and_one_is_deleted_after_asking(run: Run, database: Path, evening: Evening) -> None:
    cells = [line.split("  ") for line in run("tables").stdout.splitlines()]
    assert [(cell[2], cell[4]) for cell in cells if cell[0] == evening.id] == [("mighty", "Ana, Bo, 조, Dan, Eun")]
    for table, answer, code in (("nowhere", "", 1), (evening.id, "n", 1), (evening.id, "y", 0)):
        assert evening.id in tables(database)
        done = run("delete", table, input=f"{answer}\n")
        assert done.exit_code == code
    assert done.stdout.endswith(f"Deleted table {evening.id}.\n")
    assert evening.id not in tables(database)
