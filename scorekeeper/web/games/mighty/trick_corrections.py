"""The screen that corrects a trick of the hand in progress."""

from collections.abc import Collection
from typing import Any, NamedTuple

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.trick import Led, asked_for
from scorekeeper.games.mighty.trick_corrections import find_plays
from scorekeeper.table.state import TableState
from scorekeeper.web.board.trick_corrections import list_tricks, opened_trick
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.mighty.play import PlayKey, play_context
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, small_number


class TrickDraft(NamedTuple):
    """The choices of an unsent form of this screen, and the points of both sides after them."""

    winner: Player
    points: int
    player: Player
    move: Any
    """The correction to record; None until its choices are complete and differ from the record."""
    problem: Problem | None
    makers: int
    hidden: int
    """The most points that a friend who is not known yet can have won."""
    defenders: int
    keys: tuple[Key, ...]
    asked: Led
    """For what the leader of the chosen joker asks."""
    names: tuple[Led, ...]
    """The suits for which the leader of the chosen joker may have asked, or its colour; None for any card."""


def correct_trick_context(state: TableState, hand: mighty.Hand, modes: Collection[str]) -> Context:
    """Return all tricks so far, the one that is opened, and `chosen`, which reads the form."""
    number = opened_trick(modes, len(hand.tricks), going_on=bool(hand.table))
    makers, every = (hand.declarer, *hand.friends), hand.rules.setting.tricks
    return {
        **play_context(state, hand, modes),
        "trick_number": number,
        "plays": find_plays(hand, number),
        "pad": [
            PlayKey(card) for card, copies in hand.rules.setting.copies.items() if copies > hand.played.get(card, 0)
        ]
        if find_plays(hand, number)
        else [],
        "recorded": hand.tricks[number - 1] if number <= len(hand.tricks) else None,
        "listed": list_tricks(hand.tricks, makers, every, number, known=hand.friend_known),
        "chosen": lambda form: read_draft(hand, number, form),
    }


def read_draft(hand: mighty.Hand, number: int, form: Form) -> TrickDraft:
    """Read the unsent form and try its correction."""
    was = hand.tricks[number - 1] if number <= len(hand.tricks) else mighty.Trick(0, 0)
    winner, points = last_number(form, "winner", was.winner), last_number(form, "points", was.points)
    move = read_card_correction(hand, number, form)
    if not find_plays(hand, number) and (winner, points) != (was.winner, was.points):
        move = mighty.CorrectTrick(number, winner, points)
    against = mighty.check_move(hand, move) if move else ()
    after = move.play(hand) if move and not against else hand
    return TrickDraft(
        winner,
        points,
        last_number(form, "player", 0),
        move,
        against[0] if against else None,
        mighty.makers_points(after),
        mighty.hidden_points(after),
        mighty.defenders_points(after),
        tuple(points_key(hand, number, winner, each) for each in range(len(hand.active) + 1)),
        asked_for(move.card, move.suit) if isinstance(move, mighty.CorrectCard) else None,
        list_names(hand, number, move) if isinstance(move, mighty.CorrectCard) else (),
    )


def list_names(hand: mighty.Hand, number: int, move: mighty.CorrectCard) -> tuple[Led, ...]:
    """Return what the leader of a corrected card may have asked for."""
    leads = find_plays(hand, number)[0].player == move.player
    suits = hand.conditions.suits_to_name(number, move.card) if leads else ()
    return tuple(asked_for(move.card, suit) for suit in suits)


def points_key(hand: mighty.Hand, number: int, winner: Player, points: int) -> Key:
    """Return a key for a number of points, with the reason against it if `winner` had taken the trick."""
    return Key(points, next(iter(mighty.check_move(hand, mighty.CorrectTrick(number, winner, points))), None))


def read_card_correction(hand: mighty.Hand, number: int, form: Form) -> Any:
    """Return the correction of a recorded card; None until all is chosen. Words said with the card are kept.

    "RJ>H" asks for hearts, "RJ>" for no suit.
    """
    play = next((play for play in find_plays(hand, number) if play.player == last_number(form, "player", 0)), None)
    text, said, asked = (form.getlist("card")[-1] if form.get("card") else "").partition(">")
    try:
        card, suit = Card.parse(text), Suit.parse(asked) if asked else None
    except RuleError:
        return None
    if play is None:
        return None
    calls = play.calls_joker and card in hand.conditions.joker_calls
    kept = None if said or card != play.card else play.suit
    return mighty.CorrectCard(number, play.player, card, suit or kept, calls)


def last_number(form: Form, field: str, otherwise: int) -> int:
    """Return the number chosen last in a form that keeps its earlier choices; `otherwise` without one."""
    chosen = small_number(next(reversed(form.getlist(field)), None))
    return otherwise if chosen is None else chosen
