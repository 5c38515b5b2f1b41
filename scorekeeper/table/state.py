"""A table as the fold of its log: immutable, and cheap to keep one of for every recorded action."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.game import Ending, Game, Player, Situation, Summary
from scorekeeper.house_rules import Ruleset, Value
from scorekeeper.settlement import Amount, Settlement


@dataclass(frozen=True, slots=True)
class Stamp:
    """When an action was recorded (UTC, ISO 8601), by whose seat and which device."""

    version: int
    at: str
    player: Player | None = None
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """A player: their name, what they began with, and whether they are at the table now."""

    number: Player
    name: str
    start: Amount
    present: bool = True


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand at this table: the game's own hand, the situation it was dealt in, its events and what became of it.

    `earlier` keeps every version that a correction replaced, newest first.
    """

    number: int
    hand: Any
    opened: Situation
    events: tuple[Any, ...] = ()
    dealer: Player | None = None
    voided: str | None = None
    settlement: Settlement[Player] | None = None
    stamp: Stamp | None = None
    earlier: tuple["HandRecord", ...] = ()

    @property
    def amounts(self) -> Mapping[Player, Amount]:
        """What each player received or paid; empty when void or unfinished."""
        return self.settlement.amounts if self.settlement and self.voided is None else {}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of balances by hand, in its place between the hands."""

    amounts: Mapping[Player, Amount]
    reason: str
    penalized: Player | None
    stamp: Stamp


Entry = HandRecord | Adjustment


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything a screen, an export or a check may ask of a table."""

    game_key: str
    preset: str
    changes: Mapping[str, Value]
    rules: Ruleset
    people: Mapping[Player, Person] = field(default_factory=dict)
    seating: tuple[Player, ...] = ()
    entries: tuple[Entry, ...] = ()
    balances: Mapping[Player, Amount] = field(default_factory=dict)
    current: HandRecord | None = None
    situation: Situation | None = None
    hand_limit: int | None = None
    closed: bool = False
    ending: Ending | None = None

    @property
    def game(self) -> Game:
        """The game played here."""
        return find_game(self.game_key)

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands that are over, in order, void ones among them."""
        return tuple(entry for entry in self.entries if isinstance(entry, HandRecord))

    @property
    def hand_number(self) -> int:
        """The number of the hand in progress, or of the next one."""
        return self.current.number if self.current else len(self.hands) + 1

    @property
    def last_hand(self) -> HandRecord | None:
        """The hand that was finished last."""
        return next((entry for entry in reversed(self.entries) if isinstance(entry, HandRecord)), None)

    def find_hand(self, number: int) -> HandRecord | None:
        """The hand of that number, in progress or over."""
        if self.current and self.current.number == number:
            return self.current
        return next((hand for hand in self.hands if hand.number == number), None)

    def summary(self, record: HandRecord) -> Summary:
        """The game's line about a hand."""
        return self.game.summary(record.hand)

    def name(self, player: Player) -> str:
        """What a player is called."""
        return self.people[player].name
