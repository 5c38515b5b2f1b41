"""The move of the table, and the checks that several share."""

from collections.abc import Iterator
from random import SystemRandom
from typing import Any, Self

from msgspec.structs import replace

from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.table.names import tidy_text
from scorekeeper.table.state import TableState

RANDOM = SystemRandom()
"""The random generator that draws lots."""

TEXTS = ("name", "reason", "unit")
"""The fields of moves that people write, each tidied."""


class TableMove(Move):
    """A move of the table."""

    def complete(self, _state: Any) -> Self:
        """Return the move with tidy texts and all open fields filled in."""
        texts = {field: getattr(self, field) for field in TEXTS if hasattr(self, field)}
        return replace(self, **{field: tidy_text(text) for field, text in texts.items()}) if texts else self


def check_known(state: TableState, player: Player) -> Iterator[Problem]:
    """Yield a problem where no player has that number."""
    if player not in state.people:
        yield problem("player.unknown")


def check_present(state: TableState, player: Player) -> Iterator[Problem]:
    """Yield a problem where `player` does not sit at the table."""
    yield from check_known(state, player)
    if player in state.people and not state.people[player].present:
        yield problem("player.left", player=player)


def check_between_hands(state: TableState) -> Iterator[Problem]:
    """Yield a problem while a hand is in progress."""
    if state.current:
        yield problem("hand.running")
