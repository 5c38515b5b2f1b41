"""Hands of Mighty recorded by taps alone, on whichever phone is in turn, for any number of players and any rules."""

from playwright.sync_api import expect

from tests.browser.app import Phone
from tests.browser.by_taps import FREE, Evening, main_act, recorded


def pick(phone: Phone, name: str, value: str = "") -> None:
    """Tap the key of a choice: that of a value, or the first that may be chosen."""
    wanted = f'[value="{value}"]' if value else ":not(:checked, [value='-'], [value='none'])"
    keys = phone.page.locator(f'label:not([aria-disabled] *):has(input[name="{name}"]{FREE}{wanted})')
    key = keys.filter(visible=True).first
    chosen = key.locator("input").get_attribute("value")
    phone.tap(key)
    kept = phone.page.locator(f'input[name="{name}"][value="{chosen}"]:is(:checked, [type=hidden])')
    expect(kept.first).to_be_attached()


def asks(phone: Phone, name: str) -> bool:
    """Whether the dock has keys of that name of which none is chosen."""
    boxes = phone.page.locator(f'.dock input[name="{name}"][type=radio]')
    return boxes.count() > 0 and phone.page.locator(f'.dock input[name="{name}"]:checked').count() == 0


def auction(evening: Evening) -> None:
    """Every phone speaks for its own seat: the first bids, the next bids more, all others pass."""
    bids = 0
    while evening.phase == "auction":
        phone = evening.hand_to()
        phone.record_by("auction", "Bid by bid")
        expect(phone.page.locator(".turn .you").filter(visible=True)).to_be_visible()
        if bids < 2:
            pick(phone, "level")
            pick(phone, "trump")
            recorded(phone, phone.page.locator(".acts--turn > :last-child"))
            bids += 1
        else:
            recorded(phone, phone.page.get_by_role("button", name="Pass", exact=True))


def final_contract(evening: Evening, seat: int, declarer: int) -> None:
    """One phone records what the auction came to."""
    phone = evening.hand_to(seat)
    phone.record_by("auction", "Final contract")
    pick(phone, "declarer", str(declarer))
    pick(phone, "level")
    pick(phone, "trump", "H")
    recorded(phone, main_act(phone))


def drop_out(evening: Evening) -> None:
    """The declarer names cards, each held by somebody else, until those are out who sit out."""
    seats = reversed(evening.phones)
    while evening.phase == "drop":
        phone = evening.hand_to()
        declarer = evening.table.get_attribute("data-turn")
        pick(phone, "card")
        holder = next(str(seat) for seat in seats if str(seat) != declarer)
        recorded(phone, phone.page.locator(f'button[name="holder"][value="{holder}"]'))


def call_friend(evening: Evening) -> None:
    """The declarer calls the first card that may be called, or both, or plays alone where the table has no friends."""
    phone = evening.hand_to()
    if phone.page.locator("#dock-result").count():
        phone.record_by("play", "Card by card")
    if asks(phone, "call"):
        pick(phone, "call")
        expect(main_act(phone).locator("small")).to_be_visible()  # what it pays, once all is called
    recorded(phone, main_act(phone))


def trick(evening: Evening, seat: int, winner: int) -> None:
    """Who took a trick and about as many points as there are in one: two taps."""
    phone = evening.hand_to(seat)
    phone.record_by("play", "Trick by trick")
    pick(phone, "winner", str(winner))
    keys = phone.page.locator(f".dock button[name=points]{FREE}")
    expect(keys.first).to_be_visible()
    points = [int(key.inner_text()) for key in keys.all()]
    fair = min(points, key=lambda each: abs(each - 2.5))
    recorded(phone, phone.page.locator(f'.dock button[name="points"][value="{fair}"]'))


def all_tricks(evening: Evening, seats: tuple[int, ...]) -> None:
    """Trick after trick, the phones of these seats in turn, each trick won by another player."""
    winners = [
        int(box.get_attribute("value") or 0)
        for box in evening.hand_to(seats[0]).page.locator(".dock input[name=winner]").all()
    ]
    number = 0
    while evening.latest.page.locator("#dock-result").count() == 0:
        trick(evening, seats[number % len(seats)], winners[number % len(winners)])
        number += 1


def card(evening: Evening) -> None:
    """Whoever is in turn taps a card that may be played."""
    phone = evening.hand_to()
    phone.record_by("play", "Card by card")
    recorded(phone, phone.page.locator(f'.pad button{FREE}:not([data-anyway], [value="JK"])').first)


def result(evening: Evening, seat: int) -> None:
    """What the hand came to, as far as it is not known; a doubt is confirmed."""
    phone = evening.hand_to(seat)
    if phone.page.locator("#dock-result").count() == 0:
        phone.record_by("play", "Result only")
    for name in ("side", "second_friend", "points", "joker_holder"):
        if name == "second_friend" and asks(phone, name):
            phone.choose("step", "second")
        if name == "points" and phone.page.locator('input[name="step"][value="points"]').count():
            phone.choose("step", "points")
        if asks(phone, name):
            pick(phone, name)
    version = phone.version()
    phone.tap(main_act(phone))
    table = phone.page.locator(f'#table:not([data-version="{version}"])')
    expect(table.or_(phone.page.locator("#why.why--ask")).first).to_be_visible()
    if phone.version() == version:
        phone.tap(main_act(phone))
    phone.is_in("between")


def next_hand(evening: Evening, seat: int) -> None:
    recorded(evening.hand_to(seat), main_act(evening.latest))
    evening.latest.is_in("auction")
