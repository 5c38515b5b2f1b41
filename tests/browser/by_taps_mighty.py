"""Hands of Mighty recorded by taps alone on the phones in turn, for any number of players and any rules."""

from playwright.sync_api import expect

from tests.browser.app import BrowserPhone
from tests.browser.by_taps import FREE, TapEvening, find_primary, tap_and_wait


def tap_key(phone: BrowserPhone, name: str, value: str = "") -> None:
    """Tap the key with `value`, or the first one that is free."""
    wanted = f'[value="{value}"]' if value else ":not(:checked, [value='-'], [value='none'])"
    keys = phone.page.locator(f'label:not([aria-disabled] *):has(input[name="{name}"]{FREE}{wanted})')
    key = keys.filter(visible=True).first
    chosen = key.locator("input").get_attribute("value")
    phone.tap(key)
    kept = phone.page.locator(f'input[name="{name}"][value="{chosen}"]:is(:checked, [type=hidden])')
    expect(kept.first).to_be_attached()


def is_unanswered(phone: BrowserPhone, name: str) -> bool:
    """Return whether the dock has keys of that name, none of which is chosen."""
    boxes = phone.page.locator(f'.dock input[name="{name}"][type=radio]')
    return boxes.count() > 0 and phone.page.locator(f'.dock input[name="{name}"]:checked').count() == 0


def bid_in_turn(evening: TapEvening) -> None:
    """Record an auction, each phone for its own seat: the first bids, the next bids more, all others pass."""
    bids = 0
    while evening.phase == "auction":
        phone = evening.use_phone()
        phone.choose_mode("auction", "Bid by bid")
        expect(phone.page.locator(".turn .own").filter(visible=True)).to_be_visible()
        if bids < 2:
            tap_key(phone, "level")
            tap_key(phone, "trump")
            tap_and_wait(phone, phone.page.locator(".actions--turn > :last-child"))
            bids += 1
        else:
            tap_and_wait(phone, phone.page.get_by_role("button", name="Pass", exact=True))


def record_contract(evening: TapEvening, seat: int, declarer: int) -> None:
    """Record the final contract on one phone."""
    phone = evening.use_phone(seat)
    phone.choose_mode("auction", "Final contract")
    tap_key(phone, "declarer", str(declarer))
    tap_key(phone, "level")
    tap_key(phone, "trump", "H")
    tap_and_wait(phone, find_primary(phone))


def reduce_players(evening: TapEvening) -> None:
    """Name cards for the declarer, each held by somebody else, until enough players sit out."""
    seats = reversed(evening.phones)
    while evening.phase == "drop":
        phone = evening.use_phone()
        declarer = evening.table.get_attribute("data-turn")
        tap_key(phone, "card")
        holder = next(str(seat) for seat in seats if str(seat) != declarer)
        tap_and_wait(phone, phone.page.locator(f'button[name="holder"][value="{holder}"]'))


def call_friend(evening: TapEvening) -> None:
    """Call the first card that may be called, or both, or play alone where the table has no friends."""
    phone = evening.use_phone()
    if phone.page.locator("#dock-result").count():
        phone.choose_mode("play", "Card by card")
        phone = evening.use_phone()
    if is_unanswered(phone, "call"):
        tap_key(phone, "call")
        expect(find_primary(phone).locator("small")).to_be_visible()  # the payment, shown once everything is called
    tap_and_wait(phone, find_primary(phone))


def record_trick(evening: TapEvening, seat: int, winner: int) -> None:
    """Record the winner of a trick and an average number of points by two taps."""
    phone = evening.use_phone(seat)
    phone.choose_mode("play", "Trick by trick")
    tap_key(phone, "winner", str(winner))
    keys = phone.page.locator(f".dock button[name=points]{FREE}")
    expect(keys.first).to_be_visible()
    points = [int(key.inner_text()) for key in keys.all()]
    fair = min(points, key=lambda each: abs(each - 2.5))
    tap_and_wait(phone, phone.page.locator(f'.dock button[name="points"][value="{fair}"]'))


def record_all_tricks(evening: TapEvening, seats: tuple[int, ...]) -> None:
    """Record trick after trick on the phones of `seats` in turn, each won by another player."""
    phone = evening.use_phone(seats[0])
    if phone.page.locator("#dock-result").count():
        return  # the last phone of all chose to record the result alone
    phone.choose_mode("play", "Trick by trick")
    keys = phone.page.locator(".dock input[name=winner]")
    expect(keys.first).to_be_attached()
    winners = [int(box.get_attribute("value") or 0) for box in keys.all()]
    number = 0
    while evening.latest.page.locator("#dock-result").count() == 0:
        record_trick(evening, seats[number % len(seats)], winners[number % len(winners)])
        number += 1


def play_card(evening: TapEvening) -> None:
    """Tap a card that the player in turn may play."""
    phone = evening.use_phone()
    phone.choose_mode("play", "Card by card")
    tap_and_wait(phone, phone.page.locator(f'.pad button{FREE}:not([data-offence], [value="JK"])').first)


def show_points(phone: BrowserPhone) -> None:
    """Open the points of a result that asks for them in a step of their own."""
    if phone.page.locator('input[name="step"][value="points"]').count():
        phone.choose("step", "points")


def change_points(phone: BrowserPhone) -> None:
    """Choose other points than a result has."""
    show_points(phone)
    tap_key(phone, "points")


def record_result(evening: TapEvening, seat: int) -> None:
    """Record the unknown parts of the result, and confirm a doubtful one."""
    phone = evening.use_phone(seat)
    if phone.page.locator("#dock-result").count() == 0:
        phone.choose_mode("play", "Result only")
    for name in ("side", "second_friend", "points", "joker_holder"):
        if name == "second_friend" and is_unanswered(phone, name):
            phone.choose("step", "second")
        if name == "points":
            show_points(phone)
        if is_unanswered(phone, name):
            tap_key(phone, name)
    version = phone.read_version()
    phone.tap(find_primary(phone))
    table = phone.page.locator(f'#table:not([data-version="{version}"])')
    expect(table.or_(phone.page.locator("#alert.alert--doubt")).first).to_be_visible()
    if phone.read_version() == version:
        phone.tap(find_primary(phone))
    phone.wait_for_phase("between")


def start_hand(evening: TapEvening, seat: int) -> None:
    """Start the next hand."""
    tap_and_wait(evening.use_phone(seat), find_primary(evening.latest))
    evening.latest.wait_for_phase("auction")
