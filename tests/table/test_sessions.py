"""A new session at the same table: a new sheet under the present rules, and the one before is kept."""

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.table import moves as m
from tests.cases import for_each
from tests.table.mighty_hands import BO as MAKER
from tests.table.mighty_hands import barely_made_hand, mighty_table
from tests.table.tables import hands, log, play, reopen, toy_opening, toy_table, values
from tests.toy import Draw

ANA, BO, CHO, DAN = 1, 2, 3, 4

FIRST = [*hands(BO, ANA), m.Adjust({CHO: 3}, "from paper")]


def test_everyone_begins_again_under_the_present_rules() -> None:
    ledger = play(toy_table(), *FIRST, m.ChangeRules("strides", {"start": 1}), m.BeginSession())
    state = ledger.state
    assert values(state) == {ANA: 1, BO: 1, CHO: 1}
    assert (state.preset, state.rules.as_dict()["top"], state.seating) == ("strides", 8, (ANA, BO, CHO))
    assert state.session.begins is None, "nobody has been asked to begin"
    assert values(play(ledger, *hands(CHO)).state) == {ANA: 1, BO: 1, CHO: 3}


def test_hands_count_from_one_again_and_the_sheet_before_is_kept() -> None:
    before = play(toy_table(), *FIRST)
    state = play(before, m.BeginSession(), *hands(CHO)).state
    assert [hand.number for hand in state.hands] == [1]
    (sheet,) = state.sheets
    assert (sheet.entries, sheet.session) == (before.state.entries, before.state.session)
    assert (sheet.preset, sheet.rules) == ("plain", before.state.rules)


def test_earlier_sheets_stand_in_order() -> None:
    state = play(toy_table(), *hands(BO), m.BeginSession(), *hands(CHO), m.BeginSession(), *hands(ANA)).state
    assert [sheet.session.rungs for sheet in state.sheets] == [{ANA: 0, BO: 1, CHO: 0}, {ANA: 0, BO: 0, CHO: 1}]
    assert values(state) == {ANA: 1, BO: 0, CHO: 0}


def test_who_left_has_a_place_on_the_new_sheet() -> None:
    """They may come back; until then nobody deals them in."""
    ledger = play(toy_table(), *FIRST, m.LeaveTable(BO), m.BeginSession())
    assert values(ledger.state) == {ANA: 0, BO: 0, CHO: 0}
    assert values(play(ledger, m.ReturnToTable(BO), *hands(BO)).state) == {ANA: 0, BO: 1, CHO: 0}


def test_people_come_and_go_on_the_new_sheet() -> None:
    ledger = play(toy_table(), *FIRST, m.BeginSession(), m.JoinTable("Dan"), m.LeaveTable(CHO), *hands(DAN))
    assert values(ledger.state) == {ANA: 0, BO: 0, CHO: 0, DAN: 1}
    assert DAN not in ledger.state.sheets[0].session.standings


def test_undo_brings_the_sheet_before_back() -> None:
    before = play(toy_table(), *FIRST)
    begun = play(before, m.BeginSession())
    assert play(begun, m.Undo()).state == before.state
    assert play(begun, m.Undo(), m.Redo()).state == begun.state
    assert play(begun, *hands(CHO), m.Undo(), m.Undo(), m.Undo()).state == before.state


def test_a_correction_is_of_the_present_sheet() -> None:
    ledger = play(toy_table(), *FIRST, m.BeginSession(), *hands(CHO))
    corrected = play(ledger, m.CorrectHand(1, (Draw(BO),)))
    assert values(corrected.state) == {ANA: 0, BO: 1, CHO: 0}
    assert corrected.state.sheets == ledger.state.sheets
    for move in (m.CorrectHand(2, (Draw(BO),)), m.VoidHand(2, "x")):
        with pytest.raises(RuleError, match=r"hand\.unknown"):
            play(ledger, move)


def test_the_ending_is_that_of_the_present_sheet() -> None:
    over = play(toy_table(top=3), m.LimitHands(3), *hands(BO, BO), m.EndSession())
    again = play(over, m.BeginSession())
    assert (over.state.ending is None, again.state.ending, again.state.closed) == (False, None, False)
    limited = play(again, *hands(BO, CHO, ANA))
    assert limited.state.ending is not None, "the agreed number of hands is that of every session"
    assert limited.state.ending.why.code == "ending.hand_limit"


@for_each([], [m.ChangeRules("strides", {"start": 1})], [m.JoinTable("Dan")])
def test_there_is_no_new_sheet_after_one_that_shows_nothing(sheet: list[m.TableMove]) -> None:
    with pytest.raises(RuleError, match=r"session\.empty"):
        play(toy_table(), *sheet, m.BeginSession())
    with pytest.raises(RuleError, match=r"session\.empty"):
        play(toy_table(), *FIRST, m.BeginSession(), *sheet, m.BeginSession())


def test_an_adjustment_or_a_void_hand_is_something() -> None:
    for sheet in ([m.Adjust({ANA: 1}, "x")], [m.StartHand(), m.VoidHand(1, "x")]):
        assert len(play(toy_table(), *sheet, m.BeginSession()).state.sheets) == 1


def test_the_log_of_several_sessions_reads_back() -> None:
    moves = [toy_opening(), *FIRST, m.BeginSession(), m.JoinTable("Dan"), *hands(DAN), m.BeginSession(), *hands(BO)]
    ledger = reopen(log(*moves))
    assert [len(sheet.entries) for sheet in ledger.state.sheets] == [6, 3]
    begun = [step.action.rows for step in ledger.steps() if isinstance(step.action.moves[0], m.BeginSession)]
    assert [[(row.entry, row.gains) for row in rows or ()] for rows in begun] == [[(0, {})], [(0, {})]]


def test_tokens_and_the_bankroll_are_those_of_a_new_session() -> None:
    """korean40: everyone begins with the bankroll, and nobody has spent a token."""
    ledger = mighty_table("korean40", m.StartHand(), barely_made_hand(MAKER, 3), m.BeginSession())
    assert set(values(ledger.state).values()) == {40}
    assert (ledger.state.session.spent, ledger.state.session.opening) == ((), True)
