"""The sets of Korean cities and campuses: row by row as the program has them, and what every hand pays under them."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty.region_sets import REGION_PRESETS
from tests.cases import for_each
from tests.games.mighty.paying import list_friend_cases, settle_outcome

SETS = (
    *("standard", "gwanak", "sinchon", "busan", "daegu_city", "daejeon", "gwangju_city", "snucse"),
    *("gyeonggi_province", "jeju"),
)
"""In the order of the columns."""

ROWS: Mapping[str, tuple[Any, ...]] = {
    "players": ("five", "six_drop", "five", "four", "five", "six_drop", "five", "five", "five", "three_with_threes"),
    "min_bid": (13, 13, 14, 13, 12, 13, 12, 13, 12, 12),
    "no_trump_bids": ("as_suits", *("opens_lower",) * 6, "count_one_more", "as_suits", "as_suits"),
    "no_trump_outranks": (False,) * 10,
    "highest_bid": (20, 20, 25, 20, 25, 20, 20, 20, 20, 20),
    "twenty_closes": ("any_20",) * 10,
    "first_bidder_must_bid": (False, True, True, True, True, True, False, False, False, False),
    "first_bidder": (
        *("previous_declarer", *("previous_friend",) * 5),
        *("previous_declarer", "previous_friend"),
        *("previous_declarer", "previous_declarer"),
    ),
    "change_before_kitty": (True,) * 10,
    "raise_before_kitty_to_suit": (1,) * 10,
    "raise_before_kitty_to_no_trump": (1, *(0,) * 7, 0, 0),
    "raise_suit_to_suit": (*(2,) * 8, 1, 1),
    "raise_suit_to_no_trump": (2, *(1,) * 7, 1, 1),
    "raise_no_trump_to_suit": (*(2,) * 8, 1, 1),
    "mighty_first_trick": ("full", "full", "full", "full", "plain", "full", "plain", "full", "full", "full"),
    "joker_first_last": (*("forbidden",) * 6, "powerless", "powerless", "full", "forbidden"),
    "trump_first_lead": (*("nothing_else",) * 8, "free", "nothing_else"),
    "joker_call_tricks": (
        *("every", "every", "2_to_last", "every", "every", "every", "2_to_last", "2_to_last"),
        *("every", "every"),
    ),
    "called_joker": (*("powerless",) * 8, "full", "powerless"),
    "mighty_saves_joker": (False, True, True, True, True, True, False, True, True, True),
    "joker_call_under_clubs": ("S", "H", "S", "S", "S", "S", "S", "H", "H", "S"),
    "redeal_limit": ("below_half",) * 10,
    "redeal_ten": (1,) * 10,
    "redeal_lone_ten": (*(True,) * 8, False, True),
    "redeal_lone_jack": (False, True, True, True, False, True, False, False, False, True),
    "redeal_one_eyed_jack": (False, True, True, True, False, True, False, False, False, True),
    "redeal_all_points": (False, False, True, False, False, False, False, True, False, True),
    "redeal_joker": (0, -1, -1, 0, 0, -1, 0, -1, 0, -1),
    "redeal_mighty": (1, 0, 0, 0, 1, 0, 1, 0, 1, 0),
    "redeal_dealer": ("same",) * 10,
    "joker_friend": (True, True, True, False, True, True, True, True, True, True),
    "secret_solo": (False,) * 10,
    "made": ("2(B-M)+(P-B)", "P-B", *("2(B-M)+(P-B)",) * 6, "2(B-M)+(P-B)", "2(B-M)+(P-B)"),
    "failed": ("B-P",) * 10,
    "no_trump_double": ("made",) * 10,
    "run": ("captured",) * 10,
    "back_run": ("off", *("defenders_bid",) * 6, "defenders_11", "defenders_bid", "defenders_bid"),
    "no_friend_double": ("off", "off", "made", "off", "off", "off", "off", "made", "made", "off"),
    "joker_first_lead": (*("powerless",) * 8, "full", "powerless"),
    "friend_may_announce": (*(False,) * 8, True, False),
    "friend_must_announce": (*(False,) * 8, True, False),
}
"""Each house rule, set by set."""


@for_each(*ROWS)
def test_sets_are_those_of_the_program(key: str) -> None:
    assert tuple(getattr(mighty.PRESETS[name].rules, key) for name in SETS) == ROWS[key]


def test_every_set_is_named_here_and_stands_in_itself() -> None:
    assert set(SETS) == set(REGION_PRESETS)
    assert [name for name in SETS if mighty.PRESETS[name].rules.check()] == []


def test_contracts_above_twenty_are_made_with_everything() -> None:
    above = {name for name in SETS if mighty.PRESETS[name].rules.above_twenty == "made_with_all"}
    assert above == {"sinchon", "daegu_city"}


LOWEST = {"sinchon": 14, **dict.fromkeys(("daegu_city", "gwangju_city", "gyeonggi_province", "jeju"), 12)}
"""The lowest bid with trumps, where it is not 13."""

AS_SUITS = ("standard", "gyeonggi_province", "jeju")
"""The sets whose lowest bid without trumps is the same; elsewhere it is one less."""


def score_in_words(name: str, level: int, no_trump: bool, announced: bool, points: int) -> tuple[bool, int]:
    """Return whether the contract is made and the score of each defender, from the table of the program alone."""
    made = min(level, 20) <= points
    lowest = LOWEST.get(name, 13) - (no_trump and name not in AS_SUITS)
    if made:
        score = points - level if name == "gwanak" else 2 * (level - lowest) + (points - level)
        doubles = [points == 20, no_trump, announced and name in ("sinchon", "gyeonggi_province", "snucse")]
    else:
        score = level - points
        back_run = {"standard": False, "snucse": points <= 9}.get(name, 20 - points >= level)
        doubles = [back_run]
    for doubled in doubles:
        score *= 2 if doubled else 1
    return made, score


@pytest.mark.exhaustive
@for_each(*SETS)
def test_every_bid_call_and_number_of_points_pays_as_the_program_says(name: str) -> None:
    these = mighty.PRESETS[name].rules
    others = these.setting.active - 1
    for contract, mode, points in product(mighty.every_bid(these), list_friend_cases(these), range(21)):
        made, score = score_in_words(name, contract.level, contract.trump is None, mode.call == "none", points)
        shared = [score, score] if name == "busan" else [2 * score, score]
        makers = shared if mode.friends else [others * score]
        parts = [*makers, *[-score] * (others + 1 - len(makers))]
        paid = settle_outcome(these, contract, mode, points).amounts
        assert list(paid.values()) == [part if made else -part for part in parts], (contract, mode, points)
