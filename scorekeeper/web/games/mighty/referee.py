"""Questions to the referee of Mighty: pure answers from the library under the rules of the table."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from scorekeeper.errors import RuleError, refuse
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import check_height
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.games.mighty.forms import read_bid, read_side
from scorekeeper.web.games.mighty.keys import Side, level_keys, sides, trump_keys
from scorekeeper.web.services import Context

ANY_SEATS: tuple[Player, ...] = (1, 2, 3, 4, 5)
"""Of a question that is about no players in particular. The first of them declares."""


def running(state: TableState) -> mighty.Hand | None:
    """The hand in progress, None between hands."""
    return state.current.hand if state.current else None


def rules_of(state: TableState) -> mighty.Rules:
    """The rules of the hand in progress, else those of the next one."""
    hand = running(state)
    rules: mighty.Rules = hand.rules if hand else state.rules  # type: ignore[assignment]
    return rules


def redeal(state: TableState, _form: Form) -> Context:
    """Whether there are redeals under these rules; what a hand is worth is asked on a page of its own."""
    return {"rules": rules_of(state)}


def bid(state: TableState, form: Form) -> Context:
    """Whether whoever speaks next may bid this; between hands, whether it is a bid at all."""
    hand = running(state)
    asked = read_bid(form) if form else None
    auction = hand.auction if hand and hand.phase == "auction" else None
    problems = mighty.bid_problems(auction, auction.turn) if auction and auction.turn else {}
    return {
        "keys": problems or dict.fromkeys(mighty.every_bid(rules_of(state)), ()),
        "asked": asked,
        "turn": auction.turn if auction else None,
        "against": check_height(auction or opened(rules_of(state)), asked) if asked else (),
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


def opened(rules: mighty.Rules) -> mighty.Auction:
    """An auction in which nobody has called yet."""
    return mighty.Auction(rules, ANY_SEATS, ANY_SEATS[0])


def contract_asked(state: TableState, form: Form) -> mighty.Bid | None:
    """The contract a question is about: the one chosen, else that of the hand in progress.

    Raises `RuleError` when nobody could bid it.
    """
    hand = running(state)
    if not form:
        return hand.contract_bid if hand else None
    chosen = read_bid(form)
    refuse(check_height(opened(rules_of(state)), chosen))
    return chosen


def change(state: TableState, form: Form) -> Context:
    """The lowest contract with each trump that this one may become, before the kitty and after it."""
    rules, contract = rules_of(state), contract_asked(state, form)
    lowest = (
        {when: mighty.lowest_changes(rules, contract, before_kitty=when == "before") for when in ("before", "after")}
        if contract
        else {}
    )
    return {
        "keys": dict.fromkeys(mighty.every_bid(rules), ()),
        "contract": contract,
        "lowest": lowest,
        "before": rules.change_before_kitty,
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


def payment(state: TableState, form: Form) -> Context:
    """What a contract would pay for every number of points."""
    rules, contract = rules_of(state), contract_asked(state, form)
    ways = {side.kind: side for side in sides(rules, ANY_SEATS, ANY_SEATS[0], contract or mighty.every_bid(rules)[0])}
    way = form.get("side") or next(iter(ways))
    if way not in ways:
        raise RuleError("referee.no_such_way")
    return {
        "keys": dict.fromkeys(mighty.every_bid(rules), ()),
        "contract": contract,
        "side": way,
        "ways": list(ways),
        "table": mighty.payment_table(rules, *outcome_of(contract, ways[way])) if contract else (),
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


def outcome_of(contract: mighty.Bid, side: Side) -> tuple[mighty.Contract, mighty.Outcome[Player]]:
    """A contract of the first seat, played with a friend or alone in one of the ways."""
    call, friend = read_side(MultiDict({"side": side.value}))
    declarer, *others = ANY_SEATS
    defenders = tuple(seat for seat in others if seat != friend)
    return mighty.Contract(contract, call), mighty.Outcome(contract.level, declarer, friend, defenders)


REFEREE: Mapping[str, Callable[[TableState, Form], Context]] = {
    "redeal": redeal,
    "bid": bid,
    "change": change,
    "payment": payment,
}
"""What may be asked, in the order it is shown."""
