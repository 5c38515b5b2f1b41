"""The correction of a hand of Zhao Pengyou: the fields of its form, and the moves that stay possible."""

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
from scorekeeper.games.zhao_pengyou.friends import find_forbidden
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.games.correction import (
    card_choices,
    correct_reveals,
    find_possible_moves,
    keep_possible_moves,
    offer_other_friend,
    play_moves,
    player_name,
    render_change,
    reveal_fields,
    suit_word,
)
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.demotion_rows import win_choices, write_won_last
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_suit, read_whole_hand
from scorekeeper.web.games.zhao_pengyou.result import lead_choices, write_led_last
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.forms import Form, gather, integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import HandStart, Moves, Remedy

DEAL = (zpy.ExposeCards, zpy.TakeBack, zpy.EndDeal, zpy.TurnKitty, zpy.EnterTrumps)
"""The moves until trumps are made."""

PLAY = (
    *(zpy.RecordTrick, zpy.PlayCards, zpy.BeatThrow, zpy.RecordThrow, zpy.RevealFriend),
    *(zpy.CorrectTrick, zpy.CorrectCards),
)
"""The moves of the play."""

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (zpy.RecordResult, zpy.RecordHand),
    (zpy.RecordThrow,),
    (zpy.RevealFriend,),
    PLAY,
    (zpy.CallFriends, zpy.BuryKitty),
)
"""The kinds of moves that a correction drops, row after row, until the rest is possible."""


class TrumpTerms(NamedTuple):
    """The trump maker, the trump suit, and the calls."""

    maker: Player
    suit: Suit | None
    """None for no trump suit."""
    calls: tuple[zpy.Call, ...]
    """Empty where the calls were not written down."""


# --- The moves ---


def correct_moves(state: TableState, record: HandRecord, begun: HandStart, form: Form) -> Moves:
    """Return the moves of the hand after its redeals, changed by the form, as far as possible. Raises `RuleError`."""
    hand: zpy.Hand = record.hand
    if record.after is None and hand.maker is None:
        return begun.rest
    if record.after is None:
        begun = begun._replace(rest=correct_reveals(begun.rest, zpy.RevealFriend, form))
        chosen = gather(maker=lambda: integer(form, "maker"), suit=lambda: read_suit(form))
        head = TrumpTerms(chosen["maker"], chosen["suit"], read_called(hand, form))
        return find_possible_moves(state.game, begun.hand, candidate_moves(state, hand, begun, head))
    wanted = read_whole_hand(state, form)
    head = TrumpTerms(wanted.maker, wanted.suit, read_called(hand, form))
    wanted = replace(wanted, calls=head.calls or None)
    ending = partial(end_hand, wanted)
    for candidate in candidate_moves(state, hand, begun, head):
        if (moves := keep_possible_moves(state.game, begun.hand, candidate, GIVEN_UP, ending)) is not None:
            return moves
    return (wanted,)


def candidate_moves(state: TableState, hand: zpy.Hand, begun: HandStart, head: TrumpTerms) -> Iterator[Moves]:
    """Yield sequences of moves that may lead to `head`: as recorded, with its deal, and without its deal.

    Each of them keeps the recorded moves of the play; a reveal for a called card is moved to the call really made.
    """
    if head == recorded_terms(hand):
        yield begun.rest
        return
    dealt = tuple(takewhile(lambda move: isinstance(move, DEAL), begun.rest))
    shown = tuple(move for move in dealt if isinstance(move, zpy.ExposeCards | zpy.TakeBack))
    kitty = tuple(move for move in begun.rest if isinstance(move, zpy.BuryKitty))
    calls = (zpy.CallFriends(head.calls or None),) if hand.called else ()
    play = tuple(move_reveal(move, hand, head) for move in begun.rest if isinstance(move, PLAY))
    enter = zpy.EnterTrumps(head.maker, head.suit)
    for before in dict.fromkeys((dealt, (*shown, enter), (enter,), ())):
        after = play_moves(state.game, begun.hand, before)
        if after is not None and maker_and_suit(after) == (head.maker, head.suit):
            yield (*before, *kitty, *calls, *play)
    yield (enter, *kitty, *calls, *play)


def recorded_terms(hand: zpy.Hand) -> TrumpTerms | None:
    """Return the terms that were recorded; None before trumps are made."""
    if hand.maker is None or hand.trumps is None:
        return None
    return TrumpTerms(hand.maker, hand.trumps.suit, hand.calls)


