"""`scorekeeper backup`, `restore` and `check` of a database: whole while it is in use, checked, never overwritten."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import StoredAction, StoreUnavailable, open_store, serve_database
from tests.export.conftest import Run
from tests.export.evenings import Evening

pytestmark = pytest.mark.programs


@pytest.fixture
def copy(run: Run, evening: Evening, tmp_path: Path) -> Path:
    """A backup of the evening, taken while another has the database open."""
    path = tmp_path / "copy.db"
    with open_store(tmp_path / "evening.db") as store:
        store.settings.secret_key()
        assert run("backup", path).exit_code == 0
    return path


def log(path: Path, table: str) -> list[StoredAction]:
    with open_store(path) as store:
        return list(store.events.load(table))


def spoil(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute('update events set event = \'{"type": "nonsense"}\' where table_id = ? and version = 3', [table])
        db.commit()


def test_a_backup_is_one_private_file_that_holds_everything(copy: Path, evening: Evening) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert log(copy, evening.id) == log(copy.with_name("evening.db"), evening.id)
    with open_store(copy) as store, open_store(copy.with_name("evening.db")) as before:
        assert store.settings.secret_key() == before.settings.secret_key(), "every phone keeps its seat"


def test_a_backup_overwrites_nothing(run: Run, copy: Path) -> None:
    before = copy.read_bytes()
    again = run("backup", copy)
    assert (again.exit_code, "--replace writes over it" in again.output) == (1, True)
    assert copy.read_bytes() == before


def test_restored_where_there_is_nothing(run: Run, copy: Path, evening: Evening, tmp_path: Path) -> None:
    target = tmp_path / "new" / "evening.db"
    refused = run("restore", copy, "--database", target)
    assert (refused.exit_code, f"There is no folder {target.parent}" in refused.output) == (1, True)
    target.parent.mkdir()
    assert run("restore", copy, "--database", target).exit_code == 0
    assert log(target, evening.id) == log(copy, evening.id)


def test_what_is_there_is_put_aside_and_only_when_told_to(run: Run, copy: Path, evening: Evening) -> None:
    there = copy.with_name("evening.db")
    with open_store(there) as store:
        later = Evening(store, "toy", "plain", "Ana", "Bo").id
    refused = run("restore", copy)
    assert (refused.exit_code, "--replace" in refused.output) == (1, True)
    assert run("restore", copy, "--replace").exit_code == 0
    assert log(there, evening.id) == log(copy, evening.id)
    (aside,) = there.parent.glob("evening-before-*.db")
    assert log(aside, later)


def test_nothing_is_restored_under_a_running_server(run: Run, copy: Path) -> None:
    with serve_database(str(copy.with_name("evening.db")), "http://192.168.0.10:8000"):
        refused = run("restore", copy, "--replace")
    assert (refused.exit_code, "http://192.168.0.10:8000" in refused.output) == (1, True)


@pytest.mark.parametrize("command", ["check", "restore"])
def test_a_damaged_table_is_named(run: Run, copy: Path, evening: Evening, tmp_path: Path, command: str) -> None:
    spoil(copy, evening.id)
    refused = run(command, copy, "--database", tmp_path / "new.db")
    assert (refused.exit_code, evening.id in refused.output) == (1, True)
    assert not (tmp_path / "new.db").exists()


def test_a_damaged_file_is_named(run: Run, copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4096:4296] = bytes(200)  # the head of the second page
    copy.write_bytes(content)
    refused = run("check", copy)
    assert (refused.exit_code, "Traceback" in refused.output) == (1, False)


def test_a_whole_database_is_checked_while_it_is_in_use(run: Run, evening: Evening, tmp_path: Path) -> None:
    with open_store(tmp_path / "evening.db"):
        told = run("check")
    assert (told.exit_code, "1 table" in told.output) == (0, True)
    assert evening.id not in told.output


def test_what_is_no_database_is_not_restored(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("not a database at all, but long enough to be mistaken for one" * 50)
    refused = run("restore", file, "--database", tmp_path / "new.db")
    assert (refused.exit_code, "Traceback" in refused.output) == (1, False)
    assert not (tmp_path / "new.db").exists()


def test_an_empty_file_is_not_restored(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.db"
    file.touch()
    refused = run("restore", file, "--database", tmp_path / "new.db")
    assert (refused.exit_code, "is empty: there is no database in it." in refused.output) == (1, True)
    assert (file.stat().st_size, (tmp_path / "new.db").exists()) == (0, False)


def test_a_copy_needs_a_store_that_is_open(tmp_path: Path) -> None:
    store = open_store(tmp_path / "evening.db")
    store.close()
    with pytest.raises(StoreUnavailable):
        store.copy_to(tmp_path / "copy.db")
