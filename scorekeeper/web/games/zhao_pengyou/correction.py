"""Mending a hand that is over: its fields one at a time, and the moves of it that still hold."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup

from scorekeeper.cards import Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.escaping import escape
from scorekeeper.web.forms import Form
from scorekeeper.web.games.correction import Moves, changed, name, still_holding, suit
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_whole_hand
from scorekeeper.web.games.zhao_pengyou.keys import Key
from scorekeeper.web.language import gettext
from scorekeeper.web.services import Context

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (zpy.RecordResult, zpy.RecordHand, zpy.RecordThrow),
    (zpy.RevealFriend,),
    (zpy.RecordTrick, zpy.PlayCards, zpy.BeatThrow, zpy.MendTrick, zpy.MendCards),
    (zpy.CallFriends, zpy.BuryKitty),
)
"""What of a hand is given up for a correction, row after row, until the rest of it holds."""


# --- The moves ---


def corrected(state: TableState, record: HandRecord, form: Form) -> Moves:
    """The moves of the hand with what the form changes: as many of those recorded as still hold. Raises `RuleError`."""
    wanted = read_whole_hand(state, form)
    return still_holding(state, record, GIVEN_UP, partial(end, wanted)) or (wanted,)


def end(wanted: zpy.RecordHand, hand: zpy.Hand) -> Moves | None:
    """What ends a hand as wanted: its throws and result, once friends are called; None where other trumps stand.

    A throw that was beaten card by card is in the hand already and stays.
    """
    trumps = (hand.maker, hand.trumps.suit if hand.trumps else None)
    if hand.maker is not None and trumps != (wanted.maker, wanted.suit):
        return None
    if not hand.called:
        return (wanted,)
    if any(throw not in wanted.throws for throw in hand.throws):
        return None
    throws = (zpy.RecordThrow(*throw) for throw in wanted.throws if throw not in hand.throws)
    return (*throws, zpy.RecordResult(wanted.friends, wanted.points, wanted.last_trick, wanted.kitty_points))


# --- The fields ---


def as_recorded(hand: zpy.Hand) -> dict[str, str]:
    """What the fields hold of a hand, as `read_whole_hand` reads them."""
    shown: dict[str, str] = {}
    if hand.maker is not None and hand.trumps is not None:
        shown = {"maker": str(hand.maker), "suit": hand.trumps.suit.value if hand.trumps.suit else NO_SUIT}
    if hand.result is not None:
        result = hand.result
        shown |= {"points": str(result.points), "last_trick": result.last_trick}
        shown |= {"kitty_points": str(result.kitty_points), **{f"friend_{player}": "yes" for player in result.friends}}
        shown |= {f"taken_back_{player}": str(cards) for player, cards in hand.throws}
    return shown


def correction_fields(state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """The fields of a correction: as recorded, or as they were changed, and what is the difference."""
    hand: zpy.Hand = record.hand
    before = as_recorded(hand)
    shown = draft.to_dict() if draft else before
    labels = [
        (gettext("maker"), name(state, before.get("maker")), name(state, shown.get("maker"))),
        (gettext("trump suit"), trumps_word(before.get("suit")), trumps_word(shown.get("suit"))),
        (gettext("friends"), friends_word(state, before), friends_word(state, shown)),
        (gettext("points"), escape(before.get("points") or "–"), escape(shown.get("points") or "–")),
    ]
    throws = any(field.startswith("taken_back_") and value for field, value in {**before, **shown}.items())
    return {
        "seats": hand.seats,
        "friend_keys": [Key(player) for player in hand.seats if str(player) != shown.get("maker")],
        "suits": [*(each.value for each in Suit), *([NO_SUIT] if without_suit(hand) else [])],
        "shown": shown,
        "counted": True,
        "kitty_multiplier": hand.rules.kitty_multiplier,
        "tabs": [(changed(*words), note) for note, *words in labels]
        + [(Markup("✓") if throws else Markup("–"), gettext("throws"))],
    }


def without_suit(hand: zpy.Hand) -> bool:
    """Whether trumps may have been made without a suit."""
    joker = any(hand.making.rank(seat) is Rank.JOKER for seat in hand.seats)
    return joker or hand.rules.nobody_made_trumps == "kitty_decides"


# --- Their words ---


def trumps_word(code: str | None) -> Markup:
    """The trump suit of the form."""
    return escape(gettext("none")) if code == NO_SUIT else suit(code, "–")


def friends_word(state: TableState, shown: Mapping[str, str]) -> Markup:
    """Whom the form has as friends: one by name, more by their number."""
    friends = [player for player in state.people if shown.get(f"friend_{player}")]
    if len(friends) == 1:
        return name(state, str(friends[0]))
    return escape(str(len(friends)) if friends else gettext("alone"))
