"""Playing at tables in tests: commands in, ledgers out, with no store."""

from typing import Any

from scorekeeper.codec import encode
from scorekeeper.table import commands as c
from scorekeeper.table.ledger import Action, Ledger, propose, record
from scorekeeper.table.state import Stamp

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")


def play(ledger: Ledger, *commands: Any, player: int | None = None) -> Ledger:
    """The ledger after `commands`, each recorded by `player`. Raises `RuleError` at the first refused one."""
    for command in commands:
        stamp = Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00", player)
        ledger = record(ledger, Action(stamp, propose(ledger, command)))
    return ledger


def toy_table(preset: str = "plain", players: int = 3, **changes: Any) -> Ledger:
    """A table of the toy game before its first hand."""
    return play(Ledger(), c.CreateTable("toy", preset, changes, NAMES[:players]))


def same(one: Ledger, other: Ledger) -> bool:
    """Whether two ledgers agree in everything. Step by step: `==` would nest as deep as the evening is long."""
    return flat(one) == flat(other)


def flat(ledger: Ledger) -> tuple[Any, ...]:
    """A ledger without its nesting."""
    steps = [(written(step.action), step.state) for step in (*ledger.steps(), *ledger.undone)]
    return ledger.version, ledger.last and written(ledger.last), len(ledger.undone), steps


def written(action: Action) -> tuple[Stamp, tuple[bytes, ...]]:
    """An action as it is stored: the events inside a correction are equal when their JSON is."""
    return action.stamp, tuple(encode(event) for event in action.events)
