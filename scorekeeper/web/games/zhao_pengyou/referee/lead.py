"""The question whether cards may be led, and whether a throw is good. All cards but those of the hand are public."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts
from scorekeeper.messages import message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import (
    AskedTrumps,
    check_hands,
    join_piles,
    pad_facts,
    read_trumps,
)
from scorekeeper.web.page.questions import CardPiles, Inquiry, Reply, Verdict, read_piles

PILES = ("hand", "shown", "seen", "cards")


class BeatingPlay(NamedTuple):
    """A part of a throw with the weakest cards that beat it, and the failed throw if somebody shows them."""

    part: zpy.Part
    by: tuple[Card, ...]
    then: zpy.ThrowOutcome


def answer_lead(inquiry: Inquiry) -> Reply:
    """Answer what cards are as a lead, or why they are none, and whether a throw stands. Raises `RuleError`."""
    trumps = read_trumps(inquiry)
    conditions = trumps.conditions
    piles = read_piles(inquiry, PILES, conditions.setting.copies, table_cards(inquiry), "cards")
    cards, hand = piles["cards"], piles["hand"]
    check_hands(trumps, cards)
    public = {**trumps.fields, **piles.as_fields(("cards", "seen", "shown")), "pad": piles.fills}
    facts = {"trumps": trumps, "piles": piles, **pad_facts(inquiry, trumps, piles)}
    public["show"] = facts["show"]
    if not cards or not trumps.is_complete:
        return Reply(public, facts)
    problems = zpy.check_lead(conditions, cards, (*cards, *hand) if hand else None)
    if problems:
        return Reply(public, facts, "no", problems)
    led = zpy.read_lead(conditions, cards)
    facts = {**facts, "lead": led}
    if led.kind != "throw":
        return Reply(public, facts, "yes", (message("question.no_throw"),))
    look, code, beating_plays = judge_throw(trumps, led, piles)
    return Reply(public, {**facts, "beating_plays": beating_plays}, look, (message(code),))


def table_cards(inquiry: Inquiry) -> dict[str, Sequence[Card]]:
    """Return the lead on the table, and every card played before it."""
    hand: zpy.Hand | None = inquiry.hand
    if hand is None or hand.trumps is None:
        return {}
    seen = [card for trick in hand.tricks for play in trick.plays for card in play.cards]
    return {"cards": hand.table[0].cards if hand.table else (), "seen": seen}


def judge_throw(trumps: AskedTrumps, led: zpy.Lead, piles: CardPiles) -> tuple[Verdict, str, list[BeatingPlay]]:
    """Return whether a throw stands: against the cards shown, else against all cards not seen yet."""
    if piles["shown"]:
        found = find_beating_plays(trumps.conditions, led, piles["shown"])
        return ("no", "question.throw_beaten", found) if found else ("maybe", "question.throw_not_beaten", [])
    found = find_beating_plays(trumps.conditions, led, unseen_cards(trumps.conditions, piles))
    return ("maybe", "question.throw_open", found) if found else ("yes", "question.throw_unbeaten", [])


def unseen_cards(conditions: zpy.Conditions, piles: CardPiles) -> list[Card]:
    """Return the cards that others may still hold: not led, not played before and not in the hand."""
    left = Counter(conditions.setting.copies)
    left.subtract(join_piles(piles, "cards", "seen", "hand"))
    return list(left.elements())


def find_beating_plays(conditions: zpy.Conditions, led: zpy.Lead, others: Sequence[Card]) -> list[BeatingPlay]:
    """Return each part that these cards beat."""
    return [
        BeatingPlay(part, by, zpy.resolve_throw(conditions, led, part))
        for part, by in find_beaten_parts(conditions, led, others)
    ]
