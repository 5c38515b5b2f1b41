"""The screens of the play: trick by trick, and card by card."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import COLOURS, JOKERS_BY_COLOUR
from scorekeeper.games.mighty.known_cards import cards_to_play
from scorekeeper.games.mighty.trick import find_led_suit, find_winning_place, trick_points
from scorekeeper.messages import N_, Message, message
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.keys import Key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.wording import face, word


class TrickFact(NamedTuple):
    """A cell of the strip of facts that hold in this trick."""

    label: str
    words: Markup
    said: bool = False
    """Whether a player said it aloud."""


class PlayKey(NamedTuple):
    """A card of the pad."""

    card: Card
    last: bool = False
    """Whether it is the last copy, with two packs."""
    on_table: bool = False
    problem: Message | None = None
    """The reason against playing it, or the offence that playing it would prove."""
    proves: bool = False
    """Whether `problem` is such an offence: the card can be recorded nevertheless."""


def play_context(_state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the context of both screens of the play."""
    trick = len(hand.tricks) + 1
    return {
        "makers": mighty.makers_points(hand),
        "hidden": mighty.hidden_points(hand),
        "defenders": mighty.defenders_points(hand),
        "left": mighty.points_left(hand),
        "back_run": mighty.back_run_limit(hand.rules, hand.declaration.bid),
        "number": trick,
        "tricks": hand.rules.setting.tricks,
        "facts": list(list_facts(hand, trick)),
        "said": current_saying(hand),
        "unshown": unrevealed_cards(hand),
        "offences": hand.offences,
    }


@remember_recent
def list_announcers(hand: mighty.Hand) -> tuple[Player, ...]:
    """Return the players who may announce now to be a friend, by whichever called card.

    It is the winner of the last trick; where it must be announced, anyone who has won points and is late.
    """
    if not hand.rules.friend_may_announce:
        return ()
    every = [(player, mighty.RevealFriend(player, True, card)) for player in hand.active for card in open_cards(hand)]
    return tuple(dict.fromkeys(player for player, move in every if mighty.can(hand, move)))


def tally_context(state: TableState, hand: mighty.Hand, modes: Collection[str]) -> Context:
    """Return the context of the play trick by trick: the possible points, and what may be said or revealed.

    Where only the result is recorded, the screen asks for the friend alone.
    """
    makers = (hand.declarer, *hand.friends)
    return {
        **play_context(state, hand, modes),
        "points": trick_point_keys(hand),
        "open_cards": open_cards(hand),
        "others": [player for player in hand.active if player not in makers],
        "announcers": list_announcers(hand),
        "asks_trick": "result" not in modes,
        "sayings": possible_sayings(hand),
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }


def cards_context(state: TableState, hand: mighty.Hand, modes: Collection[str]) -> Context:
    """Return the context of the play card by card: every card still out, and the trick on the table."""
    cards = build_pad(hand)
    wins = find_winning_place(hand.conditions, len(hand.tricks) + 1, hand.table) if hand.table else None
    return {
        **play_context(state, hand, modes),
        "pad": cards,
        "revokes": any(each.proves and each.problem.code == "screen.would_revoke" for each in cards if each.problem),
        "to_play": cards_to_play(hand),
        "lying": {play.player: play for play in hand.table},
        "wins": hand.table[wins] if wins is not None else None,
        "led": find_led_suit(hand.conditions, len(hand.tricks) + 1, hand.table) if hand.table else None,
        "in_it": trick_points(hand.table),
        "sayings": possible_sayings(hand),
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }


# --- Who plays with whom ---


def unrevealed_cards(hand: mighty.Hand) -> tuple[Card, ...] | None:
    """Return the called cards that have revealed no friend yet; None once all friends are known."""
    if hand.friend_known or hand.call is None:
        return None
    shown = {*(reveal.card for reveal in hand.reveals), *hand.own_cards_called}
    return tuple(card for card in hand.call.cards if card not in shown)


