"""Commands that are killed at any moment, or find no room: the old file is whole, or the new one is."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import open_store
from scorekeeper.whole_files import find_parts
from tests.commands.killed import count_moments, read_content, run_command
from tests.export.conftest import Run
from tests.export.evenings import Evening, mighty_evening, zhao_pengyou_evening
from tests.tiers import one_in

pytestmark = pytest.mark.programs

MOMENTS = 20
SHM = 33_000
"""More than the bytes of the index that SQLite makes of a log, of whoever reads a database."""

LANDED = Path(__file__).parents[1] / "landed" / "version_1" / "database.sql"

COMMANDS: dict[str, tuple[str, ...]] = {
    "copy.db": ("backup", "copy.db"),
    "older.db": ("backup", "older.db", "--replace"),
    "evening.db": ("restore", "older.db", "--replace"),
    "restored.db": ("restore", "older.db", "--database", "restored.db"),
    "copied.db": ("copy", "evening.db", "copied.db"),
    "other.db": ("copy", "evening.db", "other.db", "--replace"),
    "table.json": ("export", "{id}", "-o", "table.json"),
    "old.json": ("export", "{id}", "-o", "old.json", "--replace"),
    "list.txt": ("export", "-o", "list.txt"),
    "history.db": ("export", "--to", "history.db", "--metadata", "about.yaml"),
    "known.db": ("export", "--to", "known.db"),
    "version_1.db": ("prune", "--unused-for", "40000", "--database", "version_1.db"),
}
"""The commands that write files, by the file."""


@pytest.fixture
def folder(run: Run, evening: Evening, database: Path, tmp_path: Path) -> Path:
    """A folder with a database that is in use, older copies of it, and a database of version 1.0."""
    assert run("backup", tmp_path / "older.db").exit_code == 0
    shutil.copy(tmp_path / "older.db", tmp_path / "other.db")
    assert run("export", "--to", tmp_path / "known.db").exit_code == 0
    (tmp_path / "old.json").write_text("{}")
    with closing(sqlite3.connect(tmp_path / "version_1.db")) as db:
        db.executescript(LANDED.read_text(encoding="utf-8"))
    with open_store(database) as store:
        zhao_pengyou_evening(store)
        mighty_evening(store)
    return tmp_path


def start_again(folder: Path, scratch: Path) -> Path:
    """Return a fresh copy of a folder."""
    shutil.rmtree(scratch, ignore_errors=True)
    return Path(shutil.copytree(folder, scratch))


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment(
    name: str, folder: Path, evening: Evening, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scratch = tmp_path_factory.mktemp("killed") / "folder"
    arguments = tuple(argument.format(id=evening.id) for argument in COMMANDS[name])
    before = read_content(folder / name)
    count = count_moments(start_again(folder, scratch), *arguments)
    after = read_content(scratch / name)
    size = (scratch / name).stat().st_size
    assert after not in (None, before)
    moments = [{"moment": 1 + each * (count - 1) // (MOMENTS - 1)} for each in range(MOMENTS)]
    halves = [{"largest": max(size * part // 4, SHM)} for part in (2, 1, 3)]
    for killed in (*one_in(7, moments), *one_in(3, halves)):
        assert run_command(start_again(folder, scratch), *arguments, **killed) != 1, killed
        found = read_content(scratch / name)
        assert found in (before, after), killed
        for aside in scratch.glob("*-before-*.db"):
            assert read_content(aside) == before
        again = run_command(scratch, *arguments)
        assert again == 0 or (again == 1 and found == after), "and again"


def test_every_half_file_is_named_as_one(folder: Path) -> None:
    assert run_command(folder, "backup", "copy.db", largest=SHM) < 0
    (part,) = find_parts(folder / "copy.db")
    assert part.name.startswith("copy.db.")
