"""pagat, Six players: second version: the dealer sits out, and who deals next."""

from typing import Any

from scorekeeper.games import mighty
from tests.cases import for_each, require
from tests.games.mighty.play import bid, call, do, read_starters, rules

SIX = (1, 2, 3, 4, 5, 6)


def deal_hand_by(dealer: int, first: int = 1, **changes: Any) -> mighty.Hand:
    return mighty.deal(rules("six_sit_out", **changes), mighty.Session(dealer, first), SIX)


def play_result(hand: mighty.Hand, declarer: int, friend: int | None, points: int) -> mighty.Hand:
    """A hand with a contract of 16."""
    return do(hand, mighty.RecordHand(declarer, bid("16H"), call("SA" if friend else "none"), points, friend))


def test_of_seven_everyone_sits_out_as_often() -> None:
    hand = mighty.deal(rules("seven_sit_out"), mighty.Session(1, 1), (*SIX, 7))
    sat_out: list[int] = []
    for _ in range(7):
        sat_out += hand.out
        declarer, friend, *_ = hand.active
        hand = mighty.deal(hand.rules, mighty.advance_session(play_result(hand, declarer, friend, 20)), (*SIX, 7))
    assert sorted(sat_out) == sorted([*SIX, 7] * 2)


def test_whoever_sits_out_neither_wins_nor_loses() -> None:
    hand = play_result(deal_hand_by(6), 1, 2, 16)
    assert require(hand.settlement).amounts == {1: 12, 2: 6, 3: -6, 4: -6, 5: -6}
    assert set(mighty.GAME.summarize(hand).roles) == {1, 2, 3, 4, 5}


@for_each(
    ("rotate", 3, 16, (6, 2)),
    ("rotate", None, 15, (6, 2)),
    ("sit_out_by_result", 3, 16, (3, 2)),  # made: the friend deals and sits out
    ("sit_out_by_result", 3, 15, (2, 2)),  # failed: the declarer does
    ("sit_out_by_result", None, 16, (2, 2)),
    ("sit_out_by_result", None, 15, (2, 2)),
    ("by_result", 3, 16, (2, 2)),  # korean40's is the reverse
    ("by_result", 3, 15, (3, 2)),
)
def test_next_dealer_sits_out_next(choice: str, friend: int | None, points: int, following: tuple[int, int]) -> None:
    hand = play_result(deal_hand_by(5, next_dealer=choice), 2, friend, points)
    assert read_starters(mighty.advance_session(hand)) == following
    again = mighty.deal(hand.rules, mighty.advance_session(hand), SIX)
    assert again.out == (following[0],)
    assert again.auction.turn == (3 if following[0] == 2 else 2)  # or the next in turn


def test_next_dealer_by_rotation_lets_everyone_sit_out_in_turn() -> None:
    hand = deal_hand_by(1)
    sat_out: list[int] = []
    for _ in range(12):
        sat_out += hand.out
        declarer, friend, *_ = hand.active
        hand = mighty.deal(hand.rules, mighty.advance_session(play_result(hand, declarer, friend, 20)), SIX)
    assert sat_out == [*SIX, *SIX]
