"""What a log says happened, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from scorekeeper.messages import Message, message
from scorekeeper.table import events as e
from scorekeeper.table.ledger import Action
from scorekeeper.table.state import Stamp


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded action: what it says, and whether it counts now."""

    stamp: Stamp
    says: tuple[Message, ...]
    counts: bool


def tell(event: Any) -> Message:
    """An event as a message: its code is the event's tag, its facts are the event's fields.

    An event that is told in several ways says in which by a property ``variant``, the rest of its code.
    """
    code = f"log.{type(event).__struct_config__.tag}{getattr(event, 'variant', '')}"
    return message(code, **msgspec.structs.asdict(event))


def tell_action(action: Action) -> tuple[Message, ...]:
    """What an action did, event by event."""
    return tuple(tell(event) for event in action.events)


def history(log: Iterable[tuple[int, Stamp, Any]]) -> Iterator[Line]:
    """Every action of a log in order; those taken back are there too, and marked."""
    actions = [Action(entries[0][1], tuple(event for _, _, event in entries)) for entries in grouped(log)]
    undone: set[int] = set()
    for action in actions:
        first = action.events[0]
        if isinstance(first, e.Undone):
            undone.add(first.action)
        elif isinstance(first, e.Redone):
            undone.discard(first.action)
    for action in actions:
        yield Line(action.stamp, tell_action(action), action.stamp.version not in undone)


def grouped(log: Iterable[tuple[int, Stamp, Any]]) -> Iterator[list[tuple[int, Stamp, Any]]]:
    """The log's events by the action they belong to."""
    for _number, group in groupby(log, key=lambda entry: entry[0]):
        yield list(group)
