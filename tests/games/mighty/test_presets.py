"""Every preset has the values that its source states."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty.presets import FAMILY_PRESETS
from scorekeeper.games.mighty.region_sets import REGION_PRESETS
from scorekeeper.games.mighty.school_sets import SCHOOL_PRESETS
from scorekeeper.house_rules import HOUSE, house_rules
from tests.games.mighty.play import (
    EVERY_PRESET,
    PRESETS,
    rules,
)

DECLARED = house_rules(mighty.Rules)

# The table of the rulebook's choices: what differs from the first column stands in the others.
TABLE: Mapping[str, tuple[Any, Any, Any, Any]] = {
    # key: (pagat, base10, korean40, wikipedia_ja); ... where the preset leaves the choice without meaning
    "players": ("five", "five", "five", "five"),
    "min_bid": (13, 13, 13, 13),
    "no_trump_bids": ("as_suits", "as_suits", "as_suits", "as_suits"),
    "no_trump_outranks": (True, True, True, True),
    "highest_bid": (20, 20, 20, 20),
    "above_twenty": (..., ..., ..., ...),
    "twenty_closes": ("only_20NT", "only_20NT", "any_20", "only_20NT"),
    "first_bidder_must_bid": (False, False, False, False),
    "first_bidder": ("previous_declarer", "previous_declarer", "dealer", "previous_declarer"),
    "next_dealer": ("friend", "friend", "by_result", "friend"),
    "all_pass": ("redeal", "redeal", "redeal", "second_round"),
    "redeal": ("hand_value", "hand_value", "token", "off"),
    "redeal_limit": ("at_most_half", "below_half", ..., ...),
    "redeal_ten": ("half", "half", ..., ...),
    "redeal_joker": (-1, -1, ..., ...),
    "redeal_mighty": (0, 0, ..., ...),
    "redeal_all_points": (False, False, ..., ...),
    "redeal_lone_ten": (False, False, ..., ...),
    "redeal_lone_jack": (False, False, ..., ...),
    "redeal_one_eyed_jack": (..., ..., ..., ...),
    "redeal_pointless_only": (False, False, ..., ...),
    "redeal_window": ("own_turn", "first_turn", "first_turn", ...),
    "declarer_redeal": (False, False, ..., ...),
    "redeal_dealer": ("claimer", "claimer", "same", ...),
    "redeal_fine": (0, 0, 0, ...),
    "all_pass_fine": (..., ..., ..., ...),
    "redeal_pot": (..., ..., ..., ...),
    "redeal_blocked_by_20": (False, False, False, ...),
    "kitty_exposed": (False, False, False, True),
    "change_before_kitty": (False, True, False, False),
    "raise_before_kitty_to_suit": (..., 1, ..., ...),
    "raise_before_kitty_to_no_trump": (..., 1, ..., ...),
    "raise_suit_to_suit": (2, 2, "forbidden", 0),
    "raise_suit_to_no_trump": (1, 1, "forbidden", 0),
    "raise_no_trump_to_suit": (2, 2, "forbidden", 1),
    "raise_same_trump": (True, False, False, False),
    "raise_near_twenty": ("reach", "reach", "reach", "reach"),
    "raise_to_higher_suit": ("as_suit", "as_suit", ..., ...),
    "friend_by_card": (True, True, True, True),
    "friend_by_first_trick": (True, True, True, False),
    "friend_by_last_trick": (False, False, False, False),
    "friend_by_player": (False, False, False, False),
    "no_friend": (True, True, True, True),
    "secret_solo": (True, False, False, True),
    "joker_friend": (True, True, True, True),
    "suit_request": (True, False, False, False),
    "win_order": (False, False, False, False),
    "friend_may_announce": (False, False, False, False),
    "friend_must_announce": (..., ..., ..., ...),
    "trump_first_lead": ("only_trumps", "only_trumps", "trumps_and_joker", "nothing_else"),
    "mighty_first_trick": ("full", "full", "full", "full"),
    "mighty_first_lead": ("allowed", "allowed", "allowed", "forbidden"),
    "joker_first_last": ("powerless", "powerless_first", "powerless", "forbidden"),
    "joker_first_lead": ("powerless", "forbidden", "powerless", ...),
    "joker_led_powerless": ("second_card", ..., "leader", ...),
    "joker_lead_any_card": (False, False, False, False),
    "other_joker": (..., ..., ..., ...),
    "joker_call_under_clubs": ("S", "S", "S", "S"),
    "joker_call_first_lead": ("allowed", "allowed", "allowed", "forbidden"),
    "joker_call_tricks": ("2_to_last", "2_to_last", "2_to_last_but_one", "2_to_last"),
    "called_joker": ("powerless", "powerless", "powerless", "powerless"),
    "joker_call_optional": (True, True, True, False),
    "mighty_saves_joker": (True, True, True, True),
    "lone_mighty_must_follow": (True, True, True, True),
    "made": ("2(B-M)+(P-B)", "P-10", "P-10", "B-M+1"),
    "failed": ("B-P", "B-P", "B-P", "as_made"),
    "score_from": ("lowest", ..., ..., "lowest"),
    "minimum_made": (0, ..., ..., ...),
    "run": ("captured", "captured", "captured", "off"),
    "back_run": ("defenders_11", "short_by_10", "defenders_10", "off"),
    "back_run_points": (..., ..., ..., ...),
    "no_trump_double": ("always", "always", "made", "off"),
    "no_friend_double": ("always", "off", "made", "off"),
    "first_trick_solo": ("solo", ..., "no_friend", ...),
    "buried_mighty_double": ("off", "off", "off", "off"),
    "buried_joker_double": ("off", "off", "off", "off"),
    "bid_20_double": ("off", "off", "off", "off"),
    "split": ("two_to_one", "two_to_one", "two_to_one", "two_to_one"),
    "sitting_out": ("stays", "stays", "stays", "stays"),
    "bankroll": (0, 0, 40, 0),
    "eliminate": (False, False, True, False),
    "pay_at_most": (..., ..., "everything", ...),
}


DOUBLE = {
    "min_bid": 25,
    "raise_before_kitty_to_suit": 2,
    "raise_before_kitty_to_no_trump": 1,
    "raise_suit_to_suit": 3,
    "raise_suit_to_no_trump": 2,
    "raise_no_trump_to_suit": 3,
    "friend_by_first_trick": False,
    "no_friend": False,
    "friend_may_announce": True,
    "made": "B-M+1",
    "failed": "as_made",
    "run": "off",
    "back_run": "off",
    "no_trump_double": "off",
    "no_friend_double": "off",
}

# What other numbers of players change in the main text, pagat's and those of groups.
OTHERS: Mapping[str, Mapping[str, Any]] = {
    "three": {
        "min_bid": 11,
        "next_dealer": "joker_holder",
        "friend_by_card": False,
        "friend_by_first_trick": False,
        "suit_request": False,
        "no_friend_double": "off",
    },
    "four": {"min_bid": 14, "split": "even"},
    "four_chicago": {
        "made": "B-M+1",
        "failed": "as_made",
        "run": "off",
        "back_run": "off",
        "no_trump_double": "off",
        "no_friend_double": "off",
        "split": "chicago_table",
    },
    "six_drop": {"min_bid": 14},
    "six_sit_out": {"next_dealer": "rotate", "redeal_dealer": "same"},
    "six_all": {"split": "one_share"},
    "seven_drop": {"min_bid": 14},
    "seven_sit_out": {"next_dealer": "rotate", "redeal_dealer": "same"},
    "seven_all": {"split": "one_share"},
    "double_six": DOUBLE,
    "double_seven": DOUBLE,
    "double_eight": DOUBLE,
}


def test_presets_of_other_numbers_of_players_change_the_main_text_so() -> None:
    main = rules()
    for preset, changes in OTHERS.items():
        assert rules(preset).differences(main) == {"players": preset, **changes}
    assert {*OTHERS, "five", "five_two_jokers", "three_with_threes"} == set(DECLARED["players"].choices)
    others = (OTHERS, FAMILY_PRESETS, SCHOOL_PRESETS, REGION_PRESETS)
    assert set(EVERY_PRESET) == set(PRESETS).union(*others)


@pytest.mark.parametrize("key", DECLARED)
def test_presets_have_the_values_of_the_table(key: str) -> None:
    default = (DECLARED[key].default,) * len(PRESETS)
    for preset, value in zip(PRESETS, TABLE.get(key, default), strict=True):
        these = rules(preset)
        if value is ...:
            assert not DECLARED[key].applies(these)
        else:
            assert getattr(these, key) == value


def test_the_table_names_every_house_rule() -> None:
    assert list(TABLE) == [key for key, rule in DECLARED.items() if rule.source != HOUSE]
