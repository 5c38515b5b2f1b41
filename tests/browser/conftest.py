"""Phones and servers for the browser tests."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import app_pages
from tests.browser.app import (
    AppServer,
    BrowserPhone,
    NewPhone,
    open_phone,
    open_table_by_request,
    opening_phones,
    run_server,
)
from tests.browser.link_banner import TROUBLE_OF_THE_LINK
from tests.browser.proxy import Proxy

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[AppServer]:
    """A real server with an empty database."""
    with run_server(tmp_path / "scorekeeper.db") as running:
        yield running


@pytest.fixture
def new_phone(browser: Browser, server: AppServer) -> Iterator[NewPhone]:
    """A function that opens phones at the server, of which none may have had an error in a script."""
    with opening_phones(browser, server.url) as make:
        yield make


@pytest.fixture
def link(server: AppServer) -> Iterator[Proxy]:
    """A link to the server that a test can break."""
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def linked_phone(browser: Browser, link: Proxy) -> Iterator[BrowserPhone]:
    """A phone behind the breakable link."""
    away = open_phone(browser, link.url)
    yield away
    away.context.close()
    assert [error for error in away.errors if not any(trouble in error for trouble in TROUBLE_OF_THE_LINK)] == []


@pytest.fixture
def host_phone(new_phone: NewPhone, linked_phone: BrowserPhone) -> BrowserPhone:
    """The host's phone, connected directly. Bo, a scorer as well, has the `linked_phone`; both are at the table."""
    host = new_phone()
    join = open_table_by_request(host, "pagat", NAMES)
    host.tap("To the table")
    linked_phone.open(linked_phone.url + urlsplit(join).path)
    linked_phone.page.get_by_role("button", name="Bo").click()
    for each in (host, linked_phone):
        expect(each.page.locator("#phones")).to_contain_text("2 phones")
    return host


@pytest.fixture(scope="session")
def served_app() -> Iterator[app_pages.ServedApp]:
    """The program in this process."""
    with app_pages.serve_app() as program:
        yield program


@pytest.fixture(scope="session")
def shared_page(browser: Browser, served_app: app_pages.ServedApp) -> app_pages.SharedPage:
    """A phone for tests that only look."""
    return app_pages.SharedPage(browser, served_app.url, **app_pages.PHONE)


@pytest.fixture(scope="session")
def shared_screen(browser: Browser, served_app: app_pages.ServedApp) -> app_pages.SharedPage:
    """A television or a laptop for tests that only look."""
    return app_pages.SharedPage(browser, served_app.url, **app_pages.SCREEN)
