"""The dependence of house rules on each other, and the labels of numbers among their choices."""

from typing import Any, Literal, get_args, get_origin, get_type_hints

from scorekeeper.games import mighty
from scorekeeper.house_rules import house_rules
from tests.cases import for_each
from tests.games.mighty.play import EVERY_PRESET, rules

DECLARED = house_rules(mighty.Rules)

CLAIMED = ("redeal_window", "redeal_dealer", "redeal_fine", "redeal_blocked_by_20")
FINED = ("all_pass_fine", "redeal_pot")
VALUED = ("redeal_all_points", "redeal_lone_ten", "redeal_lone_jack", "redeal_pointless_only", "declarer_redeal")
COUNTED = ("redeal_ten", "redeal_joker", "redeal_mighty")
VALUED_WHOLE = ("redeal_limit", *COUNTED)
BEFORE_KITTY = ("raise_before_kitty_to_suit", "raise_before_kitty_to_no_trump")
BY_CARD = ("secret_solo", "joker_friend", "friend_may_announce")
ONE_EYED = ("redeal_one_eyed_jack",)
ABOVE_TWENTY = ("above_twenty",)
WITH_BANKROLL = ("pay_at_most",)
OF_TWO_JOKERS = ("other_joker",)
COUNTED_BACK_RUN = ("back_run_points",)
OWN_SHARES = ("own_shares",)
ANNOUNCING = ("friend_must_announce",)
JOKER_LED = ("joker_first_lead", "joker_led_powerless")

# Under each change of the main text: the house rules that have no meaning then, besides those of the main text.
MEANINGLESS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, ()),
    ({"no_trump_bids": "opens_lower"}, ()),
    ({"no_trump_bids": "count_one_more"}, ("no_trump_outranks",)),
    ({"no_trump_bids": "none"}, ("no_trump_outranks", "twenty_closes")),
    ({"no_trump_bids": "none", "highest_bid": 23}, ("no_trump_outranks",)),
    ({"first_bidder_must_bid": True}, ("all_pass",)),
    ({"raise_suit_to_suit": 0, "raise_before_kitty_to_suit": 0}, ("raise_to_higher_suit",)),
    ({"raise_suit_to_suit": "forbidden"}, ("raise_to_higher_suit",)),
    ({"redeal": "off"}, (*CLAIMED, *VALUED, *VALUED_WHOLE)),
    ({"redeal": "token"}, (*VALUED, *VALUED_WHOLE)),
    ({"redeal_pointless_only": True}, VALUED_WHOLE),
    ({"redeal_limit": "none", "redeal_lone_jack": True}, COUNTED),
    ({"redeal_limit": "at_most_one"}, ()),
    ({"friend_by_card": False}, BY_CARD),
    ({"friend_by_first_trick": False}, ("first_trick_solo",)),
    ({"friend_by_card": False, "friend_by_first_trick": False, "friend_by_player": True},
     (*BY_CARD, "first_trick_solo")),
    ({"friend_by_card": False, "friend_by_first_trick": False},
     (*BY_CARD, "suit_request", "win_order", "first_trick_solo")),
    ({"mighty_first_trick": "plain"}, ("mighty_first_lead",)),
    ({"joker_first_last": "forbidden"}, JOKER_LED),
    ({"joker_first_last": "full"}, ()),
    ({"joker_first_last": "full", "joker_first_lead": "full"}, ("joker_led_powerless",)),
    ({"players": "five_two_jokers"}, ("joker_lead_any_card", "joker_call_under_clubs")),
    ({"made": "P-10"}, ("minimum_made", "score_from")),
    ({"made": "P-10", "failed": "as_made"}, ("minimum_made",)),
    ({"made": "P-M"}, ()),
    ({"made": "P-M+1"}, ("minimum_made",)),
    ({"made": "P-B"}, ("score_from",)),
    ({"made": "P-B+1"}, ("minimum_made", "score_from")),
    ({"made": "1.5(B-M)+(P-B)"}, ()),
    ({"made": "2(B-M+1)"}, ("minimum_made",)),
    ({"made": "B-M+1"}, ("minimum_made",)),
    ({"no_friend_double": "off"}, ("first_trick_solo",)),
    ({"no_friend_double": "made"}, ()),
    ({"friend_may_announce": True}, ()),
    ({"friend_may_announce": True, "friend_by_card": False}, BY_CARD),
    ({"bankroll": 40}, ()),
    ({"redeal_fine": 5}, ()),
    ({"back_run": "short_by_number"}, ()),
    ({"redeal_fine": "doubling", "all_pass": "last_must_bid"}, ("all_pass_fine",)),
    ({"redeal_fine": 1, "first_bidder_must_bid": True}, ("all_pass", "all_pass_fine")),
]  # fmt: skip


