"""The folded log with undo and redo: one immutable ledger for each version, which shares all unchanged parts.

A step keeps the state before it and the state after it, so that undo and redo play nothing again and a new action plays
its own moves only. The rows that were written when an action was recorded win over what today's code computes.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Move, Player, Session
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount
from scorekeeper.table import moves as m
from scorekeeper.table.state import (
    Entry,
    Row,
    Stamp,
    TableState,
    Unplayable,
    open_sheet,
    reapply_pending,
    with_ending,
    with_finished_hand,
    with_sheet,
)
from scorekeeper.values import derived

UNDO_OR_REDO = (m.Undo, m.Redo)
"""Moves that undo or redo others."""


class Action(Frozen):
    """An action: the moves that were recorded at once. Only older logs have actions of several moves.

    `stamp.version` is the version of the first move and names the action. `rows` are the lines of the score sheet that
    the action wrote, None where none were stored. `edition` is the edition of the rules' code that recorded it.
    """

    stamp: Stamp
    moves: tuple[Move, ...]
    rows: tuple[Row[Session], ...] | None = None
    edition: int = 1

    @property
    def is_undo_or_redo(self) -> bool:
        """Whether the action is an undo or a redo. Such an action has one move."""
        return isinstance(self.moves[0], UNDO_OR_REDO)

    @property
    def is_undo(self) -> bool:
        """Whether the action is an undo."""
        return isinstance(self.moves[0], m.Undo)


class LedgerStep(Frozen):
    """An action that counts, the state before it (None where it opened the table) and the state after it."""

    action: Action
    before: TableState | None
    state: TableState

    @derived
    def messages(self) -> tuple[Message, ...]:
        """The messages of the action, move by move."""
        *earlier, last = self.action.moves
        state, lines = self.before, list[Message]()
        for move in earlier:
            stamp = self.action.stamp
            after = play_move_if_possible(state, move, stamp) if state else play_move(None, move, stamp)
            lines += describe_move(move, state, after)
            state = after
        return (*lines, *describe_move(last, state, self.state))

    @property
    def line(self) -> Message:
        """The message that stands for the action in one line: the last that does not follow from another."""
        return find_line(self.messages, self.state)


class StepNotKept(LookupError):
    """Raised where an undo or a redo needs a step that the ledger no longer keeps. The log still has it."""


class Ledger(Frozen):
    """A table at a version: the steps that count, and those taken back that can be redone."""

    version: int = 0

    kept: tuple[LedgerStep, ...] = ()
    """The latest steps that count, the last of them last."""

    undone: tuple[LedgerStep, ...] = ()
    """The latest steps that were taken back and can be redone; the next to redo is last."""

    last: Action | None = None
    """The action that led to this version."""

    highest_number: Player = 0
    """The highest number that any player was given, among them players whose joining was taken back."""

    damaged: bool = False
    """Whether the log goes on with something that cannot be read. Nothing more is recorded then."""

    counting: int = 0
    """The number of steps that count, kept or not."""

    redoable: int = 0
    """The number of steps that can be redone, kept or not."""

    keeps: int | None = None
    """The largest number of steps in `kept` and in `undone`; None for all of them."""

    @property
    def latest(self) -> LedgerStep | None:
        """The last step that counts."""
        return self.kept[-1] if self.kept else None

    @property
    def state(self) -> TableState:
        """The state of the table. The table must have been opened."""
        return self.kept[-1].state

    @property
    def state_or_none(self) -> TableState | None:
        """The state of the table; None before it is opened."""
        return self.kept[-1].state if self.kept else None

    @property
    def can_undo(self) -> bool:
        """Whether a step other than the opening of the table counts."""
        return self.counting > 1

    @property
    def is_short_of_steps(self) -> bool:
        """Whether the next undo or redo needs a step that is not kept."""
        return len(self.kept) < min(2, self.counting) or len(self.undone) < min(1, self.redoable)

    def steps(self) -> Iterator[LedgerStep]:
        """Return the kept steps that count, newest first."""
        return reversed(self.kept)

    def trim(self, most: int) -> "Ledger":
        """Return the ledger with at most `most` kept and `most` undone steps."""
        return replace(self, kept=self.kept[-most:], undone=self.undone[-most:], keeps=most)


def count_steps_to_keep(undoes: Iterable[bool]) -> int:
    """Return the number of steps to keep so that no undo or redo of a log lacks one.

    `undoes` says of each later action of the log whether it is an undo.
    """
    counting = most = back = 0
    for undo in undoes:
        counting += -1 if undo else 1
        most = max(most, counting)
        back = max(back, most - counting)
    return back + 2


def append_step(steps: tuple[LedgerStep, ...], step: LedgerStep, keeps: int | None) -> tuple[LedgerStep, ...]:
    """Return `steps` with one more step, cut to the latest `keeps`."""
    return (*steps, step) if keeps is None else (*steps[max(len(steps) + 1 - keeps, 0) :], step)


# --- A new action ---


def complete_move(ledger: Ledger, move: Move) -> Move:
    """Return `move` as the log will have it, with all open fields filled in. Raises `RuleError`."""
    if not isinstance(move, m.TableMove) or is_misplaced(ledger, move):
        return move
    whole = move.complete(ledger.state_or_none)
    return replace(whole, number=ledger.highest_number + 1) if isinstance(whole, m.JoinTable) else whole


def check_move(ledger: Ledger, move: Move) -> tuple[Problem, ...]:
    """Return every problem with making `move` now. Raises `RuleError` for an unknown game."""
    if ledger.damaged:
        return (problem("table.damaged", version=ledger.version),)
    if isinstance(move, m.Undo):
        return () if ledger.can_undo else (problem("undo.nothing"),)
    if isinstance(move, m.Redo):
        return () if ledger.undone else (problem("redo.nothing"),)
    if is_misplaced(ledger, move):
        return (problem("move.unknown"),)
    if isinstance(move, m.JoinTable) and move.number not in (None, ledger.highest_number + 1):
        return (problem("player.unknown"),)
    state = ledger.state_or_none
    if state is None or isinstance(move, m.TableMove):
        return tuple(move.check(state))
    if state.current is None:
        return (problem("hand.none"),)
    return m.check_game_move(state.game, state.current.hand, move)


def is_misplaced(ledger: Ledger, move: Move) -> bool:
    """Return whether a move opens a table that is open, or is anything else while no table is open."""
    return isinstance(move, m.CreateTable) is not (ledger.state_or_none is None)


def add_move(ledger: Ledger, stamp: Stamp, move: Move, edition: int) -> Ledger:
    """Return the ledger after a checked move, together with the rows that the move writes."""
    if isinstance(move, UNDO_OR_REDO):
        return undo_or_redo(ledger, Action(stamp, (move,), (), edition))
    before = ledger.state_or_none
    after = play_move(before, move, stamp)
    action = Action(stamp, (move,), tuple(rows_written(before, after)), edition)
    return with_step(ledger, action, after)


def play_move(state: TableState | None, move: Move, stamp: Stamp) -> TableState:
    """Return the state after a move. The move is not checked."""
    if state is None:
        opened: TableState = move.play(None)
        return replace(opened, stamp=stamp)
    now = replace(state, stamp=stamp)
    if isinstance(move, m.TableMove):
        return with_ending(move.play(now))
    assert now.current is not None
    record = now.current.play(move)
    if record.settlement is None:
        return replace(now, current=record)
    return with_ending(with_finished_hand(now, replace(record, stamp=stamp).end(now.game)))


def rows_written(before: TableState | None, after: TableState) -> Iterator[Row[Session]]:
    """Yield the lines of all score sheets that are new or changed in `after`."""
    if before and after.sheets is not before.sheets:
        for number, (was, now) in enumerate(zip(before.sheets, after.sheets, strict=False), 1):
            for row in new_rows(was.entries, now.entries):
                yield replace(row, sheet=number)
    yield from new_rows(before.entries if before else (), after.entries)


def new_rows(known: tuple[Entry, ...], entries: tuple[Entry, ...]) -> Iterator[Row[Session]]:
    """Yield the lines of one score sheet that are new or differ from the `known` ones."""
    if entries is known:
        return
    same = len(known) if entries[: len(known)] == known else 0  # the same objects, so this is fast
    for place in range(same, len(entries)):
        if place >= len(known) or row_content(entries[place]) != row_content(known[place]):
            yield Row(place, *row_content(entries[place]))


def row_content(entry: Entry) -> tuple[Any, dict[Player, Amount]]:
    """Return what a row stores of an entry: the session after it, and each player's gain."""
    return entry.after, dict(entry.amounts)


