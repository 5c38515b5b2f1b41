"""May I lead this, may I follow with this? A hand that is checked comes in one request and is kept nowhere."""

from collections.abc import Iterable, Mapping

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, refuse
from scorekeeper.games import mighty
from scorekeeper.games.mighty.following import check_follow_card, find_duty
from scorekeeper.games.mighty.kitty import check_kept_cards
from scorekeeper.games.mighty.leading import check_lead_card
from scorekeeper.messages import Message, message
from scorekeeper.web.games.mighty.referee.tricks import OnTable, on_the_pad, read_table
from scorekeeper.web.page.questions import Inquiry, Reply


def play(inquiry: Inquiry) -> Reply:
    """Which cards of a hand may be led, or follow what lies there. Raises `RuleError`.

    A hand that is not whole, for the trick that is asked about, is judged as far as it is known: what it forbids stays
    forbidden whatever else is in it.
    """
    on = read_table(inquiry, "hand")
    hand = on.piles["hand"]
    if "trick" not in on_purpose(inquiry) and hand:
        on = read_table(inquiry, "hand", trick=trick_of(on, len(hand)))
    size = on.conditions.hand_size(on.number)
    on_table = on.piles.fills == "cards"
    full = len(on.plays) >= inquiry.rules.setting.active - 1 if on_table else len(hand) >= inquiry.rules.setting.tricks
    facts = {"on": on, "needed": size, "hand": hand, **on_the_pad(on, full=full)}
    public = {**on.fields, "pad": on.piles.fills, **({} if "trick" in on_purpose(inquiry) else {"trick": ""})}
    if not hand or not on.trump or on.suit_missing:
        return Reply(public, facts, "maybe" if hand else "", () if not hand and not on.plays else tuple(asked_for(on)))
    problems = against(on, hand)
    legal = [card for card, refusals in problems.items() if not refusals]
    whole = len(hand) == size
    return Reply(
        public,
        {**facts, "problems": problems, "legal": legal, "whole": whole},
        ("yes" if legal else "no") if whole else "maybe",
        tuple(reasons(on, problems)),
    )


def on_purpose(inquiry: Inquiry) -> Mapping[str, str]:
    """The trick where it was chosen, or where the table knows it; else it follows from how many cards are held."""
    known = inquiry.text("trick") or (inquiry.hand and inquiry.hand.contract_bid and "trick" not in inquiry.asked)
    return {"trick": "yes"} if known else {}


def trick_of(on: OnTable, held: int) -> int:
    """The trick to which somebody plays who holds so many cards."""
    return max(on.conditions.tricks - held + 1, 1)


def against(on: OnTable, hand: tuple[Card, ...]) -> Mapping[Card, tuple[Problem, ...]]:
    """Every card of the hand with the reasons against it.

    None of a hand that the declarer may not have kept begins the play, as the refusal of its discard says.
    """
    if len(hand) == on.conditions.hand_size(on.number):
        if on.number == 1 and not on.plays and (kept := check_kept_cards(on.conditions, hand)):
            return dict.fromkeys(hand, kept)
        return mighty.card_problems(on.conditions, on.number, on.plays, hand)
    refuse(mighty.check_plays(on.conditions, on.number, on.plays) if on.plays else ())
    if not on.plays:
        return {card: check_lead_card(on.conditions, on.number, card, hand) for card in dict.fromkeys(hand)}
    asked = find_duty(on.conditions, on.number, on.plays)
    return {card: check_follow_card(on.conditions, asked, card, hand) for card in dict.fromkeys(hand)}


def reasons(on: OnTable, problems: Mapping[Card, Iterable[Problem]]) -> Iterable[Message]:
    """Why some may not be played, each reason once; where all may, why they may."""
    found = {(one.code, str(dict(one.facts))): one for refusals in problems.values() for one in refusals}
    yield from found.values() or asked_for(on)


def asked_for(on: OnTable) -> Iterable[Message]:
    """What the trick asks of whoever plays next."""
    if not on.plays or not on.trump:
        return
    asked = find_duty(on.conditions, on.number, on.plays)
    if asked.joker_called:
        yield message("question.joker_called", card=on.plays[0].card)
    if asked.suit is None:
        yield message("question.any_card")
    else:
        yield message("question.follow_suit", suit=asked.suit)
        yield message("question.always")
