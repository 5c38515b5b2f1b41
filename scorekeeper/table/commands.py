"""What people ask of a table between and around hands. A game's own commands ask the hand in progress."""

import msgspec

from scorekeeper.codec import Frozen, tagged
from scorekeeper.games.game import Player
from scorekeeper.house_rules import Value


class Command(Frozen, tag=tagged("table")):
    """Asks for a change; `decide` answers with events or refuses."""


class CreateTable(Command):
    """Open a table of `game` under a preset with changes by key, and seat `players` by name in order."""

    game: str
    preset: str
    changes: dict[str, Value] = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    hand_limit: int | None = None


class JoinTable(Command):
    """Someone new sits down, last in order."""

    name: str


class RenamePlayer(Command):
    """Change what a player is called, everywhere."""

    player: Player
    name: str


class LeaveTable(Command):
    """A player goes home; balance and past hands stay."""

    player: Player


class ReturnToTable(Command):
    """A player who left is back, with the balance they had."""

    player: Player


class SwapSeats(Command):
    """Two players change places."""

    one: Player
    other: Player


class ChangeRules(Command):
    """Play later hands under other house rules: `changes` over `preset`, by key."""

    preset: str
    changes: dict[str, Value] = msgspec.field(default_factory=dict)


class LimitHands(Command):
    """End the session after so many hands, or never for None."""

    hands: int | None


class StartHand(Command):
    """Deal the next hand. `seats` names who plays when more are here; `dealer` overrules who deals."""

    seats: tuple[Player, ...] | None = None
    dealer: Player | None = None


class CorrectHand(Command):
    """Replace what was recorded of a past hand by what `command` of the game leads to in a new deal of it."""

    number: int
    command: object


class VoidHand(Command):
    """Give a hand up, in progress or past: it pays nothing and its dealer deals again."""

    number: int
    reason: str


class Adjust(Command):
    """Add to balances by hand, with a reason: a penalty, a correction from paper, a bonus."""

    amounts: dict[Player, int]
    reason: str


class Penalize(Command):
    """A player pays `amount`: to each other player at the table, or to nobody."""

    player: Player
    amount: int
    to_others: bool
    reason: str


class EndSession(Command):
    """Close the evening by hand."""


class ResumeSession(Command):
    """Open an evening again that was closed by hand."""


class Undo(Command):
    """Take back the last recorded action."""


class Redo(Command):
    """Record again what was last taken back."""
