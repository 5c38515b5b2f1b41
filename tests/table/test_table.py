"""Moves between and around hands, played with the toy game."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES, mighty
from scorekeeper.house_rules import Preset, Value
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, check_move, fold_action
from scorekeeper.table.state import Stamp, score_sheet
from tests.cases import for_each, require
from tests.table.mighty_hands import barely_made_hand
from tests.table.tables import hands, log, play, reopen, toy_opening, toy_table, values
from tests.toy import TOY, Draw, Rules, Shuffle

ANA, BO, CHO, DAN, EVE = 1, 2, 3, 4, 5


def test_a_hand_is_counted_and_handed_on() -> None:
    state = play(toy_table(), *hands(BO)).state
    assert values(state) == {ANA: 0, BO: 1, CHO: 0}
    assert state.current is None
    assert state.session.begins == BO, "it goes round in the toy game"


def test_the_score_sheet_runs_up_to_the_standings() -> None:
    state = play(toy_table(), *hands(BO, ANA), m.Adjust({CHO: 3}, "found on paper"), *hands(CHO)).state
    rows = list(score_sheet(state.entries))
    assert [dict(row.amounts) for row in rows] == [{BO: 1}, {ANA: 1}, {CHO: 3}, {CHO: 1}]
    assert [row.hand.number if row.hand else None for row in rows] == [1, 2, None, 3]
    assert rows[-1].standings == state.standings
    assert values(state) == {ANA: 1, BO: 1, CHO: 4}


# --- Undo and redo ---


@for_each(1, 2, 3, 6)
def test_undo_then_redo_of_any_depth_is_the_identity(depth: int) -> None:
    before = play(toy_table(), *hands(BO, ANA), m.RenamePlayer(CHO, "조민수"), *hands(CHO))
    after = play(play(before, *[m.Undo()] * depth), *[m.Redo()] * depth)
    assert after.state == before.state
    assert after.version == before.version + 2 * depth, "the log keeps every undo"


def test_undo_takes_back_one_action_at_a_time() -> None:
    ledger = play(toy_table(), *hands(BO))
    assert play(ledger, m.Undo()).state.current is not None
    assert play(ledger, m.Undo(), m.Undo()).state.current is None


def test_a_new_action_ends_what_could_be_redone() -> None:
    ledger = play(toy_table(), *hands(BO), m.Undo(), Draw(CHO))
    assert values(ledger.state)[CHO] == 1
    with pytest.raises(RuleError, match=r"redo\.nothing"):
        play(ledger, m.Redo())


def test_the_creation_of_a_table_cannot_be_undone() -> None:
    assert not toy_table().can_undo
    with pytest.raises(RuleError, match=r"undo\.nothing"):
        play(toy_table(), m.Undo())


def test_a_number_is_never_given_twice() -> None:
    """Phones hold seats by number: that of a person whose joining was taken back must not be somebody else's."""
    records = log(toy_opening(), m.JoinTable("Dan"), m.JoinTable("Eve"), *[m.Undo()] * 2, m.JoinTable("Fay"))
    for ledger in (reopen(records), play(reopen(records), m.Undo(), m.JoinTable("Gil"))):
        assert list(ledger.state.people) == [ANA, BO, CHO, ledger.highest_number]
    assert play(reopen(records), m.Undo(), m.Redo()).state.name(6) == "Fay"
    (against,) = check_move(reopen(records), m.JoinTable("Gil", DAN))
    assert against.code == "player.unknown", "as no form asks for it, but a file might"


