"""An evening played again as if one of its hands had been recorded otherwise in the first place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.errors import RuleError
from scorekeeper.table import commands as c
from scorekeeper.table.ledger import Action, Ledger, Step, propose, record
from scorekeeper.table.state import HandRecord, Stamp, TableState


def never_mistaken(steps: Sequence[Step], commands: Mapping[int, Any], number: int, command: Any) -> Ledger:
    """The evening of `steps` if `command` had been recorded of hand `number` in the first place.

    Every other command is asked for again. One that is against the rules now, such as a call out of turn because
    somebody else is first to bid, did happen all the same.
    """
    ledger = Ledger()
    for step, asked in rewritten(steps, commands, number, command):
        try:
            events = propose(ledger, asked)
        except RuleError:
            assert asked is not command
            events = step.action.events
        ledger = record(ledger, Action(replace(step.action.stamp, version=ledger.version + 1), events))
    return ledger


def rewritten(
    steps: Sequence[Step], commands: Mapping[int, Any], number: int, command: Any
) -> Iterator[tuple[Step, Any]]:
    """Each step with its command. What was played of hand `number` after its last redeal gives way to `command`."""
    redealt = max((step.action.stamp.version for step in steps if plays(step, number) and redeals(step)), default=0)
    for step in steps:
        version = step.action.stamp.version
        asked = commands[version]
        if not plays(step, number):
            if getattr(asked, "number", None) != number:
                yield step, asked
        elif not is_about(step, asked, number) or version <= redealt:
            yield step, asked
        elif step.state.current is None:
            yield step, command


def plays(step: Step, number: int) -> bool:
    """Whether hand `number` is being played when the step is recorded."""
    current = step.before.state.current if step.before else None
    return current is not None and current.number == number


def is_about(step: Step, asked: Any, number: int) -> bool:
    """Whether a command asked during hand `number` is part of it."""
    return isinstance(asked, step.state.game.commands) or asked == c.VoidHand(number, getattr(asked, "reason", ""))


def redeals(step: Step) -> bool:
    """Whether the cards were thrown in."""
    return any(type(event).__name__ == "HandThrownIn" for event in step.action.events)


def facts(state: TableState) -> TableState:
    """What a state says of the evening, apart from how and when it came to be known."""
    return replace(
        state,
        entries=tuple(timeless_entry(entry) for entry in state.entries),
        current=timeless_entry(state.current) if state.current else None,
    )


def timeless_entry(entry: Any) -> Any:
    """An entry without its stamp and, for a hand, its earlier versions and the events that led to it."""
    if isinstance(entry, HandRecord):
        return replace(entry, stamp=None, earlier=(), events=())
    return replace(entry, stamp=Stamp(0, ""))
