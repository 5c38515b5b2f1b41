"""Trumps entered by a short cut agree with what was exposed, and with who is trump maker when nobody made trumps."""

from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import require
from tests.games.zhao_pengyou.play import cards, facts_of, rules, seats, session

TWOS = "2 2 2 2 2 2 2"


def deal_with_exposures(levels: str = TWOS, shown: str = "", these: zpy.Rules | None = None, **facts: Any) -> zpy.Hand:
    """Return the hand after exposures like "1:C2 2:S2+S2"; "-" takes cards back, "." ends the deal."""
    hand = zpy.deal(these or rules(), session(levels, **facts), seats(len(levels.split())))
    for word in shown.split():
        if word == ".":
            hand = zpy.do(hand, zpy.EndDeal())
        elif word == "-":
            hand = zpy.do(hand, zpy.TakeBack(require(hand.making.challenged).player))
        else:
            player, laid = word.split(":")
            hand = zpy.do(hand, zpy.ExposeCards(int(player), cards(laid.replace("+", " "))))
    return hand


def test_what_was_exposed_last_is_told() -> None:
    found = zpy.check_move(deal_with_exposures(TWOS, "1:C2 2:S2+S2 -"), zpy.EnterTrumps(3, Suit.HEARTS))
    assert facts_of(found) == {"player": 2, "card": cards("S2")[0]}


def test_a_kitty_of_jokers_may_be_turned_all_the_same() -> None:
    these = rules(nobody_made_trumps="kitty_decides", jokers="one_of_each_per_pack")
    hand = zpy.do(deal_with_exposures(TWOS, ".", these), zpy.TurnKitty(cards("RJ BJ RJ")))
    assert (hand.maker, require(hand.trumps).suit) == (1, None)
