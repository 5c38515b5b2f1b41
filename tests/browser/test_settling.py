"""The page of debts follows what other phones record."""

from playwright.sync_api import Locator, expect

from tests.browser.app import BrowserPhone, NewPhone, join_table, open_table_by_request
from tests.browser.test_evening import ANA, BO, record_result

NAMES = ["Ana", "Bo", "김아름", "Dan", "Eun"]


def open_debts(new_phone: NewPhone) -> tuple[BrowserPhone, BrowserPhone]:
    """Open the page of debts on two phones, after one hand."""
    host = new_phone()
    link = open_table_by_request(host, "pagat", NAMES)
    other = join_table(new_phone, link, "Bo")
    host.tap("To the table")
    record_result(host, ANA, 14, "H", f"card|{BO}", 16)
    page = host.page.url.partition("?")[0] + "/settle"
    for phone in (host, other):
        phone.open(page)
        expect(locate_due(phone)).to_have_count(3)
    return host, other


def end_session(host: BrowserPhone) -> None:
    """End the session, and come back to the table or its page of debts."""
    before = host.page.url
    host.open(f"{before.removesuffix('/settle')}/people")
    fold = host.page.locator("summary", has_text="End the session")
    button = host.page.get_by_role("button", name="End the session")
    fold.evaluate("fold => fold.scrollIntoView(false)")
    fold.click()
    expect(button).to_be_in_viewport(ratio=1)
    host.tap(button)
    host.open(before)


def locate_due(phone: BrowserPhone) -> Locator:
    return phone.page.locator(".settle__row:not(.settle__row--paid)")


def locate_paid(phone: BrowserPhone) -> Locator:
    return phone.page.locator(".settle__row--paid")


def test_a_payment_that_another_phone_ticks_off_is_seen_without_a_touch(new_phone: NewPhone) -> None:
    host, other = open_debts(new_phone)
    host.tap(locate_due(host).get_by_role("button").first)
    for phone in (host, other):
        expect(locate_paid(phone)).to_have_count(1)
        expect(locate_due(phone)).to_have_count(2)
    host.tap(locate_paid(host).get_by_role("button").first)
    expect(locate_due(other)).to_have_count(3)


def test_all_is_paid_at_the_end_in_two_taps_and_taken_back_in_one(new_phone: NewPhone) -> None:
    host, other = open_debts(new_phone)
    expect(host.page.get_by_text("Mark all as paid")).to_have_count(0)
    end_session(host)
    other.tap("Mark all as paid")
    other.wait_for_text("Have all 3 payments been made?")
    expect(locate_due(host)).to_have_count(3)
    other.tap("Mark all as paid")
    expect(locate_paid(host)).to_have_count(3)
    host.wait_for_text("All is paid")
    other.tap(other.page.locator(".dock").get_by_role("button", name="Undo"))
    expect(locate_due(host)).to_have_count(3)


def test_what_is_being_written_stays_when_others_record(new_phone: NewPhone) -> None:
    host, other = open_debts(new_phone)
    other.page.locator("summary").filter(has_text="A point is worth").click()
    other.page.fill("#worth", "0.50")
    host.tap(locate_due(host).get_by_role("button").first)
    expect(locate_paid(other)).to_have_count(1)
    expect(other.page.locator("#worth")).to_have_value("0.50")
    other.tap("Set")
    host.wait_for_text("0.50")


def test_a_hand_that_is_recorded_meanwhile_is_settled_too(new_phone: NewPhone) -> None:
    host, other = open_debts(new_phone)
    host.tap("Back")
    record_result(host, BO, 14, "H", f"card|{ANA}", 20)
    other.wait_for_text("2 hands")


def test_a_tap_on_an_outdated_page_is_refused_and_changes_nothing(new_phone: NewPhone) -> None:
    host, other = open_debts(new_phone)
    other.page.evaluate("document.getElementById('live').remove()")
    host.tap(locate_due(host).get_by_role("button").first)
    expect(locate_paid(host)).to_have_count(1)
    expect(locate_due(other)).to_have_count(3)
    other.tap(locate_due(other).get_by_role("button").last)
    other.wait_for_text("has just recorded")
    for phone in (host, other):
        expect(locate_paid(phone)).to_have_count(1)
        expect(locate_due(phone)).to_have_count(2)
