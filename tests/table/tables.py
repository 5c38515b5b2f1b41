"""Playing at tables in tests: moves in, ledgers and logs out, with no store."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.bookkeeper import apply_stamped_move, encode_last_action, fold_each, fold_log
from scorekeeper.codec import encode
from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger
from scorekeeper.table.state import Stamp, TableState
from tests.toy import Draw

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun", "Min")


Clock = Callable[[int], timedelta]
"""How long after the evening began the action of a version was recorded."""


def frozen_clock(_version: int) -> timedelta:
    """A clock that stands still."""
    return timedelta()


def play(ledger: Ledger, *moves: Any, player: int | None = None, clock: Clock = frozen_clock) -> Ledger:
    """The ledger after `moves`, each recorded by `player`. Raises `RuleError` at the first refused one."""
    return [ledger, *steps(ledger, *moves, player=player, clock=clock)][-1]


def steps(ledger: Ledger, *moves: Any, player: int | None = None, clock: Clock = frozen_clock) -> Iterator[Ledger]:
    for move in moves:
        at = datetime(2026, 1, 1, 20, tzinfo=UTC) + clock(ledger.version + 1)
        ledger = apply_stamped_move(
            ledger, move, Stamp(ledger.version + 1, at.isoformat(timespec="milliseconds"), player)
        )
        yield ledger


def log(*moves: Any, clock: Clock = frozen_clock) -> list[StoredAction]:
    """Return the log of an evening of `moves` as the store keeps it."""
    return [encode_last_action(ledger) for ledger in steps(Ledger(), *moves, clock=clock)]


def reopen(records: Sequence[StoredAction]) -> Ledger:
    """The table as a program makes it of its log that has just been started. Every ledger on the way can be read."""
    for ledger in fold_each(records):
        assert ledger.version
    return fold_log(records)


def toy_opening(preset: str = "plain", players: int = 3, **rules: Any) -> m.CreateTable:
    """The opening of a table of the toy game."""
    return m.CreateTable("toy", preset, rules, NAMES[:players])


def toy_table(preset: str = "plain", players: int = 3, **rules: Any) -> Ledger:
    """A table of the toy game before its first hand."""
    return play(Ledger(), toy_opening(preset, players, **rules))


def hands(*winners: Player) -> list[Any]:
    """Hands of the toy game won by `winners`, one after the other."""
    return [move for winner in winners for move in (m.StartHand(), Draw(winner))]


def values(state: TableState) -> dict[Player, Amount]:
    """Return everybody's standing as a number."""
    return {player: standing.value for player, standing in state.standings.items()}


def same(one: Ledger, other: Ledger) -> bool:
    """Whether two ledgers agree in everything, as far back as both keep their steps."""
    both = [
        (each.version, each.highest_number, each.damaged, each.last and stored_form(each.last)) for each in (one, other)
    ]
    return both[0] == both[1] and same_steps(one, other)


def same_steps(one: Ledger, other: Ledger) -> bool:
    """Whether the same steps count in two ledgers, and can be redone, as far back as both keep them."""
    kept, undone = min(len(one.kept), len(other.kept)), min(len(one.undone), len(other.undone))
    return step_facts(one, kept, undone) == step_facts(other, kept, undone)


def step_facts(ledger: Ledger, kept: int, undone: int) -> tuple[Any, ...]:
    """Return the number of steps, and the last of them."""
    steps = (*ledger.kept[len(ledger.kept) - kept :], *ledger.undone[len(ledger.undone) - undone :])
    return ledger.counting, ledger.redoable, [(stored_form(step.action), step.before, step.state) for step in steps]


def stored_form(action: Action) -> tuple[Any, ...]:
    return action.stamp, tuple(encode(move) for move in action.moves), action.rows, action.edition
