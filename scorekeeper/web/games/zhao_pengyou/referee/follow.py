"""The question whether a play follows. The lead is public; the hand and the play come in one request."""

from collections import Counter
from collections.abc import Iterator

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.following import cite_combinations
from scorekeeper.games.zhao_pengyou.sentences import LEADS
from scorekeeper.messages import Message, message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import check_hands, pad_facts, read_trumps
from scorekeeper.web.page.questions import Inquiry, Reply, read_piles


def answer_follow(inquiry: Inquiry) -> Reply:
    """Answer what must be played from a hand, and whether a complete play follows. Raises `RuleError`."""
    trumps = read_trumps(inquiry)
    conditions = trumps.conditions
    on_table = {"cards": inquiry.hand.table[0].cards} if inquiry.hand and inquiry.hand.table else {}
    laid = on_table and "cards" not in inquiry.asked
    piles = read_piles(
        inquiry,
        ("play", "hand", "cards"),
        conditions.setting.copies,
        on_table,
        "hand" if laid else "cards",
        {"play": "hand"},
    )
    led, whole, play = piles["cards"], piles["hand"], piles["play"]
    full = len(piles[piles.fills]) >= (len(led) if piles.fills == "play" else conditions.setting.hand_size)
    check_hands(trumps, led, whole)
    facts = {"trumps": trumps, "piles": piles, "whole": whole, **pad_facts(inquiry, trumps, piles, full=full)}
    public = {**trumps.fields, **piles.as_fields(("cards",)), "pad": piles.fills, "show": str(facts["show"])}
    if not led or not trumps.is_complete:
        return Reply(public, facts)
    if problems := zpy.check_lead(conditions, led):
        return Reply(public, facts, "no", problems)
    lead = zpy.read_lead(conditions, led)
    facts = {**facts, "lead": lead}
    if not whole:
        return Reply(public, facts)
    duty = zpy.find_duty(conditions, lead, whole)
    facts = {**facts, "duty": duty, "forced": zpy.find_forced_cards(conditions, lead, whole)}
    if len(play) < lead.size:
        return Reply(public, facts, "maybe", tuple(explain_duty(conditions, lead, duty)))
    problems = zpy.check_follow(conditions, lead, whole, play)
    follows = message("question.follows", section=cite_combinations(conditions, lead))
    return Reply(public, facts, "no" if problems else "yes", problems or (follows,))


def explain_duty(conditions: zpy.Conditions, lead: zpy.Lead, duty: zpy.Duty) -> Iterator[Message]:
    """Yield what a play must contain."""
    section = LEADS[lead.kind]
    yield message("question.as_many", needed=lead.size, section=section)
    if not duty.suit_count:
        yield message("question.free", section=section)
        return
    yield message("question.suit", count=duty.suit_count, section=section)
    for shape, count in Counter(duty.combinations).items():
        yield message("question.sets", count=count, shape=shape.name, section=cite_combinations(conditions, lead))
