"""Corrections of one tap: offered where a recorded move is refused, or half a trick lies on the table."""

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Move, Player
from scorekeeper.table.moves import CorrectHand
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.page.forms import Form, integer
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.screens import Remedy
from scorekeeper.web.page.template_helpers import isolated_name


def read_other_friend(state: TableState, form: Form, reveal: type[Any]) -> CorrectHand[Move]:
    """Read the correction that reveals another friend than `was` in the hand in progress. Raises `RuleError`."""
    record, player, was = require_hand(state), integer(form, "player"), integer(form, "was")
    moves = list(record.moves)
    told = [place for place, move in enumerate(moves) if isinstance(move, reveal) and move.player == was]
    for place in told[-1:]:
        moves[place] = replace(moves[place], player=player)
    return CorrectHand(record.number, tuple(moves))


def offer_other_friend(
    reveal: type[Any], list_friends: Callable[[Any], Collection[Player]], state: TableState, asked: object
) -> Remedy | None:
    """Return the correction to offer where a refused move names a friend other than the one revealed earlier."""
    if state.current is None:
        return None
    friends = list_friends(state.current.hand)
    told = [move.player for move in state.current.moves if isinstance(move, reveal)]
    now = [asked.player] if isinstance(asked, reveal) else list(getattr(asked, "friends", ()))
    new = [player for player in now if player not in friends]
    was = [player for player in told if isinstance(asked, reveal) or player not in now]
    if not (new and was and new[0] in state.people):
        return None
    names = {"new": isolated_name(state, new[0]), "was": isolated_name(state, was[-1])}
    label = with_facts(gettext("%(new)s, not %(was)s: fix it"), names)
    return Remedy(label, "other_friend", {"player": str(new[0]), "was": str(was[-1])})


def remove_trick_cards(state: TableState, cards: tuple[type[object], ...]) -> CorrectHand[Move]:
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
