"""Phones and servers for the browser tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import looking
from tests.browser.app import Phone, Server, phone, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The real server on an empty database."""
    with serving(tmp_path / "scorekeeper.db") as running:
        yield running


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones that look at the server, and closes them; none may have met an error in its scripts."""
    phones: list[Phone] = []

    def make(**options: object) -> Phone:
        phones.append(phone(browser, server.url, **options))
        return phones[-1]

    yield make
    for each in phones:
        each.context.close()
    assert [error for each in phones for error in each.errors] == []


@pytest.fixture(scope="session")
def served() -> Iterator[looking.Served]:
    """The program in this process."""
    with looking.served() as program:
        yield program
