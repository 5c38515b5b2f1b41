"""Choose the part of a sweep that runs: all of it in `make full`, a sample that never changes in `make test`."""

import os
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar
from zlib import crc32

from hypothesis import settings

FULL = "FULL" in os.environ
"""Whether every sweep runs whole, which `make full` asks for."""

T = TypeVar("T")
Case = TypeVar("Case", bound=Sequence[Hashable])


def draw_lot(name: str, count: int) -> int:
    """Return a number below `count` that belongs to a name, whatever other names there are."""
    return crc32(name.encode()) % count


def in_turn(name: str, values: Iterable[T]) -> Sequence[T]:
    """Return all values in `make full`, and otherwise the one whose turn it is at `name`.

    It is for what has nothing to do with the case, such as the language in which a screen is drawn.
    """
    values = tuple(values)
    return values if FULL else (values[draw_lot(name, len(values))],)


def one_in(count: int, cases: Iterable[T]) -> Sequence[T]:
    """Return all cases in `make full`, and otherwise one of each `count` in their order, the first among them."""
    return tuple(cases)[:: 1 if FULL else count]


def cover_pairs(cases: Iterable[Case]) -> Sequence[Case]:
    """Return all cases in `make full`, and otherwise so many that each two values that meet in any case meet in one."""
    cases = tuple(cases)
    if FULL:
        return cases
    pairs = {case: set(combinations(enumerate(case), 2)) for case in cases}
    left = set().union(*pairs.values())
    chosen = set()
    while left:
        best = max(cases, key=lambda case: len(pairs[case] & left))
        chosen.add(best)
        left -= pairs[best]
    return tuple(case for case in cases if case in chosen)


def examples(few: int, many: int) -> settings:
    """Return Hypothesis settings with `many` examples in `make full`, and otherwise with `few`."""
    return settings(max_examples=many if FULL else few)
