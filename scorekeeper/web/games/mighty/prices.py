"""What a contract pays, for screens that say it beforehand. Every figure is the library's own settlement."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount
from scorekeeper.web.games.mighty.keys import named_friend


class Price(NamedTuple):
    """What a hand gives the declarer, each friend and each defender; below zero what it costs."""

    declarer: Amount
    friend: Amount
    defender: Amount


class Column(NamedTuple):
    """The contract of a column of a printed table, and what it pays if made."""

    level: int
    price: Price


@lru_cache(maxsize=500)
def prices(rules: mighty.Rules, bid: mighty.Bid, friends: int, *, announced: bool = False) -> tuple[Price, ...]:
    """By the points taken, from none to all, with so many friends; with none, whether that was `announced`."""
    seats: tuple[Player, ...] = tuple(range(1, rules.setting.active + 1))
    found, defenders = seats[1 : 1 + friends], seats[1 + friends :]
    call = mighty.Call("none") if announced else named_friend(rules, seats[1])
    first, second = (*found, None, None)[:2]
    outcome = mighty.Outcome(0, seats[0], first, defenders, second_friend=second)
    table = mighty.payment_table(rules, mighty.Contract(bid, call), outcome)
    return tuple(
        Price(paid.amounts[seats[0]], paid.amounts[first] if first else 0, paid.amounts[defenders[0]]) for paid in table
    )


def if_just_made(rules: mighty.Rules, bid: mighty.Bid, friends: int, *, announced: bool = False) -> Price:
    """What it pays with the very points that were promised."""
    return prices(rules, bid, friends, announced=announced)[bid.level]


def most_friends(rules: mighty.Rules) -> int:
    """How many friends a declarer may find under these rules."""
    by_call = rules.friend_by_card or rules.friend_by_first_trick or rules.friend_by_player
    return rules.setting.partners if by_call else 0


def contract_alone_pays(rules: mighty.Rules, bid: mighty.Bid) -> bool:
    """Whether it does not matter by how much the contract is made or failed."""
    friends = most_friends(rules)
    paid = [price.declarer for price in prices(rules, bid, friends, announced=not friends)]
    return len({*paid[: bid.level]}) == 1 == len({*paid[bid.level :]})


def printed_table(rules: mighty.Rules) -> tuple[Column, ...]:
    """What each contract pays if made with a friend, as the Chicago table prints it; empty for all other rules."""
    if rules.split != "chicago_table":
        return ()
    levels = range(rules.min_bid, rules.setting.points + 1)
    return tuple(Column(level, if_just_made(rules, mighty.Bid(level, None), 1)) for level in levels)


def telling_points(rules: mighty.Rules, bids: Iterable[mighty.Bid], most: int) -> list[int]:
    """The points at which what these contracts pay is worth knowing: where one turns, just beside, and the ends."""
    every, contracts = rules.setting.points, tuple(bids)
    line = mighty.back_run_limit(rules, contracts[-1])
    steps = (-1, 1, 2, -2, 3, -3, -4) if len(contracts) == 1 else (1, -1, 2, -2)
    beside = [contracts[-1].level + step for step in steps]
    wanted = [point for point in (*(bid.level for bid in contracts), every, line, *beside) if point is not None]
    return sorted(list(dict.fromkeys(point for point in wanted if 0 <= point <= every))[:most])
