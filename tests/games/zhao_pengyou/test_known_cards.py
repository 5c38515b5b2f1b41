"""Cards that were shown, discarded or played are in nobody else's hand, and a called copy shows itself."""

from typing import Any

from scorekeeper.cards import Suit
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


@for_each(
    # exposed; what the trump maker leads, what the next player cannot or can play
    (["1:C2+C2"], "C3", "C2", ["trumps.others_hold"]),
    (["1:C2+C2"], "C2", "C2", ["trumps.others_hold"]),
    (["1:C2+C2"], "C2+C2", "C3+C3", []),
    (["1:C2"], "C3", "C2", []),
    (["1:C2"], "C2", "C2", []),
    (["1:C2"], "C3+C3", "C2+C2", ["trumps.others_hold"]),
    # taken back, but not gone: player 1 was overcalled by 2, who leads; 3 is next
    (["1:C2", "2:S2+S2"], "S3", "C2", []),
    (["1:C2", "2:S2+S2"], "S3+S3", "C2+C2", ["trumps.others_hold"]),
    (["1:C2", "2:S2+S2"], "C2", "C2", ["trumps.others_hold"]),
    (["1:C2", "2:S2+S2"], "S2", "S2", ["trumps.others_hold"]),
)
def test_cards_exposed_are_in_the_hand_that_showed_them(
    shown: list[str], lead: str, play: str, expected: list[str]
) -> None:
    hand = play_cards(call_friends(deal_with_exposures(*shown)), lead)
    assert hand.turn
    assert find_refusals(hand, zpy.PlayCards(hand.turn, cards(play.replace("+", " ")))) == expected


def test_what_others_have_shown_is_told() -> None:
    hand = call_friends(deal_with_exposures("1:C2"), zpy.PlayCards(1, cards("C3 C3")))
    assert facts_of(zpy.check_move(hand, zpy.PlayCards(2, cards("C2 C2")))) == {"card": cards("C2")[0], "left": 1}


def test_cards_shown_and_played_since_are_known_no_more() -> None:
    """Of three copies player 1 has shown one and then played it in a finished trick."""
    shown = call_friends(deal_with_exposures("1:C2", levels=" ".join("2" * 8)))
    assert find_refusals(play_cards(shown, "C3+C3+C3"), zpy.PlayCards(2, cards("C2 C2 C2"))) == ["trumps.others_hold"]
    later = play_cards(shown, "C2 C3 C3 C3 C4 C4 C4 C5")
    assert later.turn == 1
    assert zpy.can(play_cards(later, "C6+C6"), zpy.PlayCards(2, cards("C2 C2")))
    assert find_refusals(play_cards(later, "C6+C6+C6"), zpy.PlayCards(2, cards("C2 C2 C2"))) == ["cards.too_many"]


@for_each(
    # exposed before the trump maker buries; refusals
    (["1:C2", "2:S2+S2"], "C2 C2 H3 H3 H4 H4", ["trumps.others_hold"]),
    (["1:C2", "2:S2+S2"], "C2 H3 H3 H4 H4 H6", []),
    (["1:C2", "2:S2+S2"], "S2 S2 H3 H3 H4 H4", []),
    (["2:S2+S2"], "S2 S2 H3 H3 H4 H4", []),
    (["1:C2", "2:S2+S2"], "C2 C2 C2 H3 H4 H4", ["cards.too_many"]),
)
def test_nobody_buries_what_others_have_shown(shown: list[str], buried: str, expected: list[str]) -> None:
    assert find_refusals(deal_with_exposures(*shown), zpy.BuryKitty(cards(buried))) == expected


def test_own_cards_that_were_shown_may_be_buried_and_are_gone_then() -> None:
    hand = call_friends(zpy.do(deal_with_exposures("1:C2+C2"), zpy.BuryKitty(cards("C2 C2 H3 H3 H4 H4"))))
    assert find_refusals(hand, zpy.PlayCards(1, cards("C2"))) == ["cards.too_many"]
    hand = call_friends(
        zpy.do(deal_with_exposures("1:C2"), zpy.BuryKitty(cards("C2 H6 H3 H3 H4 H4"))), zpy.PlayCards(1, cards("C3"))
    )
    assert zpy.can(hand, zpy.PlayCards(2, cards("C2")))


