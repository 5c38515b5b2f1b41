"""Decide whether the tests notice a mutant. Each is tried in a process of its own, and no file is ever changed.

All modules are loaded and all tests are collected once, and each test is run once to see which statements it runs. A
mutant of a function is put into that function, in a fork, and the tests that run its statement are run. Code that ran
while modules were loaded, such as a table or a function that fills one, is loaded anew together with every module.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from tools.mutants.child import FirstFailure, KnownTest, Place, run_files, run_in_fork, run_tests
from tools.mutants.functions import ALL, clear_caches, find_codes, find_functions, find_place
from tools.mutants.kinds import ROOT, Mutant
from tools.mutants.known_tests import learn_tests

FAVOURITES = 5
"""The number of tests that run first: those that have noticed the most mutants of the module."""


class Verdict(NamedTuple):
    """The test that noticed a mutant, or that none did."""

    killed: bool
    by: str


class Judge:
    """Try mutants on tests that pytest has collected.

    `plugin` receives the failures. `loaded` holds the functions called while modules were loaded, each with the test
    files that use its results. Tests of about `seconds` at most are run for a mutant.
    """

    def __init__(self, plugin: FirstFailure, loaded: Mapping[Place, AbstractSet[str]], seconds: float) -> None:
        self.plugin = plugin
        self.loaded = loaded
        self.seconds = seconds
        self.functions = find_functions()
        self.tests: dict[str, KnownTest] = {}
        self.running: Mapping[Place, list[str]] = {}
        self.files: dict[str, float] = {}
        self.kills: Counter[str] = Counter()
        clear_caches()
        gc.freeze()

    def learn(self, items: Iterable[pytest.Item]) -> None:
        """Use `items` as the tests from now on."""
        files = defaultdict[str, float](float)
        self.tests, self.running = {}, defaultdict(list)
        for test in learn_tests(self.plugin, items, self.functions):
            name = test.item.nodeid
            self.tests[name] = test._replace(runs={})
            files[test.file] += test.seconds
            for file, lines in test.runs.items():
                for line in lines:
                    self.running[file, line].append(name)
        self.files = dict(sorted(files.items(), key=lambda file: file[1]))

    def favour(self, module: Path) -> None:
        """Try the tests named after `module` first, then the files that noticed mutants of other modules."""
        own = dict.fromkeys((file for file in self.files if Path(file).stem == f"test_{module.stem}"), 100)
        self.kills = Counter({file: self.kills[file] for file in self.files}) + Counter(own)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        """Run tests until one notices the mutant."""
        swap = self.build_swap(mutant)
        status, told = self.try_in_place(swap, mutant) if swap else (0, "")
        if status == 0 and (not swap or find_changed_place(mutant) in self.loaded):
            status, told = self.try_anew(mutant)
        if status == 0:
            return Verdict(False, "")
        by = told.partition("\n")[0]
        self.kills.update((by, str(ROOT / by.partition("::")[0])))
        return Verdict(True, by or f"status {status}")

    def build_swap(self, mutant: Mutant) -> tuple[FunctionType, CodeType] | None:
        """Return the changed function and its new code; None if replacing the code is not enough."""
        place = find_changed_place(mutant)
        functions = self.functions.get(place, [])
        if len(functions) != 1 or ALL in self.loaded.get(place, ()):
            return None
        codes = find_codes(compile(mutant.source, str(mutant.module), "exec", dont_inherit=True))
        code = next(code for code in codes if find_place(code) == place)
        return (functions[0], code) if code.co_freevars == functions[0].__code__.co_freevars else None

    def try_in_place(self, swap: tuple[FunctionType, CodeType], mutant: Mutant) -> tuple[int, str]:
        """Replace the function's code, and run the tests that run the changed statement, but use no earlier result."""
        before = self.loaded.get(find_changed_place(mutant), ())
        tests = (self.tests[name] for name in self.list_running(mutant))
        names = self.select_names({test.item.nodeid: test.seconds for test in tests if test.file not in before})
        return run_in_fork(partial(run_tests, self.plugin, *swap, [self.tests[name] for name in names]))

    def try_anew(self, mutant: Mutant) -> tuple[int, str]:
        """Run test files with every module loaded anew, one file at first, since the first is the likeliest to fail."""
        before = self.loaded.get(find_changed_place(mutant), {ALL})
        first = {self.tests[name].file for name in self.list_running(mutant)} | before
        files = {file: seconds for file, seconds in self.files.items() if file in first}
        names = self.select_names(files | self.files if ALL in before else files)
        lists = [names[:1]] + [names[start : 2 * start] for start in (1, 2, 4, 8, 16, 32) if start < len(names)]
        runs = [(of_list, sum(self.files[name] for name in of_list)) for of_list in lists]
        return run_in_fork(partial(run_files, mutant, runs))

    def list_running(self, mutant: Mutant) -> Sequence[str]:
        """Return the tests that run the changed statement."""
        return self.running.get((str(mutant.module), mutant.statement), ())

    def select_names(self, seconds: Mapping[str, float]) -> list[str]:
        """Return test or file names in the order to run them, up to the time limit."""
        favourites = [name for name, _ in self.kills.most_common() if name in seconds][:FAVOURITES]
        names = list(dict.fromkeys((*favourites, *seconds)))
        before = accumulate((seconds[name] for name in names), initial=0.0)
        return [name for name, spent in zip(names, before, strict=False) if spent < self.seconds]


def find_changed_place(mutant: Mutant) -> Place:
    """Return the place of the outermost changed function; line 0 stands for none."""
    return str(mutant.module), mutant.function or 0
