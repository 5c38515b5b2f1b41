"""Fixtures: the application on a temporary database, phones and tables."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle

import pytest
from flask import Flask

from scorekeeper.web import create_app
from scorekeeper.web.evening import importing
from scorekeeper.web.http.security import limiter
from tests.postgresql import PostgresqlServer
from tests.tiers import FULL, draw_lot
from tests.web.phones import Phone, Table, open_table

MakeApp = Callable[..., Flask]

TEST_SETTINGS = {
    "DATABASE": ":memory:",
    "RATELIMIT_ENABLED": False,
    "IMPORTS_ELSEWHERE": False,
    "PAGES_ELSEWHERE": False,
}


@pytest.fixture(scope="session", autouse=True)
def wait_for_imports() -> None:
    """Answer every imported file with its table, however busy the machine is."""
    importing.SECONDS_AT_ONCE = 60


ALTERNATING_MODULES = frozenset(
    f"tests.web.{module}"
    for module in (
        *("board.test_conflicts", "board.test_paper_hands", "board.test_recording", "board.test_session_end"),
        *("evening.test_export", "evening.test_settling", "groups.test_groups"),
        *("joining.test_joining", "joining.test_leaving", "joining.test_links", "joining.test_seats"),
        "joining.test_televisions",
    )
)
"""The test modules that run a second time with two processes on one database, which answer in turn.

A fourth of their tests are the sample of that second run.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of `ALTERNATING_MODULES` with two applications as well."""
    if "app" in metafunc.fixturenames and metafunc.module.__name__ in ALTERNATING_MODULES:
        if not FULL and draw_lot(metafunc.function.__name__, 4):
            return
        metafunc.parametrize("app", [open_single_app, open_alternating_app], indirect=True, scope="session")


@pytest.fixture(scope="session")
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """One application for all tests, which change only tables of their own. Its forms need a token."""
    with ExitStack() as open_now:
        yield getattr(request, "param", open_single_app)(request, open_now)


def open_single_app(_request: pytest.FixtureRequest, open_now: ExitStack) -> Flask:
    """Return an application alone on its database."""
    app = create_app(TEST_SETTINGS)
    services = app.extensions["scorekeeper"]
    services.hub.close = refuse_to_close
    open_now.enter_context(services.store)
    return app


def refuse_to_close() -> None:
    """Stop the test that serves the application of all tests: its server would end their streams too."""
    raise AssertionError("A server needs an application of its own: make_app")


def open_alternating_app(request: pytest.FixtureRequest, open_now: ExitStack) -> Flask:
    """Return an application that leaves every other request to a second one on the same database."""
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    url = server.url(server.create_schema())
    apps = [create_app({**TEST_SETTINGS, "DATABASE": url}) for _ in range(2)]
    for app in apps:
        services = app.extensions["scorekeeper"]
        open_now.enter_context(services.store)
        open_now.enter_context(
            services.store.database.listen(services.notifications.on_notify, services.notifications.on_connected)
        )
    turns = cycle([app.wsgi_app for app in reversed(apps)])
    apps[0].wsgi_app = lambda environ, start: next(turns)(environ, start)  # type: ignore[assignment]
    return apps[0]


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone without cookies."""
    return Phone(app)


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of five under the rules of pagat, before its first hand."""
    return open_table(app)


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """A function that makes applications for one test, with settings by keyword."""
    made: list[Flask] = []

    def make(**config: object) -> Flask:
        made.append(create_app({**TEST_SETTINGS, **config}))
        return made[-1]

    yield make
    limiter.enabled = False  # there is one for all applications
    for app in made:
        app.extensions["scorekeeper"].store.close()


@pytest.fixture
def limited_app(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application that counts; the others share its counter and must not."""
    monkeypatch.setattr(limiter, "enabled", True)
    app = make_app(RATELIMIT_ENABLED=True)
    limiter.reset()
    return app
