"""Levels: the ranks that players climb, from two to ace and beyond (pagat, The Scoring; Variations: Scoring)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from scorekeeper.cards import LETTERS, RANKS_BY_TEXT, SUITED_RANKS, Rank
from scorekeeper.errors import RuleError
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.numerals import normalize_text
from scorekeeper.values import text_value

RANKS = (*SUITED_RANKS, Rank.JOKER)
"""A lap from two to the joker. Without laps the rank above the ace means that the player has won."""
LATER_LAPS_START: Mapping[bool, Rank] = {False: Rank.TWO, True: Rank.TEN}
"""The first rank of every lap but the first, by the house rule `skip_low`."""
RANKS_BY_LETTERS = {**RANKS_BY_TEXT, LETTERS[Rank.JOKER]: Rank.JOKER}
LEVEL_PATTERN = re.compile(r"(\w+)(\+*)", re.ASCII)


def as_rank(rank: Rank | int | str) -> Rank:
    """Return the rank given as a rank, a number (10, 14 for the ace) or text ("10", "A").

    Raises `RuleError` ``rank.malformed``.
    """
    number = RANKS_BY_LETTERS.get(rank.strip().upper()) if isinstance(rank, str) else rank
    if not isinstance(number, int) or isinstance(number, bool) or number not in RANKS:
        raise RuleError("rank.malformed", text=rank)
    return Rank(number)


@text_value
@dataclass(frozen=True, order=True)
class Level:
    """A player's level: ``Level(0, Rank.TEN)``, or one lap later ``Level(1, Rank.TEN)``.

    The rank is anything that `as_rank` accepts. Raises `RuleError` ``rank.malformed``, or ``level.malformed`` if `lap`
    is not a whole number from 0.
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
        written = LEVEL_PATTERN.fullmatch(normalize_text(str(text)).upper())
        rank = RANKS_BY_LETTERS.get(written[1]) if written else None
        if written is None or rank not in RANKS:
            raise RuleError("level.malformed", text=text)
        return cls(len(written[2]), Rank(rank))

    @classmethod
    def of(cls, level: "Level | Rank | int | str") -> "Level":
        """Return the level given as a level, as text, or as a rank of the first lap."""
        if isinstance(level, Level):
            return level
        return cls.parse(level) if isinstance(level, str) else cls(0, as_rank(level))

    @property
    def height(self) -> int:
        """The number of steps above two if no lap left any rank out; it sorts levels."""
        return self.lap * len(RANKS) + RANKS.index(self.rank)

    def __str__(self) -> str:
        return f"{self.rank}{'+' * self.lap}"


FIRST_LEVEL = Level(0, Rank.TWO)
ABOVE_ACE = Level(0, Rank.JOKER)
MAX_LEVEL_LENGTH = 40
"""The longest text that is read as a level; nobody plays so many laps."""
ABOVE_ACE_TEXT = ">A"
"""The level above the ace where the game ends there: whoever reaches it has won."""


def adapt_value(rules: Rules, value: object) -> object:
    """Return the text for the level above the ace where it ends the game, and any other value unchanged."""
    return ABOVE_ACE_TEXT if rules.end == "above_ace" and value == ABOVE_ACE else value


def find_must_play(rules: Rules) -> frozenset[Rank]:
    """Return the ranks of the levels that must be played, by the house rule `must_play`; with the ace the joker's."""
    if rules.must_play == "none":
        return frozenset()
    written = rules.own_levels.split() if rules.must_play == "own" else rules.must_play.split("_")
    ranks = frozenset(map(as_rank, written))
    return ranks | {Rank.JOKER} if Rank.ACE in ranks else ranks


def first_level(rules: Rules) -> Level:
    """Return the level at which everyone begins under these house rules."""
    return Level(0, Rank(rules.start_level))


