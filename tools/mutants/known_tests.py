"""The statements that each test runs, found by running it once, and remembered until its file or any code changes."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.child import FirstFailure, KnownTest, Marked, run_and_report, run_in_fork
from tools.mutants.functions import Functions, mark_functions
from tools.mutants.kinds import PACKAGE, RESULTS, ROOT

TESTS = ROOT / "tests"
MEMORY = RESULTS / "runs"


def learn_tests(plugin: FirstFailure, items: Iterable[pytest.Item], functions: Functions) -> list[KnownTest]:
    """Return the tests with what they run: quick ones first, but spread over all test functions.

    Cases of one parametrized function get later places the more of them there are.
    """
    kinds, late = Counter[str](), dict[str, float]()
    files = groupby(items, key=lambda item: item.path)
    tests = [test for file, of_file in files for test in learn_file(plugin, file, tuple(of_file), functions)]
    for test in sorted(tests, key=lambda test: test.seconds):
        kinds[kind := test.item.nodeid.partition("[")[0]] += 1
        late[test.item.nodeid] = test.seconds * kinds[kind]
    return sorted(tests, key=lambda test: late[test.item.nodeid])


def learn_file(
    plugin: FirstFailure, file: Path, items: Sequence[pytest.Item], functions: Functions
) -> Iterator[KnownTest]:
    """Yield the tests of a file with what they run, from memory or by running them."""
    memory, state = MEMORY / file.relative_to(TESTS).with_suffix(".json"), digest_state(file)
    before = json.loads(memory.read_text()) if memory.exists() else {}
    told = before["told"] if before.get("state") == state else run_each(plugin, items, tuple(mark_functions(functions)))
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_text(json.dumps({"state": state, "told": told}))
    return (KnownTest(item, **told[item.nodeid]) for item in items)


def run_each(plugin: FirstFailure, items: Sequence[pytest.Item], marked: Sequence[Marked]) -> dict[str, Any]:
    """Run each test alone, so that it finds nothing in a cache. Return its report by test."""
    found = {}
    for item in items:
        status, told = run_in_fork(partial(run_and_report, plugin, item, marked))
        if status:
            pytest.exit(f"This fails without any mutant: {item.nodeid}", 1)
        found[item.nodeid] = json.loads(told)
    return found


def digest_state(file: Path) -> str:
    """Return a digest of a test file and of all code that it may use."""
    return hashlib.sha256(digest_code().encode() + file.read_bytes()).hexdigest()


@cache
def digest_code() -> str:
    """Return a digest of all code that a test may use beside its own file."""
    files = (file for folder in (PACKAGE, TESTS) for file in sorted(folder.rglob("*.py")))
    used = (file for file in files if not file.name.startswith("test_"))
    code = (file.read_bytes() for file in used)
    return hashlib.sha256(b"".join(code)).hexdigest()
