"""What a log says happened, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Action, Ledger, record, said
from scorekeeper.table.moves import Redo, Undo
from scorekeeper.table.state import Stamp


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded action: what it says, and whether it counts now.

    `hand` is the hand it belongs to, None between hands; `player` is who acted, where the move names one.
    """

    stamp: Stamp
    says: tuple[Message, ...]
    counts: bool
    hand: int | None = None
    player: Player | None = None


def history(actions: Iterable[Action]) -> Iterator[Line]:
    """Every action of a log in order; those taken back are there too, and marked."""
    told, ledger = list[tuple[Action, tuple[Message, ...], int | None]](), Ledger()
    for action in actions:
        before = hand_of(ledger)
        ledger = record(ledger, action)
        told.append((action, said(ledger), before or hand_of(ledger)))
    counting = {step.action.stamp.version for step in ledger.steps()}
    for action, says, hand in told:
        turns = isinstance(action.moves[0], Undo | Redo)
        player = getattr(action.moves[-1], "player", None)
        yield Line(action.stamp, says, turns or action.stamp.version in counting, hand, player)


def hand_of(ledger: Ledger) -> int | None:
    """The number of the hand in progress."""
    return ledger.state.current.number if ledger.latest and ledger.state.current else None
