"""Evenings of Zhao Pengyou by taps alone, recorded in different ways, with a phone each and a television."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.games.zhao_pengyou.levels import ABOVE_ACE, ABOVE_ACE_TEXT
from tests.browser.app import BrowserPhone, NewPhone, check_files
from tests.browser.by_taps import TapEvening, change_modes, correct_hand, seat_everyone, undo_and_redo
from tests.browser.by_taps_zhao_pengyou import (
    call_friends,
    defend_trumps,
    end_deal,
    make_trumps,
    play_cards,
    record_counted_result,
    record_result,
    record_trick,
    reveal_friend,
    show_cards,
    start_hand,
    type_points,
)

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Maximiliane-Antoin", "Gil", "Hye", "Ivo", "Jo", "Kit", "Lea")
ANA, BO, ARUM, DAN, EUN = range(1, 6)
FIVE = NAMES[:5]


@pytest.mark.parametrize(
    ("count", "preset"),
    [
        pytest.param(5, "pagat", marks=pytest.mark.full),
        pytest.param(8, "active_passive", marks=pytest.mark.full),
        pytest.param(12, "joker_laps", marks=pytest.mark.full),
    ],
)
def test_an_evening(new_phone: NewPhone, count: int, preset: str) -> None:
    evening = seat_everyone(new_phone, preset, NAMES[:count], game="zhao_pengyou")
    play_trick_by_trick(evening)
    evening.check_standings()
    play_card_by_card(evening)
    undo_and_redo(evening)
    play_by_result(evening)
    evening.check_standings()
    correct_hand(evening, 1, lambda host: type_points(host, "+5"))
    check_files(evening.phones[2], evening.check_standings(), NAMES[:count])


def play_trick_by_trick(evening: TapEvening) -> None:
    """Show, overcall and defend trumps, call friends, record some tricks on two phones, a friend and the result."""
    start_hand(evening, 1)
    show_cards(evening, BO, "C")
    show_cards(evening, ARUM, "H")
    defend_trumps(evening, BO, "C")
    end_deal(evening, 1)
    call_friends(evening)
    change_modes(evening)
    for number in (1, 2, 3):
        record_trick(evening, 1 + number % 2, 1 + number, 5 * number)
    reveal_friend(evening, 2)
    record_counted_result(evening, 1, "makers")


def play_card_by_card(evening: TapEvening) -> None:
    """Lead and follow a pair on the players' own phones, then record only the result."""
    start_hand(evening, 2)
    make_trumps(evening, 1, "H")
    call_friends(evening)
    play_cards(evening, "S9", "S9", suit="S")
    play_cards(evening, "S3", "S4")
    expect(evening.television.page.locator(".head__label")).to_contain_text("pair")
    record_result(evening, 2, (), 40, "makers")


def play_by_result(evening: TapEvening) -> None:
    """Record the trump maker and the result only."""
    start_hand(evening, 3)
    make_trumps(evening, 3, "S")
    record_result(evening, 1, (), 60, "defenders", kitty=10)


# --- Whole games, of which little more than the results is recorded ---


def map_levels(*shown: str) -> dict[str, str]:
    """Return levels by name, given in the order of seats."""
    return dict(zip(FIVE, shown, strict=True))


def start_hand_with_trumps(evening: TapEvening, seats: tuple[int, int], maker: int, suit: str) -> None:
    """Start a hand on one phone, and record the trump maker on another."""
    start_hand(evening, seats[0])
    make_trumps(evening, seats[1], suit, maker)


