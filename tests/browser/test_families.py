"""An evening for each number of players by taps alone, recorded in different ways, with a television."""

import pytest

from tests.browser.app import NewPhone, check_files
from tests.browser.by_taps import TapEvening, change_modes, correct_hand, seat_everyone, undo_and_redo
from tests.browser.by_taps_mighty import (
    bid_in_turn,
    call_friend,
    change_points,
    play_card,
    record_all_tricks,
    record_contract,
    record_result,
    reduce_players,
    start_hand,
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


@pytest.mark.parametrize(
    "preset", [preset if preset == "pagat" else pytest.param(preset, marks=pytest.mark.full) for preset in FAMILIES]
)
def test_an_evening(new_phone: NewPhone, preset: str) -> None:
    names = NAMES[: FAMILIES[preset]]
    evening = seat_everyone(new_phone, preset, names)
    play_trick_by_trick(evening)
    evening.check_standings()
    play_by_result(evening)
    undo_and_redo(evening)
    play_card_by_card(evening)
    evening.check_standings()
    correct_hand(evening, 2, change_points)
    check_files(evening.phones[2], evening.check_standings(), names)


def play_trick_by_trick(evening: TapEvening) -> None:
    """Bid by bid, then record tricks on two phones, after each phone has changed how the table records."""
    start_hand(evening, 1)
    bid_in_turn(evening)
    reduce_players(evening)
    call_friend(evening)
    change_modes(evening)
    record_all_tricks(evening, (3, 2) if len(evening.phones) > 3 else (3,))
    record_result(evening, 2)


def play_by_result(evening: TapEvening) -> None:
    """Record contract and result only."""
    start_hand(evening, 2)
    record_contract(evening, 2, 1)
    reduce_players(evening)
    record_result(evening, 2)


def play_card_by_card(evening: TapEvening) -> None:
    """Play some cards on the phone of the player in turn, then record only the result."""
    start_hand(evening, 3)
    bid_in_turn(evening)
    reduce_players(evening)
    call_friend(evening)
    for _ in range(len(evening.phones) + 1):
        play_card(evening)
    record_result(evening, 2)