def with_step(ledger: Ledger, action: Action, state: TableState) -> Ledger:
    """Return the ledger after an action that led to `state`."""
    before = ledger.state_or_none
    step = LedgerStep(action, before, state)
    return Ledger(
        version=version_after(action),
        kept=append_step(ledger.kept, step, ledger.keeps),
        last=action,
        highest_number=ledger.highest_number
        if before and before.people is state.people
        else max((ledger.highest_number, *state.people)),
        counting=ledger.counting + 1,
        keeps=ledger.keeps,
    )


def undo_or_redo(ledger: Ledger, action: Action) -> Ledger:
    """Return the ledger after an undo or a redo. Raises `StepNotKept`."""
    kept, undone = ledger.kept, ledger.undone
    if action.is_undo:
        if len(kept) == 1 < ledger.counting:
            raise StepNotKept
        kept, undone, back = kept[:-1], append_step(undone, kept[-1], ledger.keeps), 1
    else:
        if ledger.redoable and not undone:
            raise StepNotKept
        kept, undone, back = append_step(kept, undone[-1], ledger.keeps), undone[:-1], -1
    return replace(
        ledger,
        version=version_after(action),
        kept=kept,
        undone=undone,
        last=action,
        counting=ledger.counting - back,
        redoable=ledger.redoable + back,
    )


