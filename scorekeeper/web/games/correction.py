"""Mending a hand that is over, as every game does it: the moves of it that still hold, and the words of its fields."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from markupsafe import Markup

from scorekeeper.cards import Suit
from scorekeeper.table.moves import redeals
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.display import bdi
from scorekeeper.web.escaping import html
from scorekeeper.web.forms import small_number
from scorekeeper.web.wording import word

Moves = tuple[Any, ...]
End = Callable[[Any], Moves | None]
"""The moves that end a hand as the correction wants it; None where it cannot come to that."""


def still_holding(
    state: TableState, record: HandRecord, given_up: Sequence[tuple[type[Any], ...]], end: End
) -> Moves | None:
    """The moves of a hand that hold for a correction too, and its end; None if only the end of a hand would be left.

    `given_up` are the kinds of moves that are given up, each row only where it does not do without. The first row is of
    what ended the hand, which the correction puts anew.
    """
    kept, begun = redeals(state.game, record)
    moves = record.moves[len(kept) :]
    for dropped in accumulate(given_up):
        played = replayed(state, begun, tuple(move for move in moves if not isinstance(move, dropped)), end)
        if played is not None:
            return played
    return None


def replayed(state: TableState, hand: Any, moves: Moves, end: End) -> Moves | None:
    """These moves and the end after them, if all of it can be; else None."""
    after = played(state, hand, moves)
    ending = end(after) if after is not None else None
    return None if ending is None or played(state, after, ending) is None else (*moves, *ending)


def played(state: TableState, hand: Any, moves: Moves) -> Any | None:
    """The hand after moves, if they can be made; else None."""
    for move in moves:
        if state.game.check(hand, move):
            return None
        hand = move.play(hand)
    return hand


def changed(before: Markup, now: Markup) -> Markup:
    """What a field says, and what it said before where that is another."""
    said = now if before == now else html("{} → {}", before, now)
    return html("<span>{}</span>", said)  # words and suits of a key stand in one line


def name(state: TableState, player: str | None) -> Markup:
    """A player of the form."""
    known = small_number(player)
    return bdi(state, known) if known is not None and known in state.people else Markup("–")


def suit(code: str | None, otherwise: str) -> Markup:
    """A suit of the form, or what stands where it is none."""
    return word({each.value: each for each in Suit}.get(code or "", otherwise))
