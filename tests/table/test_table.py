"""What people do at a table between and around hands, told with the toy game."""

from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.house_rules import Value
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.evolve import evolve
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import Stamp
from scorekeeper.table.views import score_sheet
from tests.table.tables import play, toy_table
from tests.toy import Toss

ANA, BO, CHO, DAN = 1, 2, 3, 4


def toss(*winners: int) -> list[Any]:
    """Hands won by `winners`, one after the other."""
    return [command for winner in winners for command in (c.StartHand(), Toss(winner))]


def test_a_hand_is_paid_and_handed_on() -> None:
    state = play(toy_table(), *toss(BO)).state
    assert state.balances == {ANA: -1, BO: 2, CHO: -1}
    assert state.current is None
    assert state.situation is not None
    assert state.situation.dealer == BO, "the winner deals next in the toy game"


def test_the_score_sheet_runs_up_to_the_balances() -> None:
    state = play(toy_table(), *toss(BO, ANA), c.Adjust({CHO: 3}, "found a chip"), *toss(CHO)).state
    rows = list(score_sheet(state))
    assert [dict(row.amounts) for row in rows] == [
        {ANA: -1, BO: 2, CHO: -1},
        {ANA: 2, BO: -1, CHO: -1},
        {CHO: 3},
        {ANA: -1, BO: -1, CHO: 2},
    ]
    assert rows[-1].balances == state.balances == {ANA: 0, BO: 0, CHO: 3}


@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_undo_then_redo_of_any_depth_is_the_identity(depth: int) -> None:
    before = play(toy_table(), *toss(BO, ANA), c.RenamePlayer(CHO, "조민수"), *toss(CHO))
    after = play(play(before, *[c.Undo()] * depth), *[c.Redo()] * depth)
    assert after.state == before.state
    assert after.version == before.version + 2 * depth, "the log keeps every undo"


def test_undo_takes_back_one_action_at_a_time() -> None:
    ledger = play(toy_table(), *toss(BO))
    assert play(ledger, c.Undo()).state.current is not None
    assert play(ledger, c.Undo(), c.Undo()).state.current is None


def test_a_new_action_ends_what_could_be_redone() -> None:
    ledger = play(toy_table(), *toss(BO), c.Undo(), Toss(CHO))
    assert ledger.state.balances[CHO] == 2
    with pytest.raises(RuleError, match=r"redo\.nothing"):
        play(ledger, c.Redo())


def test_the_creation_of_a_table_cannot_be_undone() -> None:
    with pytest.raises(RuleError, match=r"undo\.nothing"):
        play(toy_table(), c.Undo())


def test_a_correction_recomputes_everything_after_it() -> None:
    ledger = play(toy_table(), *toss(BO, ANA), c.CorrectHand(1, Toss(CHO)))
    state = ledger.state
    assert [hand.hand.winner for hand in state.hands] == [CHO, ANA]
    assert state.balances == {ANA: 1, BO: -2, CHO: 1}
    assert state.hands[1].hand.situation.dealer == CHO, "who dealt the second hand follows from the first"
    assert state.hands[0].earlier[0].hand.winner == BO, "both versions are kept"
    assert play(ledger, c.Undo()).state.balances == {ANA: 1, BO: 1, CHO: -2}


def test_a_correction_reaches_the_hand_in_progress() -> None:
    state = play(toy_table(), *toss(BO), c.StartHand(), c.CorrectHand(1, Toss(CHO))).state
    assert state.current is not None
    assert state.current.hand.situation.dealer == CHO


def test_a_void_hand_pays_nothing_and_its_dealer_deals_again() -> None:
    state = play(toy_table(), *toss(BO), c.StartHand(), c.VoidHand(2, "misdeal")).state
    assert state.balances == {ANA: -1, BO: 2, CHO: -1}
    assert [hand.voided for hand in state.hands] == [None, "misdeal"]
    assert state.situation is not None
    assert state.situation.dealer == BO


def test_a_past_hand_given_up_is_paid_back_and_can_be_corrected_again() -> None:
    ledger = play(toy_table(), *toss(BO, ANA), c.VoidHand(1, "wrong pack"))
    assert ledger.state.balances == {ANA: 2, BO: -1, CHO: -1}
    assert play(ledger, c.CorrectHand(1, Toss(BO))).state.balances == {ANA: 1, BO: 1, CHO: -2}


def test_a_penalty_is_paid_to_each_other_or_to_nobody() -> None:
    assert play(toy_table(), c.Penalize(BO, 2, True, "revoke")).state.balances == {ANA: 2, BO: -4, CHO: 2}
    assert play(toy_table(), c.Penalize(BO, 2, False, "late")).state.balances == {ANA: 0, BO: -2, CHO: 0}


