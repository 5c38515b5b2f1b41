"""What happened at a table. Together with the events of the game they are the log, which only ever grows."""

from functools import cache
from typing import Any, Union

import msgspec

from scorekeeper.codec import Frozen, decoder, tagged
from scorekeeper.games import find_game
from scorekeeper.games.game import Player
from scorekeeper.house_rules import Value

SCHEMA = 1
"""The form in which events are written now."""


class Event(Frozen, tag=tagged("table")):
    """A fact. Folding it checks nothing."""


class TableCreated(Event):
    """The first event of every log."""

    game: str
    preset: str
    changes: dict[str, Value] = msgspec.field(default_factory=dict)


class PlayerJoined(Event):
    """A new player under the next number."""

    player: Player
    name: str


class PlayerRenamed(Event):
    """A player is called `name` from the first hand to the last."""

    player: Player
    name: str


class PlayerLeft(Event):
    """A player went home."""

    player: Player


class PlayerReturned(Event):
    """A player who had left sits down again, last in order."""

    player: Player


class SeatsSwapped(Event):
    """Two players changed places."""

    one: Player
    other: Player


class RulesChanged(Event):
    """Later hands are played under `changes` over `preset`."""

    preset: str
    changes: dict[str, Value] = msgspec.field(default_factory=dict)


class HandsLimited(Event):
    """The session ends after so many hands, or has no such end."""

    hands: int | None


class HandStarted(Event):
    """A hand was dealt to `seats`; `dealer` only when people overruled who deals, or where the dealer sits out."""

    seats: tuple[Player, ...]
    dealer: Player | None = None


class HandCorrected(Event):
    """Hand `number` is what `events` of the game make of a new deal of it; everything after it is recomputed."""

    number: int
    events: tuple[msgspec.Raw, ...]


class HandVoided(Event):
    """Hand `number` pays nothing."""

    number: int
    reason: str


class Adjusted(Event):
    """Balances changed by hand. `penalized` is the player who pays, when it was a penalty."""

    amounts: dict[Player, int]
    reason: str
    penalized: Player | None = None


class SessionEnded(Event):
    """The evening was closed by hand."""


class SessionResumed(Event):
    """An evening closed by hand goes on."""


class Undone(Event):
    """The action that began at version `action` no longer counts."""

    action: int


class Redone(Event):
    """The action that began at version `action` counts again."""

    action: int


TableEvent = (
    TableCreated
    | PlayerJoined
    | PlayerRenamed
    | PlayerLeft
    | PlayerReturned
    | SeatsSwapped
    | RulesChanged
    | HandsLimited
    | HandStarted
    | HandCorrected
    | HandVoided
    | Adjusted
    | SessionEnded
    | SessionResumed
    | Undone
    | Redone
)


@cache
def event_decoder(game: str) -> msgspec.json.Decoder[Any]:
    """A decoder for the log of a table of `game`: the table's events and the game's."""
    return decoder(Union[TableEvent, find_game(game).events])  # noqa: UP007  (a union known only at run time)
