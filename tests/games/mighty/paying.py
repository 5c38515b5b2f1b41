"""Paying hands in tests: contracts and results by what matters of them."""

from typing import NamedTuple

from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Buried
from scorekeeper.settlement import Settlement
from tests.games.mighty.play import bid, call


class FriendCase(NamedTuple):
    """A kind of call and a number of friends."""

    call: str
    friends: int


MODES = {
    "card": FriendCase("HK", 1), "card alone": FriendCase("HK", 0), "two cards": FriendCase("HK+D9", 2),
    "two cards of one": FriendCase("HK+D9", 1), "two cards alone": FriendCase("HK+D9", 0),
    "first trick": FriendCase("first_trick", 1), "first trick alone": FriendCase("first_trick", 0),
    "last trick": FriendCase("last_trick", 1), "last trick alone": FriendCase("last_trick", 0),
    "player": FriendCase("player:2", 1), "none": FriendCase("none", 0),
}  # fmt: skip


def list_friend_cases(these: mighty.Rules) -> list[FriendCase]:
    """Return the cases that the house rules allow."""
    possible = [mode for mode in MODES.values() if mighty.can_call(these, bid("25H"), call(mode.call))]
    alone = ("none", "first_trick", "last_trick")
    return [mode for mode in possible if these.secret_solo or mode.friends or mode.call in alone]


def build_outcome(
    these: mighty.Rules, mode: FriendCase, points: int, buried: frozenset[Buried] = frozenset()
) -> mighty.Outcome[int]:
    """Player 1 declares; the next are friends, all others defenders."""
    everyone = range(1, these.setting.active + 1)
    first, second, *_ = (*everyone[1 : 1 + mode.friends], None, None)
    return mighty.Outcome(points, 1, first, tuple(everyone[1 + mode.friends :]), buried, second)


def settle_outcome(
    these: mighty.Rules, contract: mighty.Bid, mode: FriendCase, points: int, buried: frozenset[Buried] = frozenset()
) -> Settlement[int]:
    return mighty.settle(these, mighty.Contract(contract, call(mode.call)), build_outcome(these, mode, points, buried))
