"""What would each result pay? All of them at once, and the steps of the one that is looked at."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.errors import refuse
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.payment import is_back_run, is_run
from scorekeeper.settlement import Settlement
from scorekeeper.web.games.mighty.keys import named_friend, sides
from scorekeeper.web.games.mighty.prices import most_friends
from scorekeeper.web.games.mighty.referee.bids import check_contract, of_table, read_bid, written
from scorekeeper.web.games.mighty.referee.tricks import TRUMP_KEYS
from scorekeeper.web.page.questions import Inquiry, Reply

Way = tuple[mighty.Call, int]
"""How the friend was called, and how many there were."""


class ResultRow(NamedTuple):
    """A result: the points taken, what it is called, and what it gives."""

    points: int
    kind: str
    paid: Settlement[Player]


def payment(inquiry: Inquiry) -> Reply:
    """What a contract pays for every number of points, with so many friends. Raises `RuleError`."""
    rules = inquiry.rules
    contract = read_bid(inquiry, "level", "trump", of_table(inquiry))
    refuse(check_contract(rules, contract) if contract else ())
    known = ways(rules, contract or mighty.every_bid(rules)[0])
    way = inquiry.choice("way", tuple(known), next(iter(known)))
    points = inquiry.number("points", range(rules.setting.points + 1))
    public = {
        **written("", inquiry, contract),
        "way": way,
        "points": "" if points is None else str(points),
    }
    rows = table(rules, contract, known[way]) if contract else []
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


def ways(rules: mighty.Rules, contract: mighty.Bid) -> Mapping[str, Way]:
    """With how many friends, or how alone, a contract may be played; the usual first."""
    seats = tuple(range(1, rules.setting.active + 1))
    friends = {
        f"friends_{count}": (named_friend(rules, seats[1]), count) for count in range(most_friends(rules), 0, -1)
    }
    alone = [each.kind for each in sides(rules, seats, seats[0], contract) if each.friend is None]
    alone = [kind for kind in alone if kind != "card" or rules.secret_solo]
    return {**friends, **{kind: (mighty.Call(kind), 0) for kind in alone}}  # type: ignore[arg-type]


def table(rules: mighty.Rules, bid: mighty.Bid, way: Way) -> list[ResultRow]:
    """Every result, from all points down to none. The first seat declares, its friends are the next."""
    call, friends = way
    first, second, *_ = (*range(2, 2 + friends), None, None)
    defenders = tuple(range(2 + friends, rules.setting.active + 1))
    contract, outcome = mighty.Contract(bid, call), mighty.Outcome(0, 1, first, defenders, second_friend=second)
    paid = mighty.payment_table(rules, contract, outcome)
    return [ResultRow(points, kind_of(rules, contract, points), each) for points, each in enumerate(paid)][::-1]


def kind_of(rules: mighty.Rules, contract: mighty.Contract, points: int) -> str:
    """What people call a result."""
    outcome = mighty.Outcome(points, 1, None, ())
    if mighty.is_made(contract.bid, points):
        return "run" if is_run(rules, contract, outcome) else "made"
    return "back" if is_back_run(rules, contract, outcome) else "failed"
