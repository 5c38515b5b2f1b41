"""What a phone at the far end of a link says of it."""

from playwright.sync_api import expect

from tests.browser.app import BrowserPhone

TROUBLE_OF_THE_LINK = ("net::ERR_", "htmx:sse:error", "htmx:error", "fetching the script", "imported module")
"""What browsers write on their console when a link fails."""


def expect_banner(phone: BrowserPhone, text: str) -> None:
    """Wait until it says so of the link."""
    expect(phone.page.locator("#banner")).to_be_visible()
    expect(phone.page.locator("#banner")).to_contain_text(text)


def expect_no_banner(phone: BrowserPhone) -> None:
    """Wait until it says nothing."""
    expect(phone.page.locator("#banner")).to_be_hidden()


def expect_no_banner_after_trouble(phone: BrowserPhone) -> None:
    """The banner is gone, and what a restart said on the console is forgotten."""
    expect_no_banner(phone)
    phone.errors.clear()
