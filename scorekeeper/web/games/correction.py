"""Correcting a hand, as every game does it: the moves of it that still hold, and the words of its fields."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from markupsafe import Markup

from scorekeeper.cards import Card, Suit
from scorekeeper.games.game import Game
from scorekeeper.table.state import TableState
from scorekeeper.web.display import bdi
from scorekeeper.web.escaping import html
from scorekeeper.web.forms import small_number
from scorekeeper.web.screens import Moves
from scorekeeper.web.wording import word

End = Callable[[Any], Moves | None]
"""The moves that end a hand as the correction wants it; None where it cannot come to that."""


def still_holding(
    game: Game, begun: Any, moves: Moves, given_up: Sequence[tuple[type[Any], ...]], end: End
) -> Moves | None:
    """As many `moves` of a hand as hold for a correction too, and its end; None if only the end of it would be left.

    `begun` is the hand before them. `given_up` are the kinds of moves that are given up, each row only where it does
    not do without. The first row is of what ended the hand, which the correction puts anew.
    """
    for dropped in accumulate(given_up):
        kept = tuple(move for move in moves if not isinstance(move, dropped))
        after = played(game, begun, kept)
        ending = end(after) if after is not None else None
        if ending is not None and played(game, after, ending) is not None:
            return (*kept, *ending)
    return None


def first_holding(game: Game, begun: Any, candidates: Iterable[Moves]) -> Moves:
    """The first of several ways in which a hand may have come so far that it can have come; the last if none can."""
    candidate: Moves = ()
    for candidate in candidates:
        if played(game, begun, candidate) is not None:
            return candidate
    return candidate


def played(game: Game, hand: Any, moves: Moves) -> Any | None:
    """The hand after moves, if they can be made; else None."""
    for move in moves:
        if game.check(hand, move):
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


def card_choices(cards: Iterable[Card], unwritten: str) -> list[tuple[str, str]]:
    """Cards as the choices of a list; the first is that nobody wrote the card down."""
    return [("", unwritten), *((str(card), card.symbol) for card in cards)]
