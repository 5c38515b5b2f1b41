"""Fixtures and settings that all tests share: databases, the browser, and Hypothesis profiles without deadlines."""

import time
from collections.abc import Callable, Iterator
from inspect import isfunction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.templating import Environment
from hypothesis import HealthCheck, settings

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.store import EventStore, open_store
from tests import costs
from tests.missing_attributes import MissingAttribute
from tests.postgresql import PostgresqlServer
from tests.tiers import FULL
from tools.programs import find_chromium

# No deadlines: a busy machine is slow without any fault of the code.
settings.register_profile("patient", deadline=None, derandomize=False, suppress_health_check=[HealthCheck.too_slow])
# A fourth of the usual examples, and the same in each run, but where FULL or `make soak` asks for others.
settings.register_profile("same", settings.get_profile("patient"), max_examples=25, derandomize=True, database=None)
settings.load_profile("patient" if FULL else "same")

# For `make soak`: run until something breaks.
settings.register_profile("soak", settings.get_profile("patient"), max_examples=10**9, stateful_step_count=60)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.register(costs)


PROGRAMS = frozenset({"browser", "postgresql", "open_alternating_app"})
"""Fixtures, and parameter values, that start a program for the test."""

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start a browser or a server. Other modules that start programs mark themselves."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        named = {each.__name__ if isfunction(each) else str(each) for each in parameters}
        in_browser = BROWSER_TESTS in item.path.parents
        if in_browser or PROGRAMS & {*getattr(item, "fixturenames", ()), *named}:
            item.add_marker("programs")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell the seed of the order at the end, where it is found; `-q` leaves out the head that has it."""
    if seed := config.getoption("randomly_seed", None):
        terminalreporter.write_line(f"This order again: --randomly-seed={seed}")


@pytest.fixture(scope="session", autouse=True)
def _no_real_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test away from the database of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_DATABASE", str(tmp_path_factory.mktemp("data") / "scorekeeper.db"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_missing_attributes() -> Iterator[None]:
    """Let no template of any application read an attribute that its object does not have."""
    create = Flask.create_jinja_environment

    def create_strict(app: Flask) -> Environment:
        environment = create(app)
        environment.undefined = MissingAttribute
        return environment

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "create_jinja_environment", create_strict)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    """A PostgreSQL server for this test process, in which each test creates its own schema."""
    with PostgresqlServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """A function that returns the address of an empty database of either engine. It may empty the one before."""
    if request.param == "postgresql":
        server: PostgresqlServer = request.getfixturevalue("postgresql")
        return server.make_empty_database
    numbers = count()
    return lambda: str(tmp_path / f"evening-{next(numbers)}.db")


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    """The address of an empty database of either engine."""
    return new_url()


@pytest.fixture
def computer_in_auckland(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def store(url: str) -> Iterator[EventStore]:
    """The tables of an empty database of either engine."""
    with open_store(url) as store:
        yield store.events


@pytest.fixture
def books(store: EventStore) -> Bookkeeper:
    """A bookkeeper over that store."""
    return Bookkeeper(store)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Options of the system's Chromium. Root and containers cannot use its sandbox."""
    path = find_chromium(windowed=FULL)
    assert path, "no Chromium: `make browser` installs it"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {**browser_type_launch_args, "executable_path": path, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Options of one phone. Each phone is a context of its own: six streams would exhaust one's connections."""
    return {
        **browser_context_args,
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-GB",
    }
