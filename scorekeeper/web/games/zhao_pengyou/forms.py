"""The forms of Zhao Pengyou: the readers that make moves of what was sent."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Suit, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Move, Side
from scorekeeper.games.zhao_pengyou.counting import LastLead
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, LastWin
from scorekeeper.games.zhao_pengyou.levels import as_rank
from scorekeeper.games.zhao_pengyou.pack import MOST_PACKS
from scorekeeper.games.zhao_pengyou.result import find_last_side, suggest_kitty
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts, is_counted
from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.table.state import TableState
from scorekeeper.web.games.remedies import read_other_friend, remove_trick_cards
from scorekeeper.web.page.forms import (
    Form,
    field_name,
    gather,
    integer,
    optional_integer,
    optional_integers,
    small_number,
    text,
)

NO_SUIT = "none"
"""The value of a form field for no trump suit."""

UNWRITTEN = "-"
"""The value of a form field for calls that nobody writes down."""


def hand_of(state: TableState) -> zpy.Hand:
    """Return the hand in progress. Raises `RuleError` ``hand.none`` if there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    hand: zpy.Hand = state.current.hand
    return hand


# --- Trumps ---


def read_suit(form: Form) -> Suit | None:
    """Read the trump suit; None for none. Raises `RuleError` if nothing was chosen."""
    suit = text(form, "suit")
    return None if suit == NO_SUIT else Suit.parse(suit)


def read_trumps(_state: TableState, form: Form) -> zpy.EnterTrumps:
    """Read the trump maker and the trump suit."""
    return zpy.EnterTrumps(**gather(maker=lambda: integer(form, "maker"), suit=lambda: read_suit(form)))


def read_shown(form: Form) -> tuple[int, Suit | Card]:
    """Read how many cards are shown, and their suit or which joker they are: "2xS", "2xBJ"."""
    count, _, kind = text(form, "shown").partition("x")
    if not 1 <= (copies := small_number(count) or 0) <= MOST_PACKS:
        raise RuleError("trumps.nothing_shown")
    joker = next((joker for joker in (BLACK_JOKER, RED_JOKER) if str(joker) == kind), None)
    return copies, joker or Suit.parse(kind)


def write_shown(copies: int, kind: Suit | Card) -> str:
    """Return cards shown as a form writes them."""
    return f"{copies}x{kind.value if isinstance(kind, Suit) else kind}"


def read_exposure(state: TableState, form: Form) -> zpy.ExposeCards:
    """Read the cards a player exposes. The player's level is the rank, unless ranks of others may be exposed too."""
    chosen = gather(player=lambda: integer(form, "player"), shown=lambda: read_shown(form))
    player, (copies, kind) = chosen["player"], chosen["shown"]
    if isinstance(kind, Card):
        return zpy.ExposeCards(player, (kind,) * copies)
    ranks = sorted(hand_of(state).making.exposable_ranks(player)) if player in state.people else []
    rank = as_rank(form["rank"]) if form.get("rank") else next(iter(ranks), None)
    if rank is None:
        raise RuleError("trumps.joker_level", player=player)
    return zpy.ExposeCards(player, (Card(kind, rank),) * copies)


# --- Calls and play ---


def read_cards(form: Form) -> tuple[Card, ...]:
    """Read the cards picked, in the order of the form."""
    return parse_cards(" ".join(form.getlist("cards")))


def read_calls(_state: TableState, form: Form) -> zpy.CallFriends:
    """Read the cards called, or that nobody writes them down."""
    calls = [call for call in (*form.getlist("calls"), form.get("last", "")) if call]
    return zpy.CallFriends(None if UNWRITTEN in calls else tuple(map(zpy.Call.parse, calls)))


def read_play(_state: TableState, form: Form) -> zpy.PlayCards:
    """Read the cards that a player plays together."""
    return zpy.PlayCards(integer(form, "player"), read_cards(form))


def read_unseen(_state: TableState, form: Form) -> zpy.PlayUnseen:
    """Read who follows with cards at which nobody looks, and the points of all that are to come or who is next."""
    return zpy.PlayUnseen(integer(form, "player"), *(optional_integer(form, name) for name in ("rest_points", "until")))


