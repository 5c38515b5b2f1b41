"""What a log says happened, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Action, Ledger, reach, record, said
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
    log = tuple(actions)
    counting, ledger = counting_in(log), Ledger(keeps=reach(isinstance(action.moves[0], Undo) for action in log))
    for action in log:
        before = hand_of(ledger)
        ledger = record(ledger, action)
        counts = isinstance(action.moves[0], Undo | Redo) or action.stamp.version in counting
        player = getattr(action.moves[-1], "player", None)
        yield Line(action.stamp, said(ledger), counts, before or hand_of(ledger), player)


def counting_in(log: Iterable[Action]) -> set[int]:
    """The versions of the actions that count after all of them."""
    counting, undone = list[int](), list[int]()
    for action in log:
        if isinstance(action.moves[0], Undo):
            undone.append(counting.pop())
        elif isinstance(action.moves[0], Redo):
            counting.append(undone.pop())
        else:
            counting.append(action.stamp.version)
            undone.clear()
    return set(counting)


def hand_of(ledger: Ledger) -> int | None:
    """The number of the hand in progress."""
    return ledger.state.current.number if ledger.latest and ledger.state.current else None
