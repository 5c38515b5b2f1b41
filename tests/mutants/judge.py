"""Whether the tests notice a mutant. Each is tried in a process of its own, and no file is ever changed."""

import contextlib
import importlib.util
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

from tests.mutants.kinds import ROOT, Mutant

CPU_SECONDS = 30
"""A mutant that thinks for longer than this never ends: all tests of a game need a third of it."""

PYTEST = (
    "-x",
    "-q",
    "--no-header",
    "--tb=no",
    "-pno:cacheprovider",
    "-pno:unraisableexception",
    "-p_hypothesis_pytestplugin",
    "--hypothesis-profile=mutants",
)


class Verdict(NamedTuple):
    """Whether a mutant was noticed, and by which test or otherwise."""

    killed: bool
    by: str


class MutantLoader(SourceFileLoader):
    """Loads the text of a mutant in the place of its file."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.module))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.source, self.path, "exec", dont_inherit=True)


class MutantFinder(MetaPathFinder):
    """Finds the mutant before its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = ".".join(mutant.module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self.mutant.module, loader=MutantLoader(fullname, self.mutant)
        )


class FirstFailure:
    """A pytest plugin that tells which test failed."""

    def __init__(self, told: int) -> None:
        self.told = told

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.told, f"{report.nodeid}\n".encode())

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os.write(self.told, f"{report.nodeid or 'import'}\n".encode())


class Judge:
    """Tries mutants on test files, the two that have noticed the most mutants of a module before the rest."""

    def __init__(self, tests: Sequence[Path]) -> None:
        self.tests = tests
        self.kills: Counter[Path] = Counter()

    def sort(self) -> str:
        """Put the slow tests last. Names a test that fails without any mutant, if one does."""
        seconds = {}
        for test in self.tests:
            before = os.times().children_user
            status, told = in_a_fork(None, [[test]])
            if status:
                return told or str(test)
            seconds[test] = os.times().children_user - before
        self.tests = sorted(seconds, key=seconds.__getitem__)
        return ""

    def favour(self, module: Path) -> None:
        """Try the tests named after `module` first."""
        self.kills = Counter(test for test in self.tests if test.stem == f"test_{module.stem}")

    def verdict(self, mutant: Mutant) -> Verdict:
        """Run the tests until one notices the mutant."""
        first = [test for test, _ in self.kills.most_common(2)]
        rest = [test for test in self.tests if test not in first]
        status, told = in_a_fork(mutant, [files for files in (first, rest) if files])
        if status == 0:
            return Verdict(False, "")
        for test in self.tests:
            if told.startswith(str(test.relative_to(ROOT))):
                self.kills[test] += 1
        return Verdict(True, told.partition("\n")[0] or f"status {status}")


def in_a_fork(mutant: Mutant | None, runs: Sequence[Sequence[Path]]) -> tuple[int, str]:
    """The status of a process that runs pytest on each list of files until one fails, and what it told."""
    reading, telling = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 70
        with contextlib.suppress(BaseException):
            status = run_tests(mutant, runs, telling)
        os._exit(status)
    os.close(telling)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


def run_tests(mutant: Mutant | None, runs: Sequence[Sequence[Path]], telling: int) -> int:
    """In the child: silently, with the mutant in place, for as long as it is allowed."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    if mutant is not None:
        sys.meta_path.insert(0, MutantFinder(mutant))
    statuses = (int(pytest.main([*PYTEST, *map(str, files)], [FirstFailure(telling)])) for files in runs)
    return next((status for status in statuses if status), 0)


@contextlib.contextmanager
def ready() -> Iterator[None]:
    """With everything loaded that no mutant touches, so that a fork begins at once."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in ("hypothesis.strategies", "scorekeeper.codec", "scorekeeper.house_rules", "scorekeeper.settlement"):
        importlib.import_module(name)
    loaded = [name for name in sys.modules if name.startswith("scorekeeper.games")]
    assert not loaded, f"a mutant of {loaded} would not be seen"
    yield