def version_after(action: Action) -> int:
    """Return the version of a table after an action."""
    return action.stamp.version + len(action.moves) - 1


# --- An action from the log ---


def fold_action(ledger: Ledger, action: Action) -> Ledger:
    """Return the ledger after one more action of the log.

    An action that was stored without rows keeps the rows that today's code computes.
    """
    if action.is_undo_or_redo:
        return undo_or_redo(ledger, replace(action, rows=()))
    before = ledger.state_or_none
    state = replay_action(before, action)
    if action.rows is None or before is None:
        written = tuple(rows_written(before, state))
        if action.rows in (None, written):  # equal rows are kept once in memory
            action = replace(action, rows=written)
    return with_step(ledger, action, state)


def replay_action(state: TableState | None, action: Action) -> TableState:
    """Return the state after an action of the log. The rows stored with the action win over today's code."""
    if state is None or action.rows is None:
        first, *later = action.moves
        after = play_move(state, first, action.stamp)
        for move in later:
            after = play_move(after, move, action.stamp)
        return with_written_rows(after, action)
    after = state
    for move in action.moves:
        after = play_move_if_possible(after, move, action.stamp)
    written = max((row.entry + 1 for row in action.rows if row.sheet is None), default=0)
    if len(after.entries) > max(written, len(state.entries)):
        after = without_new_rows(state, after, action)
    return with_written_rows(after, action)


def without_new_rows(before: TableState, after: TableState, action: Action) -> TableState:
    """Return the state after an action that wrote no row, although today's code has written one.

    Either today's code ends the hand in progress earlier, or it refuses the deal.
    """
    if before.current:
        return with_unplayed_moves(before, action.moves, action.stamp)
    return replace(after, entries=before.entries)


def play_move_if_possible(state: TableState, move: Move, stamp: Stamp) -> TableState:
    """Return the state after a move; where today's code cannot play the move, only add it to the moves of the hand."""
    try:
        return play_move(state, move, stamp)
    except Exception:  # today's code may raise anything at a move of an earlier edition
        return with_unplayed_moves(state, (move,), stamp)


