"""The payments of a contract, for screens that show them beforehand. Every number comes from `mighty.payment_table`."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.rules_of_auction import may_call_friend
from scorekeeper.settlement import Amount
from scorekeeper.web.games.mighty.keys import call_of_friend


class Price(NamedTuple):
    """The payment of a hand to the declarer, the friends and each defender; negative where they pay.

    `second_friend` is as `friend` where there are fewer than two.
    """

    declarer: Amount
    friend: Amount
    second_friend: Amount
    defender: Amount


class PriceColumn(NamedTuple):
    """A column of a printed table: a contract, and its payment if just made."""

    level: int
    price: Price


@lru_cache(maxsize=500)
def prices(rules: mighty.Rules, bid: mighty.Bid, friends: int, *, announced: bool = False) -> tuple[Price, ...]:
    """Return the payments by the points taken, from none to all, with this number of friends.

    Without friends, `announced` is whether the declarer said so.
    """
    seats: tuple[Player, ...] = tuple(range(1, rules.setting.active + 1))
    found, defenders = seats[1 : 1 + friends], seats[1 + friends :]
    call = mighty.Call("none") if announced else call_of_friend(rules, seats[1])
    first, second = (*found, None, None)[:2]
    outcome = mighty.Outcome(0, seats[0], first, defenders, second_friend=second)
    table = mighty.payment_table(rules, mighty.Contract(bid, call), outcome)
    who = seats[0], first, second or first, defenders[0]
    return tuple(Price(*(paid.amounts[seat] if seat else 0 for seat in who)) for paid in table)


def price_if_just_made(rules: mighty.Rules, bid: mighty.Bid, friends: int, *, announced: bool = False) -> Price:
    """Return the payment of a contract made with exactly the points promised; above 20, with all there are."""
    return prices(rules, bid, friends, announced=announced)[min(bid.level, rules.setting.points)]


def most_friends(rules: mighty.Rules) -> int:
    """Return the most friends that a declarer can find under these rules."""
    return rules.setting.partners if may_call_friend(rules) else 0


def contract_alone_pays(rules: mighty.Rules, bid: mighty.Bid) -> bool:
    """Return whether the payment is the same however many points a contract is over or short."""
    friends = most_friends(rules)
    paid = [price.declarer for price in prices(rules, bid, friends, announced=not friends)]
    return len({*paid[: bid.level]}) == 1 == len({*paid[bid.level :]})


def printed_table(rules: mighty.Rules) -> tuple[PriceColumn, ...]:
    """Return the payments of all contracts made with a friend, as the Chicago table prints them; else empty."""
    if rules.split != "chicago_table":
        return ()
    levels = range(rules.min_bid, rules.setting.points + 1)
    return tuple(PriceColumn(level, price_if_just_made(rules, mighty.Bid(level, None), 1)) for level in levels)


def telling_points(rules: mighty.Rules, bids: Iterable[mighty.Bid], most: int) -> list[int]:
    """Return the points at which the payments of these contracts are worth showing: limits, their neighbours, ends."""
    every, contracts = rules.setting.points, tuple(bids)
    line = mighty.back_run_limit(rules, contracts[-1])
    steps = (-1, 1, 2, -2, 3, -3, -4) if len(contracts) == 1 else (1, -1, 2, -2)
    beside = [contracts[-1].level + step for step in steps]
    wanted = [point for point in (*(bid.level for bid in contracts), every, line, *beside) if point is not None]
    return sorted(list(dict.fromkeys(point for point in wanted if 0 <= point <= every))[:most])
