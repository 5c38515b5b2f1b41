"""Hands of Zhao Pengyou recorded by taps alone, on whichever phone is in turn, for any number of players."""

from collections.abc import Sequence

from playwright.sync_api import expect

from tests.browser.app import Phone
from tests.browser.by_taps import FREE, Evening, main_act, recorded


def next_hand(evening: Evening, seat: int) -> None:
    recorded(evening.hand_to(seat), main_act(evening.latest))


# --- Trumps and calls ---


def make_trumps(evening: Evening, seat: int, suit: str, maker: int | None = None) -> None:
    """One phone records who made trumps, the first who can unless it is told."""
    phone = evening.hand_to(seat)
    phone.record_by("trumps", "Maker only")
    who = f'[value="{maker}"]' if maker else ""
    phone.tap(phone.page.locator(f'.dock label:has(input[name="maker"]{who}{FREE})').first)
    phone.choose("suit", suit)
    recorded(phone, main_act(phone))
    phone.is_in("kitty")


def show(evening: Evening, seat: int, suit: str) -> None:
    """A player shows the fewest cards of a suit that stand."""
    phone = evening.hand_to(1)
    phone.record_by("trumps", "Show by show")
    phone.choose("player", seat)
    expect(main_act(phone)).to_have_attribute("data-p", str(seat))
    phone.choose("suit", suit)
    expect(main_act(phone).locator("svg").first).to_be_attached()
    recorded(phone, main_act(phone))


def defend(evening: Evening, seat: int) -> None:
    """Whoever was overcalled matches it on their own phone, which is asked to."""
    phone = evening.hand_to(seat)
    expect(phone.page.locator(".turn .you").filter(visible=True)).to_be_visible()
    recorded(phone, main_act(phone))


def end_deal(evening: Evening, seat: int) -> None:
    recorded(evening.hand_to(seat), evening.latest.page.get_by_role("button", name="Deal over"))


def call_friends(evening: Evening) -> None:
    """The trump maker calls what is offered, one card after the other."""
    phone = evening.hand_to()
    number = 1
    while evening.phase == "kitty":
        expect(phone.page.locator(".dock__ask").first).to_contain_text(f"Call {number}")
        version, last = phone.version(), main_act(phone).get_attribute("name") == "last"
        phone.tap(main_act(phone))
        if last:
            expect(phone.page.locator("#table")).not_to_have_attribute("data-version", str(version))
        number += 1


# --- The play ---


def trick(evening: Evening, seat: int, winner: int, points: int) -> None:
    """Who took a trick, and the points: two taps."""
    phone = evening.hand_to(seat)
    phone.record_by("play", "Trick by trick")
    phone.choose("winner", winner)
    recorded(phone, phone.page.locator(f'.dock button[name="points"][value="{points}"]'))


def reveal(evening: Evening, seat: int) -> None:
    """One phone says that the fourth of those who can have has played a called card."""
    phone = evening.hand_to(seat)
    phone.record_by("play", "Trick by trick")
    phone.tap(phone.page.locator(".called a, .dock__links a").filter(visible=True).first)
    recorded(phone, phone.page.locator(f'.dock button[name="player"]{FREE}').nth(3))


def play(evening: Evening, *cards: str, suit: str = "") -> None:
    """Whoever is in turn taps cards of a suit, or of the one that is open; a card twice for a pair; and plays them."""
    phone = evening.hand_to()
    phone.record_by("play", "Card by card")
    if suit:
        phone.tap(phone.page.locator(f'.dock button[name="group"][value="{suit}"]'))
        expect(phone.page.locator(f'.dock input[name="opened"][value="{suit}"]')).to_be_attached()
    for card in cards:
        phone.tap(phone.page.locator(f'.pad label:has(input[value="{card}"])'))
    expect(phone.page.locator("#told")).not_to_be_empty()
    recorded(phone, main_act(phone))


# --- The result ---


def write(phone: Phone, number: int) -> None:
    """The points, digit by digit."""
    for digit in str(number):
        phone.tap(phone.page.locator(f'.digits [value="{digit}"]'))


def step_on(phone: Phone) -> None:
    """To the points, where these are a step of their own."""
    points = phone.page.locator('input[name="step"][value="second"]')
    if points.count() and not points.is_checked():
        phone.choose("step", "second")


def end(
    evening: Evening, seat: int, friends: Sequence[int], points: int, last: str, *previewed: str, kitty: int = 0
) -> None:
    """The result on one phone, with what it would give shown before it is confirmed."""
    phone = evening.hand_to(seat)
    if phone.page.locator("#dock-result").count() == 0:
        phone.record_by("play", "Result only")
    for friend in friends:
        phone.choose(f"friend_{friend}", "yes")
    step_on(phone)
    write(phone, points)
    phone.choose("last_trick", last)
    for _ in range(kitty // 5):
        phone.tap(phone.page.locator('.stepper [value="5"]'))
    for text in previewed:
        expect(phone.page.locator("#main, #told").filter(has_text=text).first).to_be_visible()
    phone.go("between")


def end_counted(evening: Evening, seat: int, last: str) -> None:
    """The play is over: the tricks recorded say the points, and one phone who won the last."""
    phone = evening.hand_to(seat)
    phone.tap("All played")
    expect(phone.page.locator("#dock-result")).to_be_visible()
    step_on(phone)
    phone.choose("last_trick", last)
    phone.go("between")
