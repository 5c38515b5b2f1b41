"""Hands of Zhao Pengyou recorded by taps alone on the phones in turn, for any number of players."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.app import BrowserPhone
from tests.browser.by_taps import FREE, TapEvening, find_primary, tap_and_wait


def start_hand(evening: TapEvening, seat: int) -> None:
    """Start the next hand."""
    tap_and_wait(evening.use_phone(seat), find_primary(evening.latest))


# --- Trumps and calls ---


def make_trumps(evening: TapEvening, seat: int, suit: str, maker: int | None = None) -> None:
    """Record the trump maker on one phone: `maker`, or the first who can be."""
    phone = evening.use_phone(seat)
    phone.choose_mode("trumps", "Maker only")
    who = f'[value="{maker}"]' if maker else ""
    phone.tap(phone.page.locator(f'.dock label:has(input[name="maker"]{who}{FREE})').first)
    phone.choose("suit", suit)
    tap_and_wait(phone, find_primary(phone))
    phone.wait_for_phase("kitty")


def find_shows(phone: BrowserPhone, suit: str = "") -> Locator:
    """Return the keys of the shows that are legal, the most cards first."""
    return phone.page.locator(f'.dock button[name="shown"][value$="x{suit}"]{FREE}')


def show_cards(evening: TapEvening, seat: int, suit: str) -> None:
    """Show the fewest cards of a suit that are enough, by one tap for oneself and by two for anybody else."""
    phone = evening.use_phone(1)
    phone.choose_mode("trumps", "Show by show")
    taps = phone.taps
    if seat == 1:
        expect(phone.page.locator('.dock input[name="player"][value="1"]')).to_be_checked()
    else:
        phone.choose("player", seat)
    expect(phone.page.locator(f'.dock input[name="player"][value="{seat}"][checked]')).to_be_attached()
    tap_and_wait(phone, find_shows(phone, suit).last)
    assert phone.taps - taps == (1 if seat == 1 else 2)


def defend_trumps(evening: TapEvening, seat: int, suit: str) -> None:
    """Match the overcall on the phone of the overcalled player, which asks for it."""
    phone = evening.use_phone(seat)
    expect(phone.page.locator(".turn .own").filter(visible=True)).to_be_visible()
    tap_and_wait(phone, find_shows(phone, suit).last)


def end_deal(evening: TapEvening, seat: int) -> None:
    tap_and_wait(evening.use_phone(seat), evening.latest.page.get_by_role("button", name="Deal over"))


def call_friends(evening: TapEvening) -> None:
    """Call the highest cards that may be called, one after the other."""
    phone = evening.use_phone()
    number = 1
    while evening.phase == "kitty":
        expect(phone.page.locator(".dock__ask").first).to_contain_text(f"Call {number}")
        for field in ("suit", "rank"):
            phone.tap(phone.page.locator(f'.dock label:has(input[name="{field}"]{FREE})').first)
            expect(phone.page.locator(f'.dock input[name="{field}"]:checked')).to_have_count(1)
            expect(phone.page.locator(".htmx-request")).to_have_count(0)  # the next tap is for the board that comes
        expect(find_primary(phone)).not_to_have_attribute("aria-disabled", "true")
        version, last = phone.read_version(), find_primary(phone).get_attribute("name") == "last"
        phone.tap(find_primary(phone))
        if last:
            expect(phone.page.locator("#table")).not_to_have_attribute("data-version", str(version))
        number += 1


# --- The play ---


def record_trick(evening: TapEvening, seat: int, winner: int, points: int) -> None:
    """Record the winner of a trick and its points by two taps."""
    phone = evening.use_phone(seat)
    phone.choose_mode("play", "Trick by trick")
    phone.choose("winner", winner)
    tap_and_wait(phone, phone.page.locator(f'.dock button[name="points"][value="{points}"]'))


def reveal_friend(evening: TapEvening, seat: int) -> None:
    """Record on one phone that the fourth possible player has played a called card."""
    phone = evening.use_phone(seat)
    phone.choose_mode("play", "Trick by trick")
    phone.tap(phone.page.locator(".called-cards a, .dock__links a").filter(visible=True).first)
    tap_and_wait(phone, phone.page.locator(f'.dock button[name="player"]{FREE}').nth(3))


def play_cards(evening: TapEvening, *cards: str, suit: str = "") -> None:
    """Tap cards of `suit`, or of the open suit, for the player in turn, a card twice for a pair.

    A lead is played by a button; the last card that a follower needs plays them all.
    """
    phone = evening.use_phone()
    phone.choose_mode("play", "Card by card")
    if suit:
        phone.tap(phone.page.locator(f'.dock button[name="group"][value="{suit}"]'))
        expect(phone.page.locator(f'.dock input[name="opened"][value="{suit}"]')).to_be_attached()
    *before, last = (phone.page.locator(f'.pad label:has(input[value="{card}"])') for card in cards)
    for key in before:
        phone.tap(key)
    if phone.page.locator(".dock[data-plays]").count():
        tap_and_wait(phone, last)
        return
    phone.tap(last)
    expect(phone.page.locator("#gives")).not_to_be_empty()
    tap_and_wait(phone, find_primary(phone))


# --- The result ---


def type_points(phone: BrowserPhone, *keys: str) -> None:
    """Type the points key by key. The pad of counted points is folded."""
    folded = phone.page.locator("details:not([open]):has(.digits) > summary")
    if folded.count():
        phone.tap(folded)
    for key in keys:
        phone.tap(phone.page.locator(f'.digits [value="{key}"]'))


def open_points(phone: BrowserPhone) -> None:
    """Open the step of the points, where it is a step of its own."""
    points = phone.page.locator('input[name="step"][value="second"]')
    if points.count() and not points.is_checked():
        phone.choose("step", "second")


def record_result(
    evening: TapEvening, seat: int, friends: Sequence[int], points: int, last: str, *previewed: str, kitty: int = 0
) -> None:
    """Record the result on one phone, which previews its effect before it is confirmed."""
    phone = evening.use_phone(seat)
    if phone.page.locator("#dock-result").count() == 0:
        phone.choose_mode("play", "Result only")
    for friend in friends:
        phone.choose(f"friend_{friend}", "yes")
    open_points(phone)
    type_points(phone, *str(points))
    phone.choose("last_trick", last)
    for _ in range(kitty // 5):
        phone.tap(phone.page.locator('.stepper [value="5"]'))
    for text in previewed:
        expect(phone.page.locator("#main, #gives").filter(has_text=text).first).to_be_visible()
    phone.tap_primary("between")


def record_counted_result(evening: TapEvening, seat: int, last: str) -> None:
    """Record the winner of the last trick. The points follow from the recorded tricks."""
    phone = evening.use_phone(seat)
    phone.tap("All played")
    expect(phone.page.locator("#dock-result")).to_be_visible()
    open_points(phone)
    phone.choose("last_trick", last)
    phone.tap_primary("between")
