"""Two Korean ways to play with other numbers of players: what each number changes in the set for five."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games.mighty.presets import FAMILY_PRESETS
from tests.cases import for_each

ALONE = {
    "players": "three",
    "min_bid": 12,
    "next_dealer": "joker_holder",
    "friend_by_card": False,
    "friend_by_first_trick": False,
}
FOUR = {"players": "four", "min_bid": 14, "split": "even"}
SIX_DROP, SEVEN_DROP = {"players": "six_drop"}, {"players": "seven_drop"}
SIX_ALL, SEVEN_ALL = ({"players": players, "split": "one_share"} for players in ("six_all", "seven_all"))

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "base10_three": ALONE,
    "base10_four": FOUR,
    "base10_six_sit_out": {"players": "six_sit_out", "next_dealer": "rotate", "redeal_dealer": "same"},
    "base10_six_drop": SIX_DROP,
    "base10_six_all": SIX_ALL,
    "base10_seven_drop": SEVEN_DROP,
    "base10_seven_sit_out": {"players": "seven_sit_out", "next_dealer": "rotate", "redeal_dealer": "same"},
    "base10_seven_all": SEVEN_ALL,
    "korean40_three": {**ALONE, "no_friend_double": "off"},
    "korean40_four": FOUR,
    "korean40_six_sit_out": {"players": "six_sit_out", "next_dealer": "rotate", "first_bidder": "previous_declarer"},
    "korean40_six_drop": SIX_DROP,
    "korean40_six_all": SIX_ALL,
    "korean40_seven_drop": SEVEN_DROP,
    "korean40_seven_sit_out": {
        "players": "seven_sit_out",
        "next_dealer": "rotate",
        "first_bidder": "previous_declarer",
    },
    "korean40_seven_all": SEVEN_ALL,
}
"""Each set with what it has otherwise than that for five."""


@for_each(*CHANGES)
def test_a_number_of_players_changes_no_more_than_it_must(key: str) -> None:
    five = mighty.PRESETS[key.partition("_")[0]]
    preset = mighty.PRESETS[key]
    assert preset.rules.differences(five.rules) == CHANGES[key]
    assert preset.rules.check() == ()
    assert preset.family == five.family == five.key


def test_every_set_of_a_family_is_named_here() -> None:
    assert set(CHANGES) == set(FAMILY_PRESETS)


def test_a_family_has_one_set_for_each_number_but_three_for_six_and_for_seven() -> None:
    counts: dict[str, list[int]] = {}
    for preset in mighty.PRESETS.values():
        if preset.family:
            counts.setdefault(preset.family, []).append(preset.rules.setting.table)
    assert {family: sorted(each) for family, each in counts.items()} == {
        "pagat": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "base10": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "korean40": [3, 4, 5, 6, 6, 6, 7, 7, 7],
    }
