"""The sets of Korean cities, campuses and schools: what every hand pays under them."""

from itertools import product

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty.region_sets import REGION_PRESETS
from scorekeeper.games.mighty.school_sets import SCHOOL_PRESETS
from tests.cases import for_each
from tests.games.mighty.paying import list_friend_cases, settle_outcome

LOWEST = {"sinchon": 14, **dict.fromkeys(("daegu_city", "gwangju_city", "gyeonggi_province", "jeju"), 12)}
"""The lowest bid with trumps, where it is not 13."""

AS_SUITS = ("standard", "gyeonggi_province", "jeju")
"""The sets whose lowest bid without trumps is the same; elsewhere it is one less."""


def score_in_region(name: str, level: int, no_trump: bool, announced: bool, points: int) -> tuple[bool, int]:
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


def score_at_school(name: str, level: int, no_trump: bool, announced: bool, points: int) -> tuple[bool, int]:
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


SCORES = {**dict.fromkeys(REGION_PRESETS, score_in_region), **dict.fromkeys(SCHOOL_PRESETS, score_at_school)}


@pytest.mark.exhaustive
@for_each(*SCORES)
def test_every_bid_call_and_number_of_points_pays_as_the_words_say(name: str) -> None:
    these = mighty.PRESETS[name].rules
    others = these.setting.active - 1
    for contract, mode, points in product(mighty.every_bid(these), list_friend_cases(these), range(21)):
        made, score = SCORES[name](name, contract.level, contract.trump is None, mode.call == "none", points)
        shared = [score, score] if name == "busan" else [2 * score, score]
        makers = shared if mode.friends else [others * score]
        parts = [*makers, *[-score] * (others + 1 - len(makers))]
        paid = settle_outcome(these, contract, mode, points).amounts
        assert list(paid.values()) == [part if made else -part for part in parts], (contract, mode, points)
