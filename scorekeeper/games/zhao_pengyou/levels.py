"""Levels: the ranks that players climb, from two to ace and beyond (S2, The Scoring; Variations: Scoring)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from scorekeeper.cards import LETTERS, RANKS_BY_TEXT, SUITED_RANKS, Rank
from scorekeeper.errors import RuleError
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.values import text_value

RANKS = (*SUITED_RANKS, Rank.JOKER)
"""A lap: two to ace, and above it the joker; where there are no laps, what is above the ace has won."""
LATER_LAPS_BEGIN: Mapping[bool, Rank] = {False: Rank.TWO, True: Rank.TEN}
"""By the house rule that leaves out the low levels."""

RANKS_BY_LETTERS = {**RANKS_BY_TEXT, LETTERS[Rank.JOKER]: Rank.JOKER}
WRITTEN = re.compile(r"(\w+)(\+*)", re.ASCII)


@text_value
@dataclass(frozen=True, order=True)
class Level:
    """How far a player has come: ``Level(0, Rank.TEN)``, or one lap later ``Level(1, Rank.TEN)``."""

    lap: int
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2", "10", "K", "JK" for the joker, "10+", "A++". Raises `RuleError` ``level.malformed``."""
        written = WRITTEN.fullmatch(text.strip().upper())
        rank = RANKS_BY_LETTERS.get(written[1]) if written else None
        if written is None or rank is None:
            raise RuleError("level.malformed", text=text)
        return cls(len(written[2]), rank)

    def __str__(self) -> str:
        return f"{self.rank}{'+' * self.lap}"


FIRST = Level(0, Rank.TWO)
ABOVE_ACE = Level(0, Rank.JOKER)


def raised(rules: Rules, level: Level, by: int) -> Level:
    """`level` and `by` levels more. Without laps nothing is higher than `ABOVE_ACE`."""
    for _ in range(by):
        level = next_level(rules, level)
    return level


def next_level(rules: Rules, level: Level) -> Level:
    """The level after `level`."""
    if level.rank is not Rank.JOKER:
        return Level(level.lap, RANKS[RANKS.index(level.rank) + 1])
    if rules.end == "above_ace":
        return level
    return Level(level.lap + 1, LATER_LAPS_BEGIN[rules.skip_low])
