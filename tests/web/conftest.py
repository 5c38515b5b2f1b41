"""The application on a database that goes with the tests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle

import pytest
from flask import Flask

from scorekeeper.web import create_app
from scorekeeper.web.evening import importing
from scorekeeper.web.http.security import limiter
from tests.postgresql import PostgresqlServer
from tests.web.phones import Phone, Table, open_table

MakeApp = Callable[..., Flask]

QUICK = {"DATABASE": ":memory:", "RATELIMIT_ENABLED": False, "IMPORTS_ELSEWHERE": False}


@pytest.fixture(scope="session", autouse=True)
def imports_are_waited_for() -> None:
    """However busy the machine is, a file is answered by its table."""
    importing.SECONDS_AT_ONCE = 60


ALSO_BY_TURNS = frozenset(
    f"tests.web.{module}"
    for module in (
        *("board.test_conflicts", "board.test_paper_hands", "board.test_recording", "board.test_session_end"),
        *("evening.test_export", "evening.test_settling", "groups.test_groups"),
        *("joining.test_joining", "joining.test_leaving", "joining.test_links", "joining.test_seats"),
    )
)
"""The modules of tests that run once more with two processes on one database, which answer by turns."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is told of one application with several as well."""
    if "app" in metafunc.fixturenames and metafunc.module.__name__ in ALSO_BY_TURNS:
        metafunc.parametrize("app", [one_process, by_turns], indirect=True, scope="session")


@pytest.fixture(scope="session")
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """One application for every test that changes nothing but tables of its own. Forms need their token."""
    with ExitStack() as open_now:
        yield getattr(request, "param", one_process)(request, open_now)


def one_process(_request: pytest.FixtureRequest, open_now: ExitStack) -> Flask:
    """An application alone."""
    app = create_app(QUICK)
    open_now.enter_context(app.extensions["scorekeeper"].store)
    return app


def by_turns(request: pytest.FixtureRequest, open_now: ExitStack) -> Flask:
    """An application that gives every other request to another one on the same database."""
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    url = server.url(server.create_schema())
    apps = [create_app({**QUICK, "DATABASE": url}) for _ in range(2)]
    for app in apps:
        services = app.extensions["scorekeeper"]
        open_now.enter_context(services.store)
        open_now.enter_context(services.store.database.listen(services.news.on_notify, services.news.on_connected))
    turns = cycle([app.wsgi_app for app in reversed(apps)])
    apps[0].wsgi_app = lambda environ, start: next(turns)(environ, start)  # type: ignore[assignment]
    return apps[0]


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that has been nowhere yet."""
    return Phone(app)


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of five under Pagat's rules, before its first hand."""
    return open_table(app)


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """Applications of a test's own: settings by keyword, over those of the shared one."""
    made: list[Flask] = []

    def make(**config: object) -> Flask:
        made.append(create_app({**QUICK, **config}))
        return made[-1]

    yield make
    limiter.enabled = False  # there is one for all applications
    for app in made:
        app.extensions["scorekeeper"].store.close()
