"""Whether the tests notice a mutant. Each is tried in a process of its own, and no file is ever changed.

Everything is loaded and all tests are collected once, and each test is run once to see which statements it runs. A
mutant of a function is put into that function, in a fork, and the tests that run its statement are run. What has run
while everything was loaded, such as a table or a function that fills one, is loaded anew, with all that stands on it.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutants.child import FirstFailure, Known, Place, in_a_fork, run_files, run_tests
from tests.mutants.functions import function_codes, live_functions, place_of
from tests.mutants.kinds import ROOT, Mutant
from tests.mutants.learned import learned

FAVOURITES = 5
"""So many of the tests that have noticed the most mutants of a module are run before all others."""


class Verdict(NamedTuple):
    """Whether a mutant was noticed, and by which test or otherwise."""

    killed: bool
    by: str


class Judge:
    """Tries mutants on tests that pytest has collected.

    `plugin` hears of failures there; `loaded` are the functions that were called before. No more than about `seconds`
    of tests are run for a mutant.
    """

    def __init__(self, plugin: FirstFailure, loaded: Container[Place], seconds: float) -> None:
        self.plugin = plugin
        self.loaded = loaded
        self.seconds = seconds
        self.functions = live_functions()
        self.tests: dict[str, Known] = {}
        self.running: dict[Place, list[str]] = {}
        self.files: dict[str, float] = {}
        self.kills: Counter[str] = Counter()
        gc.freeze()

    def learn(self, items: Iterable[pytest.Item]) -> None:
        """Use these tests from now on."""
        files = defaultdict[str, float](float)
        self.tests, self.running = {}, defaultdict(list)
        for test in learned(self.plugin, items, self.functions):
            name = test.item.nodeid
            self.tests[name] = test._replace(runs={})
            files[str(test.item.path)] += test.seconds
            for file, lines in test.runs.items():
                for line in lines:
                    self.running[file, line].append(name)
        self.files = dict(sorted(files.items(), key=lambda file: file[1]))

    def favour(self, module: Path) -> None:
        """Try the tests named after `module` first, whatever has noticed mutants of other modules."""
        self.kills = Counter(file for file in self.files if Path(file).stem == f"test_{module.stem}")

    def verdict(self, mutant: Mutant) -> Verdict:
        """Run the tests until one notices the mutant."""
        status, told = self.try_in_place(mutant) or self.try_anew(mutant)
        if status == 0:
            return Verdict(False, "")
        by = told.partition("\n")[0]
        self.kills.update((by, str(ROOT / by.partition("::")[0])))
        return Verdict(True, by or f"status {status}")

    def try_in_place(self, mutant: Mutant) -> tuple[int, str] | None:
        """Run the tests that run what was changed with the mutant in the function at its place.

        None if there is no such function, or several, or one that has been called.
        """
        place = (str(mutant.module), mutant.function or 0)
        functions = self.functions.get(place, [])
        if len(functions) != 1 or place in self.loaded:
            return None
        codes = function_codes(compile(mutant.source, str(mutant.module), "exec", dont_inherit=True))
        code = next(code for code in codes if place_of(code) == place)
        if code.co_freevars != functions[0].__code__.co_freevars:
            return None
        running = self.running.get((str(mutant.module), mutant.statement), [])
        names = self.worth_running({name: self.tests[name].seconds for name in running})
        tests = [self.tests[name] for name in names]
        return in_a_fork(partial(run_tests, self.plugin, functions[0], code, tests))

    def try_anew(self, mutant: Mutant) -> tuple[int, str]:
        """Run all tests with everything loaded anew, file by file at first: the first are the most likely to notice."""
        files = self.worth_running(self.files)
        lists = [files[:1]] + [files[start : 2 * start] for start in (1, 2, 4, 8, 16, 32) if start < len(files)]
        runs = [(names, sum(self.files[name] for name in names)) for names in lists]
        return in_a_fork(partial(run_files, mutant, runs))

    def worth_running(self, seconds: Mapping[str, float]) -> list[str]:
        """The names of tests or files in the order in which they are run, until it takes too long."""
        favourites = [name for name, _ in self.kills.most_common() if name in seconds][:FAVOURITES]
        names = list(dict.fromkeys((*favourites, *seconds)))
        before = accumulate((seconds[name] for name in names), initial=0.0)
        return [name for name, spent in zip(names, before, strict=False) if spent < self.seconds]