def read_level(rules: Rules, text: str) -> Level:
    """Read a level as people under these house rules write it. Raises `RuleError` ``level.malformed``."""
    if len(text) > MAX_LEVEL_LENGTH:
        raise RuleError("level.malformed", text=f"{text[:MAX_LEVEL_LENGTH]}…")
    return ABOVE_ACE if adapt_value(rules, ABOVE_ACE) == normalize_text(text).upper() else Level.parse(text)


def raise_level(rules: Rules, level: Level | Rank | int | str, by: int) -> Level:
    """Return the level `by` levels above `level`. Without laps `ABOVE_ACE` is the highest."""
    now = Level.of(level)
    for _ in range(by):
        now = next_level(rules, now)
    return now


def lower_level(rules: Rules, level: Level | Rank | int | str, by: int) -> Level:
    """Return the level `by` levels below `level`, through earlier laps. Two is the lowest."""
    now = Level.of(level)
    for _ in range(by):
        now = previous_level(rules, now)
    return now


def fall_to(rules: Rules, level: Level, rank: Rank) -> Level:
    """Return the level of `rank` in the lap of `level`, or `level` itself where that is lower."""
    first = LATER_LAPS_START[rules.skip_low] if level.lap else FIRST_LEVEL.rank
    return min(level, Level(level.lap, max(rank, first)))


def next_level(rules: Rules, level: Level) -> Level:
    """Return the level after `level`."""
    if level.rank is not Rank.JOKER and level.rank is not top_rank(rules):
        return Level(level.lap, RANKS[RANKS.index(level.rank) + 1])
    if rules.end == "above_ace":
        return level
    return Level(level.lap + 1, LATER_LAPS_START[rules.skip_low])


def top_rank(rules: Rules) -> Rank:
    """Return the last rank of a lap; without laps it is above the ace."""
    return Rank.ACE if rules.end == "lap" else Rank.JOKER


def previous_level(rules: Rules, level: Level) -> Level:
    """Return the level before `level`; two stays two.

    A rank that later laps leave out follows the joker of the lap before.
    """
    if level.lap and level.rank <= LATER_LAPS_START[rules.skip_low]:
        return Level(level.lap - 1, top_rank(rules))
    return Level(level.lap, RANKS[max(RANKS.index(level.rank) - 1, 0)])


def count_steps_between(rules: Rules, level: Level, other: Level) -> int:
    """Return the number of levels from `level` to `other`; it is negative if `other` is lower.

    Raises `RuleError` ``level.left_out`` if no number of steps leads there under these house rules.
    """
    step, by = (next_level, 1) if level < other else (previous_level, -1)
    now, steps = level, 0
    while now != other:
        before, now = now, step(rules, now)
        steps += by
        if now == before or ((now < other) is not (level < other) and now != other):
            raise RuleError("level.left_out", level=other)
    return steps


def shift_level(rules: Rules, was: Level, now: Level, level: Level) -> Level:
    """Return the level that is as far from `level` as `now` is from `was`, counted in ranks that the laps have.

    Logs rely on it (see `Game.shift_amount`): it must never change.
    """
    first = RANKS[: RANKS.index(top_rank(rules)) + 1]
    lap = first[first.index(LATER_LAPS_START[rules.skip_low]) :]

    def place(of: Level) -> int:
        rank = min(RANKS.index(of.rank), len(first) - 1)
        later = len(first) + (of.lap - 1) * len(lap) + max(rank - RANKS.index(lap[0]), 0)
        return later if of.lap else rank

    place_now = max(place(level) + place(now) - place(was), 0)
    if place_now < len(first):
        return Level(0, first[place_now])
    laps, rank = divmod(place_now - len(first), len(lap))
    return Level(laps + 1, lap[rank])


def count_levels_below(rules: Rules, level: Level) -> int:
    """Return the number of levels by which `level` can be lowered under these house rules."""
    steps = 0
    while level != FIRST_LEVEL:
        level, steps = previous_level(rules, level), steps + 1
    return steps
