"""The work of a forked process: running tests with a mutant in place. Nothing it does affects the parent."""

import contextlib
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import zip_longest
from math import ceil
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tools.mutants.kinds import RESULTS, ROOT, Mutant

PYTEST = (
    "-x",
    "-qq",
    "--no-header",
    "--no-summary",
    "--tb=no",
    "--assert=plain",
    "--capture=no",
    f"--basetemp={RESULTS / 'temporary'}",
    "-pno:cacheprovider",
    "-pno:unraisableexception",
    "-p_hypothesis_pytestplugin",
    "--hypothesis-profile=mutants",
)

PATIENCE = 4
"""A mutant that needs this many times the processor time of the unchanged code counts as endless."""
STARTING = 5
"""Seconds of processor time granted in addition."""
WAITING = 60
"""A mutant that takes this many times its allowed processor time in real time counts as waiting for ever."""
FORKING = 0.01
"""Seconds of processor time that a fork needs before its first test."""
MEMORY = 4 << 30
"""Bytes that no test ever needs."""

Place = tuple[str, int]
"""A function or a statement: its file and its first line."""


def run_in_fork(action: Callable[[int], int]) -> tuple[int, str]:
    """Run `action` in a forked process. Return its exit status and the text it wrote to its file descriptor."""
    reading, telling = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 70
        with contextlib.suppress(BaseException):
            silence_output()
            status = action(telling)
        os._exit(status)
    os.close(telling)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


def silence_output() -> None:
    """Print nothing, and leave the keyboard to the parent."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in range(3):
        os.dup2(nowhere, file)


def limit_time(seconds: float) -> None:
    """Limit this process to the time that a mutant may need for tests that take `seconds` without one."""
    more = STARTING + PATIENCE * seconds
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time() + more), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    signal.alarm(ceil(WAITING * more))


class FirstFailure:
    """A pytest plugin that reports the first test that fails."""

    def __init__(self, told: int | None = None) -> None:
        self.told = told
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test has failed."""
        if report.failed:
            self.note_failure(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note that a test file cannot be loaded."""
        if report.failed:
            self.note_failure(report.nodeid or "import")

    def note_failure(self, test: str) -> None:
        """Remember the failure, and write the test's name to the waiting parent."""
        self.failed = True
        if self.told is not None:
            os.write(self.told, f"{test}\n".encode())


# --- Tests collected already ---


Marked = tuple[FunctionType, CodeType]
"""A function, and equivalent code that marks each statement that it runs."""
MARK = "__ran__"
"""The global name of the marking function, which is called with the line of a statement."""


class KnownTest(NamedTuple):
    """A test, its processor time, and the statements of games and tables that it runs, by file."""

    item: pytest.Item
    seconds: float
    runs: Mapping[str, Sequence[int]]

    @property
    def file(self) -> str:
        """The path of the test's file."""
        return str(self.item.path)


def run_tests(
    plugin: FirstFailure, function: FunctionType, code: CodeType, tests: Sequence[KnownTest], told: int
) -> int:
    """Run tests until one fails, each within its time limit, with `code` in place of the function's own."""
    plugin.told = told
    function.__code__ = code
    for test, following in zip_longest(tests, tests[1:]):
        limit_time(test.seconds)
        run_test(test.item, following and following.item)
        if plugin.failed:
            return 1
    return 0


def run_and_report(plugin: FirstFailure, item: pytest.Item, marked: Iterable[Marked], telling: int) -> int:
    """Run a test on marked but unchanged code. Write its processor time and the statements it ran to `telling`."""
    ran = defaultdict[str, set[int]](set)
    for function, code in marked:
        function.__globals__[MARK] = ran[code.co_filename].add
        function.__code__ = code
    run_test(item, None)
    seconds = max(0.001, time.process_time() - FORKING)
    with os.fdopen(telling, "w", encoding="utf-8") as pipe:
        json.dump({"seconds": seconds, "runs": {file: sorted(lines) for file, lines in ran.items() if lines}}, pipe)
    return int(plugin.failed)


def run_test(item: pytest.Item, following: pytest.Item | None) -> None:
    """Run a test. Fixtures that `following` needs too are kept."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


# --- Tests loaded anew, with the modules they test ---


class MutantLoader(SourceFileLoader):
    """Load the text of a mutant in place of its file."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.module))
        self.mutant = mutant

    def get_code(self, _fullname: str) -> CodeType:
        """Compile the mutant."""
        return compile(self.mutant.source, self.path, "exec", dont_inherit=True)


class MutantFinder(MetaPathFinder):
    """Find the mutant before its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = ".".join(mutant.module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> ModuleSpec | None:
        """Return the spec of the mutant for its module's name, and None for any other."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self.mutant.module, loader=MutantLoader(fullname, self.mutant)
        )


def run_files(mutant: Mutant, runs: Iterable[tuple[Sequence[str], float]], telling: int) -> int:
    """Run pytest on each list of files until one fails, with every module loaded anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("scorekeeper", "tests")]:
        del sys.modules[name]
    sys.meta_path.insert(0, MutantFinder(mutant))
    for files, seconds in runs:
        limit_time(seconds)
        if status := pytest.main([*PYTEST, *files], [FirstFailure(telling)]):
            return int(status)
    return 0