def maker_and_suit(hand: zpy.Hand) -> tuple[Player | None, Suit | None]:
    """Return the trump maker and the trump suit; None for each that is not known."""
    return hand.maker, hand.trumps.suit if hand.trumps else None


def move_reveal(move: Any, hand: zpy.Hand, head: TrumpTerms) -> Any:
    """Return a move of the play; a reveal names the call of `head` in the place of the recorded one."""
    if not isinstance(move, zpy.RevealFriend) or len(head.calls) != len(hand.calls) or move.call not in hand.calls:
        return move
    return replace(move, call=head.calls[hand.calls.index(move.call)])


def end_hand(wanted: zpy.RecordHand, hand: zpy.Hand) -> Moves | None:
    """Return the moves that end a hand as wanted: throws and result; None where other trumps are recorded in it.

    A throw that was beaten card by card is part of the hand already and stays.
    """
    if hand.maker is not None and maker_and_suit(hand) != (wanted.maker, wanted.suit):
        return None
    if not hand.called:
        return (wanted,)
    missing, stray = Counter(wanted.throws), Counter(hand.throws)
    if stray - missing or hand.calls != (wanted.calls or ()):
        return None
    throws = (zpy.RecordThrow(*throw) for throw in (missing - stray).elements())
    return (
        *throws,
        zpy.RecordResult(
            *(wanted.friends, wanted.points, wanted.last_trick, wanted.kitty_points),
            *(wanted.led_last, wanted.won_last),
        ),
    )


def read_called(hand: zpy.Hand, form: Form) -> tuple[zpy.Call, ...]:
    """Return the calls in the form, empty if not written down; as recorded without such fields. Raises `RuleError`."""
    if "called_1" not in form:
        return hand.calls
    places = range(1, hand.setting.calls + 1)
    cards = ((form.get(f"called_{place}", ""), form.get(f"copy_{place}", "1")) for place in places)
    return tuple(zpy.Call.parse(f"{card}#{copy}") for card, copy in cards if card)


def offer_remedy(state: TableState, asked: Any) -> Remedy | None:
    """Return the correction to offer where a refused move contradicts a friend revealed earlier."""
    friends = state.current.hand.team if state.current else ()
    return offer_other_friend(state, asked, friends, zpy.RevealFriend)


# --- The fields ---


def recorded_fields(hand: zpy.Hand) -> Form:
    """Return the form fields of a hand, as `read_whole_hand` and `read_called` read them."""
    shown: Form = MultiDict()
    if hand.maker is not None and hand.trumps is not None:
        shown["maker"], shown["suit"] = str(hand.maker), hand.trumps.suit.value if hand.trumps.suit else NO_SUIT
    for place, call in enumerate(hand.calls, 1):
        shown[f"called_{place}"], shown[f"copy_{place}"] = str(call.card), str(call.copy)
    if hand.result is not None:
        result = hand.result
        shown["points"], shown["last_trick"] = str(result.points), result.last_trick
        shown["kitty_points"] = str(result.kitty_points)
        shown["led_last"] = write_led_last(result.led_last)
        shown["won_last"] = write_won_last(result.won_last)
        for player in result.friends:
            shown[f"friend_{player}"] = "yes"
        for player, cards in hand.throws:
            shown.add(f"taken_back_{player}", str(cards))
    return shown


def correction_fields(state: TableState, record: HandRecord, begun: HandStart, draft: Form | None) -> Context:
    """Return the fields of a correction, as recorded or as changed, and the differences."""
    hand: zpy.Hand = record.hand
    told = reveal_fields(begun.rest, zpy.RevealFriend) if record.after is None else {}
    before = recorded_fields(hand)
    before.update(told)
    shown = draft or before
    over = record.after is not None
    tabs = list(field_tabs(state, hand, before, shown, over=over)) if over or hand.maker is not None else []
    if told:
        said = (join_html(", ", (player_name(state, each.get(field)) for field in told)) for each in (before, shown))
        tabs.append(("shown", render_change(*said), gettext("friend")))
    seats = begun.hand.seats
    return {
        "seats": seats,
        "friend_keys": [Key(player) for player in seats if str(player) != shown.get("maker")],
        "suits": [*(each.value for each in Suit), *([NO_SUIT] if may_lack_suit(hand) else [])],
        "shown": shown,
        "places": range(1, hand.setting.calls + 1),
        "cards": card_choices(callable_cards(hand, shown), gettext("not written down")),
        "copies": copy_choices(hand),
        "counted": True,
        "leads": lead_choices(hand),
        "wins": win_choices(hand.rules, hand.setting, find_shown_trumps(hand, shown)),
        "told": list(told),
        "tabs": tabs,
    }


