"""The screens of the play: the context of both ways to record it, and the play trick by trick."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.counting import count_points, trick_range
from scorekeeper.games.zhao_pengyou.friends import is_buried
from scorekeeper.games.zhao_pengyou.known_cards import count_gone
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.settlement import total
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.bands import build_bands
from scorekeeper.web.games.zhao_pengyou.keys import build_key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import small_number

USUAL_POINTS = range(0, 31, POINT_STEP)
"""The usual points of a trick, each with a key."""


class CalledCard(NamedTuple):
    """A called card."""

    place: int
    call: zpy.Call
    friend: Player | None
    """The player who has played it; None until then."""
    fallen: int | None
    """The copies that were played; None where not every card is recorded."""
    buried: bool
    """Whether it lies in the kitty."""


def play_context(_state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the context of every screen of the play."""
    points = points_so_far(hand)
    return {
        "points": points,
        "bands": build_bands(hand, points, hand.team if hand.friends_known else ()),
        "called": called_cards(hand),
        "holders": point_holders(hand),
        "number": len(hand.tricks) + 1,
        "revokes": [each for each in zpy.find_revokes(hand) if each.proven >= len(hand.tricks)][-2:],
    }


def points_so_far(hand: zpy.Hand) -> int:
    """Return the defenders' points: those won, and the penalties for throws of players whose side is known."""
    points = zpy.points_showing(hand)
    throws = tuple(throw for throw in hand.throws if hand.friends_known or throw.player in hand.team)
    if not throws:
        return points
    penalties = zpy.Outcome(hand.team, tuple(set(hand.seats) - set(hand.team)), points, "makers", 0, throws)
    return int(total(count_points(hand.rules, penalties)))


def point_holders(hand: zpy.Hand) -> list[tuple[Player, int]]:
    """Return the players whose points count for the defenders so far, most points first."""
    won = [(player, points) for player, points in hand.record.points.items() if points and player not in hand.team]
    return sorted(won, key=lambda each: -each[1])


def called_cards(hand: zpy.Hand) -> list[CalledCard]:
    """Return the called cards in the order of the calls."""
    return [
        CalledCard(place, call, friend, copies_played(hand, call), is_buried(hand, call))
        for place, (call, friend) in enumerate(zip(hand.calls, hand.found, strict=True))
    ]


def copies_played(hand: zpy.Hand, call: zpy.Call) -> int | None:
    """Return the copies of a called card in tricks or on the table; None where not every card is recorded."""
    return count_gone(hand, call.card) - (hand.buried or ()).count(call.card) if hand.in_full and hand.begun else None


def tally_context(state: TableState, hand: zpy.Hand, modes: Collection[str]) -> Context:
    """Return the context of the play trick by trick: the possible points, and who may have played a called card."""
    possible = trick_range(hand)
    place = read_call_place(hand, modes)
    return {
        **play_context(state, hand, modes),
        "keys": [Key(points, check_points(hand, points)) for points in USUAL_POINTS],
        "more": possible[-1] > USUAL_POINTS[-1],
        "least": possible[0],
        "asked": None if place is None else hand.calls[place],
        "answers": [] if place is None else answer_keys(hand, hand.calls[place]),
    }


def check_points(hand: zpy.Hand, points: int) -> Problem | None:
    """Return the reason why the next trick cannot have these points."""
    return build_key(hand, points, zpy.RecordTrick(hand.seats[0], points)).problem


def read_call_place(hand: zpy.Hand, modes: Collection[str]) -> int | None:
    """Return the index of the call whose player is asked for; None if none is."""
    asked = small_number(next((mode.partition("-")[2] for mode in modes if mode.startswith("friend-")), ""))
    return asked if asked is not None and asked < len(hand.calls) else None


def answer_keys(hand: zpy.Hand, call: zpy.Call) -> list[Key]:
    """Return a key for each player, with the reason why they cannot have played the called copy."""
    return [build_key(hand, player, zpy.RevealFriend(player, call)) for player in hand.seats]


def throw_context(state: TableState, hand: zpy.Hand, modes: Collection[str]) -> Context:
    """Return the context of the screen of a failed throw in a trick not recorded card by card."""
    penalty = zpy.find_throw_penalty(hand.rules)
    return {
        **play_context(state, hand, modes),
        "leaders": [build_key(hand, player, zpy.RecordThrow(player, 1)) for player in hand.seats],
        "most": hand.setting.hand_size - 1,
        "asks_count": penalty.points_a_card > 0,
        "a_card": penalty.points_a_card,
    }
