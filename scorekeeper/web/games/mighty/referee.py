"""Questions to the referee of Mighty: pure answers from the library under the rules of the table."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.auction import bid_problems, check_height, every_bid
from scorekeeper.games.mighty.contract import lowest_changes
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.payment import payment_table
from scorekeeper.games.mighty.redeal import check_claimer, value_hand
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.games.mighty.forms import read_bid, read_side
from scorekeeper.web.games.mighty.keys import level_keys, sides, trump_keys
from scorekeeper.web.services import Context


def running(state: TableState) -> Hand | None:
    """The hand in progress, None between hands."""
    return state.current.hand if state.current else None


def rules_of(state: TableState) -> mighty.Rules:
    """The rules of the hand in progress, else those of the next one."""
    hand = running(state)
    rules: mighty.Rules = hand.rules if hand else state.rules  # type: ignore[assignment]
    return rules


def redeal(state: TableState, form: Form) -> Context:
    """What the picked cards are worth, card by card, and whether they are good for a redeal."""
    rules, hand = rules_of(state), running(state)
    cards = parse_cards(form.getlist("cards"))
    return {
        "rules": rules,
        "hand": hand,
        "picked": [str(card) for card in cards],
        "value": value_hand(rules, cards) if cards else None,
        "against": {seat: tuple(check_claimer(hand.auction, hand.situation.tokens_spent, seat)) for seat in hand.seats}
        if hand and hand.phase == "auction"
        else {},
    }


def bid(state: TableState, form: Form) -> Context:
    """Whether whoever speaks next may bid this; between hands, whether it is a bid at all."""
    hand, rules = running(state), rules_of(state)
    asked = read_bid(form) if form else None
    auction = hand.auction if hand and hand.phase == "auction" else None
    problems = bid_problems(auction, auction.turn) if auction and auction.turn else dict.fromkeys(every_bid(rules), ())
    return {
        "keys": problems,
        "asked": asked,
        "turn": auction.turn if auction else None,
        "against": (tuple(check_height(auction, asked)) if auction else ()) if asked else (),
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


def change(state: TableState, form: Form) -> Context:
    """The lowest contract with each trump that this one may become, before the kitty and after it."""
    hand, rules = running(state), rules_of(state)
    contract = read_bid(form) if form else hand.contract_bid if hand else None
    lowest = (
        {when: lowest_changes(rules, contract, before_kitty=when == "before") for when in ("before", "after")}
        if contract
        else {}
    )
    return {
        "keys": dict.fromkeys(every_bid(rules), ()),
        "contract": contract,
        "lowest": lowest,
        "before": rules.change_before_kitty,
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


def payment(state: TableState, form: Form) -> Context:
    """What a contract would pay for every number of points."""
    hand, rules = running(state), rules_of(state)
    seats = hand.seats if hand else tuple(range(1, 6))
    contract = read_bid(form) if form else hand.contract_bid if hand else None
    alone = form.get("side", "friend")
    table = payment_table(rules, *outcome_of(rules, seats, contract, alone)) if contract else ()
    return {
        "keys": dict.fromkeys(every_bid(rules), ()),
        "contract": contract,
        "side": alone,
        "ways": WAYS,
        "table": table,
        "level_keys": level_keys,
        "trump_keys": trump_keys,
    }


WAYS = ("friend", "none", "card", "first_trick")
"""With a friend, announced without one, secretly alone, alone by taking the first trick."""


def outcome_of(
    rules: mighty.Rules, seats: tuple[int, ...], contract: mighty.Bid, alone: str
) -> tuple[mighty.Contract, mighty.Outcome[int]]:
    """A contract played with a friend, or alone in one of the ways. Raises `RuleError` for a way the rules forbid."""
    declarer = seats[0]
    side = next((one for one in sides(rules, seats, declarer, contract) if one.kind == alone), None)
    if side is None:
        raise RuleError("referee.no_such_way")
    call, friend = read_side(MultiDict({"side": side.value}))
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend))
    return mighty.Contract(contract, call), mighty.Outcome(contract.level, declarer, friend, defenders)


REFEREE: Mapping[str, Callable[[TableState, Form], Context]] = {
    "redeal": redeal,
    "bid": bid,
    "change": change,
    "payment": payment,
}
"""What may be asked, in the order it is shown."""
