"""Tricks recorded by winner and points: whose the points are, and what the result has to agree with."""

from typing import Any

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.hands import called, refused


def test_a_friends_points_go_away_when_they_are_revealed() -> None:
    hand = zpy.do(called(), zpy.RecordTrick(2, 30), zpy.RecordTrick(3, 20), zpy.RecordTrick(1, 10))
    assert (zpy.points_showing(hand), zpy.points_left(hand)) == (50, 140)
    hand = zpy.do(hand, zpy.RevealFriend(2, zpy.Call.parse("HA#1")))
    assert (zpy.points_showing(hand), hand.team) == (20, (1, 2))
    assert refused(hand, zpy.RecordResult((4,), 50, "makers")) == ["result.friend_left_out"]
    hand = zpy.do(hand, zpy.RevealFriend(2, zpy.Call.parse("DA#1")))
    assert hand.friends_known
    assert refused(hand, zpy.RecordResult((2, 4), 20, "makers")) == ["result.no_friend"]
    assert zpy.can(hand, zpy.RecordResult((2,), 20, "makers"))


def test_throws_are_kept_until_sides_are_known() -> None:
    hand = zpy.do(called(), zpy.RecordThrow(2, 3), zpy.RecordThrow(4, 1))
    assert zpy.preview(hand, zpy.RecordResult((2,), 50, "makers")).total == 70
    assert zpy.preview(hand, zpy.RecordResult((4,), 50, "makers")).total == 30


def test_a_throw_that_ends_the_play_leaves_the_result() -> None:
    hand = zpy.do(called(failed_throw="hand_ends"), zpy.RecordThrow(4))
    assert (hand.phase, hand.throws) == ("result", (zpy.Withdrawn(4, 0),))
    assert refused(hand, zpy.RecordTrick(1, 0)) == ["now.result"]
    hand = zpy.do(hand, zpy.RecordResult((2, 3), 0, "makers"))
    assert hand.promotions
    assert {player: str(rise.after.level) for player, rise in hand.promotions.players.items()} == {
        **dict.fromkeys((1, 2, 3), "3"),
        **dict.fromkeys((4, 5, 6), "2"),
    }


def test_whoever_won_the_last_trick_leads_to_the_next() -> None:
    hand = called()
    for winner in (3, 1, 5):
        hand = zpy.do(hand, zpy.RecordTrick(winner, 0))
        assert hand.turn == winner


@pytest.mark.parametrize(("winner", "side", "other"), [(2, "makers", "defenders"), (5, "defenders", "makers")])
def test_the_last_trick_is_that_of_its_winner(winner: int, side: Any, other: Any) -> None:
    """Whoever won the first, and the others."""
    tricks = [zpy.RecordTrick(6 if winner == 2 else 1, 10)] * 16
    hand = zpy.do(called(), *tricks, zpy.RecordTrick(winner, 40))
    assert hand.phase == "result"
    points = 160 if side == "makers" else 40
    assert refused(hand, zpy.RecordResult((2, 3), points, other, 0)) == ["result.last_trick"]
    assert zpy.can(hand, zpy.RecordResult((2, 3), points, side, 0))
