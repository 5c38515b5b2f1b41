"""The screens of the play: trick by trick, and card by card."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.known_cards import cards_to_play
from scorekeeper.games.mighty.trick import find_led_suit, find_winning_place, trick_points
from scorekeeper.messages import N_, Message, message
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.mighty.keys import Key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.wording import face, word


class Fact(NamedTuple):
    """A cell of the strip that says what holds in this trick; `said` is whether somebody has said it aloud."""

    label: str
    words: Markup
    said: bool = False


class PadCard(NamedTuple):
    """A card of the pad, and what is against playing it. What it `proves` can be recorded all the same.

    It may lie `on_table`. With two packs it may be the `last` copy.
    """

    card: Card
    last: bool = False
    on_table: bool = False
    problem: Message | None = None
    proves: bool = False


def play_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """What both screens of the play show."""
    bid = hand.contract_bid
    assert bid is not None
    trick = len(hand.tricks) + 1
    return {
        "makers": mighty.makers_points(hand),
        "defenders": mighty.defenders_points(hand),
        "left": mighty.points_left(hand),
        "back_run": mighty.back_run_limit(hand.rules, bid),
        "number": trick,
        "tricks": hand.rules.setting.tricks,
        "facts": list(facts(hand, trick)),
        "said": said_now(hand),
        "unshown": unshown(hand),
        "offences": hand.offences,
    }


@remember_recent
def announcer(hand: mighty.Hand) -> Player | None:
    """Who may announce now to be a friend, by which called card ever; None where nobody may."""
    winner = hand.tricks[-1].winner if hand.tricks else None
    every = open_cards(hand)
    can = winner is not None and any(mighty.can(hand, mighty.RevealFriend(winner, True, card)) for card in every)
    return winner if can else None


def tally_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """Also the points that the next trick can have, and what may be said or shown in it.

    Where nobody writes the tricks down, it is asked alone who is shown as the friend.
    """
    makers = (hand.declarer, *hand.friends)
    return {
        **play_context(state, hand, ways),
        "points": point_keys(hand),
        "open_cards": open_cards(hand),
        "others": [player for player in hand.active if player not in makers],
        "announcer": announcer(hand),
        "asks_trick": "result" not in ways,
        "sayings": sayings(hand),
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }


def cards_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """Also every card that is still out, and the trick as it lies on the table."""
    cards = pad(hand)
    wins = find_winning_place(hand.conditions, len(hand.tricks) + 1, hand.table) if hand.table else None
    return {
        **play_context(state, hand, ways),
        "pad": cards,
        "revokes": any(each.proves and each.problem.code == "screen.would_revoke" for each in cards if each.problem),
        "to_play": cards_to_play(hand),
        "lying": {play.player: play for play in hand.table},
        "wins": hand.table[wins] if wins is not None else None,
        "led": find_led_suit(hand.conditions, len(hand.tricks) + 1, hand.table) if hand.table else None,
        "in_it": trick_points(hand.table),
        "sayings": sayings(hand),
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }


# --- Who plays with whom ---


def unshown(hand: mighty.Hand) -> tuple[Card, ...] | None:
    """The called cards that have not shown a friend yet, as far as they were written down; None when all is known."""
    if hand.friend_known or hand.call is None:
        return None
    shown = {*(reveal.card for reveal in hand.reveals), *hand.own_cards_called}
    return tuple(card for card in hand.call.cards if card not in shown)


def open_cards(hand: mighty.Hand) -> tuple[Card | None, ...]:
    """The called cards by which somebody may still be shown as a friend; None is one that nobody wrote down."""
    if hand.call is None or hand.call.kind != "card" or hand.friend_known:
        return ()
    return unshown(hand) or (None,)


# --- The strip of what holds now ---


def facts(hand: mighty.Hand, trick: int) -> Iterator[Fact]:
    """Trumps, the mighty, what calls the joker or may not be led, what the joker does, what was asked and ordered."""
    conditions, said = hand.conditions, said_now(hand)
    if suit := mighty.find_requested_suit(hand):  # without trumps, as the contract says already
        yield Fact(gettext("Friend leads"), word(suit), said=True)
    else:
        yield Fact(gettext("Trumps"), word(conditions.trump) if conditions.trump else escape(gettext("none")))
    yield Fact(gettext("Mighty"), face(conditions.mighty))
    barred = mighty.barred_leads(conditions, trick)
    if said and said.calls_joker:
        yield Fact(gettext("Joker"), escape(gettext("called")), said=True)
    elif barred and not hand.table:
        yield Fact(gettext("Not led"), join_html(" ", (face(one) for one in barred)))
    else:
        yield Fact(gettext("Calls joker"), face(conditions.joker_call))
    if said and said.card == JOKER:
        asked = word(said.suit) if said.suit else escape(gettext("any card"))
        yield Fact(gettext("Joker asks"), asked, said=True)
    else:
        yield Fact(gettext("Joker now"), escape(gettext(joker_now(hand, trick))))
    if trick in hand.ordered:
        yield Fact(gettext("Friend told"), escape(gettext("win it")), said=True)


def said_now(hand: mighty.Hand) -> mighty.SpokenLead | None:
    """What was said with the lead of this trick: with the card that lies there, or as it was noted."""
    trick = len(hand.tricks) + 1
    if hand.table:
        lead = hand.table[0]
        names = lead.card == JOKER and bool(hand.conditions.suits_to_name(trick))
        calls = hand.conditions.calls_joker(trick, lead.card, lead.calls_joker)
        return mighty.SpokenLead(trick, lead.card, lead.suit, calls) if names or calls else None
    return hand.said if hand.said and hand.said.trick == trick else None


def joker_now(hand: mighty.Hand, trick: int) -> str:
    """What the joker does in this trick, in a word or two."""
    conditions = hand.conditions
    if hand.known.is_gone(JOKER):
        return N_("played")
    if conditions.is_joker_barred(trick):
        return N_("not played")
    led, follows = (conditions.is_joker_strong(trick, led=led) for led in (True, False))
    if hand.table:
        said = said_now(hand)
        follows = led if hand.table[0].card == JOKER else follows and not (said and said.calls_joker)
    if led == follows or hand.table:
        return N_("wins") if follows else N_("no power")
    return N_("not if led")


# --- Trick by trick ---


@remember_recent
def point_keys(hand: mighty.Hand) -> tuple[Key, ...]:
    """Return a key for each number of points that the next trick may have, with what is against it."""
    return tuple(Key(points, against_points(hand, points)) for points in range(len(hand.active) + 1))


def against_points(hand: mighty.Hand, points: int) -> Problem | None:
    """Why the next trick cannot have so many points."""
    return next(iter(mighty.check_move(hand, mighty.RecordTrick(hand.active[0], points))), None)


@remember_recent
def sayings(hand: mighty.Hand) -> tuple[mighty.PlayCard, ...]:
    """What may be said with a lead now: the joker with each suit or any card, and the joker called."""
    trick, conditions = len(hand.tricks) + 1, hand.conditions
    if hand.turn is None or hand.table or hand.known.is_gone(JOKER):
        return ()
    said: list[mighty.PlayCard] = []
    # What may be said is known of the conditions; the card alone has still to be asked about.
    if suits := conditions.suits_to_name(trick):
        asking = [mighty.PlayCard(hand.turn, JOKER, suit) for suit in suits]
        said += asking if mighty.can(hand, asking[0]) else ()
    if conditions.may_call_joker(trick, conditions.joker_call):
        calling = mighty.PlayCard(hand.turn, conditions.joker_call, calls_joker=True)
        said += (calling,) if mighty.can(hand, calling) else ()
    return tuple(said)


# --- Card by card ---


@remember_recent
def pad(hand: mighty.Hand) -> tuple[PadCard, ...]:
    """Every card that no whole trick has taken, suit after suit; those of the trick that goes on keep their places."""
    return tuple(pad_cards(hand))


def pad_cards(hand: mighty.Hand) -> Iterator[PadCard]:
    """Yield the cards of the pad."""
    assert hand.turn is not None
    lying = [play.card for play in hand.table]
    packs = hand.rules.setting.copies
    out = {card: copies - hand.played.get(card, 0) for card, copies in packs.items()}
    proofs = mighty.preview_offences(hand, [card for card, copies in out.items() if copies])
    for card, copies in out.items():
        if not copies and card not in lying:
            continue
        gone = (message("play.gone", card=card),)
        against = mighty.check_move(hand, mighty.PlayCard(hand.turn, card)) if copies else gone
        if card in proofs and not against:
            yield PadCard(card, copies < packs[card], problem=proof_of(hand, card, proofs[card]), proves=True)
        else:
            yield PadCard(card, 0 < copies < packs[card], not copies, against[0] if against else None)


def proof_of(hand: mighty.Hand, card: Card, offence: mighty.Offence) -> Message:
    """What a card would show of its player, before it is played."""
    if offence.code == "offence.revoke" and offence.trick:
        plays = (*(trick.plays for trick in hand.tricks), hand.table)[offence.trick - 1]
        suit = find_led_suit(hand.conditions, offence.trick, plays)
        return message("screen.would_revoke", player=offence.player, suit=suit, trick=offence.trick, card=card)
    return message("screen.would_prove", card=card, why=offence.message)
