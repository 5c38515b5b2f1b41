"""The question whether a hand may be dealt again. Without a table it can only be counted."""

from scorekeeper.games import mighty
from scorekeeper.games.mighty.redeal import CardValue
from scorekeeper.settlement import to_whole_number
from scorekeeper.web.games.mighty.redeal import count_card
from scorekeeper.web.page.questions import Inquiry, Reply, read_piles


def answer_redeal(inquiry: Inquiry) -> Reply:
    """Answer what the cards count so far, and whether a whole hand qualifies for a redeal. Raises `RuleError`."""
    rules, size = inquiry.rules, inquiry.rules.setting.hand_size
    piles = read_piles(inquiry, ("hand",), rules.setting.copies)
    hand = piles["hand"]
    value = mighty.value_hand(rules, hand) if len(hand) == size else None
    lines = [CardValue(card, count_card(rules, card)) for card in hand]
    facts = {
        "piles": piles,
        "pad": piles.keys(full=len(hand) >= size),
        "hand": hand,
        "size": size,
        "total": to_whole_number(sum((line.amount for line in lines), start=0)),
        "counting": [line for line in lines if line.amount],
        "value": value,
    }
    if value is None:
        return Reply({}, facts)
    return Reply({}, facts, "yes" if value.qualifies else "no", value.reasons or value.problems)
