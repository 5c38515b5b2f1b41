"""The folded log with its undo: one immutable ledger a version, sharing all that did not change.

Every action (the events of one command) keeps the state it led to, so that undo and redo of any depth cost
nothing and a new action costs its own events, not the evening.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from scorekeeper.errors import RuleError
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.decide import decide
from scorekeeper.table.evolve import evolve
from scorekeeper.table.state import Stamp, TableState


@dataclass(frozen=True, slots=True)
class Action:
    """One command as recorded. `stamp.version` is the version of its first event, and names the action."""

    stamp: Stamp
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An action that counts, the state it led to, and the step before it."""

    action: Action
    state: TableState
    before: "Step | None" = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A table at a version: the steps that count, and those taken back that can be redone."""

    version: int = 0
    latest: Step | None = None
    undone: tuple[Step, ...] = ()
    last: Action | None = None

    @property
    def state(self) -> TableState:
        """The table now. Raises `RuleError` for a log with nothing in it."""
        if self.latest is None:
            raise RuleError("command.unknown")
        return self.latest.state

    @property
    def can_undo(self) -> bool:
        """Whether anything but the table's creation counts."""
        return self.latest is not None and self.latest.before is not None

    def steps(self) -> Iterator[Step]:
        """The steps that count, newest first."""
        step = self.latest
        while step:
            yield step
            step = step.before


def propose(ledger: Ledger, command: Any) -> tuple[Any, ...]:
    """The events `command` leads to at this version. Raises `RuleError` with every problem."""
    if isinstance(command, c.Undo):
        if ledger.latest is None or not ledger.can_undo:
            raise RuleError("undo.nothing")
        return (e.Undone(ledger.latest.action.stamp.version),)
    if isinstance(command, c.Redo):
        if not ledger.undone:
            raise RuleError("redo.nothing")
        return (e.Redone(ledger.undone[-1].action.stamp.version),)
    return decide(ledger.latest.state if ledger.latest else None, command)


def record(ledger: Ledger, action: Action) -> Ledger:
    """The ledger after one more action."""
    version = ledger.version + len(action.events)
    first = action.events[0]
    if isinstance(first, e.Undone):
        assert ledger.latest is not None
        return Ledger(version, ledger.latest.before, (*ledger.undone, ledger.latest), action)
    if isinstance(first, e.Redone):
        step = ledger.undone[-1]
        return Ledger(version, step, ledger.undone[:-1], action)
    state = ledger.latest.state if ledger.latest else None
    for event in action.events:
        state = evolve(state, event, action.stamp)
    assert state is not None
    return Ledger(version, Step(action, state, ledger.latest), (), action)


def fold(records: Iterable[tuple[int, Stamp, Any]], ledger: Ledger | None = None) -> Ledger:
    """The ledger of a log: pairs of an action's number, its stamp and one event, in order."""
    folded = ledger or Ledger()
    for _number, group in groupby(records, key=lambda entry: entry[0]):
        entries: Sequence[tuple[int, Stamp, Any]] = list(group)
        folded = record(folded, Action(entries[0][1], tuple(event for _, _, event in entries)))
    return folded
