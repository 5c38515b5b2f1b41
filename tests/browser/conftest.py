"""Phones and servers for the browser tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import looking
from tests.browser.app import NewPhone, Phone, Server, open_table, phone, serving
from tests.browser.far import TROUBLE_OF_THE_LINK
from tests.browser.proxy import Proxy

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun")


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


@pytest.fixture
def link(server: Server) -> Iterator[Proxy]:
    """A link to the server that a test can break."""
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def far(browser: Browser, link: Proxy) -> Iterator[Phone]:
    """A phone at the other end of the link."""
    away = phone(browser, link.url)
    yield away
    away.context.close()
    assert [error for error in away.errors if not any(trouble in error for trouble in TROUBLE_OF_THE_LINK)] == []


@pytest.fixture
def near(new_phone: NewPhone, far: Phone) -> Phone:
    """The host's phone, beside the server. Bo, a scorer as well, sits `far`; both are at the table."""
    host = new_phone()
    join = open_table(host, "pagat", NAMES)
    host.tap("To the table")
    far.open(far.url + urlsplit(join).path)
    far.page.get_by_role("button", name="Bo").click()
    for each in (host, far):
        expect(each.page.locator("#phones")).to_contain_text("2 phones")
    return host


@pytest.fixture(scope="session")
def served() -> Iterator[looking.Served]:
    """The program in this process."""
    with looking.served() as program:
        yield program


@pytest.fixture(scope="session")
def shared_page(browser: Browser, served: looking.Served) -> looking.SharedPage:
    """A phone for tests that only look."""
    return looking.SharedPage(browser, served.url, **looking.PHONE)


@pytest.fixture(scope="session")
def shared_screen(browser: Browser, served: looking.Served) -> looking.SharedPage:
    """A television or a laptop for tests that only look."""
    return looking.SharedPage(browser, served.url, **looking.SCREEN)
