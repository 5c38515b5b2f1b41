"""The sets of Korean schools: row by row as they are written down, and what every hand pays under them."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty.school_sets import SCHOOL_PRESETS
from tests.cases import for_each
from tests.games.mighty.paying import list_friend_cases, settle_outcome

SETS = ("gibon", "dongsin", "daegu", "minsago", "gwangju", "gyeonggi", "sungkyunkwan", "seoul", "yonsei")
"""In the order of the columns."""

ROWS: Mapping[str, tuple[Any, ...]] = {
    "players": (*("five",) * 5, "five_two_jokers", *("five",) * 3),
    "min_bid": (14, 13, 12, 13, 12, 14, 12, 13, 14),
    "highest_bid": (20, 20, 23, 20, 20, 20, 20, 20, 23),
    "no_trump_bids": (
        *("count_one_more", "none", "as_suits", "as_suits", "as_suits", "count_one_more"),
        *("as_suits", "as_suits", "none"),
    ),
    "first_bidder_must_bid": (False, False, True, False, False, False, False, False, True),
    "all_pass": ("first_again", *("redeal",) * 8),
    "next_dealer": ("friend", *("rotate",) * 8),
    "redeal_ten": ("half", 1, 1, 1, 1, 1, 1, "half", "half_of_majors"),
    "redeal_mighty": (0, 1, 1, 1, 1, -1, 1, "half", "half"),
    "redeal_joker": (-1, 0, 0, -1, 0, "minus_half", 0, "minus_half", 0),
    "redeal_limit": (
        *("at_most_half", "below_half", "below_half", "at_most_one", "below_half", "at_most_one"),
        *("below_half", "at_most_half", "at_most_half"),
    ),
    "redeal_window": ("before_auction", *("own_turn",) * 8),
    "redeal_dealer": ("claimer", *("same",) * 8),
    "raise_suit_to_suit": (2, 1, 2, 2, 2, 2, 0, 2, 2),
    "raise_same_trump": (True, *(False,) * 8),
    "friend_by_card": (True,) * 9,
    "secret_solo": (True,) * 9,
    "no_friend": (True,) * 9,
    "friend_by_player": (True, False, True, True, True, True, True, False, True),
    "friend_by_first_trick": (True, False, True, True, True, True, True, True, True),
    "friend_by_last_trick": (False, False, True, True, True, True, True, True, True),
    "trump_first_lead": (
        *("trumps_and_joker", *("trumps_joker_mighty",) * 5),
        *("free", "trumps_joker_mighty", "trumps_joker_mighty"),
    ),
    "mighty_first_trick": ("full", "full", "plain", "full", "plain", *("full",) * 4),
    "joker_first_last": (*("powerless",) * 4, "full", "powerless", "full", "powerless", "powerless"),
    "joker_first_lead": ("forbidden", *("powerless",) * 3, "full", "powerless", "full", "powerless", "powerless"),
    "joker_led_powerless": (*("leader",) * 5, "second_card", *("leader",) * 3),
    "other_joker": ("above_suit",) * 9,
    "joker_call_under_clubs": ("S", "C", *("S",) * 7),
    "joker_call_tricks": ("2_to_last_but_one", *("every",) * 6, "2_to_last", "2_to_last"),
    "called_joker": (*("powerless",) * 6, "full", "powerless", "powerless"),
    "mighty_saves_joker": (True, True, True, False, *(True,) * 5),
}
"""Each house rule, set by set."""

NO_TRUMP_RAISES = {
    "gibon": (1, 3),
    "daegu": (2, 2),
    "minsago": (2, 2),
    "gwangju": (2, 2),
    "gyeonggi": (1, 3),
    "sungkyunkwan": (0, 0),
    "seoul": (2, 2),
}
"""The raises to no-trump and from it to a suit, where there are no-trump bids."""


@for_each(*ROWS)
def test_sets_are_those_of_the_schools(key: str) -> None:
    assert tuple(getattr(mighty.PRESETS[name].rules, key) for name in SETS) == ROWS[key]


def test_no_trump_costs_what_the_schools_say() -> None:
    raises = {
        name: (mighty.PRESETS[name].rules.raise_suit_to_no_trump, mighty.PRESETS[name].rules.raise_no_trump_to_suit)
        for name in NO_TRUMP_RAISES
    }
    assert raises == NO_TRUMP_RAISES


def test_every_set_is_named_here_and_stands_in_itself() -> None:
    assert set(SETS) == set(SCHOOL_PRESETS)
    assert [name for name in SETS if mighty.PRESETS[name].rules.check()] == []


def score_in_words(name: str, level: int, no_trump: bool, announced: bool, points: int) -> tuple[bool, int]:
    """Return whether the contract is made and the score of each defender, from the table of the schools alone."""
    made = level <= points
    if not made:
        score = level - points
    elif name == "gibon":
        score = max(1, (points - 13) + (level - 13))
    else:
        score = points - 10
    doubles = [points == 20 and made, points <= 10]
    if name == "gibon":
        doubles += [no_trump, announced, level == 20]
    else:
        doubles += [no_trump and made, announced and made]
    for doubled in doubles:
        score *= 2 if doubled else 1
    return made, score


@pytest.mark.exhaustive
@for_each(*SETS)
def test_every_bid_call_and_number_of_points_pays_as_the_school_says(name: str) -> None:
    these = mighty.PRESETS[name].rules
    for contract, mode, points in product(mighty.every_bid(these), list_friend_cases(these), range(21)):
        made, score = score_in_words(name, contract.level, contract.trump is None, mode.call == "none", points)
        makers = [2 * score, score] if mode.friends else [4 * score]
        parts = [*makers, *[-score] * (5 - len(makers))]
        paid = settle_outcome(these, contract, mode, points).amounts
        assert list(paid.values()) == [part if made else -part for part in parts], (contract, mode, points)