def read_challenge(state: TableState, form: Form) -> zpy.BeatThrow:
    """Read the cards shown against the throw on the table, and the part that must be led if they beat several."""
    hand, player, shown = hand_of(state), integer(form, "player"), parse_cards(text(form, "shown"))
    lead, place = hand.lead, small_number(form.get("part"))
    if lead is None or place is None or place >= len(lead.parts):
        return zpy.BeatThrow(player, shown)
    usual = [part for part, _shown in find_beaten_parts(hand.conditions, lead, shown)][:1]
    stays = lead.parts[place]
    return zpy.BeatThrow(player, shown, () if usual == [stays] else stays.cards)


def read_throw(_state: TableState, form: Form) -> zpy.RecordThrow:
    """Read a failed throw of a trick that is not recorded card by card, with the number of cards taken back."""
    return zpy.RecordThrow(integer(form, "player"), optional_integer(form, "taken_back") or 0)


def read_trick(_state: TableState, form: Form) -> zpy.RecordTrick:
    """Read the winner and the points of a trick."""
    return zpy.RecordTrick(**gather(winner=lambda: integer(form, "winner"), points=lambda: integer(form, "points")))


def read_reveal(_state: TableState, form: Form) -> zpy.RevealFriend:
    """Read the player who has played a called copy."""
    return zpy.RevealFriend(
        **gather(player=lambda: integer(form, "player"), call=lambda: zpy.Call.parse(text(form, "call")))
    )


# --- The result ---


def read_ending(state: TableState, form: Form) -> dict[str, Any]:
    """Read the result of the play. Raises `RuleError` naming what is missing.

    The fields of the kitty and of the cards that won are not on the screen, and not read, if the makers won last.
    """
    lost_last = form.get("last_trick") == "defenders"
    return {
        "friends": read_friends(state, form),
        **gather(
            points=lambda: integer(form, "points"),
            last_trick=lambda: read_side(form),
            kitty_points=lambda: (lost_last and optional_integer(form, "kitty_points")) or 0,
            led_last=lambda: read_led_last(form),
            won_last=lambda: read_won_last(form) if lost_last else WON_OTHERWISE,
        ),
    }


def read_side(form: Form) -> Side:
    """Read the side that won the last trick. Raises `RuleError` for anything else."""
    side = text(form, "last_trick")
    if side not in ("makers", "defenders"):
        raise RuleError("form.missing", what=field_name("last_trick"))
    return "makers" if side == "makers" else "defenders"


def read_led_last(form: Form) -> LastLead:
    """Read the lead of the last trick: "2x3" for three pairs in sequence. Without one it is a single card."""
    size, _, length = form.get("led_last", "1x1").partition("x")
    return LastLead(small_number(size) or 0, small_number(length) or 0)


def read_won_last(form: Form) -> LastWin:
    """Read what won the last trick: "1x1t" for a card of the trump rank and suit. Otherwise it is other cards."""
    written = form.get("won_last", "0x1")
    size, _, length = written.removesuffix("t").partition("x")
    return LastWin(small_number(size) or 0, small_number(length) or 0, written.endswith("t"))


def read_friends(state: TableState, form: Form) -> tuple[int, ...]:
    """Return the players marked as friends."""
    return tuple(player for player in state.people if f"friend_{player}" in form)


def read_throws(state: TableState, form: Form) -> tuple[zpy.FailedThrow, ...]:
    """Read the failed throws, each with its player and the number of cards taken back; empty fields are skipped."""
    return tuple(
        zpy.FailedThrow(player, cards)
        for player in state.people
        for cards in optional_integers(form, f"taken_back_{player}")
    )


def read_result(state: TableState, form: Form) -> zpy.RecordResult | zpy.RecordHand:
    """Read the result of the hand in progress, with whatever was not recorded before."""
    hand = hand_of(state)
    if hand.maker is None or hand.trumps is None:
        raise RuleError("hand.none")
    throws = read_throws(state, form)
    ending = read_ending(state, fill_in(state, add_throws(hand, throws), form))
    if hand.called and not throws:
        return zpy.RecordResult(**ending)
    return zpy.RecordHand(hand.maker, hand.trumps.suit, throws=throws, **ending)


def add_throws(hand: zpy.Hand, throws: Iterable[zpy.FailedThrow]) -> zpy.Hand:
    """Return the hand with these failed throws added, unchecked."""
    for throw in throws:
        hand = hand if hand.called else zpy.CallFriends(None).play(hand)
        hand = zpy.RecordThrow(*throw).play(hand)
    return hand


