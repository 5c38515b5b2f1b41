"""Helpers to correct a hand of any game: the moves that stay possible, and the words of the form's fields."""

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

FindEnding = Callable[[Any], Moves | None]
"""The moves that end a hand as the correction wants it; None where it cannot come to that."""


def keep_possible_moves(
    game: Game, begun: Any, moves: Moves, given_up: Sequence[tuple[type[Any], ...]], end: FindEnding
) -> Moves | None:
    """Return the recorded `moves` that stay possible in a correction, followed by the ending `end` asks for.

    `begun` is the hand before the moves. The kinds of moves in the first row of `given_up`, which ended the hand, are
    always dropped; each further row is dropped only where the moves are not possible otherwise. None if even that is
    not enough.
    """
    for dropped in accumulate(given_up):
        kept = tuple(move for move in moves if not isinstance(move, dropped))
        after = play_moves(game, begun, kept)
        ending = end(after) if after is not None else None
        if ending is not None and play_moves(game, after, ending) is not None:
            return (*kept, *ending)
    return None


def find_possible_moves(game: Game, begun: Any, candidates: Iterable[Moves]) -> Moves:
    """Return the first of the `candidates` that can be played from the hand `begun`; the last one if none can."""
    candidate: Moves = ()
    for candidate in candidates:
        if play_moves(game, begun, candidate) is not None:
            return candidate
    return candidate


def play_moves(game: Game, hand: Any, moves: Moves) -> Any | None:
    """Return the hand after the moves; None if one of them is refused."""
    for move in moves:
        if game.check(hand, move):
            return None
        hand = move.play(hand)
    return hand


def render_change(before: Markup, now: Markup) -> Markup:
    """Render the value of a field, with the value it had before if that differs."""
    said = now if before == now else html("{} → {}", before, now)
    return html("<span>{}</span>", said)  # words and suits of a key stand in one line


def player_name(state: TableState, player: str | None) -> Markup:
    """Return the name of the player whose number a field holds; a dash where it holds none."""
    known = small_number(player)
    return isolated_name(state, known) if known is not None and known in state.people else Markup("–")


def suit_word(code: str | None, otherwise: str) -> Markup:
    """Return the suit that a field holds; `otherwise` where it holds none."""
    return word({each.value: each for each in Suit}.get(code or "", otherwise))


def card_choices(cards: Iterable[Card], unwritten: str) -> list[tuple[str, str]]:
    """Return cards as the choices of a closed list; the first choice is that the card was not written down."""
    return [("", unwritten), *((str(card), card.symbol) for card in cards)]


# --- Who was told to be a friend ---


def reveal_fields(moves: Moves, reveal: type[Any], first: int = 0) -> dict[str, str]:
    """Return the players revealed as friends by the name of their form fields.

    `first` is the index of the first of these moves within the hand.
    """
    return {f"shown_{place}": str(move.player) for place, move in enumerate(moves, first) if isinstance(move, reveal)}


def correct_reveals(moves: Moves, reveal: type[Any], form: Form, first: int = 0) -> Moves:
    """Return the moves with the friends that the form names; a reveal of nobody is dropped. Raises `RuleError`."""
    told = []
    for place, move in enumerate(moves, first):
        if isinstance(move, reveal) and f"shown_{place}" in form:
            player = optional_integer(form, f"shown_{place}")
            told += [] if player is None else [replace(move, player=player)]
        else:
            told.append(move)
    return tuple(told)


def read_other_friend(state: TableState, form: Form, reveal: type[Any]) -> CorrectHand[Any]:
    """Read the correction that reveals another friend than `was` in the hand in progress. Raises `RuleError`."""
    record, player, was = require_hand(state), integer(form, "player"), integer(form, "was")
    moves = list(record.moves)
    told = [place for place, move in enumerate(moves) if isinstance(move, reveal) and move.player == was]
    for place in told[-1:]:
        moves[place] = replace(moves[place], player=player)
    return CorrectHand(record.number, tuple(moves))


def offer_other_friend(state: TableState, asked: Any, friends: Iterable[Player], reveal: type[Any]) -> Remedy | None:
    """Return the correction to offer where a refused move names a friend other than the one revealed earlier."""
    if state.current is None:
        return None
    told = [move.player for move in state.current.moves if isinstance(move, reveal)]
    now = [asked.player] if isinstance(asked, reveal) else list(getattr(asked, "friends", ()))
    new = [player for player in now if player not in friends]
    was = [player for player in told if isinstance(asked, reveal) or player not in now]
    if not (new and was and new[0] in state.people):
        return None
    names = {"new": isolated_name(state, new[0]), "was": isolated_name(state, was[-1])}
    label = with_facts(gettext("%(new)s, not %(was)s: fix it"), names)
    return Remedy(label, "other_friend", {"player": str(new[0]), "was": str(was[-1])})


# --- Half a trick ---


def remove_trick_cards(state: TableState, cards: tuple[type[Any], ...]) -> CorrectHand[Any]:
    """Return the hand in progress without the cards of its unfinished trick, put there by moves of these types."""
    record = require_hand(state)
    played = record.redeal(state.game)
    trick = 0
    for count, move in enumerate(record.moves, 1):
        played = played.play(move)
        trick = trick if getattr(played.hand, "table", ()) else count
    left = (move for move in record.moves[trick:] if not isinstance(move, cards))
    return CorrectHand(record.number, (*record.moves[:trick], *left))


def require_hand(state: TableState) -> HandRecord:
    """Return the record of the hand in progress. Raises `RuleError` ``hand.none`` if there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    return state.current
