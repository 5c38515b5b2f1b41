"""Change the rules of the games and of tables in every small way and see whether the tests notice: `make mutants`.

What was noticed once is remembered under build/mutants/ as long as its module stays the same, so that a second run only
tries what survived, and what is new.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.mutants.judge import Judge, ready
from tests.mutants.kinds import GAMES, PACKAGE, ROOT, TABLE, Mutant, mutants_of

TESTS = ROOT / "tests"
RESULTS = ROOT / "build" / "mutants"
LEAST = 85
"""Per cent that the tests have to notice."""


class Row(NamedTuple):
    """The mutants of a module."""

    module: Path
    tried: int
    survivors: tuple[Mutant, ...]

    @property
    def killed(self) -> int:
        return self.tried - len(self.survivors)

    def __str__(self) -> str:
        return line(str(self.module.relative_to(PACKAGE)), self.tried, self.killed)


def line(name: str, count: int, killed: int) -> str:
    return f"{name:40}{count:8}{killed:8}{100 * killed / count if count else 100:8.1f} %"


def main() -> None:
    """Print a line a module; the survivors are written to build/mutants/survivors.txt."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", type=Path, help="modules or folders of scorekeeper/{games,table}; all")
    parser.add_argument("--fresh", action="store_true", help="forget what was noticed before")
    options = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    rows = []
    with ready():
        for package, modules in by_package(options.modules or [GAMES, TABLE]):
            judge = Judge([test for folder in tests_of(package) for test in sorted(folder.glob("test_*.py"))])
            if failed := judge.learn():
                sys.exit(f"This fails without any mutant: {failed}")
            for module in modules:
                rows.append(row := try_module(judge, module, fresh=options.fresh))
                print(row, flush=True)
    survivors = [str(mutant) for row in rows for mutant in row.survivors]
    (RESULTS / "survivors.txt").write_text("\n\n".join(survivors) + "\n")
    count, killed = sum(row.tried for row in rows), sum(row.killed for row in rows)
    print(line("all", count, killed))
    sys.exit(100 * killed < LEAST * count)


def tests_of(package: Path) -> tuple[Path, ...]:
    """The folders of tests that may notice a mutant in a package: its own, and those of what stands around it."""
    own = TESTS / package.relative_to(PACKAGE)
    if package == TABLE:
        return own, TESTS / "bookkeeper", TESTS / "landed"
    return (own,) if package == GAMES else (own, TESTS / "games")


def by_package(paths: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """The modules at `paths`, under the package of their game, or under that of all games, or of tables."""
    files = [
        file.resolve() for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("[!_]*.py")))
    ]
    games = sorted(folder for folder in GAMES.iterdir() if (folder / "__init__.py").exists())
    for package in (GAMES, *games, TABLE):
        modules = [file for file in files if package in (file.parents if package in games else [file.parent])]
        if modules:
            yield package, modules


def try_module(judge: Judge, module: Path, *, fresh: bool) -> Row:
    """Try every mutant of a module that was not noticed before."""
    memory = RESULTS / module.relative_to(PACKAGE).with_suffix(".json")
    memory.parent.mkdir(parents=True, exist_ok=True)
    killed: dict[str, str] = {} if fresh or not memory.exists() else json.loads(memory.read_text())
    mutants = list(mutants_of(module))
    judge.favour(module)
    for mutant in mutants:
        if mutant.key not in killed and (verdict := judge.verdict(mutant)).killed:
            killed[mutant.key] = verdict.by
            memory.write_text(json.dumps(killed, indent=1))
    return Row(module, len(mutants), tuple(mutant for mutant in mutants if mutant.key not in killed))


if __name__ == "__main__":
    main()
