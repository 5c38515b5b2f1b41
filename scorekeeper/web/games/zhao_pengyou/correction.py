"""Correcting a hand: its fields one at a time, and the moves of it that still hold."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.games.correction import (
    card_choices,
    changed,
    first_holding,
    name,
    other_friend,
    played,
    retold,
    still_holding,
    suit,
    told_friends,
)
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_suit, read_whole_hand
from scorekeeper.web.games.zhao_pengyou.keys import Key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.forms import Form, gather, integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import HandStart, Moves, Remedy

DEAL = (zpy.ExposeCards, zpy.TakeBack, zpy.EndDeal, zpy.TurnKitty, zpy.EnterTrumps)
"""What is recorded until trumps are made."""

PLAY = (
    *(zpy.RecordTrick, zpy.PlayCards, zpy.BeatThrow, zpy.RecordThrow, zpy.RevealFriend),
    *(zpy.CorrectTrick, zpy.CorrectCards),
)
"""What is recorded of the play."""

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (zpy.RecordResult, zpy.RecordHand),
    (zpy.RecordThrow,),
    (zpy.RevealFriend,),
    PLAY,
    (zpy.CallFriends, zpy.BuryKitty),
)
"""What of a hand is given up for a correction, row after row, until the rest of it holds."""


class Head(NamedTuple):
    """Who made trumps, with which suit, and the calls: empty where nobody wrote them down."""

    maker: Player
    suit: Suit | None
    calls: tuple[zpy.Call, ...]


# --- The moves ---


def corrected(state: TableState, record: HandRecord, begun: HandStart, form: Form) -> Moves:
    """The moves of the hand after its redeals with what the form changes, as many as still hold. Raises `RuleError`."""
    hand: zpy.Hand = record.hand
    if record.after is None and hand.maker is None:
        return begun.rest
    if record.after is None:
        begun = begun._replace(rest=retold(begun.rest, zpy.RevealFriend, form))
        chosen = gather(maker=lambda: integer(form, "maker"), suit=lambda: read_suit(form))
        head = Head(chosen["maker"], chosen["suit"], read_called(hand, form))
        return first_holding(state.game, begun.hand, candidates(state, hand, begun, head))
    wanted = read_whole_hand(state, form)
    head = Head(wanted.maker, wanted.suit, read_called(hand, form))
    wanted = replace(wanted, calls=head.calls or None)
    ending = partial(end, wanted)
    for candidate in candidates(state, hand, begun, head):
        if (moves := still_holding(state.game, begun.hand, candidate, GIVEN_UP, ending)) is not None:
            return moves
    return (wanted,)


def candidates(state: TableState, hand: zpy.Hand, begun: HandStart, head: Head) -> Iterator[Moves]:
    """The ways in which a hand may have come as far as it has with `head`: as it was recorded, by its deal, without it.

    What was recorded of the play stays in each of them; who showed a called card showed the one that was really called.
    """
    if head == head_of(hand):
        yield begun.rest
        return
    dealt = tuple(takewhile(lambda move: isinstance(move, DEAL), begun.rest))
    shown = tuple(move for move in dealt if isinstance(move, zpy.ExposeCards | zpy.TakeBack))
    kitty = tuple(move for move in begun.rest if isinstance(move, zpy.BuryKitty))
    calls = (zpy.CallFriends(head.calls or None),) if hand.called else ()
    play = tuple(shown_by(move, hand, head) for move in begun.rest if isinstance(move, PLAY))
    enter = zpy.EnterTrumps(head.maker, head.suit)
    for before in dict.fromkeys((dealt, (*shown, enter), (enter,), ())):
        after = played(state.game, begun.hand, before)
        if after is not None and made(after) == (head.maker, head.suit):
            yield (*before, *kitty, *calls, *play)
    yield (enter, *kitty, *calls, *play)


def head_of(hand: zpy.Hand) -> Head | None:
    """What was recorded; None before trumps are made."""
    if hand.maker is None or hand.trumps is None:
        return None
    return Head(hand.maker, hand.trumps.suit, hand.calls)


def made(hand: zpy.Hand) -> tuple[Player | None, Suit | None]:
    """Who has made trumps, and with which suit."""
    return hand.maker, hand.trumps.suit if hand.trumps else None


def shown_by(move: Any, hand: zpy.Hand, head: Head) -> Any:
    """A move of the play, about the call of `head` that stands in the place of the one recorded."""
    if not isinstance(move, zpy.RevealFriend) or len(head.calls) != len(hand.calls) or move.call not in hand.calls:
        return move
    return replace(move, call=head.calls[hand.calls.index(move.call)])


def end(wanted: zpy.RecordHand, hand: zpy.Hand) -> Moves | None:
    """What ends a hand as wanted: its throws and result, once friends are called; None where other trumps stand.

    A throw that was beaten card by card is in the hand already and stays.
    """
    if hand.maker is not None and made(hand) != (wanted.maker, wanted.suit):
        return None
    if not hand.called:
        return (wanted,)
    missing, stray = Counter(wanted.throws), Counter(hand.throws)
    if stray - missing or hand.calls != (wanted.calls or ()):
        return None
    throws = (zpy.RecordThrow(*throw) for throw in (missing - stray).elements())
    return (*throws, zpy.RecordResult(wanted.friends, wanted.points, wanted.last_trick, wanted.kitty_points))


def read_called(hand: zpy.Hand, form: Form) -> tuple[zpy.Call, ...]:
    """The calls of the form, none where nobody wrote them down; as recorded where it does not ask. Raises `RuleError`.

    A call is a card and which copy of it.
    """
    if "called_1" not in form:
        return hand.calls
    places = range(1, hand.setting.calls + 1)
    cards = ((form.get(f"called_{place}", ""), form.get(f"copy_{place}", "1")) for place in places)
    return tuple(zpy.Call.parse(f"{card}#{copy}") for card, copy in cards if card)


def remedy(state: TableState, asked: Any) -> Remedy | None:
    """What is offered where a refused move has another friend than the table was told."""
    friends = state.current.hand.team if state.current else ()
    return other_friend(state, asked, friends, zpy.RevealFriend)


# --- The fields ---


def as_recorded(hand: zpy.Hand) -> Form:
    """What the fields hold of a hand, as `read_whole_hand` and `read_called` read them."""
    shown: Form = MultiDict()
    if hand.maker is not None and hand.trumps is not None:
        shown["maker"], shown["suit"] = str(hand.maker), hand.trumps.suit.value if hand.trumps.suit else NO_SUIT
    for place, call in enumerate(hand.calls, 1):
        shown[f"called_{place}"], shown[f"copy_{place}"] = str(call.card), str(call.copy)
    if hand.result is not None:
        result = hand.result
        shown["points"], shown["last_trick"] = str(result.points), result.last_trick
        shown["kitty_points"] = str(result.kitty_points)
        for player in result.friends:
            shown[f"friend_{player}"] = "yes"
        for player, cards in hand.throws:
            shown.add(f"taken_back_{player}", str(cards))
    return shown


def correction_fields(state: TableState, record: HandRecord, begun: HandStart, draft: Form | None) -> Context:
    """The fields of a correction: as recorded, or as they were changed, and what is the difference."""
    hand: zpy.Hand = record.hand
    told = told_friends(begun.rest, zpy.RevealFriend) if record.after is None else {}
    before = as_recorded(hand)
    before.update(told)
    shown = draft or before
    tabs = list(tabs_of(state, hand, before, shown)) if hand.maker is not None else []
    if told:
        said = (join_html(", ", (name(state, each.get(field)) for field in told)) for each in (before, shown))
        tabs.append(("shown", changed(*said), gettext("friend")))
    seats = begun.hand.seats
    return {
        "seats": seats,
        "friend_keys": [Key(player) for player in seats if str(player) != shown.get("maker")],
        "suits": [*(each.value for each in Suit), *([NO_SUIT] if without_suit(hand) else [])],
        "shown": shown,
        "places": range(1, hand.setting.calls + 1),
        "cards": card_choices(callable_cards(hand, shown), gettext("not written down")),
        "copies": copies_of(hand),
        "counted": True,
        "kitty_multiplier": hand.rules.kitty_multiplier,
        "told": list(told),
        "tabs": tabs,
    }


def callable_cards(hand: zpy.Hand, shown: Form) -> Iterable[Card]:
    """The cards that may be called: all but trumps by the suit of the form."""
    code = shown.get("suit")
    trump = next((each for each in Suit if each.value == code), None)
    rank = hand.trumps.rank if hand.trumps else None
    return (
        card for card in dict.fromkeys(hand.setting.pack) if card.suit and card.suit != trump and card.rank is not rank
    )


def copies_of(hand: zpy.Hand) -> list[tuple[str, str]]:
    """Which copy of a card may be called."""
    counted = [(str(copy), str(copy)) for copy in range(1, hand.setting.packs + 1)]
    return [*counted, ("other", gettext("the other"))] if hand.rules.call_the_other else counted


def tabs_of(state: TableState, hand: zpy.Hand, before: Form, shown: Form) -> Iterator[tuple[str, Markup, str]]:
    """The fields: what each is called in the template, what it says, and its words below it."""
    yield "maker", changed(*(name(state, each.get("maker")) for each in (before, shown))), gettext("maker")
    yield "suit", changed(*(trumps_word(each.get("suit")) for each in (before, shown))), gettext("trump suit")
    if hand.called:
        yield "calls", changed(*(calls_word(hand, each) for each in (before, shown))), gettext("called cards")
    if hand.result is None:
        return
    yield "friends", changed(*(friends_word(state, each) for each in (before, shown))), gettext("friends")
    yield "points", changed(*(escape(each.get("points") or "–") for each in (before, shown))), gettext("points")
    yield "throws", changed(*(throws_word(hand, each) for each in (before, shown))), gettext("throws")


def without_suit(hand: zpy.Hand) -> bool:
    """Whether trumps may have been made without a suit."""
    joker = any(hand.making.rank(seat) is Rank.JOKER for seat in hand.seats)
    return joker or hand.rules.nobody_made_trumps == "kitty_decides"


# --- Their words ---


def trumps_word(code: str | None) -> Markup:
    """The trump suit of the form."""
    return escape(gettext("none")) if code == NO_SUIT else suit(code, "–")


def friends_word(state: TableState, shown: Form) -> Markup:
    """Whom the form has as friends: one by name, more by their number."""
    friends = [player for player in state.people if shown.get(f"friend_{player}")]
    if len(friends) == 1:
        return name(state, str(friends[0]))
    return escape(str(len(friends)) if friends else gettext("alone"))


def calls_word(hand: zpy.Hand, shown: Form) -> Markup:
    """The calls of the form: "A1" with its suit, for the first copy of an ace."""
    places = range(1, hand.setting.calls + 1)
    called = [(shown.get(f"called_{place}"), shown.get(f"copy_{place}", "1")) for place in places]
    written = [f"{Card.parse(card).symbol}#{copy}" for card, copy in called if card]
    return join_html(" ", map(escape, written)) if written else Markup("–")


def throws_word(hand: zpy.Hand, shown: Form) -> Markup:
    """How many cards the beaten throws of the form took back, throw by throw."""
    every = (shown.getlist(f"taken_back_{player}") for player in hand.seats)
    return escape(", ".join(cards for fields in every for cards in fields if cards) or "–")
