"""Expectations of a phone at the table of `counter_table`, and taps on it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

LOST, SENDING, DENIED = "Lost.", "Waiting to send.", "Denied."

Visit = Callable[..., Page]
"""Opens the page on a new phone, at the server or at another address."""


def expect_version(page: Page, version: int, role: str = "scorer") -> None:
    expect(page.locator("#score")).to_have_text(f"Score {version} for {role}")


def expect_banner(page: Page, text: str) -> None:
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("#banner")).to_have_text(text)


def expect_no_banner(page: Page) -> None:
    expect(page.locator("#banner")).to_be_hidden()


def wait_for_stream(page: Page) -> None:
    """Wait until the stream has begun: its first event brings the number of phones."""
    expect(page.locator("[data-phones]")).not_to_be_empty()
    expect_no_banner(page)


def tap(page: Page, name: str = "Add") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def set_hidden(page: Page, hidden: bool) -> None:
    """Hide the page behind another one, or show it again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
