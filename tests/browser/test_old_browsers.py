"""A phone of 2021, without popovers, :has() and dvh: what it needs to open, choose and record works."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.app import NewPhone, open_table
from tests.browser.conftest import NAMES

# Today's browser drops what it does not know exactly as an older one does: so these get names that nobody knows.
UNKNOWN = {":has(": ":unknown-has(", ":popover-open": ":unknown-open", "dvh": "unknown", " popover role=": " role="}
WITHOUT = """
delete HTMLElement.prototype.popover;
delete Array.prototype.at;
delete Array.prototype.findLast;
delete HTMLFormElement.prototype.requestSubmit;
delete Element.prototype.checkVisibility;
"""
INVERTED = """([name, value]) => {
  const { opacity, mixBlendMode } = getComputedStyle(document.querySelector(`input[name="${name}"][value="${value}"]`));
  return [opacity, mixBlendMode];
}"""


def forget_newer(route: Route) -> None:
    """Answer with what the server says, in the words of an older browser."""
    answer = route.fetch()
    text = answer.text()
    for newer, unknown in UNKNOWN.items():
        text = text.replace(newer, unknown)
    route.fulfill(response=answer, body=text)


@pytest.mark.parametrize("size", [(390, 664), (320, 568)], ids=str)
def test_the_menu_opens_a_key_looks_chosen_and_a_bid_is_recorded(new_phone: NewPhone, size: tuple[int, int]) -> None:
    width, height = size
    phone = new_phone(viewport={"width": width, "height": height})
    open_table(phone, "pagat", NAMES)
    page = phone.page
    page.add_init_script(WITHOUT)
    page.route(re.compile(r"\.css|\.js|/t/\w+(\?.*)?$"), forget_newer)
    phone.tap("To the table")
    menu = page.locator("#menu")
    expect(menu).to_be_hidden()
    expect(page.locator("#help")).to_be_hidden()
    page.locator("[popovertarget=menu]").first.click()
    close = menu.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(menu).to_be_hidden()
    phone.tap("Deal hand 1")
    phone.wait_for_phase("auction")
    page.locator('input[name="level"][value="14"]').click()
    page.locator('input[name="trump"][value="H"]').click()
    assert page.evaluate(INVERTED, ["level", "14"]) == ["1", "difference"]
    assert page.evaluate(INVERTED, ["level", "15"]) == ["0", "normal"]
    popup = page.locator("#popup-auction")
    popup.locator("summary").click()
    expect(popup.get_by_role("button").first).to_be_in_viewport()
    popup.locator("summary").click()
    page.get_by_role("button", name=re.compile("^Ana bids 14")).click()
    expect(page.locator(".head")).to_contain_text("14")
    expect(page.locator("#last")).to_contain_text("Ana")
