"""Phones at the table of `counter_table`, over a link that a test can break. No script of the page may fail."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.live.counter_table import CounterTable
from tests.browser.live.expectations import Visit, wait_for_stream
from tests.browser.proxy import Proxy
from tests.server_thread import ServerThread


@pytest.fixture
def table() -> CounterTable:
    return CounterTable()


@pytest.fixture
def server(table: CounterTable) -> Iterator[ServerThread]:
    with ServerThread(table.make) as running:
        yield running


@pytest.fixture
def link(server: ServerThread) -> Iterator[Proxy]:
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def visit(browser: Browser, server: ServerThread) -> Iterator[Visit]:
    """A function that opens the page on a new phone and waits for its stream.

    No script of it may fail or break the content policy.
    """
    contexts = []
    troubles: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if "Content Security Policy" in said.text:
            troubles.append(said.text)

    def open_page(url: str = server.url, *, waits: bool = True) -> Page:
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", note)
        page.goto(url)
        if waits:
            wait_for_stream(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []
