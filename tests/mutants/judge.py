"""Whether the tests notice a mutant. Each is tried in a process of its own, and no file is ever changed."""

import contextlib
import importlib.util
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from math import ceil
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

from tests.mutants.kinds import EVERYWHERE, GAMES, ROOT, TABLE, Mutant

MUTATED = (str(GAMES), str(TABLE))
"""Where functions are that mutants change."""

PATIENCE = 4
"""A mutant that needs so many times the processor time that the tests need without it never ends."""
STARTING = 5
"""Seconds of processor time beside that."""

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


Place = tuple[Path, int]
"""A function: its file and its first line."""


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
    """Tries mutants on test files, the two that have noticed the most mutants of a module before the rest.

    A file that never calls the function that was changed cannot notice.
    """

    def __init__(self, tests: Iterable[Path]) -> None:
        self.tests = tuple(tests)
        self.seconds: Mapping[Path, float] = {}
        self.called: Mapping[Path, frozenset[Place]] = {}
        self.kills: Counter[Path] = Counter()

    def learn(self) -> str:
        """See which functions each file calls, and put the slow ones last. Names a test that fails, if one does."""
        seconds, called = {}, {}
        for test in self.tests:
            before = os.times().children_user
            status, told = in_a_fork(partial(run_and_tell_calls, test))
            if status:
                return told or str(test)
            seconds[test] = os.times().children_user - before
            called[test] = frozenset(map(parse_place, told.splitlines()))
        self.tests = tuple(sorted(seconds, key=seconds.__getitem__))
        self.seconds, self.called = seconds, called
        return ""

    def favour(self, module: Path) -> None:
        """Try the tests named after `module` first."""
        self.kills = Counter(test for test in self.tests if test.stem == f"test_{module.stem}")

    def verdict(self, mutant: Mutant) -> Verdict:
        """Run the tests until one notices the mutant."""
        tests = [test for test in self.tests if self.may_notice(test, mutant)]
        first = [test for test, _ in self.kills.most_common(2) if test in tests]
        rest = [test for test in tests if test not in first]
        limit = STARTING + PATIENCE * sum(self.seconds[test] for test in tests)
        status, told = in_a_fork(partial(run_tests, mutant, [files for files in (first, rest) if files], ceil(limit)))
        if status == 0:
            return Verdict(False, "")
        for test in self.tests:
            if told.startswith(str(test.relative_to(ROOT))):
                self.kills[test] += 1
        return Verdict(True, told.partition("\n")[0] or f"status {status}")

    def may_notice(self, test: Path, mutant: Mutant) -> bool:
        """Whether a file calls what was changed; everything loads what is in no function."""
        return mutant.within == EVERYWHERE or any(
            module == mutant.module and line in mutant.within for module, line in self.called[test]
        )


def in_a_fork(action: Callable[[int], int]) -> tuple[int, str]:
    """The status of a process that does nothing but `action`, and what that wrote to the file it is given."""
    reading, telling = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 70
        with contextlib.suppress(BaseException):
            status = action(telling)
        os._exit(status)
    os.close(telling)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


# --- In the child ---


def run_tests(mutant: Mutant, runs: Iterable[Sequence[Path]], seconds: int, telling: int) -> int:
    """Run pytest on each list of files until one fails, with the mutant in place, for so many seconds at most."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    sys.meta_path.insert(0, MutantFinder(mutant))
    statuses = (run_pytest(files, telling) for files in runs)
    return next((status for status in statuses if status), 0)


def run_and_tell_calls(test: Path, telling: int) -> int:
    """Run pytest on a file as the code is, and tell each function of the games and tables that was called."""
    codes: set[CodeType] = set()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
    status = run_pytest([test], telling)
    sys.setprofile(None)
    if status == 0:
        places = {
            f"{code.co_filename}:{code.co_firstlineno}\n" for code in codes if code.co_filename.startswith(MUTATED)
        }
        with os.fdopen(telling, "w", encoding="utf-8") as pipe:
            pipe.writelines(places)
    return status


def parse_place(text: str) -> Place:
    """Read what `run_and_tell_calls` tells."""
    module, _, line = text.rpartition(":")
    return Path(module), int(line)


def run_pytest(files: Iterable[Path], telling: int) -> int:
    """Run pytest in silence."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return int(pytest.main([*PYTEST, *map(str, files)], [FirstFailure(telling)]))


@contextlib.contextmanager
def ready() -> Iterator[None]:
    """With everything loaded that no mutant touches, so that a fork begins at once."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in ("hypothesis.strategies", "scorekeeper.codec", "scorekeeper.house_rules", "scorekeeper.settlement"):
        importlib.import_module(name)
    loaded = [name for name in sys.modules if name.startswith(("scorekeeper.games", "scorekeeper.table"))]
    assert not loaded, f"a mutant of {loaded} would not be seen"
    yield