def test_someone_leaves_and_someone_else_takes_over() -> None:
    ledger = play(toy_table(), *toss(BO), c.LeaveTable(BO), c.JoinTable("Dan"), *toss(DAN))
    state = ledger.state
    assert state.seating == (ANA, CHO, DAN)
    assert state.balances == {ANA: -2, BO: 2, CHO: -2, DAN: 2}
    back = play(ledger, c.ReturnToTable(BO)).state
    assert back.seating == (ANA, CHO, DAN, BO)
    assert back.balances[BO] == 2


def test_with_more_people_than_seats_the_same_ones_play_on() -> None:
    ledger = play(toy_table(players=4), c.JoinTable("Eve"), c.StartHand((ANA, BO, CHO, 5)), Toss(ANA))
    assert play(ledger, c.StartHand()).state.current.hand.seats == (ANA, BO, CHO, 5)  # type: ignore[union-attr]


def test_seats_change_places() -> None:
    assert play(toy_table(), c.SwapSeats(ANA, CHO)).state.seating == (CHO, BO, ANA)


def test_rules_change_for_later_hands_only() -> None:
    ledger = play(toy_table(), *toss(BO), c.StartHand(), c.ChangeRules("plain", {"stake": 3}), Toss(ANA), *toss(CHO))
    assert [max(hand.amounts.values()) for hand in ledger.state.hands] == [2, 2, 6]


def test_rules_that_would_be_refused_today_are_still_read() -> None:
    """A log may be older than a contradiction: what was played is a fact."""
    refused: dict[str, Value] = {"change_before_kitty": True, "raise_before_kitty_to_suit": 3}
    with pytest.raises(RuleError):
        mighty.PRESETS["pagat"].rules.changed(refused)
    stamp = Stamp(1, "2024-01-01T20:00:00Z")
    created = evolve(None, e.TableCreated("mighty", "pagat", refused), stamp)
    changed = evolve(evolve(None, e.TableCreated("mighty", "pagat"), stamp), e.RulesChanged("pagat", refused), stamp)
    for state in (created, changed):
        assert state.rules.differences(mighty.PRESETS["pagat"].rules) == refused


def test_starting_chips_change_only_before_the_first_hand() -> None:
    before = play(toy_table("chips"), c.ChangeRules("chips", {"chips": 10}))
    assert before.state.balances == {ANA: 10, BO: 10, CHO: 10}
    after = play(before, *toss(BO), c.ChangeRules("chips", {"chips": 5}), c.JoinTable("Dan"))
    assert after.state.balances == {ANA: 9, BO: 12, CHO: 9, DAN: 5}


def test_the_session_ends_by_the_games_rule_and_a_correction_reopens_it() -> None:
    ledger = play(toy_table("chips"), *toss(*[BO] * 5))
    assert ledger.state.ending is not None
    assert ledger.state.ending.why.code == "toy.broke"
    with pytest.raises(RuleError, match=r"session\.over"):
        play(ledger, c.StartHand())
    assert play(ledger, c.CorrectHand(1, Toss(ANA))).state.ending is not None, "Cho is still out"
    assert play(ledger, c.VoidHand(1, "mistake")).state.ending is None


def test_the_session_ends_after_the_agreed_number_of_hands() -> None:
    ledger = play(toy_table(), c.LimitHands(2), *toss(BO, BO))
    assert ledger.state.ending is not None
    assert ledger.state.ending.ranking == ((BO,), (ANA, CHO))
    assert play(ledger, c.LimitHands(None)).state.ending is None


def test_the_session_is_closed_and_resumed_by_hand() -> None:
    ledger = play(toy_table(), *toss(BO), c.EndSession())
    assert ledger.state.ending is not None
    assert play(ledger, c.ResumeSession(), *toss(CHO)).state.ending is None


def test_whoever_joins_a_closed_session_is_ranked_too() -> None:
    ending = play(toy_table(), *toss(BO), c.EndSession(), c.JoinTable("Dan")).state.ending
    assert ending is not None
    assert ending.ranking == ((BO,), (DAN,), (ANA, CHO))


