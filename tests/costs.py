"""Count what the tests cost, which is the same on every machine, and hold it to the budget in `budget.toml`.

Processor time depends on the machine and its load; numbers of requests, page loads and examples do not. `--budget
test` compares a whole run with the table `test` of the budget and fails above it.
"""

import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request_started
from hypothesis import is_hypothesis_test
from hypothesis.stateful import RuleBasedStateMachine
from playwright.sync_api import Browser, Page

BUDGET = Path(__file__).parent / "budget.toml"

COUNTED: Mapping[str, tuple[tuple[type, str], ...]] = {
    "page loads": ((Page, "goto"), (Page, "reload")),
    "browser contexts": ((Browser, "new_context"),),
    "processes": ((subprocess.Popen, "__init__"),),
    "examples": ((RuleBasedStateMachine, "__init__"),),
}
"""Methods whose calls are counted. What is no method of a class is counted by `count`."""

MODULES_NAMED = 10
"""Modules that are named where a count is above the budget."""

COSTS: Counter[tuple[str, str]] = Counter()
"""How often something was done, by its kind and the module of the test that did it."""

_module = [""]
"""The module of the test that is running."""


def count(kind: str, times: int = 1) -> None:
    """Count something that the running test did."""
    COSTS[kind, _module[0]] += times


def count_calls(kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with its calls counted."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        count(kind)
        return function(*args, **kwargs)

    return call


@request_started.connect
def _count_request(_app: Flask, **_: Any) -> None:
    count("requests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--budget", help="the table of budget.toml that the whole run is held to")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count the examples of Hypothesis, once for each test function."""
    for test in {id(item.obj): item.obj for item in items if isinstance(item, pytest.Function)}.values():
        if is_hypothesis_test(test) and hasattr(test, "hypothesis"):
            test.hypothesis.inner_test = count_calls("examples", test.hypothesis.inner_test)


def pytest_runtest_setup(item: pytest.Item) -> None:
    _module[0] = item.location[0]
    count("tests")


@pytest.fixture(scope="session", autouse=True)
def _count_costly_calls() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for kind, methods in COUNTED.items():
            for owner, name in methods:
                patch.setattr(owner, name, count_calls(kind, getattr(owner, name)))
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add what a worker counted, in the process that started it."""
    for kind, module, times in getattr(node, "workeroutput", {}).get("costs", ()):
        COSTS[kind, module] += times


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's counts to the process that started it; there, fail where the budget is not kept."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["costs"] = [(*key, times) for key, times in COSTS.items()]
    elif (name := session.config.getoption("budget")) and any(list_excesses(name)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write what was counted, and where it is above the budget the modules that did most of it."""
    if name := config.getoption("budget"):
        terminalreporter.section(f"costs, by the budget of `make {name}`")
        for kind, most in read_budget(name).items():
            terminalreporter.line(f"{total(kind):7,} {kind} of {most:,}")
        for excess in list_excesses(name):
            terminalreporter.line(excess, red=True)


def read_budget(name: str) -> dict[str, int]:
    """Return the most of each kind that a run may cost."""
    table: dict[str, int] = tomllib.loads(BUDGET.read_text(encoding="utf-8"))[name]
    return table


def total(kind: str) -> int:
    """Return how often something was done in the whole run."""
    return sum(times for (each, _), times in COSTS.items() if each == kind)


def list_excesses(name: str) -> Iterator[str]:
    """Yield a paragraph for each kind that is above the budget, with the modules that did most of it."""
    for kind, most in read_budget(name).items():
        if total(kind) > most:
            modules = Counter({module: times for (each, module), times in COSTS.items() if each == kind})
            dearest = "".join(f"\n  {times:7,} {module}" for module, times in modules.most_common(MODULES_NAMED))
            yield f"{total(kind):,} {kind} are above the budget of {most:,} (CONTRIBUTING.md, A new test):{dearest}"
