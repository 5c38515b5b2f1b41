"""Change the rules of the games and of tables in every small way and see whether the tests notice: `make mutants`.

Noticed mutants are remembered under build/mutants/ as long as their module stays the same, so that a second run only
tries those that survived and new ones.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from tools.mutants.child import PYTEST, FirstFailure
from tools.mutants.functions import Tracer
from tools.mutants.judge import Judge
from tools.mutants.kinds import GAMES, PACKAGE, RESULTS, TABLE, Mutant, build_mutants
from tools.mutants.known_tests import TESTS

LEAST = 85
"""The least percentage of mutants that the tests must notice."""


class ModuleResult(NamedTuple):
    """The number of a module's mutants, and those that survived."""

    module: Path
    tried: int
    survivors: tuple[Mutant, ...]

    @property
    def killed(self) -> int:
        """Return how many mutants the tests noticed."""
        return self.tried - len(self.survivors)

    def __str__(self) -> str:
        return format_line(str(self.module.relative_to(PACKAGE)), self.tried, self.killed)


def format_line(name: str, count: int, killed: int) -> str:
    """Return a line of the table that is printed."""
    return f"{name:40}{count:8}{killed:8}{100 * killed / count if count else 100:8.1f} %"


class Trial(FirstFailure):
    """A pytest plugin that tries mutants on the collected tests instead of running them."""

    def __init__(self, paths: list[Path], *, fresh: bool, seconds: float) -> None:
        super().__init__()
        self.packages = list(group_by_package(paths))
        self.fresh = fresh
        self.seconds = seconds
        self.rows: list[ModuleResult] = []
        self.tracer = Tracer()
        self.tracer.start()

    @property
    def tests(self) -> list[str]:
        """The test files that pytest has to collect."""
        folders = dict.fromkeys(folder for package, _ in self.packages for folder in list_test_folders(package))
        return [str(test) for folder in folders for test in sorted(folder.glob("test_*.py"))]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant, printing a line for each module."""
        self.tracer.stop()
        if self.failed:
            pytest.exit("A test cannot be loaded", 1)
        judge = Judge(self, self.tracer.callers, self.seconds)
        for package, modules in self.packages:
            folders = list_test_folders(package)
            judge.learn(item for item in session.items if item.path.parent in folders)
            for module in modules:
                self.rows.append(row := try_module(judge, module, fresh=self.fresh))
                print(row, flush=True)
        return True


def main() -> None:
    """Print a line for each module, and write its survivors below build/mutants/."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", type=Path, help="modules or folders of scorekeeper/{games,table}; all")
    parser.add_argument("--fresh", action="store_true", help="forget what was noticed before")
    parser.add_argument("--seconds", type=float, default=inf, help="run no more than this of tests a mutant")
    options = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    trial = Trial(options.modules or [GAMES, TABLE], fresh=options.fresh, seconds=options.seconds)
    if status := pytest.main([*PYTEST, *trial.tests], [trial]):
        sys.exit(int(status))
    count, killed = sum(row.tried for row in trial.rows), sum(row.killed for row in trial.rows)
    print(format_line("all", count, killed))
    sys.exit(100 * killed < LEAST * count)


def list_test_folders(package: Path) -> tuple[Path, ...]:
    """Return the folders of tests that may notice a mutant in a package: its own, and those of its dependents."""
    own = TESTS / package.relative_to(PACKAGE)
    if package == TABLE:
        return own, TESTS / "bookkeeper", TESTS / "landed"
    around = [TESTS / each.relative_to(PACKAGE) for each in list_games()] if package == GAMES else [TESTS / "games"]
    return own, *around, TESTS / "table"


def group_by_package(paths: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield the modules at `paths` by package: a game, what all games share, or the tables."""
    files = [
        file.resolve() for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("[!_]*.py")))
    ]
    for package in (GAMES, *list_games(), TABLE):
        modules = [file for file in files if package in (file.parents if package in list_games() else [file.parent])]
        if modules:
            yield package, modules


def list_games() -> list[Path]:
    """Return the package of each game."""
    return sorted(folder for folder in GAMES.iterdir() if (folder / "__init__.py").exists())


def try_module(judge: Judge, module: Path, *, fresh: bool) -> ModuleResult:
    """Try every mutant of a module that has not been noticed before."""
    memory = RESULTS / module.relative_to(PACKAGE).with_suffix(".json")
    memory.parent.mkdir(parents=True, exist_ok=True)
    killed: dict[str, str] = {} if fresh or not memory.exists() else json.loads(memory.read_text())
    mutants = list(build_mutants(module))
    judge.favour(module)
    for mutant in mutants:
        if mutant.key not in killed and (verdict := judge.try_mutant(mutant)).killed:
            killed[mutant.key] = verdict.by
            memory.write_text(json.dumps(killed, indent=1))
    survivors = tuple(mutant for mutant in mutants if mutant.key not in killed)
    memory.with_suffix(".txt").write_text("\n\n".join(map(str, survivors)) + "\n")
    return ModuleResult(module, len(mutants), survivors)


if __name__ == "__main__":
    main()
