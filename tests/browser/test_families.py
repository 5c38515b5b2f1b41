"""An evening of each number of players, by taps alone: a phone a player, each at another depth, and a television."""

import pytest
from playwright.sync_api import expect

from tests.browser.app import NewPhone, check_files, join, open_table
from tests.browser.by_taps import (
    Evening,
    all_tricks,
    auction,
    call_friend,
    card,
    drop_out,
    final_contract,
    next_hand,
    pick,
    recorded,
    result,
)

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Maximiliane-Antoin", "Gil", "Hye")
FAMILIES = {
    "three": 3,
    "four": 4,
    "four_chicago": 4,
    "pagat": 5,
    "six_drop": 6,
    "seven_drop": 7,
    "double_eight": 8,
}
DEPTHS = ("Trick by trick", "Card by card", "Result only")
TELEVISION = {"viewport": {"width": 1920, "height": 1080}, "is_mobile": False, "has_touch": False}


def sit_down(new_phone: NewPhone, preset: str, names: tuple[str, ...]) -> Evening:
    """A table whose people have all taken their seats, and a television."""
    host = new_phone()
    link = open_table(host, preset, names)
    watch = host.page.locator("[data-link]").nth(1).text_content() or ""
    host.tap("Take a seat on this phone")
    host.page.get_by_role("button", name=names[0]).click()
    others = [join(new_phone, link, name) for name in names[1:]]
    host.open(others[0].page.url)
    television = new_phone(**TELEVISION)
    television.open(watch)
    return Evening(dict(enumerate([host, *others], 1)), television)


@pytest.mark.parametrize(
    "preset", [preset if preset == "pagat" else pytest.param(preset, marks=pytest.mark.evenings) for preset in FAMILIES]
)
def test_an_evening(new_phone: NewPhone, preset: str) -> None:
    names = NAMES[: FAMILIES[preset]]
    evening = sit_down(new_phone, preset, names)

    # Bid by bid, then trick by trick, by two who keep the score; the others' phones are set to other depths.
    next_hand(evening, 1)
    auction(evening)
    drop_out(evening)
    call_friend(evening)
    for seat, phone in evening.phones.items():
        phone.follows(evening.latest)
        phone.record_by("play", DEPTHS[seat % 3])
    all_tricks(evening, (3, 2) if len(names) > 3 else (3,))
    result(evening, 2)
    evening.all_agree()

    # The contract and the result; then undone on one phone and redone on another.
    next_hand(evening, 2)
    final_contract(evening, 2, 1)
    drop_out(evening)
    result(evening, 2)
    before = evening.all_agree()
    recorded(evening.hand_to(1), evening.latest.page.get_by_role("button", name="Undo"))
    evening.hand_to(3)
    recorded(evening.latest, evening.latest.page.get_by_role("button", name="Redo"))
    assert evening.all_agree() == before

    # Card by card on the phone of whoever plays, and in the middle of the hand no more than the result.
    next_hand(evening, 3)
    auction(evening)
    drop_out(evening)
    call_friend(evening)
    for _ in range(len(names) + 1):
        card(evening)
    result(evening, 2)
    evening.all_agree()

    # A mistake in the first hand is mended.
    host = evening.hand_to(1)
    table = host.page.url
    host.open(table + "/sheet/1")
    host.tap("Fix this hand")
    pick(host, "points")
    expect(host.page.locator(".vs--fix tbody tr").first).to_be_visible()
    host.tap("Save the fix")
    host.sees("Earlier versions")
    host.open(table)
    expect(host.page.locator("#table")).to_be_visible()
    check_files(evening.phones[2], evening.all_agree(), names)
