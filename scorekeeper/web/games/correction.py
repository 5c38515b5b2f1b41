"""Correcting a hand, as every game does it: the moves of it that still hold, and the words of its fields."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Game, Player
from scorekeeper.table.moves import CorrectHand
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.page.escaping import html
from scorekeeper.web.page.forms import Form, integer, optional_integer, small_number
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.screens import Moves, Remedy
from scorekeeper.web.page.template_helpers import isolated_name
from scorekeeper.web.page.wording import word

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
    return isolated_name(state, known) if known is not None and known in state.people else Markup("–")


def suit(code: str | None, otherwise: str) -> Markup:
    """A suit of the form, or what stands where it is none."""
    return word({each.value: each for each in Suit}.get(code or "", otherwise))


def card_choices(cards: Iterable[Card], unwritten: str) -> list[tuple[str, str]]:
    """Cards as the choices of a list; the first is that nobody wrote the card down."""
    return [("", unwritten), *((str(card), card.symbol) for card in cards)]


# --- Who was told to be a friend ---


def told_friends(moves: Moves, reveal: type[Any], first: int = 0) -> dict[str, str]:
    """Who was told to be a friend, by the name of the field; `first` is the place of the first of these moves."""
    return {f"shown_{place}": str(move.player) for place, move in enumerate(moves, first) if isinstance(move, reveal)}


def retold(moves: Moves, reveal: type[Any], form: Form, first: int = 0) -> Moves:
    """The moves with who was really shown as a friend; without those of whom it was nobody. Raises `RuleError`."""
    told = []
    for place, move in enumerate(moves, first):
        if isinstance(move, reveal) and f"shown_{place}" in form:
            player = optional_integer(form, f"shown_{place}")
            told += [] if player is None else [replace(move, player=player)]
        else:
            told.append(move)
    return tuple(told)


def read_other_friend(state: TableState, form: Form, reveal: type[Any]) -> CorrectHand[Any]:
    """The hand in progress, in which a player was shown as a friend and not `was`. Raises `RuleError`."""
    record, player, was = running(state), integer(form, "player"), integer(form, "was")
    moves = list(record.moves)
    told = [place for place, move in enumerate(moves) if isinstance(move, reveal) and move.player == was]
    for place in told[-1:]:
        moves[place] = replace(moves[place], player=player)
    return CorrectHand(record.number, tuple(moves))


def other_friend(state: TableState, asked: Any, friends: Iterable[Player], reveal: type[Any]) -> Remedy | None:
    """What is offered where a refused move has a friend whom the table was not told, in the place of one it was."""
    if state.current is None:
        return None
    told = [move.player for move in state.current.moves if isinstance(move, reveal)]
    now = [asked.player] if isinstance(asked, reveal) else list(getattr(asked, "friends", ()))
    new = [player for player in now if player not in friends]
    was = [player for player in told if isinstance(asked, reveal) or player not in now]
    if not (new and was and new[0] in state.people):
        return None
    names = {"new": isolated_name(state, new[0]), "was": isolated_name(state, was[-1])}
    label = with_facts(gettext("%(new)s, not %(was)s: correct it"), names)
    return Remedy(label, "other_friend", {"player": str(new[0]), "was": str(was[-1])})


# --- Half a trick ---


def without_trick(state: TableState, cards: tuple[type[Any], ...]) -> CorrectHand[Any]:
    """The hand in progress without the cards of the trick that goes on, which moves of these types put there."""
    record = running(state)
    played = record.redealt(state.game)
    trick = 0
    for count, move in enumerate(record.moves, 1):
        played = played.played(move)
        trick = trick if getattr(played.hand, "table", ()) else count
    left = (move for move in record.moves[trick:] if not isinstance(move, cards))
    return CorrectHand(record.number, (*record.moves[:trick], *left))


def running(state: TableState) -> HandRecord:
    """The hand in progress. Raises `RuleError` where there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    return state.current
