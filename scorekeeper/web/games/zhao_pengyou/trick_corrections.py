"""The screen that corrects a trick of the hand in progress: its winner and points, or the cards of a player."""

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
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.cards import PlayDraft, read_group, read_picked
from scorekeeper.web.games.zhao_pengyou.keys import build_key, first_problem, last_number
from scorekeeper.web.games.zhao_pengyou.play import play_context, points_so_far
from scorekeeper.web.games.zhao_pengyou.words import cards_on_key, cards_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form

POINT_KEYS = 8
"""The keys of points in a row. The row moves with the number chosen, so that all numbers can be reached."""


class TrickPointsDraft(NamedTuple):
    """The winner and the points chosen for a trick."""

    winner: Player
    points: int
    move: zpy.CorrectTrick | None
    """The correction to record; None while the choices are those recorded."""
    problem: Problem | None
    total: int
    """The defenders' points after the correction."""
    keys: tuple[Key, ...]


class TrickCardsDraft(NamedTuple):
    """The player and the cards chosen for a trick."""

    picking: "CorrectedPlayDraft | None"
    move: zpy.CorrectCards | None
    """The correction to record; None until all cards are picked and differ from those recorded."""
    problem: Problem | None
    total: int
    """The defenders' points after the correction."""


def correct_trick_context(state: TableState, hand: zpy.Hand, modes: Collection[str]) -> Context:
    """Return all tricks so far, the one that is opened, and the functions that read the forms."""
    number = opened_trick(modes, len(hand.tricks), going_on=bool(hand.table))
    every = len(hand.tricks) + (hand.phase == "play")
    plays = recorded_plays(hand, number)
    whole = len(plays) == len(hand.seats)
    return {
        **play_context(state, hand, modes),
        "trick_number": number,
        "listed": list_tricks(hand.tricks, hand.team, every, number, known=hand.friends_known),
        "plays": plays,
        "recorded": None if whole or number > len(hand.tricks) else hand.tricks[number - 1],
        "told": {play.player: find_recorded_cards(hand, number, play.player) for play in plays},
        "points_draft": partial(read_points_draft, hand, number),
        "cards_draft": partial(read_cards_draft, hand, number),
        "together": cards_word,
        "on_key": cards_on_key,
    }


def recorded_plays(hand: zpy.Hand, trick: int) -> Sequence[zpy.Play]:
    """Return the recorded plays of a trick; the trick in progress too."""
    return hand.table if trick > len(hand.tricks) else hand.tricks[trick - 1].plays


def try_correction(hand: zpy.Hand, move: zpy.CorrectTrick | zpy.CorrectCards | None) -> tuple[Problem | None, int]:
    """Return the first reason against a correction, and the defenders' points after it; if refused, those of now."""
    against = first_problem(zpy.check_move(hand, move)) if move else None
    return against, points_so_far(move.play(hand) if move and not against else hand)


# --- Who took it ---


def read_points_draft(hand: zpy.Hand, number: int, form: Form) -> TrickPointsDraft:
    """Read the unsent form for a trick whose winner and points are recorded."""
    was = hand.tricks[number - 1]
    winner, points = last_number(form, "winner"), last_number(form, "points")
    winner, points = was.winner if winner is None else winner, was.points if points is None else points
    move = None if (winner, points) == (was.winner, was.points) else zpy.CorrectTrick(number, winner, points)
    start = max(0, points - points % POINT_STEP - POINT_KEYS // 2 * POINT_STEP)
    keys = (
        build_key(hand, each, zpy.CorrectTrick(number, winner, each))
        for each in range(start, start + POINT_KEYS * POINT_STEP, POINT_STEP)
    )
    return TrickPointsDraft(winner, points, move, *try_correction(hand, move), tuple(keys))


# --- What somebody played ---


@dataclass(frozen=True)
class CorrectedPlayDraft(PlayDraft):
    """The cards that `player` really played to a trick, and the pad of the possible ones."""

    trick: int
    player: Player

    @cached_property
    def plays(self) -> Sequence[zpy.Play]:
        """The trick as it was recorded."""
        return recorded_plays(self.hand, self.trick)

    @cached_property
    def leads(self) -> bool:
        """Return whether the cards are the lead."""
        return self.plays[0].player == self.player

    @cached_property
    def needed(self) -> int | None:
        """The number of cards to pick; None for a lead."""
        return None if self.leads else len(self.plays[0].cards)

    @cached_property
    def recorded(self) -> tuple[Card, ...]:
        """The cards that were recorded."""
        return find_recorded_cards(self.hand, self.trick, self.player) or ()

    def copies_left(self, card: Card) -> int:
        """Return the number of copies the player may have played: all except those of other plays."""
        lies = next(play.cards for play in self.plays if play.player == self.player)
        others = count_held_by_others(self.hand, self.player, card)
        return max(0, self.hand.setting.copies[card] - count_gone(self.hand, card) + lies.count(card) - others)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The reasons against the cards; missing cards are no reason."""
        return self.check_move(zpy.CorrectCards(self.trick, self.player, self.cards)) if self.cards else ()


def read_cards_draft(hand: zpy.Hand, number: int, form: Form) -> TrickCardsDraft:
    """Read the unsent form for a trick recorded card by card."""
    player = last_number(form, "player")
    if player not in [play.player for play in recorded_plays(hand, number)]:
        return TrickCardsDraft(None, None, None, points_so_far(hand))
    assert player is not None
    assert hand.trumps is not None
    led = recorded_plays(hand, number)[0].cards[0]
    group = read_group(hand, form) or hand.trumps.group(led)
    picking = CorrectedPlayDraft(hand, read_picked(hand, form), group, number, player)
    if len(picking.cards) < (picking.needed or 1) or Counter(picking.cards) == Counter(picking.recorded):
        return TrickCardsDraft(picking, None, first_problem(picking.problems), points_so_far(hand))
    move = zpy.CorrectCards(number, player, picking.cards)
    return TrickCardsDraft(picking, move, *try_correction(hand, move))