def test_cards_turned_are_in_the_hand_of_the_trump_maker() -> None:
    these = rules(nobody_made_trumps="kitty_decides")
    turned = zpy.TurnKitty(cards("SA SA H3 H3 H4 H2"))
    hand = zpy.do(zpy.deal(these, session("2 2 2 2 2 2 2"), seats(7)), zpy.EndDeal(), turned, zpy.CallFriends(None))
    assert find_refusals(play_cards(hand, "S3"), zpy.PlayCards(2, cards("SA"))) == ["trumps.others_hold"]
    assert zpy.can(play_cards(hand, "SA SK"), zpy.PlayCards(3, cards("HA")))


# --- Called copies ---

REVEALS = [
    # plays before; refusals of player 3 as the friend of the first ace of hearts
    ("", []),
    ("HA", ["reveal.already"]),
    ("H4", []),
    ("H4 H4 H6 H7 H8 H9 HJ", []),
    ("HA+HQ", []),  # a throw that may go back
    ("HA+HQ H6+H4", ["reveal.already"]),
    ("HA HA", ["reveal.already"]),
]


@for_each(*REVEALS)
def test_a_friend_may_be_told_before_the_cards_show_it(plays: str, expected: list[str]) -> None:
    assert find_refusals(play_cards(start_play_of_seven(), plays), zpy.RevealFriend(3, FIRST)) == expected


@for_each(*[plays for plays, expected in REVEALS if not expected])
def test_a_friend_who_is_told_has_played_a_card_that_nobody_wrote_down(plays: str) -> None:
    """So cards alone no longer say who has played the first ace, nor the second."""
    hand = zpy.do(play_cards(start_play_of_seven(), plays), zpy.RevealFriend(3, FIRST))
    assert (hand.in_full, hand.team) == (False, (1, 3))
    assert zpy.can(hand, zpy.RecordResult((3,), 100, "makers", 35))


def test_a_friend_is_revealed_where_tricks_are_counted() -> None:
    revealed = zpy.RevealFriend(3, FIRST)
    assert zpy.do(start_play_of_seven(zpy.RecordTrick(2, 10)), revealed).team == (1, 3)
    in_the_middle = zpy.do(play_cards(start_play_of_seven(), "H4 H4"), zpy.RecordTrick(3, 0))
    assert zpy.do(in_the_middle, revealed).team == (1, 3)


def test_a_trick_may_be_written_down_after_its_friend_was_told() -> None:
    hand = play_cards(start_play_of_seven(zpy.RevealFriend(3, FIRST)), "H4 H4")
    assert find_refusals(hand, zpy.PlayCards(3, cards("H7"))) == []
    assert play_cards(hand, "HA").found == (3, None)
    hand = start_play_of_seven(zpy.RevealFriend(3, FIRST), zpy.RecordTrick(3, 10), zpy.PlayCards(3, cards("HA")))
    assert hand.found == (3, None)


def test_the_other_copy_may_be_the_first_or_the_second() -> None:
    """Player 3 is a friend twice by one card; the trump maker has the other one."""
    called = start_play_of_seven(zpy.RecordTrick(1, 0), called="HA#other HA#2", call_the_other=True)
    hand = zpy.do(called, *(zpy.RevealFriend(3, call) for call in calls("HA#other HA#2")))
    assert zpy.can(hand, zpy.PlayCards(1, cards("HA")))
    assert find_refusals(hand, zpy.PlayCards(1, cards("HA HA"))) == ["trumps.others_hold"]
    both = start_play_of_seven(
        zpy.RecordTrick(1, 0), zpy.RevealFriend(3, FIRST), zpy.RevealFriend(3, SECOND), called="HA#1 HA#2"
    )
    assert find_refusals(both, zpy.PlayCards(1, cards("HA"))) == ["trumps.others_hold"]


