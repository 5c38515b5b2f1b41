"""A wheel built from the tree works where it is installed, with nothing of the tree around."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from platformdirs import user_data_path

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[1]
LANGUAGES = ("ja", "ko", "zh_Hans")

PROGRAM = """
import json, sys
from pathlib import Path
import scorekeeper, scorekeeper.commands.main
from scorekeeper.store import default_database
from scorekeeper.web import create_app

client = create_app().test_client()
home = client.get("/")
print(json.dumps({
    "package": str(Path(scorekeeper.__file__).parent),
    "database": default_database({}),
    "home": home.status_code,
    "page": home.get_data(as_text=True),
    "static": client.get("/static/vendor/htmx-4.0.1.min.js").status_code,
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder a wheel is installed in, built from a copy of the tree as git has it: nothing compiled."""
    tree, wheels, target = (tmp_path_factory.mktemp(name) for name in ("tree", "wheels", "target"))
    for folder in ("scorekeeper", "templates", "static"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tree)
    (wheel,) = WheelBuilder(str(tree)).build(directory=str(wheels), versions=["standard"])
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(target)]
    subprocess.run([*install, wheel], check=True)
    return target


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_wheel_has_every_template_and_static_file(installed: Path, folder: str) -> None:
    assert files(installed / "scorekeeper" / folder) == files(ROOT / folder) != set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_wheel_has_every_catalogue_compiled(installed: Path, language: str) -> None:
    compiled = installed / "scorekeeper" / "translations" / language / "LC_MESSAGES" / "messages.mo"
    assert compiled.read_bytes()[:4] == b"\xde\x12\x04\x95"


def test_wheel_has_its_licences(installed: Path) -> None:
    (metadata,) = installed.glob("scorekeeper_cards-*.dist-info")
    folders = ("static/vendor", "scorekeeper/fonts")
    vendored = {str(path.relative_to(ROOT)) for folder in folders for path in ROOT.glob(f"{folder}/*.LICENSE")}
    assert files(metadata / "licenses") == {"LICENSE", *vendored}


def test_wheel_tells_its_types(installed: Path, tmp_path: Path) -> None:
    """To the type checker of whoever uses the rules as a library."""
    program = tmp_path / "program.py"
    program.write_text("from scorekeeper.games import mighty\n\nreveal_type(mighty.Bid.parse('16H'))\n")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(program)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": "", "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (installed / "scorekeeper" / "py.typed").exists()
    assert re.search(r'Revealed type is "scorekeeper\.games\.mighty\.\w+\.Bid"', told.stdout), told.stdout


def test_wheel_serves_pages_away_from_the_tree(installed: Path, tmp_path: Path) -> None:
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "SCOREKEEPER_DATABASE": str(tmp_path / "evening.db"),
    }
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    served = json.loads(result.stdout)
    assert served["package"] == str(installed / "scorekeeper")
    assert (served["home"], served["static"]) == (200, 200)
    assert "<html" in served["page"]
    assert Path(served["database"]).parent == user_data_path("scorekeeper", appauthor=False)


def test_wheel_is_a_program_by_its_name(installed: Path, tmp_path: Path) -> None:
    """Where pip has put the command into a folder that no path names."""
    told = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("Usage: scorekeeper [OPTIONS] COMMAND [ARGS]...")
