"""Counting points: the piles of the players, and the limits that the points and cards left set."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from tests.cases import for_each, require
from tests.games.zhao_pengyou.hands import deal_hand, find_refusals, play_cards, start_play, start_play_of_seven
from tests.games.zhao_pengyou.play import calls, cards, facts_of


def list_tricks(*points: int, winner: int = 2) -> list[Any]:
    return [zpy.RecordTrick(winner, each) for each in points]


@for_each(
    # discards, points of the tricks before; the fewest and most of the next: 14 cards each, 7 players
    (None, [], 0, 200),
    ("HK HK H10 H5 H3 H3", [], 0, 165),
    ("H3 H3 H4 H4 H6 H6", [100], 0, 100),
    # of thirteen cards worth ten and seven worth five, fourteen have 135, seven have 70
    ("HK HK H10 H5 H3 H3", [0] * 10, 0, 165),
    ("HK HK H10 H5 H3 H3", [0] * 10 + [5], 25, 160),
    ("HK HK H10 H5 H3 H3", [10] * 10, 0, 65),
    ("HK HK H10 H5 H3 H3", [0] * 11 + [35], 60, 130),
    ("HK HK H10 H5 H3 H3", [10] * 13, 35, 35),
    ("HK HK H10 H5 H3 H3", [0] * 11, 30, 165),
    # nobody knows the kitty: it may have 60
    (None, [10] * 13, 10, 70),
    (None, [10] * 12, 0, 80),
    (None, [100] + [0] * 12, 40, 70),
)
def test_what_is_left_fits_into_the_cards_left(buried: str | None, before: list[int], least: int, most: int) -> None:
    hand = start_play_of_seven(*list_tricks(*before), buried=buried)
    for points in range(0, 205, 5):
        assert zpy.can(hand, zpy.RecordTrick(3, points)) == (least <= points <= most)
    too_many = facts_of(zpy.check_move(hand, zpy.RecordTrick(3, most + 5)))
    assert too_many == {"points": most + 5, "least": least, "most": most}


def test_a_kitty_has_no_points_that_are_in_tricks() -> None:
    hand = start_play_of_seven(*list_tricks(165), buried=None)
    assert zpy.can(hand, zpy.RecordResult((2,), 0, "makers", 35))
    too_rich = zpy.check_move(hand, zpy.RecordResult((2,), 0, "makers", 40))
    assert [(problem.code, problem.facts) for problem in too_rich] == [
        ("points.kitty_range", {"points": 40, "most": 35})
    ]


@for_each(
    # Discards of 35 points; tricks before, plays of the next one, and what the next player cannot play.
    ([165], "", "CK", {"points": 10, "least": 0, "most": 0}),
    ([165], "", "C3", None),
    ([150], "", "CK", None),
    ([150], "CK", "C10", {"points": 20, "least": 0, "most": 15}),
    ([150], "CK", "C5", None),
    ([150], "CK C3 C4", "C5 C6", None),
    # 65 must be in the last seven cards
    ([10] * 13, "", "C3", None),
    ([100] + [0] * 12, "", "C3", {"points": 0, "least": 5, "most": 65}),
    ([100] + [0] * 12, "", "C5", None),
    ([100] + [0] * 12, "C5 CK", "C5", {"points": 20, "least": 25, "most": 65}),
    ([100] + [0] * 12, "C5 CK", "C10", None),
)
def test_cards_have_the_points_that_are_left(
    before: list[int], plays: str, play: str, facts: Mapping[str, int] | None
) -> None:
    hand = play_cards(start_play_of_seven(*list_tricks(*before)), plays)
    assert hand.turn
    for card in play.split():
        problems = zpy.check_move(hand, zpy.PlayCards(hand.turn, cards(card)))
        assert [problem.code for problem in problems] == (["play.points"] if facts else [])
        assert not facts or facts_of(problems) == facts


# --- A trick that is left half written ---


def half_written_hand() -> zpy.Hand:
    return play_cards(start_play_of_seven(), "HA+HA DK+DK")


def test_points_on_the_table_are_in_the_trick() -> None:
    found = zpy.check_move(half_written_hand(), zpy.RecordTrick(1, 15))
    assert facts_of(found) == {"points": 15, "least": 20, "most": 120}
    assert find_refusals(half_written_hand(), zpy.RecordTrick(1, 125)) == ["trick.points"]
    assert zpy.can(half_written_hand(), zpy.RecordTrick(1, 20))


def test_cards_on_the_table_were_played() -> None:
    hand = zpy.do(half_written_hand(), zpy.RecordTrick(1, 20))
    assert (hand.cards_left, hand.in_full, hand.table) == (12, False, ())
    assert {str(card): copies for card, copies in hand.record.played.items()} == {"HA": 2, "DK": 2}
    assert find_refusals(hand, zpy.PlayCards(1, cards("HA HA"))) == ["cards.too_many"]
    assert find_refusals(hand, zpy.PlayCards(1, cards("HA"))) == ["cards.too_many"]
    assert zpy.can(hand, zpy.PlayCards(1, cards("HQ")))


def test_a_revoke_in_a_half_written_trick_is_proved() -> None:
    hand = zpy.do(half_written_hand(), zpy.RecordTrick(2, 20), zpy.PlayCards(2, cards("H4")))
    assert [(revoke.player, revoke.trick) for revoke in zpy.find_revokes(hand)] == [(2, 1)]


# --- Throws that were only counted ---


def test_how_many_cards_can_be_taken_back_is_told() -> None:
    assert facts_of(zpy.check_move(start_play_of_seven(), zpy.RecordThrow(2, 14))) == {
        "cards": 14,
        "least": 1,
        "most": 13,
    }


@for_each(
    # plays written down before, the leader of a throw that was beaten; refusals
    ("H3 H4 H5 HK H6 H7", 4, []),
    ("H3 H4 H5 HK H6 H7", 5, []),  # in a trick that nobody has recorded
    ("H3 H4", 1, []),  # H3 is what stayed of it
    ("HA+HQ H3+H4", 1, []),  # another one
    ("HA+HQ", 1, ["throw.on_the_table"]),
    ("HA+HQ", 3, []),
)
def test_a_throw_may_be_told_where_cards_are_written_down(plays: str, leader: int, expected: list[str]) -> None:
    hand = play_cards(start_play(), plays)
    assert find_refusals(hand, zpy.RecordThrow(leader, 1)) == expected
    if not expected:
        told = zpy.do(hand, zpy.RecordThrow(leader, 1))
        assert (told.throws, told.table, told.in_full) == ((zpy.FailedThrow(leader, 1),), hand.table, True)


@for_each(
    # every trick counted; leader, cards taken back, house rules, refusals
    (5, 2, {}, []),
    (9, 2, {}, ["throw.not_seated"]),
    (5, 0, {}, ["throw.withdrawn"]),
    (5, 14, {}, ["throw.withdrawn"]),
    (5, 0, {"failed_throw": "hand_lost", "after_failed_throw": "goes_on"}, []),
    # so that no throw was the end of the play
    (5, 0, {"failed_throw": "hand_lost"}, ["throw.all_played"]),
    (5, 0, {"failed_throw": "cards_to_opponents"}, ["throw.all_played"]),
)
def test_a_throw_may_be_told_after_the_last_trick(
    leader: int, taken_back: int, changes: Mapping[str, Any], expected: list[str]
) -> None:
    hand = start_play_of_seven(*list_tricks(*[10] * 13, 35), **changes)
    assert hand.phase == "result"
    assert find_refusals(hand, zpy.RecordThrow(leader, taken_back)) == expected
    if not expected:
        told = zpy.do(hand, zpy.RecordThrow(leader, taken_back))
        assert (told.phase, told.throws) == ("result", (zpy.FailedThrow(leader, taken_back),))
        count = require(zpy.do(told, zpy.RecordResult((3,), 165, "defenders", 35)).promotions)
        assert count.total == 165 + 2 * 35 - (20 if not changes else 0)


def test_one_throw_at_most_is_the_end_of_the_play() -> None:
    hand = start_play_of_seven(zpy.RecordThrow(2), failed_throw="hand_ends")
    assert hand.phase == "result"
    found = zpy.check_move(hand, zpy.RecordThrow(3))
    assert [(problem.code, problem.facts) for problem in found] == [("throw.ended_play", {"player": 2})]


@for_each(
    # throws, house rules, refusals of a whole hand at once
    ([(2, 3), (4, 1)], {}, []),
    ([], {}, []),
    ([(9, 3)], {}, ["throw.not_seated"]),
    ([(2, 0)], {}, ["throw.withdrawn"]),
    ([(2, 0), (9, 17)], {}, ["throw.withdrawn", "throw.not_seated", "throw.withdrawn"]),
    ([(2, 0)], {"failed_throw": "hand_ends"}, []),
    ([(2, 0), (4, 0)], {"failed_throw": "hand_ends"}, ["throw.ended_play"]),
)
def test_a_whole_hand_at_once_has_its_throws(throws: Any, changes: Mapping[str, Any], expected: list[str]) -> None:
    told = tuple(zpy.FailedThrow(*throw) for throw in throws)
    whole = zpy.RecordHand(1, Suit.SPADES, (2, 3), 50, "makers", throws=told)
    assert find_refusals(deal_hand(**changes), whole) == expected
    if not expected:
        hand = zpy.do(deal_hand(**changes), whole)
        parts = zpy.do(
            deal_hand(**changes),
            *(zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(None)),
            *(zpy.RecordThrow(*throw) for throw in throws),
            zpy.RecordResult((2, 3), 50, "makers"),
        )
        assert hand == parts
        assert hand.throws == told


def test_what_is_wrong_with_throws_calls_and_result_is_told_at_once() -> None:
    throws = (zpy.FailedThrow(9, 1),)
    whole = zpy.RecordHand(1, Suit.SPADES, (2, 3), 33, "makers", 0, calls("SA#1 HA#1"), throws)
    assert find_refusals(deal_hand(), whole) == ["call.trump", "throw.not_seated", "points.multiple"]


def test_what_is_missing_of_a_hand_is_recorded_at_once_also_when_calls_and_tricks_are_recorded() -> None:
    """Two throws of one player are two."""
    hand = zpy.do(start_play(), zpy.RecordTrick(5, 50), zpy.RecordThrow(2, 1))
    told = (zpy.FailedThrow(4, 2), zpy.FailedThrow(4, 3))
    rest = zpy.RecordHand(1, Suit.SPADES, (2, 3), 50, "makers", throws=told)
    parts: tuple[zpy.Move, ...] = (*(zpy.RecordThrow(*throw) for throw in told), zpy.RecordResult((2, 3), 50, "makers"))
    assert zpy.do(hand, rest) == zpy.do(hand, *parts)
    assert zpy.do(hand, rest).throws == (zpy.FailedThrow(2, 1), *told)
    assert find_refusals(hand, zpy.RecordHand(1, Suit.SPADES, (2, 3), 50, "makers", 0, calls("CA#1 DA#1"))) == [
        "call.made_already"
    ]
    assert find_refusals(hand, zpy.RecordHand(1, Suit.HEARTS, (2, 3), 50, "makers")) == ["trumps.made_already"]
    assert not find_refusals(hand, zpy.RecordHand(1, Suit.SPADES, (2, 3), 50, "makers", 0, hand.calls))


@for_each(
    # Tricks as winner and points, who led the throw, the makers, the points in the kitty; what the defenders have.
    ([], 1, (1,), 0, 200),
    ([], 1, (1,), 15, 185),
    ([], 2, (1, 2), 0, 200),
    ([], 2, (1, 3), 0, 0),
    ([(2, 30), (1, 40)], 1, (1, 3), 10, 150),
    ([(2, 30), (1, 40)], 3, (1, 3), 10, 150),
    ([(2, 30), (1, 40)], 1, (1, 2), 10, 120),
    ([(2, 30), (1, 40)], 3, (1, 2), 10, 0),
    ([(2, 30), (1, 40)], 4, (1, 3), 10, 30),
)
def test_the_cards_left_go_to_the_other_side(
    won: list[tuple[int, int]], leader: int, makers: tuple[int, ...], kitty: int, expected: int
) -> None:
    """pagat, Variations: Play: all the unplayed cards; those of the kitty are counted apart."""
    hand = zpy.do(start_play(failed_throw="cards_to_opponents"), *(zpy.RecordTrick(*trick) for trick in won))
    hand = zpy.do(hand, zpy.RecordThrow(leader))
    assert zpy.recorded_points(hand, makers, kitty) == expected
    last: Side = "makers" if leader not in makers else "defenders"
    assert zpy.can(hand, zpy.RecordResult(makers[1:], expected, last, kitty))


# --- The piles of the players ---


def test_throws_are_kept_until_sides_are_known() -> None:
    hand = zpy.do(start_play(), zpy.RecordThrow(2, 3), zpy.RecordThrow(4, 1))
    assert zpy.preview(hand, zpy.RecordResult((2,), 50, "makers")).total == 70
    assert zpy.preview(hand, zpy.RecordResult((4,), 50, "makers")).total == 30


def test_a_throw_that_ends_the_play_leaves_the_result() -> None:
    hand = zpy.do(start_play(failed_throw="hand_ends"), zpy.RecordThrow(4))
    assert (hand.phase, hand.throws) == ("result", (zpy.FailedThrow(4, 0),))
    assert find_refusals(hand, zpy.RecordTrick(1, 0)) == ["now.result"]
    hand = zpy.do(hand, zpy.RecordResult((2, 3), 0, "makers"))
    assert {player: str(promoted.after.level) for player, promoted in require(hand.promotions).players.items()} == {
        **dict.fromkeys((1, 2, 3), "3"),
        **dict.fromkeys((4, 5, 6), "2"),
    }
