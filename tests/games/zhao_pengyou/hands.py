"""Hands of six or seven players, ready for the moves of a test."""

from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.play import calls, cards, codes, rules, seats, session

SEATS = seats(6)
LEVELS = "2 2 2 2 2 2"
RICH = "HK HK H10 H5 H3 H3"
"""Discards of 35 points."""


def deal_hand(**changes: Any) -> zpy.Hand:
    return zpy.deal(rules(**changes), session(LEVELS), SEATS)


def start_play(text: str = "HA#1 DA#1", **changes: Any) -> zpy.Hand:
    """Return a hand at its first lead: player 1 is trump maker with spades and twos."""
    return zpy.do(deal_hand(**changes), zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls(text)))


def start_play_of_seven(*moves: Any, buried: str | None = RICH, called: str = "HA#1 DA#1", **changes: Any) -> zpy.Hand:
    """Return a hand of seven at its first lead: trumps are spades and twos, without jokers, 14 cards each."""
    hand = zpy.deal(rules(**changes), session("2 2 2 2 2 2 2"), seats(7))
    discards = zpy.BuryKitty(None if buried is None else cards(buried))
    return zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), discards, zpy.CallFriends(calls(called)), *moves)


def play_cards(hand: zpy.Hand, text: str) -> zpy.Hand:
    """Play cards in turn: "HA H3+H3"."""
    for word in text.split():
        assert hand.turn
        hand = zpy.do(hand, zpy.PlayCards(hand.turn, cards(word.replace("+", " "))))
    return hand


def find_refusals(hand: zpy.Hand, move: Any) -> list[str]:
    """Return the codes of every reason against a move."""
    return codes(zpy.check_move(hand, move))
