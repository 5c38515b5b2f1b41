"""groups, Paying no more than one has: who pays less, who receives less, and that it sums to zero."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.games import mighty
from scorekeeper.settlement import Amount
from tests.cases import for_each, require
from tests.games.mighty.play import SEATS, bid, call, do, rules

NEXT_TO_NOTHING: dict[str, Any] = {"bankroll": 20, "pay_at_most": "balance"}


def play_with_balances(balances: Mapping[int, int], level: str, points: int, **choices: Any) -> mighty.Hand:
    """A finished hand of player 1 with player 2 as the friend, in which everyone had these balances."""
    these = rules(made="P-10", **{**NEXT_TO_NOTHING, **choices})
    session = mighty.Session(1, 1, balances=balances)
    return do(mighty.deal(these, session, SEATS), mighty.RecordHand(1, bid(level), call("HK"), points, 2))


@for_each(
    ((20, 20, 20, 20, 20), "15S", 15, (10, 5, -5, -5, -5)),
    ((20, 20, 3, 20, 20), "15S", 15, (8, 5, -3, -5, -5)),  # who has 3 of 5
    ((20, 20, 0, 3, 20), "15S", 15, (3, 5, 0, -3, -5)),
    ((20, 20, -4, 0, 3), "15S", 15, (0, 3, 0, 0, -3)),  # the friend too, once the declarer receives nothing
    ((20, 20, 0, 0, 0), "15S", 15, (0, 0, 0, 0, 0)),
    ((20, 20, 5, 5, 5), "15S", 15, (10, 5, -5, -5, -5)),
    ((20, 20, 20, 20, 20), "16S", 12, (-8, -4, 4, 4, 4)),
    ((5, 20, 20, 20, 20), "16S", 12, (-5, -4, 3, 3, 3)),
    ((4, 20, 20, 20, 20), "16S", 12, (-4, -4, 2, 3, 3)),  # what does not divide is missed by the first
    ((0, 0, 20, 20, 20), "16S", 12, (0, 0, 0, 0, 0)),
)
def test_nobody_pays_more_than_they_have(
    balances: tuple[int, ...], level: str, points: int, amounts: tuple[int, ...]
) -> None:
    hand = play_with_balances(dict(zip(SEATS, balances, strict=True)), level, points)
    assert hand.settlement is not None
    assert hand.result is not None
    assert tuple(hand.settlement.amounts[player] for player in SEATS) == amounts
    assert mighty.preview(hand_before_result(hand), hand.result) == hand.settlement
    changed = {account.player: account.total for account in hand.settlement.accounts if account.player is not None}
    paid_in_full = require(play_with_balances(dict.fromkeys(SEATS, 20), level, points).settlement)
    differing = {p: amount for p, amount in hand.settlement.amounts.items() if amount != paid_in_full.amounts[p]}
    assert changed == differing


def hand_before_result(hand: mighty.Hand) -> mighty.Hand:
    return replace(hand, result=None, settlement=None)


def test_the_payment_says_who_has_no_more() -> None:
    hand = play_with_balances({1: 20, 2: 20, 3: 3, 4: 20, 5: 20}, "15S", 15)
    said = [mighty.say(step.why) for account in require(hand.settlement).accounts[1:] for step in account.steps]
    assert "pays only 3 of 5, as much as there is" in said
    assert "receives only 8 of 10, as others have no more" in said


def test_without_a_bankroll_everything_is_paid() -> None:
    hand = play_with_balances(dict.fromkeys(SEATS, 0), "15S", 15, bankroll=0)
    assert require(hand.settlement).amounts[1] == 10


def test_whole_numbers_are_limited_as_they_are_due() -> None:
    """Three times 6 are shared 10, 4 and 4; the third defender has 3 of 6, so that the declarer receives 7."""
    these = rules("double_six", split="whole", **NEXT_TO_NOTHING)
    seats = (1, 2, 3, 4, 5, 6)
    session = mighty.Session(1, 1, balances={**dict.fromkeys(seats, 20), 6: 3})
    record = mighty.RecordHand(1, bid("30H"), call("HK+D9"), 30, 2, second_friend=3)
    hand = do(mighty.deal(these, session, seats), record)
    assert hand.settlement is not None
    assert hand.settlement.amounts == {1: 7, 2: 4, 3: 4, 4: -6, 5: -6, 6: -3}
    explained = {account.player: account.total for account in hand.settlement.accounts[1:]}
    assert explained == {1: 7, 2: 4, 3: 4, 6: -3}
    said = [mighty.say(step.why) for step in hand.settlement.accounts[1].steps]
    assert said == ["by the score", "the rest, in whole numbers", "receives only 7 of 10, as others have no more"]


def test_a_corrected_past_pays_anew_what_was_limited() -> None:
    hand = play_with_balances({1: 20, 2: 20, 3: 3, 4: 20, 5: 20}, "15S", 15)
    again = mighty.rebase_hand(hand, mighty.Session(1, 1, balances=dict.fromkeys(SEATS, 20)))
    assert require(again.settlement).amounts[1] == 10
    assert mighty.advance_session(again).balances == {1: 30, 2: 25, 3: 15, 4: 15, 5: 15}


@given(
    st.tuples(*(st.integers(-5, 60) for _ in SEATS)),
    st.sampled_from(mighty.every_bid(mighty.Rules())),
    st.integers(0, 20),
    st.booleans(),
)
def test_limited_payments_sum_to_zero_and_leave_nobody_in_debt(
    balances: tuple[int, ...], contract: mighty.Bid, points: int, alone: bool
) -> None:
    these = rules(**NEXT_TO_NOTHING)
    session = mighty.Session(1, 1, balances=dict(zip(SEATS, balances, strict=True)))
    called, friend = (call("none"), None) if alone else (call("HK"), 2)
    hand = do(mighty.deal(these, session, SEATS), mighty.RecordHand(1, contract, called, points, friend))
    amounts, due = require(hand.settlement).amounts, settle_outcome_of(hand)
    assert sum(amounts.values()) == 0
    after = mighty.advance_session(hand).balances
    assert all(after[player] >= min(balance, 0) for player, balance in session.balances.items())
    assert all(0 <= amounts[player] <= due[player] or due[player] <= amounts[player] <= 0 for player in SEATS)


def settle_outcome_of(hand: mighty.Hand) -> dict[int, Amount]:
    """The amounts by the score alone."""
    assert hand.contract is not None
    assert hand.result is not None
    return mighty.settle(hand.rules, hand.contract, mighty.outcome_of(hand, hand.result)).amounts