REFUSALS: list[tuple[str, list[Any], Any, str]] = [
    ("no such preset", [], c.ChangeRules("plan"), "rules.unknown_preset"),
    ("no such rule", [], c.ChangeRules("plain", {"steak": 1}), "rules.unknown"),
    ("no such choice", [], c.ChangeRules("plain", {"stake": 9}), "rules.not_a_choice"),
    ("a name of nothing", [], c.JoinTable(""), "name.empty"),
    ("a name of spaces", [], c.JoinTable(" \t\u200b\u202e "), "name.empty"),
    ("a name of 500 characters", [], c.JoinTable("가" * 500), "name.too_long"),
    ("a name that is taken", [], c.JoinTable(" ana "), "name.taken"),
    ("a rename to another's name", [], c.RenamePlayer(ANA, "BO"), "name.taken"),
    ("a rename of nobody", [], c.RenamePlayer(9, "Ines"), "player.unknown"),
    ("nobody leaves", [], c.LeaveTable(9), "player.unknown"),
    ("leaving twice", [c.LeaveTable(BO)], c.LeaveTable(BO), "player.left"),
    ("leaving out of a hand", [c.StartHand()], c.LeaveTable(BO), "player.playing"),
    ("returning without having left", [], c.ReturnToTable(BO), "player.here"),
    ("a swap with oneself", [], c.SwapSeats(ANA, ANA), "seats.same"),
    ("a swap during a hand", [c.StartHand()], c.SwapSeats(ANA, BO), "hand.running"),
    ("a hand in a hand", [c.StartHand()], c.StartHand(), "hand.running"),
    ("a hand of one", [c.LeaveTable(BO), c.LeaveTable(CHO)], c.StartHand(), "hand.seat_count"),
    ("a hand with a stranger", [], c.StartHand((ANA, 9)), "hand.seats"),
    ("a hand with one player twice", [], c.StartHand((ANA, ANA)), "hand.seats"),
    ("a dealer who does not play", [], c.StartHand((ANA, BO), dealer=CHO), "hand.seats"),
    ("a toss without a hand", [], Toss(ANA), "hand.none"),
    ("a winner who does not play", [c.StartHand((ANA, BO))], Toss(CHO), "toy.not_seated"),
    ("a correction of nothing", [], c.CorrectHand(1, Toss(ANA)), "hand.unknown"),
    ("a correction of the hand in progress", [c.StartHand()], c.CorrectHand(1, Toss(ANA)), "hand.not_over"),
    ("a correction that is no command", toss(ANA), c.CorrectHand(1, "ANA"), "command.unknown"),
    ("a correction against the rules", toss(ANA), c.CorrectHand(1, Toss(9)), "toy.not_seated"),
    ("void without a reason", [c.StartHand()], c.VoidHand(1, "  "), "reason.empty"),
    ("void with a novel", [c.StartHand()], c.VoidHand(1, "x" * 300), "reason.too_long"),
    ("void twice", [c.StartHand(), c.VoidHand(1, "x")], c.VoidHand(1, "x"), "hand.void_already"),
    ("void of nothing", [], c.VoidHand(1, "x"), "hand.unknown"),
    ("an adjustment of nothing", [], c.Adjust({ANA: 0}, "x"), "amount.none"),
    ("an adjustment of nobody", [], c.Adjust({9: 1}, "x"), "player.unknown"),
    ("a million", [], c.Adjust({ANA: 1_000_000}, "x"), "amount.too_large"),
    ("a penalty without a reason", [], c.Penalize(ANA, 1, True, ""), "reason.empty"),
    ("a penalty of nothing", [], c.Penalize(ANA, 0, True, "x"), "amount.penalty"),
    ("a reward for a revoke", [], c.Penalize(ANA, -3, True, "x"), "amount.penalty"),
    ("closing twice", [c.EndSession()], c.EndSession(), "session.closed_already"),
    ("resuming what is open", [], c.ResumeSession(), "session.not_closed"),
    ("minus one hand", [], c.LimitHands(-1), "session.limit"),
    ("a command from nowhere", [], "start", "command.unknown"),
    ("a second creation", [], c.CreateTable("toy", "plain"), "command.unknown"),
]


@pytest.mark.parametrize(("before", "command", "code"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS])
def test_refused_with_its_reason_and_nothing_changed(before: list[Any], command: Any, code: str) -> None:
    ledger = play(toy_table(), *before)
    with pytest.raises(RuleError) as refusal:
        play(ledger, command)
    assert code in [problem.code for problem in refusal.value.problems]


def test_a_form_is_told_everything_that_is_wrong_at_once() -> None:
    with pytest.raises(RuleError) as refusal:
        play(Ledger(), c.CreateTable("toy", "plain", {"stake": 7}, ("Ana", "ana", ""), 0))
    codes = [problem.code for problem in refusal.value.problems]
    assert codes == ["rules.not_a_choice", "session.limit", "name.taken", "name.empty"]


def test_names_are_kept_as_people_know_them() -> None:
    ledger = play(toy_table(), c.JoinTable("  <b>김  아름</b>\u202e "))
    assert ledger.state.name(4) == "<b>김 아름</b>"
