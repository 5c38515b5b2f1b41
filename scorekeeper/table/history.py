"""What a log says happened, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.messages import Message
from scorekeeper.table.ledger import Action, Ledger, record, said
from scorekeeper.table.moves import Redo, Undo
from scorekeeper.table.state import Stamp


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded action: what it says, and whether it counts now."""

    stamp: Stamp
    says: tuple[Message, ...]
    counts: bool


def history(actions: Iterable[Action]) -> Iterator[Line]:
    """Every action of a log in order; those taken back are there too, and marked."""
    told, ledger = list[tuple[Action, tuple[Message, ...]]](), Ledger()
    for action in actions:
        ledger = record(ledger, action)
        told.append((action, said(ledger)))
    counting = {step.action.stamp.version for step in ledger.steps()}
    for action, says in told:
        turns = isinstance(action.moves[0], Undo | Redo)
        yield Line(action.stamp, says, turns or action.stamp.version in counting)
