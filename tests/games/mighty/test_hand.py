"""A hand through its phases: what each takes, whole hands, and results that agree with what was seen."""

from typing import Any

import pytest

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from tests.cases import for_each, require
from tests.games.mighty.play import (
    SEATS,
    bid,
    bids,
    call,
    called_hand,
    cards,
    contracted_hand,
    deal_first_hand,
    do,
    history,
    refusals,
    tricks,
)

COMMANDS: dict[type[Move], Any] = {
    mighty.PlaceBid: mighty.PlaceBid(1, bid("13H")),
    mighty.Pass: mighty.Pass(1),
    mighty.AllPass: mighty.AllPass(),
    mighty.EnterContract: mighty.EnterContract(1, bid("16H")),
    mighty.ClaimRedeal: mighty.ClaimRedeal(3),
    mighty.AcceptClaim: mighty.AcceptClaim(),
    mighty.AnswerClaim: mighty.AnswerClaim(1, bid("20H")),
    mighty.NameCard: mighty.NameCard(cards("HK")[0], 3),
    mighty.DropOut: mighty.DropOut(3),
    mighty.TakeKitty: mighty.TakeKitty(),
    mighty.ChangeContract: mighty.ChangeContract(bid("20S")),
    mighty.CallFriend: mighty.CallFriend(call("SA")),
    mighty.Exchange: mighty.Exchange(call("SA"), bid("18S")),
    mighty.PlayCard: mighty.PlayCard(1, cards("CK")[0]),
    mighty.RecordTrick: mighty.RecordTrick(1, 2),
    mighty.RevealFriend: mighty.RevealFriend(2),
    mighty.GiveWinOrder: mighty.GiveWinOrder(),
    mighty.LeadAloud: mighty.LeadAloud(cards("JK")[0], Suit.HEARTS),
    mighty.CorrectTrick: mighty.CorrectTrick(1, 2, 3),
    mighty.CorrectCard: mighty.CorrectCard(1, 1, cards("CK")[0]),
    mighty.RecordResult: mighty.RecordResult(16, 2),
    mighty.RecordHand: mighty.RecordHand(1, bid("16H"), call("SA"), 16, 2),
}

HANDS = {
    "auction": deal_first_hand(),
    "claim": do(deal_first_hand(redeal_blocked_by_20=True), mighty.ClaimRedeal(1)),
    "drop": contracted_hand(preset="six_drop"),
    "contract": contracted_hand(),
    "call": do(contracted_hand(), mighty.TakeKitty()),
    "play": called_hand(),
    "complete": do(called_hand(), mighty.RecordResult(16, 2)),
}


@for_each(command=COMMANDS.values(), phase=HANDS)
def test_each_phase_takes_its_commands_and_refuses_the_others(phase: str, command: Any) -> None:
    hand = HANDS[phase]
    assert hand.phase == phase
    taken = isinstance(command, mighty.PHASES[phase].moves)
    assert (refusals(hand, command) == [f"now.{phase}"]) == (not taken)
    if refusals(hand, command) == []:
        assert mighty.can(hand, command)


def test_phases_and_commands_are_complete() -> None:
    assert set(HANDS) == set(mighty.PHASES)
    assert set(COMMANDS) == {command for phase in mighty.PHASES.values() for command in phase.moves}
    assert set(COMMANDS) == set(mighty.GAME.moves)


@for_each(
    ("auction", (1,)),
    ("claim", (2, 3, 4, 5)),  # anyone else may answer it
    ("drop", (1,)),
    ("contract", (1,)),
    ("call", (1,)),
    ("play", (1, 2, 3, 4, 5)),
    ("complete", ()),
)
def test_a_hand_waits_for_somebody_to_do_what_its_phase_takes(phase: str, players: tuple[int, ...]) -> None:
    assert mighty.find_expected_moves(HANDS[phase]) == (players, mighty.PHASES[phase].moves)


def test_a_hand_of_three_is_closed_by_no_friend() -> None:
    """pagat, Three players: there is nobody to call; whoever held the joker deals next."""
    hand = do(deal_first_hand("three"), mighty.PlaceBid(1, bid("11H")), mighty.Pass(2), mighty.Pass(3))
    for text, against in (
        ("SA", "call.no_card"),
        ("first_trick", "call.no_first_trick"),
        ("player:2", "call.no_player"),
    ):
        assert refusals(hand, mighty.CallFriend(call(text))) == [against]
    hand = do(hand, mighty.CallFriend(call("none")), *tricks("1:3 2:2"))
    assert (mighty.makers_points(hand), mighty.defenders_points(hand)) == (3, 2)
    assert refusals(hand, mighty.RecordResult(14)) == ["result.joker_holder"]
    hand = do(hand, mighty.RecordResult(14, joker_holder=3))
    assert require(hand.settlement).amounts == {1: 6, 2: -3, 3: -3}
    assert mighty.advance_session(hand).begins == 3