@for_each(
    # in the second of seven tricks player 1 leads; plays, the friend of the first ace of hearts, refusals
    ("HA HA", 3, ["reveal.elsewhere"]),
    ("HA HA", 2, []),
    ("HA HA", 1, []),
    ("HA H4", 3, []),
    ("HA H4 H4 H6 H7 H8 HA", 3, ["reveal.elsewhere"]),
)
def test_nobody_has_played_a_card_that_others_had(plays: str, player: int, expected: list[str]) -> None:
    hand = play_cards(start_play_of_seven(zpy.RecordTrick(1, 0)), plays)
    assert find_refusals(hand, zpy.RevealFriend(player, FIRST)) == expected


def test_a_friend_has_had_the_card() -> None:
    """Player 3 has played one of the two in the first trick, and player 1 leads the other."""
    hand = start_play_of_seven(zpy.RecordTrick(1, 0), zpy.RevealFriend(3, FIRST))
    assert find_refusals(hand, zpy.PlayCards(1, cards("HA HA"))) == ["trumps.others_hold"]
    hand = play_cards(hand, "HA")
    assert find_refusals(hand, zpy.PlayCards(2, cards("HA"))) == ["trumps.others_hold"]
    assert zpy.can(play_cards(hand, "H4"), zpy.PlayCards(3, cards("HA")))


def test_who_has_the_other_has_one_at_least() -> None:
    hand = start_play_of_seven(zpy.RecordTrick(1, 0), called="HA#other DA#1", call_the_other=True)
    hand = zpy.do(hand, *(zpy.RevealFriend(3, call) for call in calls("HA#other")))
    assert find_refusals(hand, zpy.PlayCards(1, cards("HA HA"))) == ["trumps.others_hold"]


def test_what_the_trump_maker_discarded_was_nobody_elses() -> None:
    """Of two aces one was discarded, and player 2 has the other."""
    hand = start_play_of_seven(zpy.RecordTrick(1, 0), zpy.RevealFriend(2, FIRST), buried="HA H6 H3 H3 H4 H4")
    third = zpy.PlayCards(3, cards("HA"))
    hand = play_cards(hand, "H7 H8")
    assert find_refusals(hand, third) == ["trumps.others_hold"]
    assert facts_of(zpy.check_move(hand, third)) == {"card": cards("HA")[0], "left": 0}


def test_nobody_has_played_a_card_that_friends_had() -> None:
    """Of three aces player 3 has played two, and player 1 the third."""
    hand = zpy.do(
        zpy.deal(rules(), session(" ".join("2" * 8)), seats(8)),
        *(zpy.EnterTrumps(1, Suit.SPADES), zpy.BuryKitty(), zpy.CallFriends(calls("HA#1 HA#2 HA#3"))),
        *(zpy.RecordTrick(1, 0), zpy.RevealFriend(3, FIRST), zpy.RevealFriend(3, SECOND)),
    )
    third = calls("HA#3")[0]
    assert find_refusals(hand, zpy.RevealFriend(4, third)) == []
    assert find_refusals(play_cards(hand, "HA H4"), zpy.RevealFriend(4, third)) == ["reveal.elsewhere"]


@for_each(
    # discards, calls, the call told as played, refusals
    ("HA HA H3 H3 H4 H4", "HA#1 DA#1", FIRST, ["reveal.buried"]),
    ("HA H6 H3 H3 H4 H4", "HA#2 DA#1", SECOND, ["reveal.buried"]),
    ("HA H6 H3 H3 H4 H4", "HA#1 DA#1", FIRST, []),
    (None, "HA#2 DA#1", SECOND, []),
)
def test_copies_in_the_kitty_are_not_played(
    buried: str | None, called: str, revealed: zpy.Call, expected: list[str]
) -> None:
    hand = start_play_of_seven(buried=buried, called=called)
    assert find_refusals(hand, zpy.RevealFriend(3, revealed)) == expected
    both_friends = zpy.RecordResult((3, 4), 0, "makers", zpy.points_of(cards(buried or "")))
    assert find_refusals(hand, both_friends) == (["result.too_many_friends"] if expected else [])


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
