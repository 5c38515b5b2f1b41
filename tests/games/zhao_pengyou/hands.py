"""Hands of six or seven players that a test is about to record something in."""

from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.play import calls, cards, codes, rules, seats, session

SEATS = seats(6)
LEVELS = "2 2 2 2 2 2"
RICH = "HK HK H10 H5 H3 H3"
"""Discards of 35 points."""


def dealt(**changes: Any) -> zpy.Hand:
    return zpy.deal(rules(**changes), session(LEVELS), SEATS)


def called(text: str = "HA#1 DA#1", **changes: Any) -> zpy.Hand:
    """Player 1 is trump maker; spades and twos are trumps."""
    return zpy.do(dealt(**changes), zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls(text)))


def of_seven(*moves: Any, buried: str | None = RICH, called: str = "HA#1 DA#1", **changes: Any) -> zpy.Hand:
    """Player 1 is trump maker with spades and twos; nobody has a joker, and everyone has 14 cards."""
    hand = zpy.deal(rules(**changes), session("2 2 2 2 2 2 2"), seats(7))
    discards = zpy.BuryKitty(None if buried is None else cards(buried))
    return zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), discards, zpy.CallFriends(calls(called)), *moves)


def played(hand: zpy.Hand, text: str) -> zpy.Hand:
    """Plays in turn: "HA H3+H3"."""
    for word in text.split():
        assert hand.turn
        hand = zpy.do(hand, zpy.PlayCards(hand.turn, cards(word.replace("+", " "))))
    return hand


def refused(hand: zpy.Hand, move: Any) -> list[str]:
    """The codes of every reason against a move."""
    return codes(zpy.check_move(hand, move))
