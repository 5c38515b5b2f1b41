"""groups, Redeal fines: who pays into the pot, who wins it, and that nothing is lost."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import mighty
from tests.cases import for_each, require
from tests.games.mighty.play import SEATS, bid, bids, call, deal_first_hand, do, history, rules

FINES: dict[str, Any] = {"redeal_fine": 5, "redeal_pot": "three_to_two"}


def claims(*players: int) -> list[mighty.ClaimRedeal]:
    return [mighty.ClaimRedeal(player) for player in players]


def with_pot(pot: Mapping[int, int], **choices: Any) -> mighty.Hand:
    """The first hand of a session in which this lies in the pot."""
    session = mighty.Session(1, 1, balances=dict.fromkeys(SEATS, 0), pot=pot)
    return mighty.deal(rules(**{**FINES, **choices}), session, SEATS)


def pay(hand: mighty.Hand, points: int, friend: int | None = 2) -> dict[int, Any]:
    """The amounts when player 1 bids 15♠."""
    called = call("HK") if friend else call("none")
    return require(do(hand, mighty.RecordHand(1, bid("15S"), called, points, friend)).settlement).amounts


@for_each(
    ({"redeal_fine": 0}, (1, 1), {}),
    ({"redeal_fine": 5}, (1, 1), {1: 10}),
    ({"redeal_fine": 1, "redeal_dealer": "next"}, (1, 2), {1: 1, 2: 1}),
    ({"redeal_fine": 2}, (1,), {1: 2}),
    ({"redeal_fine": "doubling"}, (1, 1, 1), {1: 14}),
    ({"redeal_fine": 5, "redeal": "token", "redeal_dealer": "next"}, (1, 2), {1: 5, 2: 5}),
    ({"redeal_fine": 5, "redeal_blocked_by_20": True}, (1,), {1: 5}),
)
def test_a_claim_costs_the_fine(choices: dict[str, Any], claimers: tuple[int, ...], pot: dict[int, int]) -> None:
    hand = deal_first_hand(**choices)
    for claim in claims(*claimers):
        hand = do(hand, claim)
        hand = do(hand, mighty.AcceptClaim()) if hand.phase == "claim" else hand
    assert hand.session.pot == pot
    assert hand.redeals == len(claimers)
    assert dict.fromkeys(SEATS, 0) == dict(hand.session.balances), "it counts as theirs"


def test_the_history_says_who_pays() -> None:
    hand = deal_first_hand(**FINES, all_pass_fine=1)
    assert ("fined", {"player": 1, "points": 5}) in history(hand, mighty.ClaimRedeal(1))
    assert ("all_fined", {"points": 1}) in history(hand, mighty.AllPass())
    assert ("all_fined", {"points": 1}) in history(do(hand, *bids("- - - -")), mighty.Pass(5))


@for_each(
    # 15♠ with 15 is 2 × (15 − 13) = 4 a defender: +8, +4, −4 each.
    ({3: 5, 4: 5}, {}, 15, 2, {1: 8 + 6, 2: 4 + 4, 3: -4 - 5, 4: -4 - 5, 5: -4}),
    ({3: 5, 4: 5}, {"redeal_pot": "declarer"}, 15, 2, {1: 8 + 10, 2: 4, 3: -4 - 5, 4: -4 - 5, 5: -4}),
    ({3: 7}, {}, 15, 2, {1: 8 + 5, 2: 4 + 2, 3: -4 - 7, 4: -4, 5: -4}),  # what does not divide: the declarer
    ({1: 5}, {}, 15, 2, {1: 8 + 3 - 5, 2: 4 + 2, 3: -4, 4: -4, 5: -4}),  # the claimer wins some of it back
    ({3: 5}, {"no_friend_double": "off"}, 15, None, {1: 16 + 5, 2: -4, 3: -4 - 5, 4: -4, 5: -4}),
    ({3: 5}, {}, 14, 2, {1: -2, 2: -1, 3: 1, 4: 1, 5: 1}),  # a failed contract leaves it
)
def test_the_next_to_make_a_contract_win_the_pot(
    pot: dict[int, int], choices: dict[str, Any], points: int, friend: int | None, amounts: dict[int, int]
) -> None:
    assert pay(with_pot(pot, **choices), points, friend) == amounts


def test_a_pot_is_there_until_it_is_won() -> None:
    hand = do(deal_first_hand(**FINES), mighty.ClaimRedeal(1))
    failed = mighty.advance_session(do(hand, mighty.RecordHand(1, bid("15S"), call("HK"), 14, 2)))
    assert failed.pot == {1: 5}
    assert failed.standings[1].marks[0].code == "standing.in_pot"
    again = mighty.deal(hand.rules, failed, SEATS)
    made = mighty.advance_session(do(again, mighty.RecordHand(1, bid("15S"), call("HK"), 15, 2)))
    assert made.pot == {}
    assert not made.standings[1].marks
    assert sum(made.balances.values()) == 0


def test_who_paid_and_does_not_play_pays_as_well() -> None:
    hand = mighty.deal(rules("six_sit_out", **FINES), mighty.Session(6, 1, pot={6: 5}), (1, 2, 3, 4, 5, 6))
    assert 6 not in hand.active
    assert pay(hand, 15)[6] == -5


def test_the_payment_says_what_came_from_the_pot() -> None:
    finished = do(with_pot({3: 5}), mighty.RecordHand(1, bid("15S"), call("HK"), 15, 2))
    own = {account.player: account for account in require(finished.settlement).accounts if account.player is not None}
    assert {player: account.total for player, account in own.items()} == {1: 11, 2: 6, 3: -9}
    assert [mighty.say(step.why) for step in own[3].steps] == ["by the score", "fines paid into the pot"]
    assert mighty.say(own[1].steps[-1].why) == "from the pot of 5"


def test_who_has_no_more_than_lies_in_the_pot_pays_nothing_else() -> None:
    session = mighty.Session(1, 1, balances={**dict.fromkeys(SEATS, 20), 3: 6}, pot={3: 5})
    hand = mighty.deal(rules(**FINES, bankroll=20, pay_at_most="balance"), session, SEATS)
    assert pay(hand, 15) == {1: 8 - 3 + 3, 2: 4 + 2, 3: -1 - 5, 4: -4, 5: -4}


def test_a_corrected_past_keeps_the_fines_of_a_hand() -> None:
    hand = do(deal_first_hand(**FINES), mighty.ClaimRedeal(1), mighty.RecordHand(1, bid("15S"), call("HK"), 15, 2))
    again = mighty.rebase_hand(hand, mighty.Session(1, 1, balances=dict.fromkeys(SEATS, 0), pot={4: 5}))
    assert again.session.pot == {4: 5, 1: 5}
    assert require(again.settlement).amounts == {1: 8 + 6 - 5, 2: 4 + 4, 3: -4, 4: -4 - 5, 5: -4}


@given(
    st.sampled_from((1, 2, 5, "doubling")),
    st.sampled_from(("declarer", "three_to_two")),
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from((None, 2, 3)), st.integers(0, 20), st.booleans()), max_size=8
    ),
    st.booleans(),
)
def test_balances_and_pot_sum_to_zero(
    fine: int | str, shared: str, played: list[tuple[int, int | None, int, bool]], limited: bool
) -> None:
    """Balances always; and the balances less what everyone has in the pot, together with the pot."""
    stake: dict[str, Any] = {"bankroll": 20, "pay_at_most": "balance"} if limited else {}
    these = rules(redeal_fine=fine, redeal_pot=shared, all_pass_fine=1, redeal_window="before_auction", **stake)
    session = mighty.start_session(these, SEATS)
    for redeals, friend, points, passes in played:
        hand = do(mighty.deal(these, session, SEATS), *claims(*range(1, 1 + redeals)))
        hand = do(hand, mighty.AllPass()) if passes else hand
        called = call("HK") if friend else call("none")
        finished = do(hand, mighty.RecordHand(1, bid("15S"), called, points, friend))
        before, session = finished.session, mighty.advance_session(finished)
        assert sum(require(finished.settlement).amounts.values()) == 0
        for each in (before, session):
            assert sum(each.balances.values()) == 5 * these.bankroll
            lies = sum(each.pot.values())
            left = sum(balance - each.pot.get(player, 0) for player, balance in each.balances.items())
            assert left + lies == 5 * these.bankroll
        assert session.pot == ({} if points >= 15 else before.pot)
