"""Choices of house rules that cannot stand together, each by the name of its refusal."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorekeeper.cards import Card, Suit
from scorekeeper.house_rules import house_rules

if TYPE_CHECKING:
    from scorekeeper.games.mighty.rules import Rules


def out_of_place(rules: "Rules", key: str, *values: object) -> bool:
    """Whether the choice of this house rule, one of `values` if any are given, cannot be chosen with these players."""
    choice = getattr(rules, key)
    return choice in (values or (choice,)) and choice not in house_rules(type(rules))[key].choices_under(rules)


def calls_a_friend(rules: "Rules") -> bool:
    """Whether there is any way to call a friend."""
    return rules.friend_by_card or rules.friend_by_first_trick or rules.friend_by_player


def dearer_before_kitty(rules: "Rules") -> bool:
    """Whether a change before the kitty costs more than the same change after it, when the cards are known."""
    to_suit, to_no_trump = rules.raise_before_kitty_to_suit, rules.raise_before_kitty_to_no_trump
    prices = (
        (to_suit, rules.raise_suit_to_suit),
        (to_suit, rules.raise_no_trump_to_suit),
        (to_no_trump, rules.raise_suit_to_no_trump),
    )
    return rules.change_before_kitty and any(after != "forbidden" and before > after for before, after in prices)


def doubles_anything(rules: "Rules") -> bool:
    """Whether any rule doubles a score."""
    doubles = (
        rules.run,
        rules.back_run,
        rules.no_trump_double,
        rules.no_friend_double,
        rules.buried_mighty_double,
        rules.buried_joker_double,
        rules.bid_20_double,
    )
    return any(choice != "off" for choice in doubles)


CONTRADICTIONS: Mapping[str, Callable[["Rules"], bool]] = {
    "rules.lowest_bid_of_other_pack": lambda rules: out_of_place(rules, "min_bid"),
    "rules.first_bidder_sits_out": lambda rules: rules.setting.sit_out > 0 and rules.first_bidder == "dealer",
    "rules.no_friend_bids_first": lambda rules: rules.first_bidder == "previous_friend" and not calls_a_friend(rules),
    "rules.no_friend_deals": lambda rules: out_of_place(rules, "next_dealer", "friend", "by_result"),
    "rules.nobody_sits_out": lambda rules: out_of_place(rules, "next_dealer", "sit_out_by_result"),
    "rules.two_jokers": lambda rules: out_of_place(rules, "next_dealer", "joker_holder"),
    "rules.pointless_and_all_points": lambda rules: (
        rules.redeal == "hand_value" and rules.redeal_pointless_only and rules.redeal_all_points
    ),
    "rules.pointless_and_lone_jack": lambda rules: (
        rules.redeal == "hand_value" and rules.redeal_pointless_only and rules.redeal_lone_jack
    ),
    "rules.redealer_sits_out": lambda rules: (
        rules.setting.sit_out > 0 and rules.redeal != "off" and rules.redeal_dealer != "same"
    ),
    "rules.dearer_before_kitty": dearer_before_kitty,
    "rules.no_call_left": lambda rules: not (calls_a_friend(rules) or rules.no_friend),
    "rules.always_alone": lambda rules: rules.setting.partners == 0 and calls_a_friend(rules),
    "rules.two_friends_by_card": lambda rules: (
        rules.setting.partners > 1 and (rules.friend_by_first_trick or rules.friend_by_player)
    ),
    "rules.joker_call_not_in_pack": lambda rules: (
        Card(Suit(rules.joker_call_under_clubs), rules.setting.joker_caller) not in rules.setting.copies
    ),
    "rules.ten_of_forty": lambda rules: out_of_place(rules, "made"),
    "rules.back_run_of_one_pack": lambda rules: out_of_place(rules, "back_run"),
    "rules.always_alone_doubled": lambda rules: out_of_place(rules, "no_friend_double"),
    "rules.split_of_four": lambda rules: out_of_place(rules, "split"),
    "rules.table_from_thirteen": lambda rules: rules.split == "chicago_table" and rules.min_bid != 13,
    "rules.table_of_contracts": lambda rules: (
        rules.split == "chicago_table"
        and (rules.made != "B-M+1" or rules.failed != "as_made" or doubles_anything(rules))
    ),
    "rules.eliminated_at_start": lambda rules: rules.eliminate and rules.bankroll == 0,
}
"""By code, in the order of the house rules: whether the rules contradict themselves so."""
