"""The screen on which a trick of the hand in progress is mended."""

from collections.abc import Collection
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.trick_corrections import find_plays
from scorekeeper.table.state import TableState
from scorekeeper.web.board.trick_corrections import list_tricks, opened_trick
from scorekeeper.web.games.mighty.keys import Key
from scorekeeper.web.games.mighty.play import PadCard, play_context
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, small_number


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
    number = opened_trick(ways, len(hand.tricks), going_on=bool(hand.table))
    makers, every = (hand.declarer, *hand.friends), hand.rules.setting.tricks
    return {
        **play_context(state, hand, ways),
        "mending": number,
        "plays": find_plays(hand, number),
        "pad": out_of_play(hand) if find_plays(hand, number) else [],
        "recorded": hand.tricks[number - 1] if number <= len(hand.tricks) else None,
        "listed": list_tricks(hand.tricks, makers, every, number, known=hand.friend_known),
        "chosen": lambda form: mended(hand, number, form),
    }


def mended(hand: mighty.Hand, number: int, form: Form) -> Mended:
    """What a form of the screen has chosen, and what comes of it."""
    was = hand.tricks[number - 1] if number <= len(hand.tricks) else mighty.Trick(0, 0)
    winner, points = last(form, "winner", was.winner), last(form, "points", was.points)
    move = chosen_card(hand, number, form)
    if not find_plays(hand, number) and (winner, points) != (was.winner, was.points):
        move = mighty.CorrectTrick(number, winner, points)
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
    return Key(points, next(iter(mighty.check_move(hand, mighty.CorrectTrick(number, winner, points))), None))


def chosen_card(hand: mighty.Hand, number: int, form: Form) -> Any:
    """The card of a written trick that is to be another, None until all is chosen. What was said with it stays said."""
    play = next((play for play in find_plays(hand, number) if play.player == last(form, "player", 0)), None)
    text, _, asked = (form.getlist("card")[-1] if form.get("card") else "").partition(">")
    try:
        card, suit = Card.parse(text), Suit.parse(asked) if asked else None
    except RuleError:
        return None
    if play is None:
        return None
    calls = play.calls_joker and card == hand.conditions.joker_call
    return mighty.CorrectCard(number, play.player, card, suit or (play.suit if card == JOKER else None), calls)


def out_of_play(hand: mighty.Hand) -> list[PadCard]:
    """The cards that nobody has played yet: one of them it must have been."""
    return [PadCard(card) for card, copies in hand.rules.setting.copies.items() if copies > hand.played.get(card, 0)]


def last(form: Form, field: str, otherwise: int) -> int:
    """The number that was chosen last in a form that keeps its earlier choices."""
    chosen = small_number(next(reversed(form.getlist(field)), None))
    return otherwise if chosen is None else chosen
