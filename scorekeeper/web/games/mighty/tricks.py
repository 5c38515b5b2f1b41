"""The tricks of a hand that are over, each with the rule by which it was won."""

from scorekeeper.games import mighty
from scorekeeper.games.mighty.trick import explain_winner
from scorekeeper.web.page.screens import FinishedTrick


def told_tricks(hand: mighty.Hand) -> tuple[FinishedTrick, ...]:
    """The tricks in order. Where a winner was recorded otherwise than the cards say, the cards are no reason."""
    return tuple(told(hand, number) for number in range(1, len(hand.tricks) + 1))


def told(hand: mighty.Hand, number: int) -> FinishedTrick:
    """One of them."""
    trick = hand.tricks[number - 1]
    plays = tuple((play.player, (play.card,)) for play in trick.plays)
    if len(plays) < hand.rules.setting.active:
        return FinishedTrick(plays, trick.winner, trick.points)
    by_cards = explain_winner(hand.conditions, number, trick.plays)
    return FinishedTrick(plays, trick.winner, trick.points, by_cards.why if by_cards.player == trick.winner else None)
