"""The tricks of a hand that are over, each with the rule by which it was won."""

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.counting import Trick
from scorekeeper.web.games.zhao_pengyou.referee.trick import why_wins
from scorekeeper.web.page.screens import FinishedTrick


def told_tricks(hand: zpy.Hand) -> tuple[FinishedTrick, ...]:
    """The tricks in order. Where a winner was recorded otherwise than the cards say, the cards are no reason."""
    return tuple(told(hand, trick) for trick in hand.tricks)


def told(hand: zpy.Hand, trick: Trick) -> FinishedTrick:
    """One of them."""
    plays = tuple((play.player, play.cards) for play in trick.plays)
    if len(plays) < len(hand.seats) or zpy.find_winner(hand.conditions, trick.plays) != trick.winner:
        return FinishedTrick(plays, trick.winner, trick.points)
    by_place = [zpy.Play(place, play.cards) for place, play in enumerate(trick.plays, 1)]
    place = next(place for place, play in enumerate(trick.plays, 1) if play.player == trick.winner)
    return FinishedTrick(plays, trick.winner, trick.points, why_wins(hand.conditions, by_place, place))
