"""Commands that are killed at any moment, or find no room: the old file is whole, or the new one is."""

import shutil
from pathlib import Path

import pytest

from scorekeeper.whole_files import find_left_parts
from tests.commands.killed import COMMANDS, count_moments, fill_folder, read_content, run_command
from tests.tiers import one_in

pytestmark = pytest.mark.programs

MOMENTS = 20
SHM = 33_000
"""More than the bytes of the index that SQLite makes of a log, of whoever reads a database."""


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with databases and files, and the id of a table."""
    folder = tmp_path_factory.mktemp("commands") / "folder"
    return folder, fill_folder(folder)


def start_again(folder: Path, scratch: Path) -> Path:
    """Return a fresh copy of a folder."""
    shutil.rmtree(scratch, ignore_errors=True)
    return Path(shutil.copytree(folder, scratch))


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment(name: str, evenings: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder, table = evenings
    scratch = tmp_path_factory.mktemp("killed") / "folder"
    arguments = tuple(argument.format(id=table) for argument in COMMANDS[name])
    before = read_content(folder / name)
    count = count_moments(start_again(folder, scratch), *arguments).calls
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


def test_every_half_file_is_named_as_one(evenings: tuple[Path, str], tmp_path: Path) -> None:
    folder = start_again(evenings[0], tmp_path / "folder")
    assert run_command(folder, "backup", "copy.db", largest=SHM) < 0
    (part,) = find_left_parts(folder / "copy.db")
    assert part.name.startswith("copy.db.")
