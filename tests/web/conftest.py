"""The application on a database that goes with the tests."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.web import create_app, importing
from scorekeeper.web.security import limiter
from tests.web.phones import Phone, Table, open_table

MakeApp = Callable[..., Flask]

QUICK = {"DATABASE": ":memory:", "RATELIMIT_ENABLED": False, "IMPORTS_ELSEWHERE": False}


@pytest.fixture(scope="session", autouse=True)
def imports_are_waited_for() -> None:
    """However busy the machine is, a file is answered by its table."""
    importing.SECONDS_AT_ONCE = 60


@pytest.fixture(scope="session")
def app() -> Iterator[Flask]:
    """One application for every test that changes nothing but tables of its own. Forms need their token."""
    app = create_app(QUICK)
    yield app
    app.extensions["scorekeeper"].store.close()


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
