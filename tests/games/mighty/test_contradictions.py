"""Choices that cannot stand together are refused, each contradiction by its name."""

from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.house_rules import house_rules
from tests.cases import for_each
from tests.games.mighty.play import codes, rules

CONTRADICTIONS = {
    code
    for rule in house_rules(mighty.Rules).values()
    for code in (*rule.never, *(need.refusal for needs in rule.only.values() for need in needs))
}
"""Every refusal that a house rule declares."""

CALLS_OF_A_FRIEND = ("friend_by_card", "friend_by_first_trick", "friend_by_last_trick", "friend_by_player")

SHARES = list(house_rules(mighty.Rules)["own_shares"].choices)[-1]
"""A table of shares for six players."""

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("pagat", {"min_bid": 25}, ["rules.lowest_bid_of_other_pack"]),
    *(("double_six", {"min_bid": least}, ["rules.lowest_bid_of_other_pack"]) for least in range(11, 15)),
    *((preset, {"min_bid": 11}, []) for preset in ("pagat", "three", "four", "six_drop", "six_sit_out")),
    ("three", {"min_bid": 12}, []),
    ("six_sit_out", {"first_bidder": "dealer"}, ["rules.first_bidder_sits_out"]),
    ("six_sit_out", {"next_dealer": "sit_out_by_result"}, []),
    ("six_drop", {"first_bidder": "dealer"}, []),
    ("six_drop", {"next_dealer": "sit_out_by_result"}, ["rules.nobody_sits_out"]),
    ("korean40", {"next_dealer": "sit_out_by_result"}, ["rules.nobody_sits_out"]),
    ("double_eight", {"next_dealer": "joker_holder"}, ["rules.two_jokers"]),
    ("gyeonggi", {"next_dealer": "joker_holder"}, ["rules.two_jokers"]),
    *(("three", {"next_dealer": dealer}, ["rules.no_friend_deals"]) for dealer in ("friend", "by_result")),
    ("three", {"next_dealer": "rotate"}, []),
    ("pagat", {"next_dealer": "by_result"}, []),
    ("pagat", {"first_bidder": "previous_friend"}, []),
    ("three", {"first_bidder": "previous_friend"}, ["rules.no_friend_bids_first"]),
    ("pagat", {"first_bidder": "previous_friend", **dict.fromkeys(CALLS_OF_A_FRIEND, False)},
     ["rules.no_friend_bids_first"]),
    *(
        ("pagat", {"change_before_kitty": True, **raises}, against)
        for raises, against in (
            ({}, []),
            ({"raise_before_kitty_to_suit": 2, "raise_before_kitty_to_no_trump": 1}, []),
            ({"raise_before_kitty_to_suit": 3}, ["rules.dearer_before_kitty"]),
            ({"raise_suit_to_suit": 0}, ["rules.dearer_before_kitty"]),
            ({"raise_no_trump_to_suit": 0}, ["rules.dearer_before_kitty"]),
            ({"raise_suit_to_suit": "forbidden", "raise_no_trump_to_suit": "forbidden"}, []),
            ({"raise_before_kitty_to_no_trump": 2}, ["rules.dearer_before_kitty"]),
            ({"raise_before_kitty_to_no_trump": 2, "raise_suit_to_no_trump": "forbidden"}, []),
            ({"change_before_kitty": False, "raise_before_kitty_to_suit": 3, "raise_suit_to_suit": 0}, []),
        )
    ),
    *(
        ("six_sit_out", {"redeal_dealer": dealer}, ["rules.redealer_sits_out"])
        for dealer in ("claimer", "next", "previous")
    ),
    ("six_sit_out", {"redeal_dealer": "next", "redeal": "off"}, []),
    ("six_drop", {"redeal_dealer": "next"}, []),
    *(("three", {key: True}, ["rules.always_alone"]) for key in CALLS_OF_A_FRIEND),
    ("three", {"no_friend": False}, ["rules.no_call_left"]),
    ("three", {"no_friend_double": "made"}, ["rules.always_alone_doubled"]),
    ("three", {"no_friend_double": "always"}, ["rules.always_alone_doubled"]),
    ("double_six", {"friend_by_first_trick": True}, ["rules.two_friends_by_card"]),
    ("double_six", {"friend_by_last_trick": True}, ["rules.two_friends_by_card"]),
    ("double_six", {"friend_by_player": True}, ["rules.two_friends_by_card"]),
    ("double_six", {"no_friend": True, "friend_by_card": False}, []),
    ("pagat", dict.fromkeys(CALLS_OF_A_FRIEND, False), []),
    ("double_six", {"highest_bid": 23}, ["rules.more_than_twenty"]),
    ("double_six", {"highest_bid": 25}, ["rules.more_than_twenty"]),
    ("double_six", {"score_from": 13}, ["rules.more_than_twenty"]),
    ("pagat", {"joker_first_lead": "full"}, ["rules.joker_stronger_led"]),
    ("base10", {"joker_first_lead": "full"}, ["rules.joker_stronger_led"]),
    ("double_seven", {"made": "P-10"}, ["rules.ten_of_forty"]),
    ("double_seven", {"back_run": "defenders_11"}, ["rules.back_run_of_one_pack"]),
    ("double_seven", {"back_run": "defenders_10"}, ["rules.back_run_of_one_pack"]),
    ("double_seven", {"back_run": "short_by_10", "run": "captured"}, []),
    *(
        (preset, {"split": split}, ["rules.split_of_four"])
        for preset in ("pagat", "three", "six_drop", "double_six")
        for split in ("even", "declarer_pays")
    ),
    *(
        (preset, {"split": "whole"}, ["rules.split_without_fractions"])
        for preset in ("pagat", "three", "six_drop", "six_sit_out")
    ),
    *((preset, {"split": "whole"}, []) for preset in ("four", "four_chicago", "double_six", "double_eight")),
    *(
        (preset, {"split": "one_share"}, ["rules.split_of_more_than_five"])
        for preset in ("pagat", "four", "six_drop", "six_sit_out", "seven_drop", "seven_sit_out")
    ),
    *((preset, {"split": "one_share"}, []) for preset in ("six_all", "seven_all", "double_seven")),
    *((preset, {"split": split}, []) for preset in ("six_all", "seven_all") for split in ("two_to_one", "whole")),
    *((preset, {"split": "own"}, ["rules.split_of_two_packs"]) for preset in ("pagat", "four_chicago", "six_all")),
    ("double_six", {"split": "own"}, []),
    ("double_six", {"split": "own", "own_shares": SHARES}, []),
    ("double_seven", {"split": "own", "own_shares": SHARES}, ["rules.shares_sum"]),
    ("double_six", {"split": "own", "own_shares": f"{SHARES}; 17: 17 17 17"}, ["rules.shares_needless"]),
    ("double_six", {"split": "own", "own_shares": SHARES, "no_trump_bids": "opens_lower"}, ["rules.shares_missing"]),
    *(
        ("double_six", {"split": "own", "own_shares": SHARES, **formula}, ["rules.shares_of_contracts"])
        for formula in ({"made": "P-M"}, {"failed": "B-P"})
    ),
    ("double_six", {"split": "own", "made": "P-M"}, []),
    ("double_six", {"split": "whole", "own_shares": "1: 9 9 9"}, []),  # a table of another split
    ("double_six", {"own_shares": "1: 1 1"}, ["rules.not_a_table"]),
    ("seven_sit_out", {"first_bidder": "dealer"}, ["rules.first_bidder_sits_out"]),
    ("seven_sit_out", {"next_dealer": "sit_out_by_result"}, []),
    ("seven_sit_out", {"redeal_dealer": "next"}, ["rules.redealer_sits_out"]),
    ("six_all", {"next_dealer": "sit_out_by_result"}, ["rules.nobody_sits_out"]),
    ("korean40", {"split": "chicago_table"}, ["rules.split_of_four", "rules.table_of_contracts"]),
    ("four", {"split": "declarer_pays"}, []),
    ("four", {"split": "chicago_table"}, ["rules.table_from_thirteen", "rules.table_of_contracts"]),
    ("four_chicago", {"players": "four"}, []),
    *(("four_chicago", {"min_bid": least}, ["rules.table_from_thirteen"]) for least in (11, 12, 14)),
    ("four_chicago", {"min_bid": 14, "split": "two_to_one"}, []),
    *(
        ("four_chicago", {key: choice}, ["rules.table_of_contracts"])
        for key, choice in {
            "made": "P-M",
            "failed": "B-P",
            "run": "captured",
            "back_run": "short_by_10",
            "no_trump_double": "made",
            "no_friend_double": "always",
            "buried_mighty_double": "made",
            "buried_joker_double": "made",
            "bid_20_double": "made",
        }.items()
    ),
    ("pagat", {"players": "three"}, ["rules.no_friend_deals", "rules.always_alone", "rules.always_alone_doubled"]),
    ("pagat", {"players": "double_six"},
     ["rules.lowest_bid_of_other_pack", "rules.two_friends_by_card", "rules.back_run_of_one_pack"]),
    ("wikipedia_ja", {"friend_by_card": False, "no_friend": False}, ["rules.no_call_left"]),
    ("wikipedia_ja", {"friend_by_card": False}, []),
    ("pagat", {"redeal_pointless_only": True, "redeal_all_points": True, "redeal_lone_jack": True}, []),
    ("pagat", {"redeal_limit": "none"}, ["rules.no_hand_is_a_redeal"]),
    ("pagat", {"redeal_limit": "none", "redeal_lone_jack": True}, []),
    ("korean40", {"redeal_limit": "none"}, []),  # no hand is valued there
    ("pagat", {"eliminate": True}, ["rules.eliminated_at_start"]),
    ("korean40", {"bankroll": 0}, ["rules.eliminated_at_start"]),
    ("four", {"joker_call_under_clubs": "H"}, ["rules.joker_call_not_in_pack"]),
    ("three", {"joker_call_under_clubs": "H"}, []),
    ("korean40", {"min_bid": 15}, ["rules.not_a_choice"]),
    ("korean40", {"min_bid": True}, ["rules.not_a_choice"]),
    ("korean40", {"mini_bid": 13}, ["rules.unknown"]),
    (
        "pagat",
        {
            "eliminate": True,
            "redeal_limit": "none",
            "first_bidder": "previous_friend",
            **dict.fromkeys(CALLS_OF_A_FRIEND, False),
        },
        ["rules.no_friend_bids_first", "rules.no_hand_is_a_redeal", "rules.eliminated_at_start"],
    ),
]  # fmt: skip
"""A preset, changes of it, and what is against them."""


def test_every_contradiction_is_refused_somewhere() -> None:
    assert {code for _, _, against in CASES for code in against} >= CONTRADICTIONS


@for_each(*CASES)
def test_contradictions_are_all_named(preset: str, changes: dict[str, Any], against: list[str]) -> None:
    if not against:
        assert not mighty.PRESETS[preset].rules.change(changes).differences(rules(preset, **changes))
        return
    with pytest.raises(RuleError) as refusal:
        mighty.PRESETS[preset].rules.change(changes)
    assert codes(refusal.value.problems) == against
