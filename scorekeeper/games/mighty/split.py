"""How what the defenders pay is divided on the declarer's side (S0, Scoring; Four players; Chicago versions)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.settlement import Amount, whole


class Parts(NamedTuple):
    """What the declarer, and each friend, receives for every unit that each defender pays; both pay it when failed."""

    declarer: Amount
    friend: Amount


class Sides(NamedTuple):
    """What a split depends on: the bid, whether it was made, and how many stand on each side."""

    level: int
    made: bool
    friends: int
    defenders: int


CHICAGO_TABLE: Mapping[int, tuple[int, int]] = {
    13: (1, 1),
    14: (3, 1),
    15: (4, 2),
    16: (5, 3),
    17: (7, 3),
    18: (8, 4),
    19: (9, 5),
    20: (11, 5),
}
"""By contract: what the declarer and the friend receive while each of two defenders pays one unit over 12."""


def two_to_one(sides: Sides) -> Parts:
    """The declarer receives twice what each friend does, and everything when alone."""
    part = whole(Fraction(sides.defenders, 2 + sides.friends))
    return Parts(2 * part, part)


def even(sides: Sides) -> Parts:
    """Everyone on the declarer's side receives the same."""
    part = whole(Fraction(sides.defenders, 1 + sides.friends))
    return Parts(part, part)


def declarer_pays(sides: Sides) -> Parts:
    """Made, everyone receives the same; failed, the declarer pays for all."""
    return even(sides) if sides.made else Parts(sides.defenders, 0)


def chicago_table(sides: Sides) -> Parts:
    """The printed whole figures. A declarer alone receives the defenders' figure from each of them."""
    if not sides.friends:
        return Parts(sides.defenders, 0)
    declarer, friend = CHICAGO_TABLE[sides.level]
    score = sides.level - 12
    return Parts(Fraction(declarer, score), Fraction(friend, score))


SPLITS: Mapping[str, Callable[[Sides], Parts]] = {
    "two_to_one": two_to_one,
    "even": even,
    "declarer_pays": declarer_pays,
    "chicago_table": chicago_table,
}
"""By the house rule `split`."""
