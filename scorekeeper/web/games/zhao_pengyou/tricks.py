"""The finished tricks of a hand, each with the rule by which it was won."""

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.counting import Trick
from scorekeeper.web.games.zhao_pengyou.referee.trick import explain_winner
from scorekeeper.web.page.screens import FinishedTrick


def explain_tricks(hand: zpy.Hand) -> tuple[FinishedTrick, ...]:
    """Return the tricks in order; a winner recorded against the cards has no rule."""
    return tuple(explain_trick(hand, trick) for trick in hand.tricks)


def explain_trick(hand: zpy.Hand, trick: Trick) -> FinishedTrick:
    """Return one trick with its rule."""
    plays = tuple((play.player, play.cards) for play in trick.plays)
    if len(plays) < len(hand.seats) or zpy.find_winner(hand.conditions, trick.plays) != trick.winner:
        return FinishedTrick(plays, trick.winner, trick.points)
    by_place = [zpy.Play(place, play.cards) for place, play in enumerate(trick.plays, 1)]
    place = next(place for place, play in enumerate(trick.plays, 1) if play.player == trick.winner)
    return FinishedTrick(plays, trick.winner, trick.points, explain_winner(hand.conditions, by_place, place))