def open_cards(hand: mighty.Hand) -> tuple[Card | None, ...]:
    """Return the called cards by which a friend may still be revealed; None stands for a card not written down."""
    if hand.call is None or hand.call.kind != "card" or hand.friend_known:
        return ()
    return unrevealed_cards(hand) or (None,)


# --- The strip of what holds now ---


def list_facts(hand: mighty.Hand, trick: int) -> Iterator[TrickFact]:
    """Yield the facts of a trick: trumps, mighty, the joker's power and caller, and what was asked or ordered."""
    conditions, said = hand.conditions, current_saying(hand)
    if suit := mighty.find_requested_suit(hand):  # without trumps, as the contract says already
        yield TrickFact(gettext("Friend leads"), word(suit), said=True)
    else:
        yield TrickFact(gettext("Trumps"), word(conditions.trump) if conditions.trump else escape(gettext("none")))
    yield TrickFact(gettext("Mighty"), face(conditions.mighty))
    barred = mighty.barred_leads(conditions, trick)
    if said and said.calls_joker:
        yield TrickFact(gettext("Joker"), describe_called(conditions.joker_calls[said.card]), said=True)
    elif barred and not hand.table:
        yield TrickFact(gettext("Don’t lead"), join_html(" ", (face(one) for one in barred)))
    else:
        yield TrickFact(gettext("Calls joker"), join_html(" ", (face(card) for card in conditions.joker_calls)))
    if said and said.card.suit is None:
        asked = word(said.asked) if said.asked else escape(gettext("any card"))
        yield TrickFact(gettext("Joker asks"), asked, said=True)
    else:
        yield TrickFact(gettext("Joker now"), describe_joker(hand, trick))
    if first_points_won(hand):
        yield TrickFact(gettext("A friend"), escape(gettext("says so")), said=True)
    if trick in hand.ordered:
        yield TrickFact(gettext("Friend told"), escape(gettext("win it")), said=True)


def first_points_won(hand: mighty.Hand) -> bool:
    """Return whether a player who must say now if they are the friend has just won their first points."""
    if not hand.rules.friend_must_announce or hand.table or not hand.tricks:
        return False
    winner = hand.tricks[-1].winner
    before = any(trick.winner == winner and trick.points for trick in hand.tricks[:-1])
    return not before and winner in list_announcers(hand)


def current_saying(hand: mighty.Hand) -> mighty.SpokenLead | None:
    """Return the words said with the lead of this trick, from the card on the table or as recorded."""
    trick = len(hand.tricks) + 1
    if hand.table:
        lead = hand.table[0]
        names = bool(hand.conditions.suits_to_name(trick, lead.card))
        calls = hand.conditions.find_called_joker(trick, lead.card, lead.calls_joker) is not None
        return mighty.SpokenLead(trick, lead.card, lead.suit, calls) if names or calls else None
    return hand.said if hand.said and hand.said.trick == trick else None


def describe_called(joker: Card) -> Markup:
    """Return that a joker was called, and which where there are two kinds."""
    called = escape(gettext("called"))
    return join_html(" ", (face(joker), called)) if joker in COLOURS else called


def jokers_out(hand: mighty.Hand) -> tuple[Card, ...]:
    """Return the jokers that were not all played yet."""
    return tuple(joker for joker in hand.conditions.jokers if not hand.known.is_gone(joker))


def describe_joker(hand: mighty.Hand, trick: int) -> Markup:
    """Return what the joker does in this trick; where there are two kinds, the higher one that is still out."""
    state, out = joker_state(hand, trick), jokers_out(hand)
    if state != "wins" or len(hand.conditions.jokers) == 1:
        return escape(gettext(state))
    led = find_led_suit(hand.conditions, trick, hand.table) if hand.table else None
    colour = COLOURS.get(hand.conditions.trump or led)
    if colour is None:
        return escape(gettext("by suit led"))
    higher = JOKERS_BY_COLOUR[colour]
    if higher in out:
        return join_html(" ", (face(higher), escape(gettext("wins"))))
    if hand.conditions.trump:
        return join_html(" ", (face(out[0]), escape(gettext("below trumps"))))
    below = hand.conditions.rules.other_joker == "below_suit"
    return escape(gettext("no power")) if below else join_html(" ", (face(out[0]), escape(gettext("beats suit"))))


