"""The keys of Mighty's pads: each choice with the reason against it, as the library gives it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player

ALONE = "-"
"""In a form: the declarer has no friend."""


class Key(NamedTuple):
    """A key of the pad: its value, and why it is no good now."""

    value: Any
    problem: Problem | None = None


class Side(NamedTuple):
    """Who played with the declarer and how that came about, as one key; `kind` tells the label."""

    value: str
    kind: str
    friend: Player | None
    problem: Problem | None = None


def level_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """A key a number: good when any bid of that number is, else with the reason against it."""
    levels: dict[int, list[tuple[Problem, ...]]] = {}
    for bid, against in problems.items():
        levels.setdefault(bid.level, []).append(against)
    return [Key(level, None if () in against else against[-1][0]) for level, against in levels.items()]


def trump_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """A key a trump suit and one for none, in the same way."""
    trumps: dict[str, list[tuple[Problem, ...]]] = {}
    for bid, against in problems.items():
        trumps.setdefault(bid.trump.value if bid.trump else "NT", []).append(against)
    return [Key(trump, None if () in against else against[-1][0]) for trump, against in trumps.items()]


def sides(rules: mighty.Rules, seats: tuple[Player, ...], declarer: Player, bid: mighty.Bid) -> list[Side]:
    """Every way a contract may have been played, when nobody recorded the call.

    An own card can always have been called: where that is against the rules, the result says so.
    """
    rules = replace(rules, secret_solo=True)
    others = [seat for seat in seats if seat != declarer]
    ways: list[tuple[mighty.Call, Player | None]] = [(named_friend(rules, seat), seat) for seat in others]
    ways += [(mighty.Call("none"), None), (mighty.Call("card"), None), (mighty.Call("first_trick"), None)]
    return [side for call, friend in ways if (side := way(rules, seats, declarer, bid, call, friend)).problem is None]


def named_friend(rules: mighty.Rules, friend: Player) -> mighty.Call:
    """A call that leads to `friend`, of the first kind that the rules allow: what they pay is the same."""
    if rules.friend_by_card:
        return mighty.Call("card")
    return mighty.Call("first_trick") if rules.friend_by_first_trick else mighty.Call("player", player=friend)


@lru_cache(maxsize=1000)
def way(
    rules: mighty.Rules,
    seats: tuple[Player, ...],
    declarer: Player,
    bid: mighty.Bid,
    call: mighty.Call,
    friend: Player | None,
) -> Side:
    """One such way, with the reason against it."""
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend))
    outcome = mighty.Outcome(points=bid.level, declarer=declarer, friend=friend, defenders=defenders)
    against = mighty.check_outcome(rules, mighty.Contract(bid, call), outcome)
    kind = "friend" if friend is not None else call.kind
    return Side(f"{call}|{ALONE if friend is None else friend}", kind, friend, against[0] if against else None)
