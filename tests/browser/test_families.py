"""An evening of each number of players, by taps alone: a phone a player, each at another depth, and a television."""

import pytest

from tests.browser.app import NewPhone, check_files
from tests.browser.by_taps import Evening, each_at_another_depth, fix, sit_down, undone_and_redone
from tests.browser.by_taps_mighty import (
    all_tricks,
    auction,
    call_friend,
    card,
    drop_out,
    final_contract,
    next_hand,
    pick,
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


@pytest.mark.parametrize(
    "preset", [preset if preset == "pagat" else pytest.param(preset, marks=pytest.mark.evenings) for preset in FAMILIES]
)
def test_an_evening(new_phone: NewPhone, preset: str) -> None:
    names = NAMES[: FAMILIES[preset]]
    evening = sit_down(new_phone, preset, names)
    trick_by_trick(evening)
    evening.all_agree()
    contract_and_result(evening)
    undone_and_redone(evening)
    card_by_card(evening)
    evening.all_agree()
    fix(evening, 1, lambda host: pick(host, "points"))
    check_files(evening.phones[2], evening.all_agree(), names)


def trick_by_trick(evening: Evening) -> None:
    """Bid by bid, then tricks by two who keep the score; the others' phones are set to other depths."""
    next_hand(evening, 1)
    auction(evening)
    drop_out(evening)
    call_friend(evening)
    each_at_another_depth(evening)
    all_tricks(evening, (3, 2) if len(evening.phones) > 3 else (3,))
    result(evening, 2)


def contract_and_result(evening: Evening) -> None:
    """No more than both."""
    next_hand(evening, 2)
    final_contract(evening, 2, 1)
    drop_out(evening)
    result(evening, 2)


def card_by_card(evening: Evening) -> None:
    """On the phone of whoever plays, and in the middle of the hand no more than the result."""
    next_hand(evening, 3)
    auction(evening)
    drop_out(evening)
    call_friend(evening)
    for _ in range(len(evening.phones) + 1):
        card(evening)
    result(evening, 2)