def test_a_joining_without_a_number_takes_the_next() -> None:
    ledger = toy_table()
    for move in (m.JoinTable("Dan"), m.Undo(), m.JoinTable("Eve")):
        ledger = fold_action(ledger, Action(Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00"), (move,)))
    assert ledger.state.name(DAN) == "Eve"
    assert play(ledger, m.Undo(), m.JoinTable("Fay")).state.name(EVE) == "Fay", "not today"


def test_whose_joining_is_undone_is_nobody_also_to_the_phone_that_undid_it() -> None:
    joined = play(toy_table(), m.JoinTable("Dan"))
    ledger = play(joined, m.Undo(), player=DAN)
    assert require(ledger.last).stamp.player == DAN
    assert (ledger.state.name(DAN), ledger.state.seating) == ("#4", (ANA, BO, CHO))
    joined_instead = play(ledger, m.JoinTable("Eve"))
    assert (joined_instead.state.name(DAN), joined_instead.state.name(EVE)) == ("#4", "Eve")
    assert play(ledger, m.Redo()).state == joined.state


# --- Hands that are corrected or given up ---


def test_a_correction_recomputes_everything_after_it() -> None:
    ledger = play(toy_table(), *hands(BO, ANA), m.CorrectHand(1, (Draw(CHO),)))
    state = ledger.state
    assert [hand.hand.winner for hand in state.hands] == [CHO, ANA]
    assert values(state) == {ANA: 1, BO: 0, CHO: 1}
    assert state.hands[0].previous_versions[0].hand.winner == BO, "both versions are kept"
    assert values(play(ledger, m.Undo()).state) == {ANA: 1, BO: 1, CHO: 0}


def test_a_correction_reaches_the_hand_in_progress() -> None:
    state = play(toy_table(), *hands(BO), m.StartHand(), m.CorrectHand(1, (Draw(CHO),))).state
    assert require(state.current).hand.session.rungs == {ANA: 0, BO: 0, CHO: 1}
    assert values(play(toy_table(), *hands(BO), m.StartHand(), m.CorrectHand(1, (Draw(CHO),)), Draw(CHO)).state) == {
        **{ANA: 0, BO: 0, CHO: 2}
    }


def test_a_correction_keeps_every_redeal_of_its_hand() -> None:
    """The cards that were thrown in are no part of the mistake; what was said after the last redeal is."""
    ledger = play(toy_table(), m.StartHand(), Shuffle(), Shuffle(), Draw(BO), m.CorrectHand(1, (Draw(CHO),)))
    assert require(ledger.last).moves == (m.CorrectHand(1, (Shuffle(), Shuffle(), Draw(CHO))),)
    (hand,) = ledger.state.hands
    assert (hand.hand.redeals, hand.moves) == (2, (Shuffle(), Shuffle(), Draw(CHO)))


def test_a_void_hand_gives_nothing_and_whoever_began_it_begins_again() -> None:
    state = play(toy_table(), *hands(BO), m.StartHand(), m.VoidHand(2, "misdeal")).state
    assert values(state) == {ANA: 0, BO: 1, CHO: 0}
    assert [hand.voided for hand in state.hands] == [None, "misdeal"]
    assert state.session.begins == BO


def test_a_past_hand_given_up_is_taken_off_and_can_be_corrected_again() -> None:
    ledger = play(toy_table(), *hands(BO, ANA), m.VoidHand(1, "wrong pack"))
    assert values(ledger.state) == {ANA: 1, BO: 0, CHO: 0}
    assert values(play(ledger, m.CorrectHand(1, (Draw(BO),))).state) == {ANA: 1, BO: 1, CHO: 0}


def test_a_penalty_is_paid_to_each_other_or_to_nobody() -> None:
    """In the toy game it lifts nobody; Mighty has it."""
    assert values(play(toy_table(start=2), m.Penalize(BO, 2, False, "late")).state) == {ANA: 2, BO: 0, CHO: 2}
    with pytest.raises(RuleError, match=r"toy\.nobody_is_pushed_up"):
        play(toy_table(start=2), m.Penalize(BO, 1, True, "late"))
    points = play(Ledger(), m.CreateTable("mighty", "pagat", {}, ("Ana", "Bo", "Cho")), m.Penalize(BO, 2, True, "late"))
    assert values(points.state) == {ANA: 2, BO: -4, CHO: 2}


# --- Who is there ---


def test_someone_leaves_and_someone_else_takes_over() -> None:
    ledger = play(toy_table(), *hands(BO), m.LeaveTable(BO), m.JoinTable("Dan"), *hands(DAN))
    state = ledger.state
    assert state.seating == (ANA, CHO, DAN)
    assert values(state) == {ANA: 0, BO: 1, CHO: 0, DAN: 1}
    back = play(ledger, m.ReturnToTable(BO)).state
    assert back.seating == (ANA, CHO, DAN, BO)
    assert values(back)[BO] == 1


@for_each(
    ("a newcomer sits last", [m.JoinTable("Eve")], (ANA, BO, CHO, DAN, EVE)),
    ("a newcomer takes the chair that was left", [m.LeaveTable(BO), m.build_join], (ANA, EVE, CHO, DAN)),
    ("the first chair", [m.LeaveTable(ANA), m.build_join], (EVE, BO, CHO, DAN)),
    ("of two chairs the one left last", [m.LeaveTable(BO), m.LeaveTable(DAN), m.build_join], (ANA, CHO, EVE)),
    ("a chair is taken once", [m.LeaveTable(BO), m.build_join, m.build_join], (ANA, EVE, CHO, DAN, 6)),
    ("any chair", [m.LeaveTable(BO), m.JoinTable("Eve", before=DAN)], (ANA, CHO, EVE, DAN)),
    ("another chair leaves the empty one", [m.LeaveTable(BO), m.JoinTable("Eve", before=DAN), m.build_join],
     (ANA, 6, CHO, EVE, DAN)),
    ("who is back sits where they sat", [m.LeaveTable(BO), m.build_return(BO)], (ANA, BO, CHO, DAN)),
    ("though another came, who sits last", [m.LeaveTable(BO), m.JoinTable("Eve"), m.build_return(BO)],
     (ANA, BO, CHO, DAN, EVE)),
    ("beside who took their chair", [m.LeaveTable(BO), m.build_join, m.build_return(BO)], (ANA, EVE, BO, CHO, DAN)),
    ("on their chair when that one has left", [m.LeaveTable(BO), m.build_join, m.LeaveTable(EVE), m.build_return(BO)],
     (ANA, BO, CHO, DAN)),
    ("or on any chair", [m.LeaveTable(BO), m.build_return(BO, DAN)], (ANA, CHO, BO, DAN)),
    ("also that of who left later", [m.LeaveTable(BO), m.LeaveTable(DAN), m.build_return(BO, DAN), m.build_join],
     (ANA, CHO, BO, EVE)),
    ("as it was recorded up to 0.2.0: last", [m.LeaveTable(BO), m.ReturnToTable(BO)], (ANA, CHO, DAN, BO)),
    ("a chair that was swapped", [m.LeaveTable(BO), m.SwapSeats(ANA, DAN), m.build_return(BO)], (DAN, BO, CHO, ANA)),
    ("to another chair", [m.MoveSeat(DAN, BO)], (ANA, DAN, BO, CHO)),
    ("to the last", [m.MoveSeat(ANA, m.LAST_CHAIR)], (BO, CHO, DAN, ANA)),
    ("to an empty one", [m.LeaveTable(BO), m.MoveSeat(DAN, BO), m.build_join], (ANA, DAN, CHO, EVE)),
    ("and all of it taken back", [m.LeaveTable(BO), m.build_join, m.Undo(), m.build_join], (ANA, 6, CHO, DAN)),
)  # fmt: skip
def test_chairs(about: str, moves: list[Any], seating: tuple[int, ...]) -> None:
    ledger = play(toy_table(players=4))
    for number, move in enumerate(moves):
        ledger = play(ledger, move(ledger.state, f"New {number}") if callable(move) else move)
    assert ledger.state.seating == seating


def test_with_more_people_than_seats_the_same_ones_play_on() -> None:
    ledger = play(toy_table(players=4), m.JoinTable("Eve"), m.StartHand((ANA, BO, CHO, EVE)), Draw(ANA))
    assert require(play(ledger, m.StartHand()).state.current).hand.seats == (ANA, BO, CHO, EVE)


def test_the_seats_of_a_hand_are_logged_in_order_of_turn() -> None:
    ledger = play(toy_table(), m.SwapSeats(ANA, CHO), m.StartHand((BO, CHO)))
    assert require(ledger.last).moves == (m.StartHand((CHO, BO)),)


def test_seats_change_places() -> None:
    assert play(toy_table(), m.SwapSeats(ANA, CHO)).state.seating == (CHO, BO, ANA)


def test_names_are_kept_as_people_know_them() -> None:
    assert play(toy_table(), m.JoinTable("  <b>김  아름</b>\u202e ")).state.name(DAN) == "<b>김 아름</b>"


# --- The rules ---


def test_rules_change_for_later_hands_only() -> None:
    ledger = play(
        toy_table(), *hands(BO), m.StartHand(), m.ChangeRules("plain", {"strides": 2}), Draw(ANA), *hands(CHO)
    )
    assert [max(hand.amounts.values()) for hand in ledger.state.hands] == [1, 1, 2]


def test_a_log_holds_every_house_rule() -> None:
    ledger = play(toy_table("strides", start=1), m.ChangeRules("plain", {"top": 4}))
    moves = [step.action.moves[0] for step in ledger.steps()]
    assert [move.rules for move in moves if isinstance(move, m.CreateTable | m.ChangeRules)] == [
        {"top": 4, "strides": 1, "start": 0},
        {"top": 8, "strides": 2, "start": 1},
    ]


def test_a_preset_that_changes_later_leaves_evenings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening("strides"), m.ChangeRules("plain", {"top": 4}), m.ChangeRules("strides"), *hands(BO))
    before = reopen(records)
    other = Preset("strides", "With strides", Rules(strides=1, top=3, start=2), "house")
    monkeypatch.setitem(GAMES, "toy", replace(TOY, presets={"plain": other}))
    after = reopen(records)
    assert (after.state.rules, after.state.entries) == (before.state.rules, before.state.entries)
    assert after.state.preset == "strides", "which there is no more"


def test_keys_that_nobody_knows_are_passed_over_and_missing_ones_get_their_default() -> None:
    (opened,) = log(toy_opening(top=4, start=2))
    move = opened.moves[0].replace(b'"top":4', b'"lowest":7').replace(b'"strides":1', b'"strides":2')
    assert b'"lowest":7' in move
    assert reopen([with_moves(opened, move.replace(b'"start":2,', b""))]).state.rules == Rules(strides=2)


def with_moves(record: Any, *moves: bytes) -> Any:
    """A stored action with other moves, and no rows."""
    return type(record)(record.version, record.at, moves, record.schema)


def test_rules_that_would_be_refused_today_are_still_read() -> None:
    """A log may be older than a contradiction: what was played is a fact."""
    refused: dict[str, Value] = {"change_before_kitty": True, "raise_before_kitty_to_suit": 3}
    pagat = mighty.GAME.presets["pagat"].rules
    with pytest.raises(RuleError):
        pagat.change(refused)
    rules = {**pagat.as_dict(), **refused}
    opened, changed = m.CreateTable("mighty", "pagat", rules), m.ChangeRules("pagat", rules)
    for state in (opened.play(None), changed.play(m.CreateTable("mighty", "pagat", pagat.as_dict()).play(None))):
        assert state.rules.differences(pagat) == refused


def test_hands_under_rules_that_would_be_refused_today_are_still_played() -> None:
    """They are dealt, paid and corrected; only nobody can choose such rules any more."""
    rules = {**mighty.PRESETS["pagat"].rules.as_dict(), "change_before_kitty": True, "raise_before_kitty_to_suit": 3}
    opening = m.CreateTable("mighty", "pagat", rules, ("Ana", "Bo", "Cho", "Dan", "Eun"))
    ledger = fold_action(Ledger(), Action(Stamp(1, "2026-01-01T20:00:00.000+00:00"), (opening,)))
    assert ledger.state.rules.check()
    paid = play(
        ledger, m.StartHand(), barely_made_hand(BO, CHO), m.CorrectHand(1, (barely_made_hand(DAN, ANA),)), m.StartHand()
    )
    assert sum(values(paid.state).values()) == 0
    with pytest.raises(RuleError):
        play(ledger, m.ChangeRules("pagat", rules))


# --- How a session ends ---


def test_the_session_ends_by_the_games_rule_and_a_correction_reopens_it() -> None:
    ledger = play(toy_table(top=3), *hands(BO, BO, BO))
    assert ledger.state.ending is not None
    assert ledger.state.ending.why.code == "toy.top"
    assert ledger.state.ending.ranking == ((BO,), (ANA, CHO))
    with pytest.raises(RuleError, match=r"session\.over"):
        play(ledger, m.StartHand())
    assert play(ledger, m.CorrectHand(1, (Draw(ANA),))).state.ending is None
    assert play(ledger, m.VoidHand(1, "mistake")).state.ending is None


def test_the_session_ends_after_the_agreed_number_of_hands() -> None:
    ledger = play(toy_table(), m.LimitHands(2), *hands(BO), m.StartHand(), m.VoidHand(2, "x"), *hands(BO))
    assert ledger.state.ending is not None
    assert ledger.state.ending.why.facts == {"hands": 2}
    assert ledger.state.ending.ranking == ((BO,), (ANA, CHO))
    assert play(ledger, m.LimitHands(None)).state.ending is None


def test_the_session_is_closed_and_resumed_by_hand() -> None:
    ledger = play(toy_table(), *hands(BO), m.EndSession())
    assert ledger.state.ending is not None
    assert play(ledger, m.ResumeSession(), *hands(CHO)).state.ending is None


def test_whoever_joins_a_closed_session_is_ranked_too() -> None:
    ending = require(play(toy_table(), *hands(BO), m.EndSession(), m.JoinTable("Dan")).state.ending)
    assert ending.ranking == ((BO,), (ANA, CHO, DAN))


# --- What is refused ---


@for_each(
    ("no such rule", [], m.ChangeRules("plain", {"topp": 1}), "rules.unknown"),
    ("no such choice", [], m.ChangeRules("plain", {"top": 99}), "rules.not_a_choice"),
    ("a name of nothing", [], m.JoinTable(""), "name.empty"),
    ("a name of spaces", [], m.JoinTable(" \t\u200b\u202e "), "name.empty"),
    ("a name of 500 characters", [], m.JoinTable("가" * 500), "name.too_long"),
    ("a name that is taken", [], m.JoinTable(" ana "), "name.taken"),
    ("a name of someone who left", [m.LeaveTable(ANA)], m.JoinTable("Ana"), "name.taken"),
    ("a rename to another's name", [], m.RenamePlayer(ANA, "BO"), "name.taken"),
    ("a rename of nobody", [], m.RenamePlayer(9, "Ines"), "player.unknown"),
    ("nobody left", [], m.LeaveTable(9), "player.unknown"),
    ("a chair before nobody", [], m.JoinTable("Eve", before=9), "player.unknown"),
    ("returning to a chair before nobody", [m.LeaveTable(BO)], m.ReturnToTable(BO, 9), "player.unknown"),
    ("a move to where one sits", [], m.MoveSeat(ANA, ANA), "seats.same"),
    ("a move during a hand", [m.StartHand()], m.MoveSeat(ANA, CHO), "hand.running"),
    ("a move of somebody who left", [m.LeaveTable(BO)], m.MoveSeat(BO, ANA), "player.left"),
    ("nobody returns", [], m.ReturnToTable(9), "player.unknown"),
    ("a swap during a hand", [m.StartHand()], m.SwapSeats(ANA, BO), "hand.running"),
    ("a hand in a hand", [m.StartHand()], m.StartHand(), "hand.running"),
    ("a hand of one", [m.LeaveTable(BO), m.LeaveTable(CHO)], m.StartHand(), "players.count"),
    ("a hand with a stranger", [], m.StartHand((ANA, 9)), "hand.seats"),
    ("a hand with one player twice", [], m.StartHand((ANA, ANA)), "players.twice"),
    ("a draw without a hand", [], Draw(ANA), "hand.none"),
    ("a draw after the hand", hands(BO), Draw(ANA), "hand.none"),
    ("a winner who does not play", [m.StartHand((ANA, BO))], Draw(CHO), "toy.not_seated"),
    ("a correction of nothing", [], m.CorrectHand(1, (Draw(ANA),)), "hand.unknown"),
    ("a correction that is no move", hands(ANA), m.CorrectHand(1, ("ANA",)), "move.unknown"),  # type: ignore[type-var]
    ("a correction by the table's move", hands(ANA), m.CorrectHand(1, (m.Undo(),)), "move.unknown"),
    ("a correction against the rules", hands(ANA), m.CorrectHand(1, (Draw(9),)), "toy.not_seated"),
    ("a correction that goes on", hands(ANA), m.CorrectHand(1, (Draw(BO), Draw(BO))), "now.complete"),
    ("a correction of nothing but redeals", hands(ANA), m.CorrectHand(1, (Shuffle(),)), "hand.correction_unfinished"),
    ("void without a reason", [m.StartHand()], m.VoidHand(1, "  "), "reason.empty"),
    ("void with a novel", [m.StartHand()], m.VoidHand(1, "x" * 300), "reason.too_long"),
    ("void of nothing", [], m.VoidHand(1, "x"), "hand.unknown"),
    ("an adjustment of nothing", [], m.Adjust({ANA: 0}, "x"), "amount.none"),
    ("an adjustment of nobody", [], m.Adjust({9: 1}, "x"), "player.unknown"),
    ("an adjustment during a hand", [m.StartHand()], m.Adjust({ANA: 1}, "x"), "hand.running"),
    ("an adjustment against the game", [], m.Adjust({ANA: -1}, "x"), "toy.below_the_ladder"),
    ("a million", [], m.Adjust({ANA: 1_000_000}, "x"), "amount.too_large"),
    ("a penalty without a reason", [], m.Penalize(ANA, 1, True, ""), "reason.empty"),
    ("a penalty of nothing", [], m.Penalize(ANA, 0, True, "x"), "amount.penalty"),
    ("a reward for a revoke", [], m.Penalize(ANA, -3, True, "x"), "amount.penalty"),
    ("a penalty for nobody", [], m.Penalize(9, 1, True, "x"), "player.unknown"),
    ("closing during a hand", [m.StartHand()], m.EndSession(), "hand.running"),
    ("resuming what is open", [], m.ResumeSession(), "session.not_closed"),
    ("a new sheet after an empty one", [], m.BeginSession(), "session.empty"),
    ("a new sheet during a hand", [*hands(BO), m.StartHand()], m.BeginSession(), "hand.running"),
    ("minus one hand", [], m.LimitHands(-1), "session.limit"),
    ("nothing left to redo", [], m.Redo(), "redo.nothing"),
    ("a move from nowhere", [m.StartHand()], "start", "move.unknown"),
    ("a move of another game", [m.StartHand()], mighty.Pass(ANA), "move.unknown"),
    ("a second creation", [], m.CreateTable("toy", "plain"), "move.unknown"),
)
def test_refused_with_its_reason_and_nothing_changed(about: str, before: list[Any], move: Any, code: str) -> None:
    ledger = play(toy_table(), *before)
    with pytest.raises(RuleError) as refusal:
        play(ledger, move)
    assert code in [problem.code for problem in refusal.value.problems]


@for_each(m.JoinTable("Ana"), m.StartHand(), Draw(ANA))
def test_a_log_begins_with_a_table(move: Any) -> None:
    with pytest.raises(RuleError, match=r"move\.unknown"):
        play(Ledger(), move)


def test_there_is_no_table_of_a_game_that_nobody_knows() -> None:
    with pytest.raises(RuleError, match=r"game\.unknown"):
        play(Ledger(), m.CreateTable("chess", "plain"))


def test_a_form_is_told_everything_that_is_wrong_at_once() -> None:
    with pytest.raises(RuleError) as refusal:
        play(Ledger(), m.CreateTable("toy", "plain", {"top": 99}, ("Ana", "ana", ""), 0))
    codes = [problem.code for problem in refusal.value.problems]
    assert codes == ["rules.not_a_choice", "session.limit", "name.taken", "name.empty"]


def test_nobody_can_say_in_a_form_what_only_older_logs_say() -> None:
    opened = play(Ledger(), m.CreateTable("toy", "plain", {}, ("Ana", "Bo"), kept_from=1))
    moves = [step.action.moves[0] for step in play(opened, m.ChangeRules("plain", restake=False)).steps()]
    assert [move.restake for move in moves if isinstance(move, m.ChangeRules)] == [True]
    assert [move.kept_from for move in moves if isinstance(move, m.CreateTable)] == [None]


def test_a_fact_is_never_checked_again() -> None:
    """Moves in the log were possible once: a name that is taken now, a hand of one."""
    ledger = toy_table()
    for move in (m.JoinTable("Ana"), m.LeaveTable(BO), m.StartHand((ANA, CHO)), Draw(BO)):
        (action,) = [play(ledger, m.LimitHands(9)).last]
        assert action is not None
        ledger = fold_action(ledger, msgspec.structs.replace(action, moves=(move,), rows=None))
    assert values(ledger.state) == {ANA: 0, BO: 1, CHO: 0, DAN: 0}
