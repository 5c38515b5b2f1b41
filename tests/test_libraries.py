"""If pip cannot install the libraries, one sentence names them and the command that installs them."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cases import require
from tools import libraries

pytestmark = pytest.mark.programs

OFFLINE = """
  WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<…>')': /simple/hatchling/
  ERROR: Could not find a version that satisfies the requirement hatchling<2,>=1.33 (from versions: none)
  ERROR: No matching distribution found for hatchling<2,>=1.33
"""
CONFLICT = """
ERROR: Cannot install flask==1 and flask==2 because these package versions have conflicting dependencies.
ERROR: ResolutionImpossible: for help visit somewhere
"""


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (OFFLINE, "the package index is out of reach"),
        (
            CONFLICT,
            "Cannot install flask==1 and flask==2 because these package versions have conflicting dependencies.",
        ),
        ("Killed", "{log} has what it said"),
    ],
)
def test_what_pip_cannot_install_is_said(said: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = [sys.executable, "-c", "import sys; print(sys.argv[1]); sys.exit(1)", said]
    monkeypatch.setattr(libraries, "install_command", lambda _: failing)
    monkeypatch.setattr(libraries, "LOG", tmp_path / "pip.log")
    told = require(libraries.main(["dev"]))
    assert told.startswith("Python libraries that pyproject.toml names are missing, and pip could not install them")
    assert f"({why.format(log=tmp_path / 'pip.log')}): `{sys.executable} " in told
    assert (tmp_path / "pip.log").read_text().strip() == said.strip()


def test_what_pip_installs_is_nothing_to_talk_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "install_command", lambda _: [sys.executable, "-c", "print('WARNING: something')"])
    assert libraries.main([]) is None


def test_the_program_is_installed_with_its_groups() -> None:
    """By any pip: the groups are no extras of the package, and an old pip has no `--group`."""
    assert libraries.install_command([])[-2:] == ["--editable", "."]
    with_groups = " ".join(libraries.install_command(["dev", "bench"]))
    assert "--editable . deptry>=" in with_groups
    assert " flask-socketio>=" in with_groups
    declared = tomllib.loads((libraries.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert list(declared["project"]["optional-dependencies"]) == ["postgresql"]


def test_it_needs_no_library_itself() -> None:
    """It runs before any library is installed."""
    for module in ("libraries", "programs"):
        loaded = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); import tools.{module}"]
        subprocess.run(loaded, cwd=libraries.ROOT, check=True)