def test_a_game_from_two_until_above_the_ace(new_phone: NewPhone) -> None:
    evening = seat_everyone(new_phone, "pagat", FIVE, game="zhao_pengyou")

    # Ana calls herself. Under 40 points the makers rise two levels, and as many again for the missing friend.
    start_hand_with_trumps(evening, (ANA, BO), ANA, "S")
    record_result(evening, DAN, (), 30, "makers", "Under 80: makers rise", "makers +4")
    assert evening.check_standings() == map_levels("6", "2", "2", "2", "2")

    # The last trick doubles the kitty: 160 points, and the defenders rise two levels.
    start_hand_with_trumps(evening, (BO, ANA), DAN, "H")
    record_result(evening, EUN, (EUN,), 140, "defenders", "140 + kitty 2 × 10", "defenders +2", kitty=10)
    undo_and_redo(evening)
    assert evening.check_standings() == map_levels("8", "4", "4", "2", "2")

    # The first hand was counted wrong: it made Ana rise two levels less, and she is as much lower after the second.
    correct_hand(evening, 1, type_sixty)
    assert evening.check_standings() == map_levels("6", "4", "4", "2", "2")

    # Without a point for the defenders Ana rises six levels at once, and in the next hand past the ace.
    start_hand_with_trumps(evening, (ARUM, EUN), ANA, "C")
    record_result(evening, ANA, (), 0, "makers", "makers +6")
    start_hand_with_trumps(evening, (DAN, ANA), ANA, "D")
    record_result(evening, BO, (), 0, "makers")
    assert evening.check_standings() == map_levels(">A", "4", "4", "2", "2")
    for phone in (*evening.phones.values(), evening.television):
        phone.wait_for_text("Someone has risen above the ace")
        phone.wait_for_text("Ana wins")
    export_and_import(evening.phones[BO], evening.check_standings())


def type_sixty(host: BrowserPhone) -> None:
    """Replace the counted points by 60."""
    type_points(host, "back", "back", *"60")


def export_and_import(phone: BrowserPhone, stands: dict[str, str]) -> None:
    """Check that the exported file agrees with all phones, and that its import has the same standings."""
    table = phone.page.url
    check_files(phone, stands, FIVE)
    with phone.page.expect_download() as started:
        phone.page.get_by_role("link", name="Everything").click()
    file = Path(started.value.path())
    totals = json.loads(file.read_text())["totals"]
    written = [total["said"]["facts"]["level"] for total in totals.values()]
    assert written == [str(ABOVE_ACE) if stands[name] == ABOVE_ACE_TEXT else stands[name] for name in FIVE]
    phone.open("/import")
    phone.page.set_input_files("#file", file)
    phone.tap("Check and open")
    phone.wait_for_text("Ana wins")
    assert phone.page.url != table
    assert phone.read_balances() == stands


@pytest.mark.full
def test_laps_go_past_the_joker(new_phone: NewPhone) -> None:
    """The last hand decides the next trump maker: a defender if it was lost, the same one if won without friends."""
    evening = seat_everyone(new_phone, "joker_laps", FIVE, game="zhao_pengyou")
    start_hand_with_trumps(evening, (ANA, BO), EUN, "H")
    record_result(evening, BO, (DAN,), 120, "makers", "defenders +1")
    assert evening.check_standings() == map_levels("3", "3", "3", "2", "2")
    for level, suit in (("9", "S"), ("JK", "C")):
        start_hand_with_trumps(evening, (BO, DAN), ANA, suit)
        record_result(evening, EUN, (), 0, "makers", "makers +6")
        assert evening.check_standings() == map_levels("joker" if level == "JK" else level, "3", "3", "2", "2")

    # At the joker nothing is shown: jokers are trumps, and the hand begins with the kitty.
    start_hand(evening, DAN)
    evening.latest.wait_for_phase("kitty")
    expect(evening.television.page.locator(".head")).to_contain_text("jokers")
    record_result(evening, ANA, (), 60, "makers", "makers +2")
    assert evening.check_standings() == map_levels("3+", "3", "3", "2", "2")

    # In the second lap her rank is three again.
    start_hand_with_trumps(evening, (ARUM, ANA), ANA, "D")
    expect(evening.latest.page.locator(".head")).to_contain_text("3")
    record_result(evening, DAN, (BO,), 100, "makers", "nobody rises")
    correct_hand(evening, 1, lambda host: type_points(host, "+5"))
    stands = evening.check_standings()
    assert stands == map_levels("3+", "3", "3", "2", "2"), "125 points are as good as 120"
    evening.latest.tap("Levels")
    expect(evening.latest.page.get_by_role("img", name="3+")).to_be_visible()
    check_files(evening.phones[BO], stands, FIVE)
