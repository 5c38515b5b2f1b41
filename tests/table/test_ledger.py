"""The folded log: what a ledger begins with, how far back it keeps its steps, and what it cannot record."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.bookkeeper import encode_last_action, fold_log
from scorekeeper.errors import problem
from scorekeeper.messages import Message, message
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import (
    Action,
    Ledger,
    StepNotKept,
    add_move,
    check_move,
    count_steps_to_keep,
    describe_last_action,
    fold_action,
)
from scorekeeper.table.state import Stamp
from tests.cases import for_each, require
from tests.table.tables import hands, log, play, same, steps, toy_opening, toy_table
from tests.toy import Draw

ANA, BO, CHO = 1, 2, 3


def with_steps(actions: int, keeps: int | None = None) -> Ledger:
    """A ledger after so many actions that count, with so many of its steps."""
    ledger = play(toy_table(), *[m.LimitHands(number) for number in range(1, actions)])
    return ledger if keeps is None else ledger.trim(keeps)


def turn(ledger: Ledger, move: Any) -> Ledger:
    """The ledger after an undo or a redo, which is a fact."""
    return add_move(ledger, Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00"), move, 1)


# --- What it begins with ---


def test_a_ledger_begins_empty() -> None:
    empty = Ledger()
    assert (empty.version, empty.counting, empty.redoable, list(empty.steps())) == (0, 0, 0, [])
    assert not any((empty.can_undo, empty.is_short_of_steps, empty.damaged))


def test_the_first_person_at_a_table_that_was_opened_without_anybody_is_number_one() -> None:
    ledger = play(toy_table(players=0), m.JoinTable("Ana"))
    assert ledger.state.seating == (ANA,)
    assert require(ledger.last).moves == (m.JoinTable("Ana", ANA),)


def test_an_action_that_says_nothing_else_is_one_version_by_the_first_edition() -> None:
    action = Action(Stamp(2, "2026-01-01T20:00:00.000+00:00"), (m.LimitHands(3),))
    ledger = fold_action(toy_table(), action)
    assert (ledger.version, encode_last_action(ledger).edition) == (2, 1)


# --- How far back its steps are kept ---


@for_each(
    # F records something, U takes the last of it back.
    ("", 2),
    ("F", 2),
    ("FFF", 2),
    ("FFU", 3),
    ("FFUU", 4),
    ("FFFUFU", 3),
    ("FFFUFFU", 3),
    ("FFFFUUFUU", 5),
    ("FFFFFUUFUUFF", 5),
)
def test_as_many_steps_are_kept_as_undos_go_back(actions: str, steps_kept: int) -> None:
    assert count_steps_to_keep(action == "U" for action in actions) == steps_kept


@for_each(*range(1, 6))
def test_a_log_is_read_to_its_end_with_no_more_steps_than_it_needs(undos: int) -> None:
    """Two are left then, so that the next undo costs nothing either."""
    records = log(toy_opening(), *hands(ANA, BO, CHO), *[m.Undo()] * undos)
    keeps = count_steps_to_keep(number >= len(records) - undos for number in range(len(records)))
    ledger = fold_log(records, Ledger(keeps=keeps))
    assert same(ledger, fold_log(records))
    assert len(ledger.kept) == 2
    with pytest.raises(StepNotKept):
        fold_log(records, Ledger(keeps=undos))


def test_no_more_steps_are_kept_than_a_ledger_keeps() -> None:
    for ledger in steps(with_steps(4, keeps=3), m.LimitHands(9), m.Undo(), m.Undo(), m.Redo(), m.JoinTable("Dan")):
        assert len(ledger.kept) <= 3
        assert len(ledger.undone) <= 3
    assert len(with_steps(9).kept) == 9


def test_a_ledger_is_short_when_the_next_undo_needs_a_step_that_it_has_not() -> None:
    assert not with_steps(1).is_short_of_steps, "the opening of a table is not taken back"
    ledger = with_steps(4, keeps=3)
    assert not ledger.is_short_of_steps
    once = turn(ledger, m.Undo())
    assert not once.is_short_of_steps
    twice = turn(once, m.Undo())
    assert twice.is_short_of_steps
    with pytest.raises(StepNotKept):
        turn(twice, m.Undo())


def test_what_it_has_of_a_short_evening_is_all_that_there_is() -> None:
    ledger = turn(turn(with_steps(3, keeps=3), m.Undo()), m.Undo())
    assert (ledger.counting, ledger.can_undo, ledger.is_short_of_steps) == (1, False, False)


def test_a_log_that_takes_back_its_opening_is_no_table() -> None:
    """Nobody can ask for that; a file may have it."""
    assert turn(toy_table(), m.Undo()).state_or_none is None
    assert turn(turn(toy_table(), m.Undo()), m.Redo()).state == toy_table().state


def test_a_ledger_is_short_when_the_next_redo_needs_a_step_that_it_has_not() -> None:
    once = turn(play(with_steps(6), *[m.Undo()] * 3).trim(2), m.Redo())
    assert (once.redoable, once.is_short_of_steps) == (2, False)
    twice = turn(once, m.Redo())
    assert (twice.redoable, twice.is_short_of_steps) == (1, True)
    with pytest.raises(StepNotKept):
        turn(twice, m.Redo())


def test_nothing_can_be_redone_after_something_else() -> None:
    ledger = play(with_steps(3), m.Undo(), m.JoinTable("Dan"))
    assert (ledger.redoable, ledger.undone, ledger.is_short_of_steps) == (0, (), False)


# --- What it does not record ---


@for_each(
    ([], m.JoinTable("Ana"), problem("move.unknown")),
    ([toy_opening()], toy_opening(), problem("move.unknown")),
    ([toy_opening()], m.Undo(), problem("undo.nothing")),
    ([toy_opening()], m.Redo(), problem("redo.nothing")),
    ([toy_opening()], m.JoinTable("Dan", 9), problem("player.unknown")),
    ([toy_opening()], Draw(ANA), problem("hand.none")),
)
def test_it_says_why_it_does_not_record_a_move(before: list[Any], move: Any, against: Message) -> None:
    assert check_move(play(Ledger(), *before), move) == (against,)


@for_each(m.JoinTable("Dan"), m.Undo(), m.LimitHands(2))
def test_after_a_damaged_log_nothing_is_recorded(move: Any) -> None:
    assert check_move(replace(with_steps(3), damaged=True), move) == (problem("table.damaged", version=3),)


# --- Actions of several moves, which older logs have ---


def test_taking_back_several_moves_at_once_is_told_by_the_last() -> None:
    at_once = Action(Stamp(2, "2026-01-01T20:00:00.000+00:00"), (m.JoinTable("Dan"), m.LeaveTable(BO)))
    assert describe_last_action(turn(fold_action(toy_table(), at_once), m.Undo())) == (
        message("log.table.undo", what=message("log.table.leave_table", player=BO)),
    )