def with_unplayed_moves(state: TableState, moves: tuple[Move, ...], stamp: Stamp) -> TableState:
    """Return the state with the game's moves among `moves` added, unplayed, to the hand in progress."""
    own = tuple(move for move in moves if not isinstance(move, m.TableMove))
    current = state.current and replace(state.current, moves=(*state.current.moves, *own))
    return replace(state, current=current, stamp=stamp)


def with_written_rows(state: TableState, action: Action) -> TableState:
    """Return the state with the rows that were stored with an action."""
    for sheet in dict.fromkeys(row.sheet for row in action.rows or ()):
        table = open_sheet(state, sheet)
        if table is not None:
            state = with_sheet(state, sheet, with_written_rows_of_sheet(table, action, sheet))
    return state


def with_written_rows_of_sheet(state: TableState, action: Action, sheet: int | None) -> TableState:
    """Return the state with the rows of one sheet that were stored with an action.

    An entry that today's code computes differently gets its row in `Entry.recorded`.
    """
    entries = state.entries
    for row in (row for row in action.rows or () if row.sheet == sheet):
        if row.entry >= len(state.entries):
            state = with_lost_entry(state, row, action)
        entry = state.entries[row.entry]
        if row.refused or row_content(entry) != (row.session, row.gains):
            kept = replace(entry, after=row.session, recorded=row)
            state = replace(state, entries=(*state.entries[: row.entry], kept, *state.entries[row.entry + 1 :]))
    if state.entries is entries:
        return state
    session, current = state.entries[-1].after, state.current
    with suppress(Exception):  # today's code may not play the hand in progress
        current = current and current.add_to(state.game, session)
    return with_ending(reapply_pending(replace(state, session=session, current=current)))


def with_lost_entry(state: TableState, row: Row[Session], action: Action) -> TableState:
    """Return the state with an entry for a row that today's code does not produce.

    The entry is the hand in progress, or an `Unplayable` that has nothing but the row.
    """
    if state.current:
        return with_finished_hand(state, replace(state.current, after=row.session, stamp=state.stamp))
    ends_hand = isinstance(action.moves[-1], m.VoidHand) or not isinstance(action.moves[-1], m.TableMove)
    is_hand = (
        ends_hand and action.rows is not None and row is action.rows[0]
    )  # rows of pending entries follow that of the hand
    lost = Unplayable(rules=state.rules, stamp=state.stamp, number=state.hand_number if is_hand else None)
    return replace(state, entries=(*state.entries, lost))


# --- What is said of it ---


def describe_last_action(ledger: Ledger) -> tuple[Message, ...]:
    """Return the messages of the last action."""
    assert ledger.last is not None
    if ledger.last.is_undo:
        return describe_undo_or_redo("log.table.undo", ledger.undone[-1])
    latest = ledger.kept[-1]
    return describe_undo_or_redo("log.table.redo", latest) if ledger.last.is_undo_or_redo else latest.messages


def describe_undo_or_redo(code: str, step: LedgerStep) -> tuple[Message, ...]:
    """Return the message of an undo or a redo, which names the step that it takes back or records again."""
    return (message(code, what=step.line),)


def find_line(messages: tuple[Message, ...], state: TableState) -> Message:
    """Return the last of the messages of an action that does not follow from another of them."""
    return next((each for each in reversed(messages) if each.code not in state.game.consequences), messages[-1])


def describe_move(move: Move, before: TableState | None, after: TableState) -> tuple[Message, ...]:
    """Return the messages of a move between two states; those of a game's move are made from the two hands."""
    then: Any = before
    now: object = after
    if before and before.current and not isinstance(move, m.TableMove):
        record = after.find_hand(before.current.number)
        then, now = before.current.hand, record.hand if record else before.current.hand
    try:
        return tuple(move.says(then, now))
    except Exception:  # today's code may raise anything: name the move at least
        return tuple(m.TableMove.says(move, then, now))
