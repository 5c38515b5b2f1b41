"""Cards that were shown, discarded or played are in nobody else's hand, and a called copy shows itself."""

from typing import Any

from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.zhao_pengyou.hands import find_refusals, play_cards, start_play_of_seven
from tests.games.zhao_pengyou.play import calls, cards, codes, facts_of, rules, seats, session

FIRST, SECOND = calls("HA#1 HA#2")


# --- Exposed in the deal ---


def deal_with_exposures(*shown: str, levels: str = "2 2 2 2 2 2 2", **changes: Any) -> zpy.Hand:
    """Return the hand after exposures like "1:C2+C2" of a player; the last makes trumps."""
    hand = zpy.deal(rules(**changes), session(levels), seats(len(levels.split())))
    for player, laid in (word.split(":") for word in shown):
        hand = zpy.do(hand, zpy.ExposeCards(int(player), cards(laid.replace("+", " "))))
    return zpy.do(hand, zpy.EndDeal())


def call_friends(hand: zpy.Hand, *moves: Any) -> zpy.Hand:
    return zpy.do(hand, zpy.CallFriends(None), *moves)


def test_what_others_have_shown_is_told() -> None:
    hand = call_friends(deal_with_exposures("1:C2"), zpy.PlayCards(1, cards("C3 C3")))
    assert facts_of(zpy.check_move(hand, zpy.PlayCards(2, cards("C2 C2")))) == {"card": cards("C2")[0], "left": 1}


# --- Called copies ---


def test_what_the_trump_maker_discarded_was_nobody_elses() -> None:
    """Of two aces one was discarded, and player 2 has the other."""
    hand = start_play_of_seven(zpy.RecordTrick(1, 0), zpy.RevealFriend(2, FIRST), buried="HA H6 H3 H3 H4 H4")
    third = zpy.PlayCards(3, cards("HA"))
    hand = play_cards(hand, "H7 H8")
    assert find_refusals(hand, third) == ["trumps.others_hold"]
    assert facts_of(zpy.check_move(hand, third)) == {"card": cards("HA")[0], "left": 0}


@for_each(
    # discards, refusals of "the other" ace of hearts
    ("HA HA H3 H3 H4 H4", ["call.other_not_held"]),
    ("HA H6 H3 H3 H4 H4", []),
    ("H7 H6 H3 H3 H4 H4", []),
)
def test_the_other_of_two_discards_is_not_called(buried: str, expected: list[str]) -> None:
    hand = zpy.do(deal_with_exposures("1:S2", call_the_other=True), zpy.BuryKitty(cards(buried)))
    problems = zpy.check_move(hand, zpy.CallFriends(calls("HA#other DA#1")))
    assert codes(problems) == expected
    assert not expected or facts_of(problems) == {"card": cards("HA")[0], "held": 0}
