"""The screen on which a trick of the hand in progress is mended."""

from collections.abc import Collection
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.mending import plays_of
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.games.mighty.keys import Key
from scorekeeper.web.games.mighty.play import PadCard, play_context
from scorekeeper.web.services import Context


class Cell(NamedTuple):
    """A trick of the hand: who took it with how many points, and whose side that counts for."""

    number: int
    winner: Player | None
    points: int
    side: str


class Mended(NamedTuple):
    """What is chosen on the screen, and how the hand would stand after it; `move` is None until all is chosen."""

    winner: Player
    points: int
    player: Player
    move: Any
    problem: Problem | None
    makers: int
    defenders: int
    keys: tuple[Key, ...]


def mend_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """Every trick so far, the one that is opened, and what the choices on the screen would make of the hand."""
    number = trick_asked(hand, ways)
    return {
        **play_context(state, hand, ways),
        "mending": number,
        "plays": plays_of(hand, number),
        "pad": out_of_play(hand) if plays_of(hand, number) else [],
        "recorded": hand.tricks[number - 1] if number <= len(hand.tricks) else None,
        "cells": [cell(hand, place) for place in range(1, hand.rules.setting.tricks + 1)],
        "chosen": lambda form: mended(hand, number, form),
    }


def trick_asked(hand: mighty.Hand, ways: Collection[str]) -> int:
    """The trick that is opened, by the last part of its way; the last one when there is no such trick."""
    latest = len(hand.tricks) + bool(hand.table)
    asked = next((way.partition("-")[2] for way in ways if way.startswith("mend")), "")
    return int(asked) if asked.isdecimal() and 1 <= int(asked) <= latest else max(1, len(hand.tricks))


def cell(hand: mighty.Hand, number: int) -> Cell:
    """A trick in a few words; of one that is still to come, its number."""
    if number > len(hand.tricks):
        return Cell(number, None, 0, "next" if number == len(hand.tricks) + 1 else "later")
    trick = hand.tricks[number - 1]
    makers = trick.winner in (hand.declarer, *hand.friends)
    return Cell(number, trick.winner, trick.points, "makers" if makers else "defenders" if hand.friend_known else "")


def mended(hand: mighty.Hand, number: int, form: Form) -> Mended:
    """What a form of the screen has chosen, and what comes of it."""
    was = hand.tricks[number - 1] if number <= len(hand.tricks) else mighty.Trick(0, 0)
    winner, points = last(form, "winner", was.winner), last(form, "points", was.points)
    move = chosen_card(hand, number, form)
    if not plays_of(hand, number) and (winner, points) != (was.winner, was.points):
        move = mighty.MendTrick(number, winner, points)
    against = mighty.check_move(hand, move) if move else ()
    after = move.play(hand) if move and not against else hand
    return Mended(
        winner,
        points,
        last(form, "player", 0),
        move,
        against[0] if against else None,
        mighty.makers_points(after),
        mighty.defenders_points(after),
        tuple(points_key(hand, number, winner, each) for each in range(len(hand.active) + 1)),
    )


def points_key(hand: mighty.Hand, number: int, winner: Player, points: int) -> Key:
    """A number of points with the reason against it, if `winner` had taken the trick with it."""
    return Key(points, next(iter(mighty.check_move(hand, mighty.MendTrick(number, winner, points))), None))


def chosen_card(hand: mighty.Hand, number: int, form: Form) -> Any:
    """The card of a written trick that is to be another, None until all is chosen. What was said with it stays said."""
    play = next((play for play in plays_of(hand, number) if play.player == last(form, "player", 0)), None)
    text, _, asked = (form.getlist("card")[-1] if form.get("card") else "").partition(">")
    try:
        card, suit = Card.parse(text), Suit.parse(asked) if asked else None
    except RuleError:
        return None
    if play is None:
        return None
    calls = play.calls_joker and card == hand.conditions.joker_call
    return mighty.MendCard(number, play.player, card, suit or (play.suit if card == JOKER else None), calls)


def out_of_play(hand: mighty.Hand) -> list[PadCard]:
    """The cards that nobody has played yet: one of them it must have been."""
    return [PadCard(card) for card, copies in hand.rules.setting.copies.items() if copies > hand.played.get(card, 0)]


def last(form: Form, field: str, otherwise: int) -> int:
    """The number that was chosen last in a form that keeps its earlier choices."""
    values = form.getlist(field)
    return int(values[-1]) if values and values[-1].isdecimal() and len(values[-1]) < 4 else otherwise
