"""The banner by which a phone reports on its connection."""

from playwright.sync_api import expect

from tests.browser.app import BrowserPhone

TROUBLE_OF_THE_LINK = ("net::ERR_", "htmx:sse:error", "htmx:error", "fetching the script", "imported module")
"""Messages on a browser's console when a link fails."""


def expect_banner(phone: BrowserPhone, text: str) -> None:
    """Wait until the banner shows a text."""
    expect(phone.page.locator("#banner")).to_be_visible()
    expect(phone.page.locator("#banner")).to_contain_text(text)


def expect_no_banner(phone: BrowserPhone) -> None:
    """Wait until the banner is hidden."""
    expect(phone.page.locator("#banner")).to_be_hidden()


def expect_no_banner_after_trouble(phone: BrowserPhone) -> None:
    """Wait until the banner is hidden, and forget the errors that a restart caused on the console."""
    expect_no_banner(phone)
    phone.errors.clear()