def test_a_hand_of_four_from_auction_to_result() -> None:
    hand = do(
        deal_first_hand("four"),
        mighty.PlaceBid(1, bid("15H")),
        *map(mighty.Pass, (2, 3, 4)),
        mighty.CallFriend(call("SA")),
    )
    assert mighty.trick_range(hand) == range(5)
    hand = do(hand, mighty.RevealFriend(3), *tricks("1:4 2:4 3:4 4:4 1:1"), mighty.RecordResult(12, 3))
    assert require(hand.settlement).amounts == {1: -3, 2: 3, 3: -3, 4: 3}


def test_a_hand_from_auction_to_result() -> None:
    with pytest.raises(RuleError, match=r"now\.auction"):
        _ = deal_first_hand().declaration
    hand = do(deal_first_hand(), *bids("13H - 14S - - 15H -"))
    assert hand.declaration == (1, bid("15H"))
    with pytest.raises(RuleError, match=r"now\.contract"):
        _ = hand.contract
    assert (hand.phase, hand.declarer, hand.contract_bid) == ("contract", 1, bid("15H"))
    hand = do(hand, mighty.TakeKitty(), mighty.ChangeContract(bid("17S")), mighty.CallFriend(call("DA")))
    assert hand.contract == mighty.Contract(bid("17S"), call("DA"))
    hand = do(hand, *tricks("1:2 3:1"), mighty.RevealFriend(3), mighty.RecordResult(18, 3))
    assert hand.phase == "complete"
    assert require(hand.settlement).amounts == {1: 18, 3: 9, 2: -9, 4: -9, 5: -9}


# --- A whole hand at once ---


@for_each(
    (deal_first_hand(), [mighty.EnterContract(1, bid("17S")), mighty.TakeKitty()]),
    (contracted_hand("17S"), [mighty.TakeKitty()]),
    (contracted_hand("15H"), [mighty.TakeKitty(), mighty.ChangeContract(bid("17S"))]),
    (contracted_hand("16H", change_before_kitty=True), [mighty.ChangeContract(bid("17S")), mighty.TakeKitty()]),
    (contracted_hand("15H", change_before_kitty=True), [mighty.ChangeContract(bid("17S")), mighty.TakeKitty()]),
    (do(contracted_hand("15H"), mighty.TakeKitty()), [mighty.ChangeContract(bid("17S"))]),
    (do(contracted_hand("17S"), mighty.TakeKitty()), []),
)
def test_whole_hand_is_the_moves_of_its_parts(hand: mighty.Hand, moves: list[Move]) -> None:
    command = mighty.RecordHand(1, bid("17S"), call("DA"), 18, 3, frozenset({"joker"}))
    parts = (*moves, mighty.CallFriend(call("DA")), mighty.RecordResult(18, 3, frozenset({"joker"})))
    assert tuple(command.expand(hand)) == parts
    assert do(hand, command) == do(hand, *parts)
    assert history(hand, command)[-2:] == [
        ("call_friend_by_card", {"card": cards("DA")[0]}),
        ("record_result", {"points": 18, "total": 20}),
    ]


# --- Results ---


@for_each("auction", "claim", "drop", "contract", "call")
def test_before_the_call_nothing_is_proven_and_nothing_paid(phase: str) -> None:
    assert HANDS[phase].offences == ()
    with pytest.raises(RuleError) as refusal:
        mighty.preview(HANDS[phase], mighty.RecordResult(18, 3))
    assert refusal.value.code == f"now.{phase}"


def test_preview_is_the_payment_before_it_is_recorded() -> None:
    result = mighty.RecordResult(18, 3)
    assert mighty.preview(called_hand(), result) == do(called_hand(), mighty.RecordResult(18, 3)).settlement


# --- Moves as facts ---


def test_moves_replay_in_another_deal() -> None:
    """After a correction of an earlier hand someone else deals; what was recorded still happened."""
    commands = (*bids("13H - 14S - - 15H -"), mighty.CallFriend(call("SA")), mighty.RecordResult(17, 2))
    hand = do(deal_first_hand(), *commands)
    other = mighty.deal(hand.rules, mighty.start_session(hand.rules, (4, 5, 1, 2, 3)), SEATS)
    for command in commands:
        other = command.play(other)
    assert (other.declarer, other.settlement, other.session.begins) == (1, hand.settlement, 4)
