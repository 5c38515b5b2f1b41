"""Trumps entered by a short cut agree with what was exposed, and with who is trump maker when nobody made trumps."""

from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each, require
from tests.games.zhao_pengyou.hands import find_refusals
from tests.games.zhao_pengyou.play import cards, facts_of, rules, seats, session

TWOS = "2 2 2 2 2 2 2"
EIGHT = "4 3 6 4 2 2 2 2"


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


def test_nobody_comes_back_without_an_overcall_between() -> None:
    """Player 1 alone is active."""
    hand = deal_with_exposures(EIGHT, "1:C4", rules("active_passive"), passive=range(2, 9))
    assert find_refusals(hand, zpy.EnterTrumps(1, Suit.HEARTS)) == ["trumps.standing"]
    other = deal_with_exposures(EIGHT, "1:C4", rules("active_passive"), passive=range(3, 9))
    assert zpy.can(other, zpy.EnterTrumps(1, Suit.HEARTS))


def test_anyone_may_have_changed_the_suit_of_a_decided_trump_maker() -> None:
    hand = deal_with_exposures(TWOS, "5:C2", rules("joker_laps"), maker=3)
    assert zpy.can(hand, zpy.EnterTrumps(3, Suit.HEARTS))
    hand = deal_with_exposures(TWOS, "1:S2 5:C2+C2", rules("joker_laps"), maker=3)
    assert find_refusals(hand, zpy.EnterTrumps(3, Suit.HEARTS)) == ["trumps.standing"]
    assert zpy.can(hand, zpy.EnterTrumps(3, Suit.CLUBS))


def test_the_next_at_the_level_exposed_takes_the_kitty() -> None:
    """Player 5 shows a four of player 1; a six of player 3 may have overcalled it, and no two from anyone below."""
    these = rules("active_passive", making_trumps="active_ranks")
    hand = deal_with_exposures(EIGHT, "5:C4+C4", these, passive=(2, 4, 5, 6, 7, 8))
    assert zpy.can(hand, zpy.EnterTrumps(1, Suit.CLUBS))
    assert zpy.can(hand, zpy.EnterTrumps(3, Suit.HEARTS))
    assert find_refusals(hand, zpy.EnterTrumps(2, Suit.HEARTS)) == ["trumps.passive", "trumps.standing"]


def test_a_kitty_of_jokers_may_be_turned_all_the_same() -> None:
    these = rules(nobody_made_trumps="kitty_decides", jokers="one_of_each_per_pack")
    hand = zpy.do(deal_with_exposures(TWOS, ".", these), zpy.TurnKitty(cards("RJ BJ RJ")))
    assert (hand.maker, require(hand.trumps).suit) == (1, None)


@for_each(
    # player 2 is at the joker; starter, exposed, refusals
    (1, "", ["trumps.nothing_to_expose"]),
    (2, "", []),
    (2, "1:C2", ["trumps.nothing_to_expose"]),
)
def test_a_player_at_the_joker_makes_trumps_by_the_kitty_alone(starter: int, shown: str, expected: list[str]) -> None:
    these = rules(end="joker_lap", nobody_made_trumps="kitty_decides")
    hand = deal_with_exposures("2 JK 3 4 5", shown, these, starter=starter)
    assert find_refusals(hand, zpy.EnterTrumps(2, None)) == expected


def test_a_player_at_the_joker_never_makes_trumps_where_all_is_dealt_again() -> None:
    these = rules("joker_laps", nobody_made_trumps="redeal")
    assert find_refusals(deal_with_exposures("2 JK 3 4 5", "", these, starter=2), zpy.EnterTrumps(2, None)) == [
        "trumps.nothing_to_expose"
    ]
