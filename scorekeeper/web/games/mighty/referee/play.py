"""The question which cards may be led or may follow. The hand comes in one request and is stored nowhere."""

from collections.abc import Iterable, Mapping

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, refuse
from scorekeeper.games import mighty
from scorekeeper.games.mighty.following import check_follow_card, find_duty
from scorekeeper.games.mighty.kitty import check_kept_cards
from scorekeeper.games.mighty.leading import check_lead_card
from scorekeeper.messages import Message, message
from scorekeeper.web.games.mighty.referee.tricks import AskedTrick, pad_facts, read_trick, tell_call
from scorekeeper.web.page.questions import Inquiry, Reply


def answer_play(inquiry: Inquiry) -> Reply:
    """Answer which cards of a hand may be led, or follow the cards on the table. Raises `RuleError`.

    An incomplete hand is judged as far as it is known: a card that it forbids stays forbidden whatever else is in it.
    """
    trick = read_trick(inquiry, "hand")
    hand = trick.piles["hand"]
    if hand and not is_trick_known(inquiry):
        trick = read_trick(inquiry, "hand", trick=trick_by_hand_size(trick, len(hand)))
    size = trick.conditions.hand_size(trick.number)
    on_table = trick.piles.fills == "cards"
    full = (
        len(trick.plays) >= inquiry.rules.setting.active - 1 if on_table else len(hand) >= inquiry.rules.setting.tricks
    )
    facts = {"trick": trick, "needed": size, "hand": hand, **pad_facts(trick, full=full)}
    public = {**trick.fields, "pad": trick.piles.fills, **({} if is_trick_known(inquiry) else {"trick": ""})}
    if not hand or not trick.trump or trick.suit_missing:
        return Reply(
            public, facts, "maybe" if hand else "", () if not hand and not trick.plays else tuple(explain_duty(trick))
        )
    problems = check_hand(trick, hand)
    legal = [card for card, refusals in problems.items() if not refusals]
    whole = len(hand) == size
    return Reply(
        public,
        {**facts, "problems": problems, "legal": legal, "whole": whole},
        ("yes" if legal else "no") if whole else "maybe",
        tuple(explain_cards(trick, problems)),
    )


def is_trick_known(inquiry: Inquiry) -> bool:
    """Return whether the trick was chosen or is that of the table; else it follows from the number of cards held."""
    of_table = inquiry.hand and inquiry.hand.contract_bid and "trick" not in inquiry.asked
    return bool(inquiry.text("trick") or of_table)


def trick_by_hand_size(trick: AskedTrick, held: int) -> int:
    """Return the number of the trick to which a player with so many cards plays."""
    return max(trick.conditions.tricks - held + 1, 1)


def check_hand(trick: AskedTrick, hand: tuple[Card, ...]) -> Mapping[Card, tuple[Problem, ...]]:
    """Return every card of the hand with the reasons against it.

    At the first lead all cards of a hand that the declarer may not have kept are refused, like its discard.
    """
    if len(hand) == trick.conditions.hand_size(trick.number):
        if trick.number == 1 and not trick.plays and (kept := check_kept_cards(trick.conditions, hand)):
            return dict.fromkeys(hand, kept)
        return mighty.card_problems(trick.conditions, trick.number, trick.plays, hand)
    refuse(mighty.check_plays(trick.conditions, trick.number, trick.plays) if trick.plays else ())
    if not trick.plays:
        return {card: check_lead_card(trick.conditions, trick.number, card, hand) for card in dict.fromkeys(hand)}
    asked = find_duty(trick.conditions, trick.number, trick.plays)
    return {card: check_follow_card(trick.conditions, asked, card, hand) for card in dict.fromkeys(hand)}


def explain_cards(trick: AskedTrick, problems: Mapping[Card, Iterable[Problem]]) -> Iterable[Message]:
    """Return why some cards may not be played, each reason once; if all may, why they may."""
    found = {(one.code, str(dict(one.facts))): one for refusals in problems.values() for one in refusals}
    yield from found.values() or explain_duty(trick)


def explain_duty(trick: AskedTrick) -> Iterable[Message]:
    """Yield what the trick asks of the player who is next."""
    if not trick.plays or not trick.trump:
        return
    asked = find_duty(trick.conditions, trick.number, trick.plays)
    if asked.called:
        yield tell_call(trick.plays[0].card, asked.called)
    if asked.suit is None:
        yield message("question.any_card")
    else:
        yield message("question.follow_suit", suit=asked.suit)
        yield message("question.always")
