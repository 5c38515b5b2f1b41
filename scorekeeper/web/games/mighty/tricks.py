"""The finished tricks of a hand, each with the rule by which it was won."""

from scorekeeper.games import mighty
from scorekeeper.games.mighty.trick import explain_winner
from scorekeeper.web.page.screens import FinishedTrick


def explain_tricks(hand: mighty.Hand) -> tuple[FinishedTrick, ...]:
    """Return the tricks in order; a winner recorded against the cards has no rule."""
    return tuple(explain_trick(hand, number) for number in range(1, len(hand.tricks) + 1))


def explain_trick(hand: mighty.Hand, number: int) -> FinishedTrick:
    """Return one trick with its rule."""
    trick = hand.tricks[number - 1]
    plays = tuple((play.player, (play.card,)) for play in trick.plays)
    if len(plays) < hand.rules.setting.active:
        return FinishedTrick(plays, trick.winner, trick.points)
    by_cards = explain_winner(hand.conditions, number, trick.plays)
    return FinishedTrick(plays, trick.winner, trick.points, by_cards.why if by_cards.player == trick.winner else None)
