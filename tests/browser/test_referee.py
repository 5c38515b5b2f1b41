"""Questions to the referee by taps: an answer after each tap, at an address that shows the same on another phone."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.app import BrowserPhone

NewPhone = Callable[..., BrowserPhone]


def tap_cards(page: Page, *cards: str) -> None:
    """Tap cards on the pad as fast as possible."""
    for card in cards:
        page.locator(f'.pad button[value="{card}"]').click()


def test_an_answer_after_each_tap_and_the_same_on_another_phone(new_phone: NewPhone) -> None:
    asking, other = new_phone(), new_phone()
    asking.open("/")
    asking.page.locator('a[href="/referee"]').first.click()
    asking.page.get_by_role("link", name="Who wins this trick?").first.click()
    answer = asking.page.locator(".answer__fact")
    asking.page.locator("select[name=trump]").select_option("H")
    expect(asking.page.locator(".answer__missing")).to_contain_text("in the order")
    tap_cards(asking.page, "C3")
    expect(answer).to_contain_text("wins so far")
    asking.page.locator("select[name=called]").select_option("yes")
    tap_cards(asking.page, "JK", "CK", "H2", "CA")
    expect(answer).to_contain_text("2 points in it")
    expect(asking.page.locator("input[name=cards]")).to_have_value("C3 JK CK H2 CA")
    expect(asking.page).to_have_url(re.compile(r"cards=C3\+JK\+CK\+H2\+CA.*called=yes"))
    other.open(asking.page.url)
    expect(other.page.locator(".answer")).to_have_text(asking.page.locator(".answer").inner_text(), use_inner_text=True)
    asking.page.locator(".trick button").nth(4).click()
    expect(answer).to_contain_text("wins so far")
    expect(other.page.locator("input[name=cards]")).to_have_value("C3 JK CK H2 CA")


def test_what_is_chosen_before_the_scripts_have_come_is_answered(new_phone: NewPhone) -> None:
    phone = new_phone()
    held: list[Route] = []
    phone.page.route("**/htmx-4*", lambda route: held.append(route))
    phone.page.goto(f"{phone.url}/referee/mighty/trick", wait_until="commit")
    phone.page.locator("select[name=trump]").select_option("H")
    expect(phone.page.locator(".answer__missing")).to_have_text("Pick the trumps first.")
    for route in held:
        route.continue_()
    expect(phone.page.locator(".answer__missing")).to_contain_text("in the order")


def test_a_hand_that_is_checked_is_in_no_address(new_phone: NewPhone) -> None:
    phone = new_phone()
    addresses: list[str] = []
    phone.page.on("request", lambda request: addresses.append(request.url))
    phone.open("/referee/mighty/play?trump=H&cards=D5")
    tap_cards(phone.page, "D9", "SA", "JK", "CK")
    expect(phone.page.locator(".answer__fact")).to_contain_text("may be played")
    expect(phone.page.locator("input[name=hand]")).to_have_value("D9 SA JK CK")
    expect(phone.page.locator(".card--no")).to_have_count(1)
    assert not [address for address in [*addresses, phone.page.url] if "D9" in address or "CK" in address]
    phone.page.reload()
    expect(phone.page.locator("input[name=hand]")).to_have_value("")
    expect(phone.page.locator("input[name=cards]")).to_have_value("D5")


def test_the_keyboard_keeps_its_place(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.open("/referee/mighty/trick?trump=H")
    key = phone.page.locator('.pad button[value="C3"]')
    key.focus()
    phone.page.keyboard.press("Enter")
    expect(key).to_have_attribute("aria-pressed", "true")
    expect(key).to_be_focused()
