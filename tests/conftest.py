"""What every test stands on: a database of its own, a browser the size of a phone, and no clocks."""

from collections.abc import Callable, Iterator
from inspect import isfunction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.postgresql import PostgresqlServer
from tools.programs import find_program

# A busy machine is slow, not wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
# For mutants: whether one is noticed must not be luck, and the first example that fails is as good as the smallest.
settings.register_profile(
    "mutants",
    settings.get_profile("patient"),
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)

# For `make soak`: until something breaks.
settings.register_profile("soak", settings.get_profile("patient"), max_examples=10**9, stateful_step_count=60)


PROGRAMS = frozenset({"browser", "postgresql", "by_turns"})
"""Fixtures, and values of their parameters, that start a program beside the tests."""

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start a browser or a server. Modules that do so by themselves say it."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        named = {each.__name__ if isfunction(each) else str(each) for each in parameters}
        in_browser = BROWSER_TESTS in item.path.parents
        if in_browser or PROGRAMS & {*getattr(item, "fixturenames", ()), *named}:
            item.add_marker("programs")


@pytest.fixture(scope="session", autouse=True)
def _no_real_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing a test starts can reach the database of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_DATABASE", str(tmp_path_factory.mktemp("data") / "scorekeeper.db"))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    """A server for this process alone, in which every test makes a schema for itself."""
    with PostgresqlServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Where an empty database of either engine is, each time that it is asked; one before may be emptied for it."""
    if request.param == "postgresql":
        server: PostgresqlServer = request.getfixturevalue("postgresql")
        return server.make_empty_database
    numbers = count()
    return lambda: str(tmp_path / f"evening-{next(numbers)}.db")


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    """Where an empty database of either engine is."""
    return new_url()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium. It runs without its sandbox, which root and containers do not have."""
    path = find_program("Chromium")
    assert path, "no Chromium: `make browser` installs it"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {**browser_type_launch_args, "executable_path": path, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """One phone. Each phone is a context of its own: six streams from one would exhaust its connections."""
    return {
        **browser_context_args,
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-GB",
    }
