"""The sets of Korean schools: what every hand pays under them."""

from itertools import product

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty.school_sets import SCHOOL_PRESETS
from tests.cases import for_each
from tests.games.mighty.paying import list_friend_cases, settle_outcome


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
@for_each(*SCHOOL_PRESETS)
def test_every_bid_call_and_number_of_points_pays_as_the_school_says(name: str) -> None:
    these = mighty.PRESETS[name].rules
    for contract, mode, points in product(mighty.every_bid(these), list_friend_cases(these), range(21)):
        made, score = score_in_words(name, contract.level, contract.trump is None, mode.call == "none", points)
        makers = [2 * score, score] if mode.friends else [4 * score]
        parts = [*makers, *[-score] * (5 - len(makers))]
        paid = settle_outcome(these, contract, mode, points).amounts
        assert list(paid.values()) == [part if made else -part for part in parts], (contract, mode, points)
