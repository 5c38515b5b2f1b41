"""May I lead this, and is this throw good? What is led, played and shown is public; the rest of a hand is secret."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts
from scorekeeper.messages import message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import Under, cards_in, check_hands, pad_of, read_under
from scorekeeper.web.page.questions import CardPiles, Inquiry, Reply, Verdict, read_piles

PILES = ("hand", "shown", "seen", "cards")


class Danger(NamedTuple):
    """A part of a throw with the weakest cards that beat it, and what follows when somebody shows them."""

    part: zpy.Part
    by: tuple[Card, ...]
    then: zpy.ThrowOutcome


def lead(inquiry: Inquiry) -> Reply:
    """What cards are when they are led, or why they are no lead; and whether a throw stands. Raises `RuleError`."""
    under = read_under(inquiry)
    conditions = under.conditions
    piles = read_piles(inquiry, PILES, conditions.setting.copies, of_table(inquiry), "cards")
    cards, hand = piles["cards"], piles["hand"]
    check_hands(under, cards)
    public = {**under.fields, **piles.as_fields(("cards", "seen", "shown")), "pad": piles.fills}
    facts = {"under": under, "piles": piles, **pad_of(inquiry, under, piles)}
    public["show"] = facts["show"]
    if not cards or not under.whole:
        return Reply(public, facts)
    problems = zpy.check_lead(conditions, cards, (*cards, *hand) if hand else None)
    if problems:
        return Reply(public, facts, "no", problems)
    led = zpy.read_lead(conditions, cards)
    facts = {**facts, "lead": led}
    if led.kind != "throw":
        return Reply(public, facts, "yes", (message("question.no_throw"),))
    look, code, dangers = judged(under, led, piles)
    return Reply(public, {**facts, "dangers": dangers}, look, (message(code),))


def of_table(inquiry: Inquiry) -> dict[str, Sequence[Card]]:
    """The lead on the table, and every card that was played before it."""
    hand: zpy.Hand | None = inquiry.hand
    if hand is None or hand.trumps is None:
        return {}
    seen = [card for trick in hand.tricks for play in trick.plays for card in play.cards]
    return {"cards": hand.table[0].cards if hand.table else (), "seen": seen}


def judged(under: Under, led: zpy.Lead, piles: CardPiles) -> tuple[Verdict, str, list[Danger]]:
    """Whether a throw stands: against what was shown, else against every card that nobody has seen yet."""
    if piles["shown"]:
        found = dangers(under.conditions, led, piles["shown"])
        return ("no", "question.throw_beaten", found) if found else ("maybe", "question.throw_not_beaten", [])
    found = dangers(under.conditions, led, unseen(under.conditions, piles))
    return ("maybe", "question.throw_open", found) if found else ("yes", "question.throw_unbeaten", [])


def unseen(conditions: zpy.Conditions, piles: CardPiles) -> list[Card]:
    """The cards that others may still hold: neither led, nor played before, nor in the own hand."""
    left = Counter(conditions.setting.copies)
    left.subtract(cards_in(piles, "cards", "seen", "hand"))
    return list(left.elements())


def dangers(conditions: zpy.Conditions, led: zpy.Lead, others: Sequence[Card]) -> list[Danger]:
    """Each part that these cards beat, and what is left of the lead then."""
    return [
        Danger(part, by, zpy.resolve_throw(conditions, led, part))
        for part, by in find_beaten_parts(conditions, led, others)
    ]
