"""What the forms of Zhao Pengyou ask for."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form, gather, integer, optional_integer, text

NO_SUIT = "none"
"""In a form: there is no trump suit."""


def hand_of(state: TableState) -> zpy.Hand:
    """The hand in progress. Raises `RuleError` when there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    hand: zpy.Hand = state.current.hand
    return hand


def read_suit(form: Form) -> Suit | None:
    """The trump suit. Raises `RuleError` when none was chosen, not even that there is none."""
    suit = text(form, "suit")
    return None if suit == NO_SUIT else Suit.parse(suit)


def read_ending(state: TableState, form: Form) -> dict[str, Any]:
    """How the play ended. Raises `RuleError` naming what is missing."""
    return {
        "friends": tuple(player for player in state.people if f"friend_{player}" in form),
        **gather(
            points=lambda: integer(form, "points"),
            last_trick=lambda: text(form, "last_trick"),
            kitty_points=lambda: optional_integer(form, "kitty_points") or 0,
        ),
    }


def read_throws(state: TableState, form: Form) -> tuple[zpy.Withdrawn, ...]:
    """Whose throws were beaten, and how many cards each took back; empty fields are none."""
    taken_back = {player: optional_integer(form, f"taken_back_{player}") for player in state.people}
    return tuple(zpy.Withdrawn(player, cards) for player, cards in taken_back.items() if cards is not None)


def read_result(state: TableState, form: Form) -> Any:
    """The result of the hand in progress, with what was not recorded of it apart."""
    hand = hand_of(state)
    ending, throws = read_ending(state, form), read_throws(state, form)
    if hand.called:
        return zpy.RecordResult(**ending)
    if hand.maker is None or hand.trumps is None:
        raise RuleError("hand.none")
    return zpy.RecordHand(hand.maker, hand.trumps.suit, throws=throws, **ending)


def read_whole_hand(state: TableState, form: Form) -> zpy.RecordHand:
    """A hand from trumps to result, as a correction gives it."""
    chosen = gather(
        maker=lambda: integer(form, "maker"),
        suit=lambda: read_suit(form),
        ending=lambda: read_ending(state, form),
        throws=lambda: read_throws(state, form),
    )
    return zpy.RecordHand(chosen["maker"], chosen["suit"], throws=chosen["throws"], **chosen["ending"])


def read_trumps(_state: TableState, form: Form) -> zpy.EnterTrumps:
    """Who made trumps, and with what."""
    return zpy.EnterTrumps(**gather(maker=lambda: integer(form, "maker"), suit=lambda: read_suit(form)))


FORMS: Mapping[str, Callable[[TableState, Form], Any]] = {
    "enter_trumps": read_trumps,
    "end_deal": lambda _state, _form: zpy.EndDeal(),
    "result": read_result,
    "record_hand": read_whole_hand,
}

SENTENCES: Sentences = {
    "field.maker": Sentence(N_("who made trumps")),
    "field.suit": Sentence(N_("the trump suit")),
    "field.points": Sentence(N_("the points")),
    "field.last_trick": Sentence(N_("who won the last trick")),
    "field.kitty_points": Sentence(N_("the points in the kitty")),
    "field.taken_back": Sentence(N_("the cards taken back")),
    "role.starter": Sentence(N_("first card")),
    "turn.not_recorded": Sentence(N_("Not recorded yet")),
    "screen.opening": Sentence(N_("{player} takes the first card.")),
}
"""What the screens say besides the rules."""
