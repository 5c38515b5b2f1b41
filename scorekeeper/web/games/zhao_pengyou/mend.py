"""The screen on which a trick of the hand in progress is mended: who took it, or what somebody played to it."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.known_cards import count_gone, count_held_by_others
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.games.zhao_pengyou.trick_corrections import find_recorded_cards
from scorekeeper.table.state import TableState
from scorekeeper.web.board.trick_corrections import list_tricks, opened_trick
from scorekeeper.web.games.zhao_pengyou.cards import Picking, group_asked, picked
from scorekeeper.web.games.zhao_pengyou.keys import Key, first, key_of, last_number
from scorekeeper.web.games.zhao_pengyou.play import play_context, points_so_far
from scorekeeper.web.games.zhao_pengyou.words import cards_on_key, cards_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form

POINT_KEYS = 8
"""A row of them. It goes along with what is chosen, so that any number of points can be reached."""


class TrickMended(NamedTuple):
    """Who took the trick and the points in it, as chosen; `move` is None while that is how it was recorded.

    `total` are the defenders' points after it.
    """

    winner: Player
    points: int
    move: zpy.CorrectTrick | None
    problem: Problem | None
    total: int
    keys: tuple[Key, ...]


class CardsMended(NamedTuple):
    """Whose cards were others, and which; `move` is None until all are picked and are not those recorded."""

    picking: "PickingAgain | None"
    move: zpy.CorrectCards | None
    problem: Problem | None
    total: int


def mend_context(state: TableState, hand: zpy.Hand, ways: Collection[str]) -> Context:
    """Every trick so far, the one that is opened, and what the choices on the screen would make of the hand."""
    number = opened_trick(ways, len(hand.tricks), going_on=bool(hand.table))
    every = len(hand.tricks) + (hand.phase == "play")
    plays = plays_of(hand, number)
    whole = len(plays) == len(hand.seats)
    return {
        **play_context(state, hand, ways),
        "mending": number,
        "listed": list_tricks(hand.tricks, hand.team, every, number, known=hand.friends_known),
        "plays": plays,
        "recorded": None if whole or number > len(hand.tricks) else hand.tricks[number - 1],
        "told": {play.player: find_recorded_cards(hand, number, play.player) for play in plays},
        "trick_mended": partial(trick_mended, hand, number),
        "cards_mended": partial(cards_mended, hand, number),
        "together": cards_word,
        "on_key": cards_on_key,
    }


def plays_of(hand: zpy.Hand, trick: int) -> Sequence[zpy.Play]:
    """The plays of a trick that are written down, of the one that goes on too."""
    return hand.table if trick > len(hand.tricks) else hand.tricks[trick - 1].plays


def after(hand: zpy.Hand, move: zpy.CorrectTrick | zpy.CorrectCards | None) -> tuple[Problem | None, int]:
    """The first reason against it, and the defenders' points after it; those of now where it cannot be."""
    against = first(zpy.check_move(hand, move)) if move else None
    return against, points_so_far(move.play(hand) if move and not against else hand)


# --- Who took it ---


def trick_mended(hand: zpy.Hand, number: int, form: Form) -> TrickMended:
    """What a form has chosen of a trick whose winner and points are told."""
    was = hand.tricks[number - 1]
    winner, points = last_number(form, "winner"), last_number(form, "points")
    winner, points = was.winner if winner is None else winner, was.points if points is None else points
    move = None if (winner, points) == (was.winner, was.points) else zpy.CorrectTrick(number, winner, points)
    start = max(0, points - points % POINT_STEP - POINT_KEYS // 2 * POINT_STEP)
    keys = (
        key_of(hand, each, zpy.CorrectTrick(number, winner, each))
        for each in range(start, start + POINT_KEYS * POINT_STEP, POINT_STEP)
    )
    return TrickMended(winner, points, move, *after(hand, move), tuple(keys))


# --- What somebody played ---


@dataclass(frozen=True)
class PickingAgain(Picking):
    """The cards that `player` really played to a trick, and the pad of those that may be among them."""

    trick: int
    player: Player

    @cached_property
    def plays(self) -> Sequence[zpy.Play]:
        """The trick as it was recorded."""
        return plays_of(self.hand, self.trick)

    @cached_property
    def leads(self) -> bool:
        """Whether it is a lead."""
        return self.plays[0].player == self.player

    @cached_property
    def needed(self) -> int | None:
        """How many cards must have been played, None for a lead."""
        return None if self.leads else len(self.plays[0].cards)

    @cached_property
    def was(self) -> tuple[Card, ...]:
        """What was recorded."""
        return find_recorded_cards(self.hand, self.trick, self.player) or ()

    def left(self, card: Card) -> int:
        """How many copies the player may have played: all that no other play has."""
        lies = next(play.cards for play in self.plays if play.player == self.player)
        others = count_held_by_others(self.hand, self.player, card)
        return max(0, self.hand.setting.copies[card] - count_gone(self.hand, card) + lies.count(card) - others)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Why the cards cannot have been played. That some are still missing is no reason."""
        return self.against(zpy.CorrectCards(self.trick, self.player, self.cards)) if self.cards else ()


def cards_mended(hand: zpy.Hand, number: int, form: Form) -> CardsMended:
    """Whose cards a form has chosen, and which they really were."""
    player = last_number(form, "player")
    if player not in [play.player for play in plays_of(hand, number)]:
        return CardsMended(None, None, None, points_so_far(hand))
    assert player is not None
    assert hand.trumps is not None
    led = plays_of(hand, number)[0].cards[0]
    group = group_asked(hand, form) or hand.trumps.group(led)
    picking = PickingAgain(hand, picked(hand, form), group, number, player)
    if len(picking.cards) < (picking.needed or 1) or Counter(picking.cards) == Counter(picking.was):
        return CardsMended(picking, None, first(picking.problems), points_so_far(hand))
    move = zpy.CorrectCards(number, player, picking.cards)
    return CardsMended(picking, move, *after(hand, move))
