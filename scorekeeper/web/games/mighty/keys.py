"""The keys of Mighty's pads: each choice with the reason against it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.web.games.keys import Key

ALONE = "-"
"""The value of a form field for a declarer without a friend."""


class SideKey(NamedTuple):
    """A key for who played with the declarer and how that came about."""

    value: str
    kind: str
    """The kind of the label: "friend", or the kind of call that found none."""
    friend: Player | None
    problem: Problem | None = None


def level_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """Return a key for each level: possible if any bid of that level is, else with the reason against it."""
    levels: dict[int, list[tuple[Problem, ...]]] = {}
    for bid, against in problems.items():
        levels.setdefault(bid.level, []).append(against)
    return [Key(level, None if () in against else against[-1][0]) for level, against in levels.items()]


def trump_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """Return a key for each trump suit and last one for no trump: possible if any bid with it is."""
    trumps: dict[Suit | None, list[tuple[Problem, ...]]] = {trump: [] for trump in mighty.TRUMPS}
    for bid, against in problems.items():
        trumps[bid.trump].append(against)
    return [
        Key(trump.value if trump else "NT", None if () in against else against[-1][0])
        for trump, against in trumps.items()
        if against
    ]


def side_keys(rules: mighty.Rules, seats: tuple[Player, ...], declarer: Player, bid: mighty.Bid) -> list[SideKey]:
    """Return every way in which a contract may have been played, where nobody recorded the call.

    A call of an own card is always among them: where the rules forbid it, the result records the offence.
    """
    rules = replace(rules, secret_solo=True)
    others = [seat for seat in seats if seat != declarer]
    ways: list[tuple[mighty.Call, Player | None]] = [(call_of_friend(rules, seat), seat) for seat in others]
    ways += [(mighty.Call(kind), None) for kind in ("none", "card", "first_trick", "last_trick")]
    return [
        side for call, friend in ways if (side := side_key(rules, seats, declarer, bid, call, friend)).problem is None
    ]


def call_of_friend(rules: mighty.Rules, friend: Player) -> mighty.Call:
    """Return a call that finds `friend`, of the first kind the rules allow; the payment is the same for all."""
    if rules.friend_by_card:
        return mighty.Call("card")
    if rules.friend_by_first_trick or rules.friend_by_last_trick:
        return mighty.Call("first_trick" if rules.friend_by_first_trick else "last_trick")
    return mighty.Call("player", player=friend)


@lru_cache(maxsize=1000)
def side_key(
    rules: mighty.Rules,
    seats: tuple[Player, ...],
    declarer: Player,
    bid: mighty.Bid,
    call: mighty.Call,
    friend: Player | None,
) -> SideKey:
    """Return the key for one such way, with the reason against it."""
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend))
    outcome = mighty.Outcome(points=0, declarer=declarer, friend=friend, defenders=defenders)
    against = mighty.check_outcome(rules, mighty.Contract(bid, call), outcome)
    kind = "friend" if friend is not None else call.kind
    return SideKey(f"{call}|{ALONE if friend is None else friend}", kind, friend, against[0] if against else None)
