"""Paying hands in tests: contracts and results by what matters of them."""

from typing import NamedTuple

from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Buried
from scorekeeper.settlement import Settlement
from tests.games.mighty.play import bid, call


class Mode(NamedTuple):
    """How the friend was called, and how many there were."""

    call: str
    friends: int


MODES = {
    "card": Mode("HK", 1),
    "card alone": Mode("HK", 0),
    "two cards": Mode("HK+D9", 2),
    "two cards of one": Mode("HK+D9", 1),
    "two cards alone": Mode("HK+D9", 0),
    "first trick": Mode("first_trick", 1),
    "first trick alone": Mode("first_trick", 0),
    "player": Mode("player:2", 1),
    "none": Mode("none", 0),
}


def modes(these: mighty.Rules) -> list[Mode]:
    """Those that the house rules let happen."""
    possible = [mode for mode in MODES.values() if mighty.can_call(these, bid("25H"), call(mode.call))]
    return [mode for mode in possible if these.secret_solo or mode.friends or mode.call in ("none", "first_trick")]


def ended(these: mighty.Rules, mode: Mode, points: int, buried: frozenset[Buried] = frozenset()) -> mighty.Outcome[int]:
    """Player 1 declares; the next are friends, all others defenders."""
    everyone = range(1, these.setting.active + 1)
    first, second, *_ = (*everyone[1 : 1 + mode.friends], None, None)
    return mighty.Outcome(points, 1, first, tuple(everyone[1 + mode.friends :]), buried, second)


def paid(
    these: mighty.Rules, contract: mighty.Bid, mode: Mode, points: int, buried: frozenset[Buried] = frozenset()
) -> Settlement[int]:
    return mighty.settle(these, mighty.Contract(contract, call(mode.call)), ended(these, mode, points, buried))
