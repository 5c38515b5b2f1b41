"""What every game offers to the table, the store, the screens and the exports. They know no game but this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from scorekeeper.house_rules import Preset, Ruleset
from scorekeeper.messages import Message, Sentences
from scorekeeper.settlement import Amount, Settlement

Player = int
"""A person at a table, numbered in the order they joined; the number stays theirs for the whole evening."""


class Situation(msgspec.Struct, frozen=True):
    """What one hand hands on to the next: who deals, who speaks first, and whose tokens are spent."""

    dealer: Player
    first: Player
    tokens_spent: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand in a line of the score sheet.

    `contract` is what was promised ("16♥") or None before there is one; `result` says how it ended or is None
    while it lasts; `roles` are codes such as ``role.declarer`` that the game's sentences translate;
    `facts` are plain values for the export (bid, trump, called, points, …), by column name; the game's sentences
    may give such a column a title, by its name after ``column.``.
    """

    contract: object | None
    result: Message | None
    roles: Mapping[Player, str]
    facts: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a session is over, and everyone from first to last; equals stand in one group."""

    why: Message
    ranking: tuple[tuple[Player, ...], ...]


def ranked(scores: Mapping[Player, Any]) -> tuple[tuple[Player, ...], ...]:
    """Everyone from the highest score to the lowest; equals stand in one group, in the order they are given."""
    levels = sorted(set(scores.values()), reverse=True)
    return tuple(tuple(player for player in scores if scores[player] == level) for level in levels)


class Hand(Protocol):
    """One hand in progress or finished. Immutable; a game's own hands carry much more."""

    @property
    def phase(self) -> str:
        """Where the hand is, in the game's own word; "complete" once it is paid."""

    @property
    def seats(self) -> tuple[Player, ...]:
        """Everyone it was dealt among, in order of turn; some games let one of them sit out."""

    @property
    def rules(self) -> Ruleset:
        """The house rules it is played under."""

    @property
    def redeals(self) -> int:
        """How often its cards were thrown in and dealt again."""

    @property
    def situation(self) -> Situation:
        """The situation it is in: as dealt, or as a redeal changed it (the dealer, the tokens spent)."""


class Game(Protocol):
    """A game as the rest of the program sees it. Every member is pure.

    `presets` and `blocks`, the sections of the house rules, are those that a table can choose; the library
    may know more, for which there are no screens. `commands` and `events` are unions of tagged
    `msgspec.Struct`s; tags start with the game's key, so that they live in one log with the table's own events.
    """

    key: str
    name: str
    rules: type[Ruleset]
    presets: Mapping[str, Preset[Ruleset]]
    blocks: Mapping[str, str]
    commands: Any
    events: Any
    sentences: Sentences

    def seat_counts(self, rules: Any) -> range:
        """How many a hand under `rules` may be dealt among."""

    def dealer_sits_out(self, rules: Any) -> bool:
        """Whether who deals decides who plays, so that the dealer of a hand must stay when earlier ones change."""

    def opening(self, seats: Sequence[Player]) -> Situation:
        """The situation of a session's first hand; `seats` in order, the first of them deals."""

    def following(self, hand: Any) -> Situation:
        """The situation after `hand`: after the payment of a complete one, or of one given up as void."""

    def deal(self, rules: Any, situation: Situation, seats: tuple[Player, ...]) -> Any:
        """A new `Hand`. When the situation's dealer or first speaker does not sit, the next in order does."""

    def decide(self, hand: Any, command: Any) -> tuple[Any, ...]:
        """The events that `command` leads to. Raises `RuleError` with every problem; then nothing happens."""

    def command_for(self, event: Any) -> Any | None:
        """The command that `decide` answers with `event` first, None when it only follows from others.

        A log from a file is replayed through these commands. One that leads to several events may be given
        by those that lead to each of them.
        """

    def evolve(self, hand: Any, event: Any) -> Any:
        """The hand after `event`, which is a fact: nothing is checked."""

    def settlement(self, hand: Any) -> Settlement[Player] | None:
        """The payment of a complete hand, None before."""

    def summary(self, hand: Any) -> Summary:
        """The hand in a line."""

    def starting_balance(self, rules: Any) -> Amount:
        """What a player begins the session with."""

    def ending(self, rules: Any, balances: Mapping[Player, Amount]) -> Ending | None:
        """Whether the session is over by the rules, after a hand that left these balances."""
