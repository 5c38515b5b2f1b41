"""Trumps entered by a short cut agree with what was exposed, and with who is trump maker when nobody made trumps."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each, require
from tests.games.zhao_pengyou.hands import find_refusals
from tests.games.zhao_pengyou.play import cards, facts_of, rules, seats, session

TWOS = "2 2 2 2 2 2 2"
TWELVE = " ".join(["4"] * 12)
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


@for_each(
    # levels, exposed; trump maker and suit that were entered; whether they can be
    (TWOS, "1:C2+C2", 1, "C", True),
    (TWOS, "1:C2+C2", 3, "H", True),  # a defence: player 1 has overcalled one card of player 3
    (TWOS, "1:C2+C2", 1, "H", False),
    (TWOS, "1:C2+C2", 3, "C", False),
    # one card may have been overcalled by two
    (TWOS, "1:C2", 1, "C", True),
    (TWOS, "1:C2", 3, "H", True),
    (TWOS, "1:C2", 3, "C", False),  # player 1 has one of them
    (TWOS, "1:C2", 1, "H", False),  # nobody changes their own suit
    # with three packs there is room for an overcall between
    (EIGHT, "1:C4", 1, "H", True),
    (EIGHT, "1:C4+C4", 1, "H", False),
    (EIGHT, "1:C4+C4", 4, "H", True),
    (EIGHT, "1:C4", 4, "C", True),
    (EIGHT, "1:C4+C4", 4, "C", False),
    (EIGHT, "1:C4 2:S3+S3", 4, "H", True),
    (EIGHT, "1:C4 2:S3+S3 1:C4+C4", 4, "H", True),
    (TWELVE, "2:H4 1:C4+C4", 1, "D", True),
    (TWELVE, "2:H4 1:C4+C4", 1, "H", False),  # player 2 has one of the four that it takes
    # whoever was just overcalled may still defend
    (TWOS, "1:C2 2:S2+S2", 1, "C", True),
    (TWOS, "1:C2 2:S2+S2", 1, "D", False),
    (TWOS, "1:C2 2:S2+S2 -", 1, "C", False),
    (TWOS, "1:C2 2:S2+S2", 2, "S", True),
    # one that was overcalled and that nobody wrote down may have been defended
    (TWOS, "1:C2 2:S2+S2", 3, "H", False),  # no room between one and two
    (TWOS, "1:C2 2:S2+S2 1:C2+C2", 3, "H", False),
    (TWOS, "1:C2 2:S2+S2 1:C2+C2", 2, "S", False),  # a defence is not answered by as many
    (TWELVE, "1:C4+C4 2:S4+S4+S4+S4", 3, "H", True),  # with three between
    (TWELVE, "1:C4+C4 2:S4+S4+S4+S4 -", 3, "H", False),
    (TWELVE, "1:C4 2:S4+S4 5:D4+D4+D4 6:H4+H4+H4+H4", 3, "H", False),
    (TWELVE, "1:C4 2:S4+S4 5:D4+D4+D4 6:H4+H4+H4+H4", 1, "C", True),
    (TWELVE, "1:C4 2:S4+S4 5:D4+D4+D4 6:H4+H4+H4+H4", 1, "S", False),
    (TWELVE, "1:C4+C4 2:S4+S4+S4 5:D4+D4+D4+D4", 3, "H", True),  # every time, from one
)
def test_a_short_cut_needs_a_possible_overcall(levels: str, shown: str, maker: int, suit: str, possible: bool) -> None:
    hand = deal_with_exposures(levels, shown)
    expected = [] if possible else ["trumps.standing"]
    assert find_refusals(hand, zpy.EnterTrumps(maker, Suit(suit))) == expected
    assert find_refusals(hand, zpy.RecordHand(maker, Suit(suit), (), 0, "makers")) == expected


def test_what_was_exposed_last_is_told() -> None:
    found = zpy.check_move(deal_with_exposures(TWOS, "1:C2 2:S2+S2 -"), zpy.EnterTrumps(3, Suit.HEARTS))
    assert facts_of(found) == {"player": 2, "card": cards("S2")[0]}


def test_the_first_exposure_may_be_final() -> None:
    for shown in ("1:C2", "1:C2+C2"):
        hand = deal_with_exposures(TWOS, shown, rules(making_trumps="first_is_final"))
        assert find_refusals(hand, zpy.EnterTrumps(3, Suit.HEARTS)) == ["trumps.standing"]
        assert zpy.can(hand, zpy.EnterTrumps(1, Suit.CLUBS))


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


@for_each(
    # levels, house rules beside "the kitty decides"; trump maker and suit after a deal without trumps; refusals
    (TWOS, {}, 1, Suit.HEARTS, []),
    (TWOS, {}, 5, Suit.HEARTS, ["trumps.kitty_maker"]),
    (TWOS, {}, 9, Suit.HEARTS, ["trumps.not_seated"]),
    # jokers and kitty: none and 6; 2 and 6; 6 and 10; 4 and 3
    (TWOS, {}, 1, None, ["trumps.no_suit"]),
    (EIGHT, {}, 1, None, ["trumps.no_suit"]),
    (EIGHT, {"jokers": "one_of_each_per_pack"}, 1, None, ["trumps.no_suit"]),
    (TWOS, {"jokers": "one_of_each_per_pack"}, 1, None, []),
    (TWOS, {"jokers": "one_of_each_per_pack"}, 4, None, ["trumps.kitty_maker", "trumps.no_suit"]),
    (TWOS, {}, 4, None, ["trumps.kitty_maker", "trumps.no_suit"]),
)
def test_who_is_trump_maker_when_nobody_made_trumps(
    levels: str, changes: Mapping[str, Any], maker: int, suit: Suit | None, expected: list[str]
) -> None:
    hand = deal_with_exposures(levels, ".", rules(nobody_made_trumps="kitty_decides", **changes))
    assert hand.phase == "turn"
    assert find_refusals(hand, zpy.EnterTrumps(maker, suit)) == expected
    assert find_refusals(hand, zpy.RecordHand(maker, suit, (), 0, "makers")) == expected


def test_a_kitty_of_jokers_may_be_turned_all_the_same() -> None:
    these = rules(nobody_made_trumps="kitty_decides", jokers="one_of_each_per_pack")
    hand = zpy.do(deal_with_exposures(TWOS, ".", these), zpy.TurnKitty(cards("RJ BJ RJ")))
    assert (hand.maker, require(hand.trumps).suit) == (1, None)


def test_the_short_cut_may_leave_out_the_end_of_the_deal() -> None:
    these = rules(nobody_made_trumps="kitty_decides", jokers="one_of_each_per_pack")
    assert zpy.can(deal_with_exposures(TWOS, "", these), zpy.EnterTrumps(1, None))
    assert find_refusals(deal_with_exposures(TWOS, "", these), zpy.EnterTrumps(2, None)) == ["trumps.no_suit"]
    assert find_refusals(deal_with_exposures(TWOS, "1:C2", these), zpy.EnterTrumps(1, None)) == ["trumps.no_suit"]
    again = rules(jokers="one_of_each_per_pack")
    assert find_refusals(deal_with_exposures(TWOS, "", again), zpy.EnterTrumps(1, None)) == ["trumps.no_suit"]


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
