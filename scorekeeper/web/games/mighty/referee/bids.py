"""The question whether a bid, or a change of the contract, is legal. Bids are public and stand in the address."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, RuleError, refuse
from scorekeeper.games import mighty
from scorekeeper.games.mighty.contract import least_raise
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount
from scorekeeper.web.games.mighty.prices import most_friends, price_if_just_made
from scorekeeper.web.games.mighty.referee.tricks import TRUMP_KEYS, trump_key
from scorekeeper.web.page.forms import small_number
from scorekeeper.web.page.questions import Inquiry, Reply

OTHERS, ASKING = 1, 2
"""The seats of an imagined auction: the highest bidder, and the player who asks."""


class LowestContract(NamedTuple):
    """The lowest contract with a trump suit or without one, and its payment if just made."""

    trump: str
    bid: mighty.Bid | None
    """None where there is no such contract."""
    pays: Amount


def answer_bid(inquiry: Inquiry) -> Reply:
    """Answer whether a bid beats the highest so far, or a contract may become another one. Raises `RuleError`.

    ``when`` is "bid" in the auction, "before" before the kitty and "after" after it.
    """
    rules = inquiry.rules
    ways = ("bid", "before", "after") if rules.change_before_kitty else ("bid", "after")
    when = inquiry.choice("when", ways, default_stage(inquiry))
    nobody = when == "bid" and "nobody" in inquiry.asked
    highest = None if nobody else read_bid(inquiry, "level", "trump", table_bid(inquiry))
    wanted = read_bid(inquiry, "new_level", "new_trump", None)
    refuse(check_contract(rules, highest) if highest else ())
    public = {"when": when, **bid_fields("", inquiry, highest, nobody=nobody), **bid_fields("new_", inquiry, wanted)}
    facts = {
        "when": when,
        "ways": ways,
        "public": public,
        "levels": list(dict.fromkeys(each.level for each in mighty.every_bid(rules))),
        "trumps": TRUMP_KEYS,
        "highest": highest,
        "wanted": wanted,
        "lowest": lowest_contracts(rules, highest, when),
        "pays": price_if_just_made(rules, highest, most_friends(rules), announced=not most_friends(rules)).declarer
        if highest
        else None,
    }
    if wanted is None or (when != "bid" and highest is None):
        return Reply(public, facts)
    problems = check_wanted(rules, highest, wanted, when)
    return Reply(
        public, facts, "no" if problems else "yes", problems or tuple(explain_bid(rules, highest, wanted, when))
    )


def default_stage(inquiry: Inquiry) -> str:
    """Return the stage to ask about at this point of the hand."""
    hand = inquiry.hand
    if hand is None or hand.contract_bid is None:
        return "bid"
    return "before" if inquiry.rules.change_before_kitty and not hand.kitty_taken else "after"


def table_bid(inquiry: Inquiry) -> mighty.Bid | None:
    """Return the contract of the hand in progress; before there is one, its highest bid."""
    hand = inquiry.hand
    found: mighty.Bid | None = (hand.contract_bid or hand.auction.highest) if hand else None
    return found


def read_bid(inquiry: Inquiry, level: str, trump: str, otherwise: mighty.Bid | None) -> mighty.Bid | None:
    """Return the bid in two fields; None while one is missing. Raises `RuleError` for anything else."""
    if level not in inquiry.asked and trump not in inquiry.asked:
        return otherwise
    chosen, suit = inquiry.text(level), inquiry.text(trump)
    if not chosen or not suit:
        return None
    wanted = small_number(chosen)
    if wanted is None or suit not in TRUMP_KEYS:
        raise RuleError("bid.malformed", text=f"{chosen}{suit}"[:40])
    return mighty.Bid(wanted, None if suit == "NT" else Suit.parse(suit))


def check_contract(rules: mighty.Rules, contract: mighty.Bid) -> tuple[Problem, ...]:
    """Return the reasons why nobody can have bid this."""
    return mighty.check_bid(mighty.Auction(rules, (OTHERS, ASKING), OTHERS), OTHERS, contract)


def bid_fields(prefix: str, inquiry: Inquiry, chosen: mighty.Bid | None, *, nobody: bool = False) -> dict[str, str]:
    """Return a bid, even half of one, as fields of an address; `nobody` for no bid yet."""
    if nobody:
        return {f"{prefix}level": "", f"{prefix}trump": ""}
    if chosen:
        return {f"{prefix}level": str(chosen.level), f"{prefix}trump": trump_key(chosen.trump)}
    return {f"{prefix}{name}": inquiry.text(f"{prefix}{name}") for name in ("level", "trump")}


def build_auction(rules: mighty.Rules, highest: mighty.Bid | None) -> mighty.Auction:
    """Return an auction with this highest bid, in which the player who asks is next."""
    auction = mighty.Auction(rules, (OTHERS, ASKING), OTHERS)
    return auction.add_call(OTHERS, highest) if highest else mighty.Auction(rules, (ASKING, OTHERS), ASKING)


def check_wanted(rules: mighty.Rules, highest: mighty.Bid | None, wanted: mighty.Bid, when: str) -> tuple[Problem, ...]:
    """Return the reasons against the wanted bid or change."""
    if when == "bid" or highest is None:
        return mighty.check_bid(build_auction(rules, highest), ASKING, wanted)
    return mighty.check_change(rules, highest, wanted, before_kitty=when == "before")


def explain_bid(rules: mighty.Rules, highest: mighty.Bid | None, wanted: mighty.Bid, when: str) -> list[Message]:
    """Return the rules that allow the bid or change: the lowest bid, or what the change costs at least."""
    if when == "bid" or highest is None:
        lowest_bid = mighty.lowest_bid(build_auction(rules, highest), wanted.trump)
        return [message("question.lowest_so_far", lowest=lowest_bid)]
    raised = least_raise(rules, highest, wanted.trump, before_kitty=when == "before")
    code = "question.change_suit" if wanted.trump else "question.change_no_trump"
    said = [message(code, levels=raised)] if wanted.trump != highest.trump else []
    every = rules.highest_level
    tight = isinstance(raised, int) and highest.level + raised > every
    return [*said, *([message("question.change_enough", highest=every)] if tight else [])]


def lowest_contracts(rules: mighty.Rules, highest: mighty.Bid | None, when: str) -> list[LowestContract]:
    """Return the lowest contract with each trump suit."""
    found: Mapping[Suit | None, mighty.Bid | None]
    if when == "bid":
        auction = build_auction(rules, highest)
        closed = auction.closed
        found = {trump: None if closed else mighty.lowest_bid(auction, trump) for trump in mighty.TRUMPS}
    elif highest is None:
        return []
    else:
        found = mighty.lowest_changes(rules, highest, before_kitty=when == "before")
    friends = most_friends(rules)
    return [
        LowestContract(
            trump_key(trump),
            each,
            price_if_just_made(rules, each, friends, announced=not friends).declarer if each else 0,
        )
        for trump, each in found.items()
    ]