def fill_in(state: TableState, hand: zpy.Hand, form: Form) -> Form:
    """Return the form with the values that follow: the points of the recorded tricks and of the kitty, if it has none.

    After a failed throw that ended the play the other side has the last trick, and where points decide nothing they are
    zero.
    """
    if hand.maker is None:
        return form
    filled, makers = form.copy(), (hand.maker, *read_friends(state, form))
    if (side := find_last_side(hand, makers)) and hand.ended_by_throw:
        filled["last_trick"] = side
    if not is_counted(hand.rules, hand.throws):
        filled["points"] = filled["kitty_points"] = "0"
        return filled
    if points_follow(hand) and not form.get("points", "").strip():
        filled["points"] = str(zpy.recorded_points(hand, makers, optional_integer(form, "kitty_points") or 0))
    if not form.get("kitty_points", "").strip():
        filled["kitty_points"] = str(suggest_kitty(hand, makers, small_number(filled.get("points"))) or 0)
    return filled


def points_follow(hand: zpy.Hand) -> bool:
    """Return whether the defenders' points follow from what was recorded, if nothing is missing in it."""
    return bool(hand.tricks) or (hand.ended_by_throw and hand.in_full)


def read_whole_hand(state: TableState, form: Form) -> zpy.RecordHand:
    """Read a hand from trumps to result, as a correction has it."""
    chosen = gather(
        maker=lambda: integer(form, "maker"),
        suit=lambda: read_suit(form),
        ending=lambda: read_ending(state, form),
        throws=lambda: read_throws(state, form),
    )
    return zpy.RecordHand(chosen["maker"], chosen["suit"], throws=chosen["throws"], **chosen["ending"])


FORMS: Mapping[str, Callable[[TableState, Form], Move]] = {
    "expose": read_exposure,
    "take_back": lambda _state, form: zpy.TakeBack(integer(form, "takes")),
    "end_deal": lambda _state, _form: zpy.EndDeal(),
    "turn_kitty": lambda _state, form: zpy.TurnKitty(read_cards(form)),
    "enter_trumps": read_trumps,
    "call_friends": read_calls,
    "play_cards": read_play,
    "play_unseen": read_unseen,
    "beat_throw": read_challenge,
    "record_throw": read_throw,
    "record_trick": read_trick,
    "reveal_friend": read_reveal,
    "result": read_result,
    "record_hand": read_whole_hand,
    "other_friend": lambda state, form: read_other_friend(state, form, zpy.RevealFriend),
    "clear_table": lambda state, _form: remove_trick_cards(state, (zpy.PlayCards, zpy.PlayUnseen, zpy.BeatThrow)),
}

SENTENCES: Sentences = {
    "field.maker": Sentence(N_("who made trumps")),
    "field.suit": Sentence(N_("the trump suit")),
    "field.takes": Sentence(N_("who takes the cards back")),
    "field.winner": Sentence(N_("who took the trick")),
    "field.call": Sentence(N_("the called card")),
    "field.shown": Sentence(N_("the cards shown")),
    "field.points": Sentence(N_("the points")),
    "field.last_trick": Sentence(N_("who won the last trick")),
    "field.kitty_points": Sentence(N_("the points in the kitty")),
    "field.taken_back": Sentence(N_("the cards taken back")),
    "role.starter": Sentence(N_("first card")),
    "caption.maker": Sentence(N_("maker")),
    "caption.friend": Sentence(N_("friend")),
    "caption.defender": Sentence(N_("defends")),
    "turn.deal": Sentence(N_("Deal goes on")),
    "turn.defend": Sentence(N_("{player} may defend")),
    "turn.call": Sentence(N_("{player} to call")),
    "turn.lead": Sentence(N_("{player} leads")),
    "turn.you_lead": Sentence(N_("You lead")),
    "turn.play": Sentence(N_("{player} to play")),
    "turn.maker": Sentence(N_("No trump maker yet")),
    "turn.kitty": Sentence(N_("Turning the kitty")),
    "turn.result": Sentence(N_("No result yet")),
    "screen.opening": Sentence(N_("{player} takes the first card.")),
}
"""The sentences of the screens beside those of the rules."""
