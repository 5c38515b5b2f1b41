"""Levels: the ranks that players climb, from two to ace and beyond (pagat, The Scoring; Variations: Scoring)."""

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
LATER_LAPS_START: Mapping[bool, Rank] = {False: Rank.TWO, True: Rank.TEN}
"""By the house rule that leaves out the low levels."""

RANKS_BY_LETTERS = {**RANKS_BY_TEXT, LETTERS[Rank.JOKER]: Rank.JOKER}
LEVEL_PATTERN = re.compile(r"(\w+)(\+*)", re.ASCII)


def as_rank(rank: Rank | int | str) -> Rank:
    """The rank of a level: itself, as a number (10, 14 for the ace) or as text ("10", "A"). Raises `rank.malformed`."""
    number = RANKS_BY_LETTERS.get(rank.strip().upper()) if isinstance(rank, str) else rank
    if not isinstance(number, int) or isinstance(number, bool) or number not in RANKS:
        raise RuleError("rank.malformed", text=rank)
    return Rank(number)


@text_value
@dataclass(frozen=True, order=True)
class Level:
    """How far a player has come: ``Level(0, Rank.TEN)``, or one lap later ``Level(1, Rank.TEN)``.

    The rank may be given as `as_rank` takes it. Raises `RuleError` ``rank.malformed``, or ``level.malformed`` for what
    is no number of laps.
    """

    lap: int
    rank: Rank

    def __post_init__(self) -> None:
        if type(self.lap) is not int or self.lap < 0:
            raise RuleError("level.malformed", text=self.lap)
        object.__setattr__(self, "rank", as_rank(self.rank))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2", "10", "K", "JK" for the joker, "10+", "A++". Raises `RuleError` ``level.malformed``."""
        written = LEVEL_PATTERN.fullmatch(str(text).strip().upper())
        rank = RANKS_BY_LETTERS.get(written[1]) if written else None
        if written is None or rank not in RANKS:
            raise RuleError("level.malformed", text=text)
        return cls(len(written[2]), Rank(rank))

    @classmethod
    def of(cls, level: "Level | Rank | int | str") -> "Level":
        """A level as it is, as text, or as a rank of the first lap."""
        if isinstance(level, Level):
            return level
        return cls.parse(level) if isinstance(level, str) else cls(0, as_rank(level))

    @property
    def height(self) -> int:
        """How many steps it is above two, in laps that leave nothing out: a number that is in order as levels are."""
        return self.lap * len(RANKS) + RANKS.index(self.rank)

    def __str__(self) -> str:
        return f"{self.rank}{'+' * self.lap}"


FIRST_LEVEL = Level(0, Rank.TWO)
ABOVE_ACE = Level(0, Rank.JOKER)
MAX_LEVEL_LENGTH = 40
"""So many letters of a level are read: more laps than anybody plays."""
ABOVE_ACE_TEXT = ">A"
"""How the level above the ace is written where no joker is played for: whoever reached it has won."""


def adapt_value(rules: Rules, value: object) -> object:
    """A level as it is written under these house rules; any other value as it is."""
    return ABOVE_ACE_TEXT if rules.end == "above_ace" and value == ABOVE_ACE else value


def read_level(rules: Rules, text: str) -> Level:
    """The level that people at a table with these house rules write so. Raises `RuleError` ``level.malformed``."""
    if len(text) > MAX_LEVEL_LENGTH:
        raise RuleError("level.malformed", text=f"{text[:MAX_LEVEL_LENGTH]}…")
    return ABOVE_ACE if adapt_value(rules, ABOVE_ACE) == text.strip().upper() else Level.parse(text)


def raise_level(rules: Rules, level: Level | Rank | int | str, by: int) -> Level:
    """`level` and `by` levels more. Without laps nothing is higher than `ABOVE_ACE`."""
    now = Level.of(level)
    for _ in range(by):
        now = next_level(rules, now)
    return now


def lower_level(rules: Rules, level: Level | Rank | int | str, by: int) -> Level:
    """`level` and `by` levels less, through earlier laps. Nothing is lower than two."""
    now = Level.of(level)
    for _ in range(by):
        now = previous_level(rules, now)
    return now


def next_level(rules: Rules, level: Level) -> Level:
    """The level after `level`."""
    if level.rank is not Rank.JOKER:
        return Level(level.lap, RANKS[RANKS.index(level.rank) + 1])
    if rules.end == "above_ace":
        return level
    return Level(level.lap + 1, LATER_LAPS_START[rules.skip_low])


def previous_level(rules: Rules, level: Level) -> Level:
    """The level before `level`; two stays two. A level that the house rules leave out stands above the joker."""
    if level.lap and level.rank <= LATER_LAPS_START[rules.skip_low]:
        return Level(level.lap - 1, Rank.JOKER)
    return Level(level.lap, RANKS[max(RANKS.index(level.rank) - 1, 0)])


def steps_between(rules: Rules, level: Level, other: Level) -> int:
    """By how many levels `level` must be raised, or lowered where it is below zero, to be `other`.

    Raises `RuleError` ``level.left_out`` where these house rules never lead from one to the other.
    """
    step, by = (next_level, 1) if level < other else (previous_level, -1)
    now, steps = level, 0
    while now != other:
        before, now = now, step(rules, now)
        steps += by
        if now == before or ((now < other) is not (level < other) and now != other):
            raise RuleError("level.left_out", level=other)
    return steps


def count_levels_below(rules: Rules, level: Level) -> int:
    """By how many levels `level` can be lowered under these house rules."""
    steps = 0
    while level != FIRST_LEVEL:
        level, steps = previous_level(rules, level), steps + 1
    return steps
