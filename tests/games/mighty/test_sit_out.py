"""pagat, Six players: second version: the dealer sits out, and who deals next."""

from typing import Any

from scorekeeper.games import mighty
from tests.cases import for_each, require
from tests.games.mighty.play import bid, call, cards, do, read_starters, refusals, rules

SIX = (1, 2, 3, 4, 5, 6)


def deal_hand_by(dealer: int, first: int = 1, **changes: Any) -> mighty.Hand:
    return mighty.deal(rules("six_sit_out", **changes), mighty.Session(dealer, first), SIX)


def play_result(hand: mighty.Hand, declarer: int, friend: int | None, points: int) -> mighty.Hand:
    """A hand with a contract of 16."""
    return do(hand, mighty.RecordHand(declarer, bid("16H"), call("SA" if friend else "none"), points, friend))


@for_each(
    (1, 1, (2, 3, 4, 5, 6), 2),  # in the first hand the dealer would speak first
    (1, 4, (2, 3, 4, 5, 6), 4),
    (4, 4, (1, 2, 3, 5, 6), 5),
    (6, 6, (1, 2, 3, 4, 5), 1),
    (6, 5, (1, 2, 3, 4, 5), 5),
)
def test_the_dealer_sits_out(dealer: int, first: int, playing: tuple[int, ...], speaks: int) -> None:
    hand = deal_hand_by(dealer, first)
    assert (hand.seats, hand.active, hand.out) == (SIX, playing, (dealer,))
    assert (hand.auction.turn, mighty.find_expected_moves(hand).players) == (speaks, (speaks,))
    assert read_starters(hand.session) == (dealer, speaks)


@for_each(
    (1, 1, (2, 3, 4, 5, 6), 2),  # in the first hand the dealer would speak first
    (1, 7, (2, 3, 4, 5, 6), 2),
    (1, 5, (2, 3, 4, 5, 6), 5),
    (2, 1, (3, 4, 5, 6, 7), 3),
    (7, 7, (1, 2, 3, 4, 5), 1),
)
def test_of_seven_the_dealer_and_the_one_before_sit_out(
    dealer: int, first: int, playing: tuple[int, ...], speaks: int
) -> None:
    hand = mighty.deal(rules("seven_sit_out"), mighty.Session(dealer, first), (*SIX, 7))
    assert (hand.active, set(hand.out)) == (playing, {*SIX, 7} - {*playing})
    assert hand.auction.turn == speaks


def test_of_seven_everyone_sits_out_as_often() -> None:
    hand = mighty.deal(rules("seven_sit_out"), mighty.Session(1, 1), (*SIX, 7))
    sat_out: list[int] = []
    for _ in range(7):
        sat_out += hand.out
        declarer, friend, *_ = hand.active
        hand = mighty.deal(hand.rules, mighty.advance_session(play_result(hand, declarer, friend, 20)), (*SIX, 7))
    assert sorted(sat_out) == sorted([*SIX, 7] * 2)


def test_whoever_sits_out_takes_no_part() -> None:
    hand = deal_hand_by(6)
    assert refusals(hand, mighty.PlaceBid(6, bid("15H"))) == ["bid.not_seated"]
    assert refusals(hand, mighty.Pass(6)) == ["bid.not_seated"]
    assert refusals(hand, mighty.EnterContract(6, bid("15H"))) == ["bid.not_seated"]
    assert refusals(hand, mighty.ClaimRedeal(6)) == ["redeal.not_seated"]
    called = do(hand, mighty.EnterContract(1, bid("15H")), mighty.CallFriend(call("SA")))
    assert refusals(called, mighty.RecordTrick(6, 1)) == ["trick.not_seated"]
    assert refusals(called, mighty.RevealFriend(6)) == ["reveal.not_seated"]
    assert refusals(called, mighty.RecordResult(16, 6)) == ["result.friend_not_seated"]
    assert refusals(called, mighty.RecordResult(16, 2, joker_holder=6)) == ["result.joker_holder"]


def test_whoever_sits_out_neither_wins_nor_loses() -> None:
    hand = play_result(deal_hand_by(6), 1, 2, 16)
    assert require(hand.settlement).amounts == {1: 12, 2: 6, 3: -6, 4: -6, 5: -6}
    assert set(mighty.GAME.summarize(hand).roles) == {1, 2, 3, 4, 5}


def test_redeal_is_by_the_same_dealer_who_still_sits_out() -> None:
    poor = cards("S2 S3 S4 H2 H3 H4 D2 D3 D4 C2")
    hand = do(deal_hand_by(4, 5), mighty.ClaimRedeal(5, poor))
    assert (hand.redeals, hand.session.begins, hand.active, hand.auction.turn) == (1, 4, (1, 2, 3, 5, 6), 5)


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


def test_next_dealer_after_a_hand_given_up_is_the_same() -> None:
    hand = do(deal_hand_by(5, 5), mighty.PlaceBid(6, bid("15H")))
    again = mighty.deal(hand.rules, mighty.advance_session(hand), SIX)
    assert (again.out, again.auction.turn) == ((5,), 6)