@for_each(*MEANINGLESS, before_kitty=[True, False])
def test_house_rules_without_a_meaning(
    changes: dict[str, Any], meaningless: tuple[str, ...], before_kitty: bool
) -> None:
    these = rules(**changes, change_before_kitty=before_kitty)
    without = {key for key, rule in DECLARED.items() if not rule.applies(these)}
    above_twenty = ABOVE_TWENTY if these.highest_bid == 20 else ()
    jack = () if these.redeal_lone_jack else ONE_EYED
    none_to_pay = () if these.bankroll else WITH_BANKROLL
    no_pot = () if these.has_fines else FINED
    one_joker = () if len(these.setting.jokers) > 1 else OF_TWO_JOKERS
    nothing_said = () if these.friend_may_announce and these.friend_by_card else ANNOUNCING
    no_number = () if these.back_run.endswith("_number") else COUNTED_BACK_RUN
    here = (*no_number, *OWN_SHARES, *one_joker, *above_twenty, *jack, *none_to_pay, *no_pot, *nothing_said)
    assert without == {*meaningless, *(() if before_kitty else BEFORE_KITTY), *here}


def test_house_rules_that_depend_on_others_are_all_named() -> None:
    assert {key for key, rule in DECLARED.items() if rule.when or rule.unless} == {
        *BEFORE_KITTY, *ABOVE_TWENTY, *ONE_EYED, *WITH_BANKROLL, *OF_TWO_JOKERS, *ANNOUNCING, *FINED,
        *COUNTED_BACK_RUN, *OWN_SHARES,
        *(key for _, meaningless in MEANINGLESS for key in meaningless),
    }  # fmt: skip


@for_each(*EVERY_PRESET)
def test_presets_choose_what_may_be_chosen(preset: str) -> None:
    these = rules(preset)
    assert [key for key, rule in DECLARED.items() if getattr(these, key) not in rule.choices] == []


TYPES = {key: get_args(hint) for key, hint in get_type_hints(mighty.Rules).items() if get_origin(hint) is Literal}


@for_each(*TYPES)
def test_the_words_that_may_be_chosen_are_those_of_the_type(key: str) -> None:
    assert set(DECLARED[key].choices) == set(TYPES[key])


NUMBERS = [
    (key, choice, label)
    for key, rule in DECLARED.items()
    for choice, label in rule.choices.items()
    if type(choice) is int
]


@for_each(*NUMBERS)
def test_numbers_are_called_as_they_are_written(key: str, choice: int, label: str) -> None:
    no_raise = key.startswith("raise_") and choice == 0
    assert label == ("none" if no_raise else str(choice).replace("-", "−"))


def test_the_numbers_that_may_be_chosen() -> None:
    """pagat, Bidding; Other numbers of players; Redeal; Exchanging cards; korean40, Preparation."""
    chosen: dict[str, list[int]] = {}
    for key, choice, _ in NUMBERS:
        chosen.setdefault(key, []).append(choice)
    raises = [0, 1, 2, 3]
    assert chosen == {
        "min_bid": [11, 12, 13, 14, 25], "highest_bid": [20, 23, 25], "redeal_ten": [1], "redeal_joker": [0, -1],
        "redeal_mighty": [1, 0, -1], "raise_before_kitty_to_suit": raises, "raise_before_kitty_to_no_trump": raises,
        "raise_suit_to_suit": raises, "raise_suit_to_no_trump": raises, "raise_no_trump_to_suit": raises,
        "score_from": [13], "minimum_made": [0, 1], "redeal_fine": [0, 1, 2, 5], "all_pass_fine": [0, 1],
        "back_run_points": [*range(1, 41)], "bankroll": [0, 20, 30, 40, 50, 60, 80, 100],
    }  # fmt: skip