def joker_state(hand: mighty.Hand, trick: int) -> str:
    """Return what the joker does in this trick, in a word or two."""
    conditions = hand.conditions
    if not jokers_out(hand):
        return N_("played")
    if conditions.is_joker_barred(trick):
        return N_("barred")
    led, follows = (conditions.is_joker_strong(trick, led=led) for led in (True, False))
    if hand.table:
        said = current_saying(hand)
        follows = led if hand.table[0].card.suit is None else follows and not (said and said.calls_joker)
    if led == follows or hand.table:
        return N_("wins") if follows else N_("no power")
    return N_("not if led")


# --- Trick by trick ---


@remember_recent
def trick_point_keys(hand: mighty.Hand) -> tuple[Key, ...]:
    """Return a key for each number of points of the next trick, with the reason against it."""
    return tuple(Key(points, check_points(hand, points)) for points in range(len(hand.active) + 1))


def check_points(hand: mighty.Hand, points: int) -> Problem | None:
    """Return the reason why the next trick cannot have these points."""
    return next(iter(mighty.check_move(hand, mighty.RecordTrick(hand.active[0], points))), None)


@remember_recent
def possible_sayings(hand: mighty.Hand) -> tuple[mighty.PlayCard, ...]:
    """Return the leads with words possible now: each joker with each suit or any card, and the joker called."""
    trick, conditions = len(hand.tricks) + 1, hand.conditions
    if hand.turn is None or hand.table:
        return ()
    said: list[mighty.PlayCard] = []
    # What may be said is known of the conditions; the card alone has still to be asked about.
    for caller, joker in conditions.joker_calls.items():
        if hand.known.is_gone(joker):
            continue
        asking = [mighty.PlayCard(hand.turn, joker, suit) for suit in conditions.suits_to_name(trick, joker)]
        said += asking if asking and mighty.can(hand, asking[0]) else ()
        if conditions.may_call_joker(trick, caller):
            calling = mighty.PlayCard(hand.turn, caller, calls_joker=True)
            said += (calling,) if mighty.can(hand, calling) else ()
    return tuple(said)


# --- Card by card ---


@remember_recent
def build_pad(hand: mighty.Hand) -> tuple[PlayKey, ...]:
    """Return every card not yet in a finished trick, suit after suit; cards on the table keep their places."""
    return tuple(pad_cards(hand))


def pad_cards(hand: mighty.Hand) -> Iterator[PlayKey]:
    """Yield the cards of the pad. One of two jokers that can be led is not there: it is led by the keys that ask."""
    assert hand.turn is not None
    lying = [play.card for play in hand.table]
    packs = hand.rules.setting.copies
    out = {card: copies - hand.played.get(card, 0) for card, copies in packs.items()}
    proofs = mighty.preview_offences(hand, [card for card, copies in out.items() if copies])
    asking = {move.card for move in possible_sayings(hand)} & COLOURS.keys()
    for card, copies in out.items():
        if (not copies and card not in lying) or card in asking:
            continue
        gone = (message("play.gone", card=card),)
        against = mighty.check_move(hand, mighty.PlayCard(hand.turn, card)) if copies else gone
        if card in proofs and not against:
            yield PlayKey(card, copies < packs[card], problem=describe_proof(hand, card, proofs[card]), proves=True)
        else:
            yield PlayKey(card, 0 < copies < packs[card], not copies, against[0] if against else None)


def describe_proof(hand: mighty.Hand, card: Card, offence: mighty.Offence) -> Message:
    """Return the offence that playing a card would prove against its player."""
    if offence.code == "offence.revoke" and offence.trick:
        plays = (*(trick.plays for trick in hand.tricks), hand.table)[offence.trick - 1]
        suit = find_led_suit(hand.conditions, offence.trick, plays)
        return message("screen.would_revoke", player=offence.player, suit=suit, trick=offence.trick, card=card)
    return message("screen.would_prove", card=card, why=offence.message)
