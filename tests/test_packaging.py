"""A wheel built from the sdist works in an environment without the tree."""

import ast
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from platformdirs import user_data_path

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy

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


class Environment(NamedTuple):
    """A virtual environment with the wheel in it: its folder of packages, its interpreter and the command."""

    packages: Path
    python: Path
    command: Path


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with a wheel built from the sdist, which has what git has: nothing compiled.

    The libraries come from the environment of the tests, whose own `scorekeeper` is not found: a `.pth` file names
    their folder, and the package installed here comes first.
    """
    packages, folder = (tmp_path_factory.mktemp(name) for name in ("packages", "elsewhere"))
    (sdist,) = SdistBuilder(str(ROOT)).build(directory=str(packages), versions=["standard"])
    shutil.unpack_archive(sdist, packages, filter="data")
    (wheel,) = WheelBuilder(sdist.removesuffix(".tar.gz")).build(directory=str(packages), versions=["standard"])
    venv.create(folder)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)}, scheme="venv")
    python = Path(paths["scripts"], "python")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*install, wheel], check=True)
    installed = Path(paths["purelib"])
    (installed / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Environment(installed, python, Path(paths["scripts"], "scorekeeper"))


@pytest.fixture(scope="module")
def site_packages(environment: Environment) -> Path:
    """The folder of packages that the wheel is installed in."""
    return environment.packages


def run_there(
    tmp_path: Path, *arguments: str | Path, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program in `tmp_path`, with no variable of the tests' own environment that names Python's paths."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCOREKEEPER"))}
    told = subprocess.run(
        list(map(str, arguments)),
        cwd=tmp_path,
        env={**kept, **(variables or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told


def list_files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_wheel_has_every_template_and_static_file(site_packages: Path, folder: str) -> None:
    assert list_files(site_packages / "scorekeeper" / folder) == list_files(ROOT / folder) != set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_wheel_has_every_catalogue_compiled(site_packages: Path, language: str) -> None:
    compiled = site_packages / "scorekeeper" / "translations" / language / "LC_MESSAGES" / "messages.mo"
    assert compiled.read_bytes()[:4] == b"\xde\x12\x04\x95"
    assert [path.name for path in compiled.parent.iterdir()] == ["messages.mo"]


def test_wheel_has_its_licences(site_packages: Path) -> None:
    (metadata,) = site_packages.glob("scorekeeper_cards-*.dist-info")
    folders = ("static/vendor", "scorekeeper/fonts")
    vendored = {str(path.relative_to(ROOT)) for folder in folders for path in ROOT.glob(f"{folder}/*.LICENSE")}
    assert list_files(metadata / "licenses") == {"LICENSE", *vendored}


def reveal_examples(text: str) -> Iterator[str]:
    """Yield the examples of a page as a program that reveals the type of every result and of every name."""
    for example in doctest.DocTestParser().get_examples(text):
        last = ast.parse(example.source).body[-1]
        if isinstance(last, ast.Expr):
            yield f"reveal_type({ast.unparse(last.value)})"
            continue
        yield example.source.rstrip()
        for target in getattr(last, "targets", ()):
            yield from (f"reveal_type({name.id})" for name in ast.walk(target) if isinstance(name, ast.Name))


def reveal_package(library: ModuleType, short: str) -> Iterator[str]:
    """Yield a program that reveals the signature of all that a game offers, and every field and method of its types."""
    for name in library.__all__:
        yield f"reveal_type({short}.{name})"
        kind = getattr(library, name)
        if not isinstance(kind, type):
            continue
        of = "[int]" if getattr(kind, "__parameters__", ()) else ""
        own = {member for each in kind.__mro__ if each.__module__.startswith(library.__name__) for member in vars(each)}
        yield f"def look_at_{short}_{name}(it: {short}.{name}{of}) -> None:"
        yield "    pass"
        yield from (f"    reveal_type(it.{member})" for member in sorted(own) if not member.startswith("_"))


def test_wheel_tells_its_types(environment: Environment, tmp_path: Path) -> None:
    """To the strict type checker of whoever uses the rules as a library: nothing public is `Any`."""
    program = tmp_path / "program.py"
    examples = reveal_examples((ROOT / "docs" / "library.md").read_text(encoding="utf-8"))
    program.write_text("\n".join((*examples, *reveal_package(mighty, "mighty"), *reveal_package(zpy, "zpy"))))
    options = [f"--python-executable={environment.python}", f"--cache-dir={tmp_path / 'cache'}"]
    strict = ["--strict", "--allow-redefinition", "--no-error-summary"]
    checked = run_there(tmp_path, sys.executable, "-m", "mypy", *strict, *options, program)
    assert (environment.packages / "scorekeeper" / "py.typed").exists()
    revealed = checked.stdout.splitlines()
    assert len(revealed) > 1000
    assert [line for line in revealed if re.search(r"\bAny\b", line) or "Revealed type is" not in line] == []


def test_wheel_serves_pages_away_from_the_tree(environment: Environment, tmp_path: Path) -> None:
    variables = {"SCOREKEEPER_DATABASE": str(tmp_path / "evening.db")}
    served = json.loads(run_there(tmp_path, environment.python, "-c", PROGRAM, variables=variables).stdout)
    assert served["package"] == str(environment.packages / "scorekeeper")
    assert (served["home"], served["static"]) == (200, 200)
    assert "<html" in served["page"]
    assert Path(served["database"]).parent == user_data_path("scorekeeper", appauthor=False)


@pytest.mark.parametrize("how", ["scorekeeper", "scorekeeper-cards", "module"])
def test_wheel_is_a_program_by_its_name(environment: Environment, tmp_path: Path, how: str) -> None:
    """Works where pip has put the command into a folder that is not on the path."""
    named = environment.command.with_name(how)
    program: list[str | Path] = [environment.python, "-m", "scorekeeper"] if how == "module" else [named]
    name = "scorekeeper" if how == "module" else how
    assert run_there(tmp_path, *program, "--help").stdout.startswith(f"Usage: {name} [OPTIONS] COMMAND [ARGS]...")


@pytest.mark.parametrize("game", ["mighty", "zhao_pengyou"])
def test_wheel_checks_an_evening(environment: Environment, tmp_path: Path, game: str) -> None:
    evening = ROOT / "tests" / "landed" / "version_1" / f"{game}.json"
    assert "is right" in run_there(tmp_path, environment.command, "check", evening).stdout


def test_wheel_is_found_by_flask(environment: Environment, tmp_path: Path) -> None:
    variables = {"SCOREKEEPER_DATABASE": str(tmp_path / "evening.db")}
    routes = run_there(
        tmp_path, environment.python, "-m", "flask", "--app", "scorekeeper", "routes", variables=variables
    )
    assert "/t/<table_id>" in routes.stdout


def test_a_catalogue_whose_making_is_killed_is_not_there_in_half(tmp_path: Path) -> None:
    """Make deletes what a failing command left, and cannot where it is killed itself."""
    programs, folder = tmp_path / ".venv" / "bin", tmp_path / "scorekeeper" / "translations" / "ko" / "LC_MESSAGES"
    programs.mkdir(parents=True)
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", tmp_path)
    for path in (tmp_path / "pyproject.toml", programs / "python", tmp_path / ".venv" / "run-installed"):
        path.touch()
    (folder / "messages.po").touch()
    for ending, content in (("kill -9 0", None), ("echo whole >> $file", "half\nwhole\n")):
        compiler = '#!/bin/sh\nfor each; do file="${each#--output-file=}"; done\necho half > "$file"\n' + ending
        (programs / "pybabel").write_text(compiler)
        (programs / "pybabel").chmod(0o700)
        catalogue = (folder / "messages.mo").relative_to(tmp_path)
        subprocess.run(["make", "-s", str(catalogue)], cwd=tmp_path, check=False, start_new_session=True)
        made = folder / "messages.mo"
        assert (made.read_text() if made.exists() else None) == content