def callable_cards(hand: zpy.Hand, shown: Form) -> Iterable[Card]:
    """Return the cards that may be called where the trump suit is the one in the form."""
    trumps = with_suit(shown, hand.trumps.rank if hand.trumps else Rank.JOKER)
    return (card for card in dict.fromkeys(hand.setting.pack) if not find_forbidden(hand.rules, trumps, card))


def with_suit(shown: Form, rank: Rank) -> zpy.Trumps:
    """Return the trumps of this rank and of the suit in the form."""
    code = shown.get("suit")
    suit = next((each for each in Suit if each.value == code), None)
    return zpy.Trumps(None if rank is Rank.JOKER else suit, rank)


def find_shown_trumps(hand: zpy.Hand, shown: Form) -> zpy.Trumps:
    """Return the trumps where the trump maker and the suit are those in the form."""
    maker = next((seat for seat in hand.seats if str(seat) == shown.get("maker")), None)
    return with_suit(shown, hand.making.rank(maker) if maker is not None else Rank.JOKER)


def copy_choices(hand: zpy.Hand) -> list[tuple[str, str]]:
    """Return the copies of a card that may be called, as the choices of a closed list."""
    counted = [(str(copy), str(copy)) for copy in range(1, hand.setting.packs + 1)]
    return [*counted, ("other", gettext("the other"))] if hand.rules.call_the_other else counted


def field_tabs(
    state: TableState, hand: zpy.Hand, before: Form, shown: Form, *, over: bool
) -> Iterator[tuple[str, Markup, str]]:
    """Yield the fields: the name in the template, the rendered value, and the label below it.

    A hand that is `over` has all of them, even if it was given up before anybody made trumps.
    """
    yield "maker", render_change(*(player_name(state, each.get("maker")) for each in (before, shown))), gettext("maker")
    yield "suit", render_change(*(trumps_word(each.get("suit")) for each in (before, shown))), gettext("trump suit")
    if hand.called:
        yield "calls", render_change(*(calls_word(hand, each) for each in (before, shown))), gettext("called cards")
    if not over:
        return
    yield "friends", render_change(*(friends_word(state, each) for each in (before, shown))), gettext("friends")
    yield "points", render_change(*(escape(each.get("points") or "–") for each in (before, shown))), gettext("points")
    yield "throws", render_change(*(throws_word(hand, each) for each in (before, shown))), gettext("throws")


def may_lack_suit(hand: zpy.Hand) -> bool:
    """Return whether trumps may have been made without a suit."""
    joker = any(hand.making.rank(seat) is Rank.JOKER for seat in hand.seats)
    return joker or hand.rules.nobody_made_trumps != "redeal" or hand.rules.jokers_expose != "no"


# --- Their words ---


def trumps_word(code: str | None) -> Markup:
    """Return the trump suit in the form."""
    return escape(gettext("none")) if code == NO_SUIT else suit_word(code, "–")


def friends_word(state: TableState, shown: Form) -> Markup:
    """Return the friends in the form: one by name, several by their number."""
    friends = [player for player in state.people if shown.get(f"friend_{player}")]
    if len(friends) == 1:
        return player_name(state, str(friends[0]))
    return escape(str(len(friends)) if friends else gettext("none"))


def calls_word(hand: zpy.Hand, shown: Form) -> Markup:
    """Return the calls in the form, each with its copy: "A♠#1"."""
    places = range(1, hand.setting.calls + 1)
    called = [(shown.get(f"called_{place}"), shown.get(f"copy_{place}", "1")) for place in places]
    written = [f"{Card.parse(card).symbol}#{copy}" for card, copy in called if card]
    return join_html(" ", map(escape, written)) if written else Markup("–")


def throws_word(hand: zpy.Hand, shown: Form) -> Markup:
    """Return the numbers of cards taken back in the form, throw by throw."""
    every = (shown.getlist(f"taken_back_{player}") for player in hand.seats)
    return escape(", ".join(cards for fields in every for cards in fields if cards) or "–")
