"""The screens of the play: what both show, and trick by trick."""

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
from scorekeeper.web.games.zhao_pengyou.bands import bands_of
from scorekeeper.web.games.zhao_pengyou.keys import Key, key_of
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import small_number

USUAL_POINTS = range(0, 31, POINT_STEP)
"""The points that a trick mostly has: a key each."""


class CalledCard(NamedTuple):
    """A call, who has answered it, how many copies fell as far as they are written down, and whether it is buried."""

    place: int
    call: zpy.Call
    friend: Player | None
    fallen: int | None
    buried: bool


def play_context(_state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """What every screen of the play shows."""
    points = points_so_far(hand)
    return {
        "points": points,
        "bands": bands_of(hand, points, hand.team if hand.friends_known else ()),
        "called": called_cards(hand),
        "holders": holders(hand),
        "number": len(hand.tricks) + 1,
        "revokes": fresh_revokes(hand),
    }


def fresh_revokes(hand: zpy.Hand) -> list[zpy.Revoke]:
    """The last two revokes that the trick in progress or the one before it has proven, whenever they happened."""
    return [each for each in zpy.find_revokes(hand) if each.proven >= len(hand.tricks)][-2:]


def points_so_far(hand: zpy.Hand) -> int:
    """The defenders' points: those that lie before them, and once sides are known what throws have cost."""
    points = zpy.points_showing(hand)
    if not hand.friends_known or not hand.throws or hand.maker is None:
        return points
    penalties = zpy.Outcome(hand.team, tuple(set(hand.seats) - set(hand.team)), points, "makers", 0, hand.throws)
    return int(total(count_points(hand.rules, penalties)))


def holders(hand: zpy.Hand) -> list[tuple[Player, int]]:
    """Who has won points that count for the defenders as it stands, most first."""
    won = [(player, points) for player, points in hand.record.points.items() if points and player not in hand.team]
    return sorted(won, key=lambda each: -each[1])


def called_cards(hand: zpy.Hand) -> list[CalledCard]:
    """The called cards in the order of the calls."""
    return [
        CalledCard(place, call, friend, fallen(hand, call), is_buried(hand, call))
        for place, (call, friend) in enumerate(zip(hand.calls, hand.found, strict=True))
    ]


def fallen(hand: zpy.Hand, call: zpy.Call) -> int | None:
    """How many copies of the called card lie in tricks or on the table; None where not every card is written down."""
    return count_gone(hand, call.card) - (hand.buried or ()).count(call.card) if hand.in_full and hand.begun else None


def tally_context(state: TableState, hand: zpy.Hand, ways: Collection[str]) -> Context:
    """Also the points that the next trick can have, and who may have answered the call that is asked for."""
    possible = trick_range(hand)
    place = call_asked(hand, ways)
    return {
        **play_context(state, hand, ways),
        "keys": [Key(points, against_points(hand, points)) for points in USUAL_POINTS],
        "more": possible[-1] > USUAL_POINTS[-1],
        "least": possible[0],
        "asked": None if place is None else hand.calls[place],
        "answers": [] if place is None else answers(hand, hand.calls[place]),
    }


def against_points(hand: zpy.Hand, points: int) -> Problem | None:
    """Why the next trick cannot have so many points."""
    return key_of(hand, points, zpy.RecordTrick(hand.seats[0], points)).problem


def call_asked(hand: zpy.Hand, ways: Collection[str]) -> int | None:
    """The place of the call whose holder is asked for, None where nobody asks."""
    asked = small_number(next((way.partition("-")[2] for way in ways if way.startswith("friend-")), ""))
    return asked if asked is not None and asked < len(hand.calls) else None


def answers(hand: zpy.Hand, call: zpy.Call) -> list[Key]:
    """Everyone, each with why they cannot have played the called copy."""
    return [key_of(hand, player, zpy.RevealFriend(player, call)) for player in hand.seats]


def throw_context(state: TableState, hand: zpy.Hand, ways: Collection[str]) -> Context:
    """A beaten throw of a trick that is not written down: whose it may have been, and how many cards go back."""
    penalty = zpy.find_throw_penalty(hand.rules)
    return {
        **play_context(state, hand, ways),
        "leaders": [key_of(hand, player, zpy.RecordThrow(player, 1)) for player in hand.seats],
        "most": hand.setting.hand_size - 1,
        "asks_count": penalty.points_a_card > 0,
        "a_card": penalty.points_a_card,
    }
