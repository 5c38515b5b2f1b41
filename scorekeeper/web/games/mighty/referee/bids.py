"""Is this bid legal, may the contract become this one? Bids are public: all of it stands in the address."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, RuleError, refuse
from scorekeeper.games import mighty
from scorekeeper.games.mighty.contract import least_raise
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount
from scorekeeper.web.games.mighty.prices import if_just_made, most_friends
from scorekeeper.web.games.mighty.referee.tricks import TRUMP_KEYS, trump_key
from scorekeeper.web.page.forms import small_number
from scorekeeper.web.page.questions import Inquiry, Reply

OTHERS, ASKING = 1, 2
"""Of an auction that nobody in particular is in: who made the highest bid, and who asks."""


class Lowest(NamedTuple):
    """The lowest contract with a trump suit or without, None where there is none, and what it gives if just made."""

    trump: str
    bid: mighty.Bid | None
    pays: Amount


def bid(inquiry: Inquiry) -> Reply:
    """Whether a bid may be made over the highest so far, or a contract become another one. Raises `RuleError`.

    ``when`` is bid, before or after: in the auction, before the kitty or after it.
    """
    rules = inquiry.rules
    ways = ("bid", "before", "after") if rules.change_before_kitty else ("bid", "after")
    when = inquiry.choice("when", ways, usual(inquiry))
    nobody = when == "bid" and "nobody" in inquiry.asked
    highest = None if nobody else read_bid(inquiry, "level", "trump", of_table(inquiry))
    wanted = read_bid(inquiry, "new_level", "new_trump", None)
    refuse(check_contract(rules, highest) if highest else ())
    public = {"when": when, **written("", inquiry, highest, nobody=nobody), **written("new_", inquiry, wanted)}
    facts = {
        "when": when,
        "ways": ways,
        "public": public,
        "levels": list(dict.fromkeys(each.level for each in mighty.every_bid(rules))),
        "trumps": TRUMP_KEYS,
        "highest": highest,
        "wanted": wanted,
        "lowest": lowest(rules, highest, when),
        "pays": if_just_made(rules, highest, most_friends(rules), announced=not most_friends(rules)).declarer
        if highest
        else None,
    }
    if wanted is None or (when != "bid" and highest is None):
        return Reply(public, facts)
    problems = against(rules, highest, wanted, when)
    return Reply(public, facts, "no" if problems else "yes", problems or tuple(terms(rules, highest, wanted, when)))


def usual(inquiry: Inquiry) -> str:
    """What is asked at this point of the hand."""
    hand = inquiry.hand
    if hand is None or hand.contract_bid is None:
        return "bid"
    return "before" if inquiry.rules.change_before_kitty and not hand.kitty_taken else "after"


def of_table(inquiry: Inquiry) -> mighty.Bid | None:
    """The contract of the hand in progress, before there is one the highest bid."""
    hand = inquiry.hand
    found: mighty.Bid | None = (hand.contract_bid or hand.auction.highest) if hand else None
    return found


def read_bid(inquiry: Inquiry, level: str, trump: str, otherwise: mighty.Bid | None) -> mighty.Bid | None:
    """The bid that both fields make, None while one of them is missing. Raises `RuleError` for what is no bid."""
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
    """Why nobody can have bid that at all."""
    return mighty.check_bid(mighty.Auction(rules, (OTHERS, ASKING), OTHERS), OTHERS, contract)


def written(prefix: str, inquiry: Inquiry, chosen: mighty.Bid | None, *, nobody: bool = False) -> dict[str, str]:
    """A bid as fields of an address, also half of one; `nobody` has bid."""
    if nobody:
        return {f"{prefix}level": "", f"{prefix}trump": ""}
    if chosen:
        return {f"{prefix}level": str(chosen.level), f"{prefix}trump": trump_key(chosen.trump)}
    return {f"{prefix}{name}": inquiry.text(f"{prefix}{name}") for name in ("level", "trump")}


def opened(rules: mighty.Rules, highest: mighty.Bid | None) -> mighty.Auction:
    """An auction in which so much was bid and somebody else is next."""
    auction = mighty.Auction(rules, (OTHERS, ASKING), OTHERS)
    return auction.add_call(OTHERS, highest) if highest else mighty.Auction(rules, (ASKING, OTHERS), ASKING)


def against(rules: mighty.Rules, highest: mighty.Bid | None, wanted: mighty.Bid, when: str) -> tuple[Problem, ...]:
    """Every reason against it."""
    if when == "bid":
        return mighty.check_bid(opened(rules, highest), ASKING, wanted)
    assert highest is not None
    return mighty.check_change(rules, highest, wanted, before_kitty=when == "before")


def terms(rules: mighty.Rules, highest: mighty.Bid | None, wanted: mighty.Bid, when: str) -> list[Message]:
    """The rule by which it may be so: the lowest bid there is, or what such a change costs at least."""
    if when == "bid" or highest is None:
        lowest_bid = mighty.lowest_bid(opened(rules, highest), wanted.trump)
        return [message("question.lowest_so_far", lowest=lowest_bid)]
    raised = least_raise(rules, highest, wanted.trump, before_kitty=when == "before")
    code = "question.change_suit" if wanted.trump else "question.change_no_trump"
    said = [message(code, levels=raised)] if wanted.trump != highest.trump else []
    every = rules.setting.points
    tight = isinstance(raised, int) and highest.level + raised > every
    return [*said, *([message("question.change_enough", highest=every)] if tight else [])]


def lowest(rules: mighty.Rules, highest: mighty.Bid | None, when: str) -> list[Lowest]:
    """The lowest with each trump."""
    found: Mapping[Suit | None, mighty.Bid | None]
    if when == "bid":
        auction = opened(rules, highest)
        closed = auction.closed
        found = {trump: None if closed else mighty.lowest_bid(auction, trump) for trump in mighty.TRUMPS}
    elif highest is None:
        return []
    else:
        found = mighty.lowest_changes(rules, highest, before_kitty=when == "before")
    friends = most_friends(rules)
    return [
        Lowest(
            trump_key(trump),
            each,
            if_just_made(rules, each, friends, announced=not friends).declarer if each else 0,
        )
        for trump, each in found.items()
    ]
