"""Browsers of 2020 and 2021, which cannot follow a table live or hardly can: a television, and a phone that plays.

`make full` fetches them (`tools/old_browsers.py`).
"""

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.browser.app import AppServer, BrowserPhone, NewPhone, open_phone, open_table_by_request
from tests.browser.conftest import NAMES
from tests.browser.proxy import Proxy
from tools.old_browsers import PACKAGES, find_old_browser

pytestmark = pytest.mark.full

LIVE_SINCE = 92
"""The version of these that follows by a stream, as every later one does."""

BOX = """selector => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x, y, width, height];
}"""
SAYS = """words => {
  const banner = document.getElementById("banner");
  const told = banner.textContent, tells = told.includes(words) && /\\d\\d:\\d\\d/.test(told);
  return words ? banner.offsetHeight && tells : !banner.offsetHeight;
}"""

SOON = 25_000
"""Milliseconds within which a page that asks every eight seconds must have changed, on a machine with much to do."""

TELEVISION = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}
SEAT = {"viewport": {"width": 390, "height": 664}, "is_mobile": False, "has_touch": False}


@pytest.fixture(params=PACKAGES)
def version(request: pytest.FixtureRequest) -> int:
    """A version of Chromium."""
    found: int = request.param
    return found


@pytest.fixture
def old_browser(browser_type: BrowserType, version: int) -> Iterator[Browser]:
    """A browser of that version."""
    with launch_old_browser(browser_type, version) as browser:
        yield browser


def launch_old_browser(browser_type: BrowserType, version: int) -> Browser:
    """Start a browser of that version."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote"]
    return browser_type.launch(executable_path=find_old_browser(version), args=flags)


def find_middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the middle of an element that is shown; Playwright's own search asks for more than such a browser has."""
    page.wait_for_function("selector => document.querySelector(selector)?.offsetHeight", arg=selector, timeout=SOON)
    x, y, width, height = page.evaluate(BOX, selector)
    return x + width / 2, y + height / 2


def tap(phone: BrowserPhone, *selectors: str) -> None:
    """Tap where elements are, one after the other, whatever may lie over them."""
    for selector in selectors:
        phone.page.mouse.click(*find_middle(phone.page, selector))


def bid(phone: BrowserPhone, level: int, trump: str) -> None:
    """Bid by taps, and wait until the board shows that."""
    shown = str(phone.read_version())
    keys = (f'.dock input[name="{name}"][value="{value}"]' for name, value in (("level", level), ("trump", trump)))
    tap(phone, *keys, ".actions--turn > :last-child")
    phone.page.wait_for_function("shown => document.getElementById('table')?.dataset.version !== shown", arg=shown)


def wait_for_banner(phone: BrowserPhone, words: str) -> None:
    """Wait until the line over a page has some words and a time in it, or is not there for ""."""
    phone.page.wait_for_function(SAYS, arg=words, timeout=SOON)


def expect_version_of(host: BrowserPhone, page: Page) -> None:
    """Wait until a page shows what the host's phone does."""
    version = str(host.read_version())
    page.wait_for_function("it => document.getElementById('table')?.dataset.version === it", arg=version, timeout=SOON)


def open_evening(host: BrowserPhone) -> str:
    """Let a phone open a table where Ana is to bid. Return the link to join it."""
    join = open_table_by_request(host, "pagat", NAMES)
    host.tap("To the table")
    host.tap("Deal hand 1")
    host.wait_for_phase("auction")
    return urlsplit(join).path


def test_a_television_shows_each_move_and_says_when_it_may_be_old(
    server: AppServer, browser: Browser, old_browser: Browser, version: int
) -> None:
    host = open_phone(browser, server.url)
    join = open_evening(host)
    television = open_phone(old_browser, server.url, **TELEVISION)
    television.open(join)
    television.open(urlsplit(host.page.url).path + "/watch")
    if version < LIVE_SINCE:
        wait_for_banner(television, "cannot follow live")
    bid(host, 14, "H")
    expect_version_of(host, television.page)
    server.stop()
    wait_for_banner(television, "No connection since")
    server.start()
    wait_for_banner(television, "cannot follow live" if version < LIVE_SINCE else "")
    expect(host.page.locator("#banner")).to_be_hidden()
    bid(host, 15, "H")
    expect_version_of(host, television.page)


def test_a_phone_sits_down_bids_and_sees_what_others_do(
    server: AppServer, new_phone: NewPhone, old_browser: Browser, version: int
) -> None:
    host = new_phone()
    join = open_evening(host)
    phone = open_phone(old_browser, server.url, **SEAT)
    phone.open(join)
    tap(phone, 'button[name="player"][value="1"]')
    phone.page.wait_for_function("() => document.querySelector('[data-phase=auction]')")
    tap(phone, "[popovertarget=menu]", "#menu [popovertargetaction=hide]")
    bid(phone, 14, "H")
    host.tap("Undo")
    expect(host.page.locator("#table")).to_contain_text("Redo")
    expect_version_of(host, phone.page)
    wait_for_banner(phone, "cannot follow live" if version < LIVE_SINCE else "")


def test_old_televisions_and_one_behind_a_proxy_follow_the_same_evening(
    server: AppServer, link: Proxy, browser: Browser, browser_type: BrowserType
) -> None:
    """The proxy holds streams back, and the server is killed once."""
    link.collect_streams()
    host = open_phone(browser, server.url)
    join = open_evening(host)
    path = urlsplit(host.page.url).path
    with ExitStack() as opened:
        old = [opened.enter_context(launch_old_browser(browser_type, version)) for version in PACKAGES]
        screens = [open_phone(each, server.url, **TELEVISION) for each in old]
        behind = open_phone(browser, link.url, **TELEVISION)
        for screen in (*screens, behind):
            screen.open(join)
            screen.open(path + "/watch")
        wait_for_banner(behind, "held back on the way")
        bid(host, 14, "H")
        for screen in (*screens, behind):
            expect_version_of(host, screen.page)
        server.kill()
        for screen in (*screens, behind):
            wait_for_banner(screen, "No connection since")
        server.start()
        expect(host.page.locator("#banner")).to_be_hidden()
        bid(host, 15, "H")
        for screen in (*screens, behind):
            expect_version_of(host, screen.page)
        for version, screen in zip(PACKAGES, screens, strict=True):
            wait_for_banner(screen, "cannot follow live" if version < LIVE_SINCE else "")
        wait_for_banner(behind, "held back on the way")
