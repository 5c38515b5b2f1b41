"""The question what each result would pay: all results at once, and the steps of the one looked at."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.errors import refuse
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.payment import is_back_run, is_run
from scorekeeper.settlement import Settlement
from scorekeeper.web.games.mighty.keys import call_of_friend, side_keys
from scorekeeper.web.games.mighty.prices import most_friends
from scorekeeper.web.games.mighty.referee.bids import bid_fields, check_contract, read_bid, table_bid
from scorekeeper.web.games.mighty.referee.tricks import TRUMP_KEYS
from scorekeeper.web.page.questions import Inquiry, Reply

FriendCall = tuple[mighty.Call, int]
"""The call of the friend, and the number of friends."""


class ResultRow(NamedTuple):
    """A result: the points taken, its kind, and the settlement."""

    points: int
    kind: str
    paid: Settlement[Player]


def answer_payment(inquiry: Inquiry) -> Reply:
    """Answer what a contract pays for every number of points, with some number of friends. Raises `RuleError`."""
    rules = inquiry.rules
    contract = read_bid(inquiry, "level", "trump", table_bid(inquiry))
    refuse(check_contract(rules, contract) if contract else ())
    known = friend_calls(rules, contract or mighty.every_bid(rules)[0])
    way = inquiry.choice("way", tuple(known), next(iter(known)))
    points = inquiry.number("points", range(rules.setting.points + 1))
    public = {
        **bid_fields("", inquiry, contract),
        "way": way,
        "points": "" if points is None else str(points),
    }
    rows = result_rows(rules, contract, known[way]) if contract else []
    shown = next((row for row in rows if row.points == points), None)
    facts = {
        "public": public,
        "contract": contract,
        "levels": list(dict.fromkeys(each.level for each in mighty.every_bid(rules))),
        "trumps": TRUMP_KEYS,
        "ways": list(known),
        "way": way,
        "friends": known[way][1],
        "rows": rows,
        "points": range(rules.setting.points, -1, -1),
        "shown": shown,
    }
    why = tuple(step.why for step in shown.paid.accounts[0].steps) if shown else ()
    look = "" if shown is None else "yes" if shown.kind in ("made", "run") else "no"
    return Reply(public, facts, look, why)  # type: ignore[arg-type]


def friend_calls(rules: mighty.Rules, contract: mighty.Bid) -> Mapping[str, FriendCall]:
    """Return the numbers of friends, and the ways to be alone, with which a contract can be played; the usual first."""
    seats = tuple(range(1, rules.setting.active + 1))
    friends = {
        f"friends_{count}": (call_of_friend(rules, seats[1]), count) for count in range(most_friends(rules), 0, -1)
    }
    alone = [each.kind for each in side_keys(rules, seats, seats[0], contract) if each.friend is None]
    alone = [kind for kind in alone if kind != "card" or rules.secret_solo]
    return {**friends, **{kind: (mighty.Call(kind), 0) for kind in alone}}  # type: ignore[arg-type]


def result_rows(rules: mighty.Rules, bid: mighty.Bid, way: FriendCall) -> list[ResultRow]:
    """Return every result, from all points down to none. The first seat declares, its friends follow."""
    call, friends = way
    first, second, *_ = (*range(2, 2 + friends), None, None)
    defenders = tuple(range(2 + friends, rules.setting.active + 1))
    contract, outcome = mighty.Contract(bid, call), mighty.Outcome(0, 1, first, defenders, second_friend=second)
    paid = mighty.payment_table(rules, contract, outcome)
    return [ResultRow(points, result_kind(rules, contract, points), each) for points, each in enumerate(paid)][::-1]


def result_kind(rules: mighty.Rules, contract: mighty.Contract, points: int) -> str:
    """Return what people call a result."""
    outcome = mighty.Outcome(points, 1, None, ())
    if mighty.is_made(rules, contract.bid, points):
        return "run" if is_run(rules, contract, outcome) else "made"
    return "back" if is_back_run(rules, contract, outcome) else "failed"
