"""The folded log with its undo: one immutable ledger a version, sharing all that did not change.

A step keeps the state before it and the one it led to, so that undo and redo cost nothing and a new action costs its
own move, not the evening. What was written down when an action was recorded wins over what today's code makes of it.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Player
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
"""Moves that take others back, or bring them again."""


class Action(Frozen):
    """An action: the moves recorded at once, of which older logs have several.

    `stamp.version` is its first version, and names it. `rows` are the lines of the score sheet that it wrote, None
    where they are not written down. `edition` is that of the rules' code.
    """

    stamp: Stamp
    moves: tuple[Any, ...]
    rows: tuple[Row[Any], ...] | None = None
    edition: int = 1

    @property
    def is_undo_or_redo(self) -> bool:
        """Whether it takes another back, or brings it again. Such an action is one move."""
        return isinstance(self.moves[0], UNDO_OR_REDO)

    @property
    def is_undo(self) -> bool:
        """Whether it takes another back."""
        return isinstance(self.moves[0], m.Undo)


class LedgerStep(Frozen):
    """An action that counts, the state before it, None where it opened the table, and the one it led to."""

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


class StepNotKept(LookupError):
    """An undo or a redo goes further than a ledger keeps its steps. Its log has them."""


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
        """The table now. There must be a table."""
        return self.kept[-1].state

    @property
    def state_or_none(self) -> TableState | None:
        """The table now; None before there is one."""
        return self.kept[-1].state if self.kept else None

    @property
    def can_undo(self) -> bool:
        """Whether anything but the table's creation counts."""
        return self.counting > 1

    @property
    def is_short_of_steps(self) -> bool:
        """Whether the next undo or redo goes further than what is kept."""
        return len(self.kept) < min(2, self.counting) or len(self.undone) < min(1, self.redoable)

    def steps(self) -> Iterator[LedgerStep]:
        """The steps that count, newest first, as far as they are kept."""
        return reversed(self.kept)

    def trim(self, most: int) -> "Ledger":
        """The same with so many steps at most."""
        return replace(self, kept=self.kept[-most:], undone=self.undone[-most:], keeps=most)


def count_steps_to_keep(undoes: Iterable[bool]) -> int:
    """How many steps must be kept while actions are recorded, of which these are undos, so that none is forgotten."""
    counting = most = back = 0
    for undo in undoes:
        counting += -1 if undo else 1
        most = max(most, counting)
        back = max(back, most - counting)
    return back + 2


def append_step(steps: tuple[LedgerStep, ...], step: LedgerStep, keeps: int | None) -> tuple[LedgerStep, ...]:
    """Steps and one more, as many as are kept."""
    return (*steps, step) if keeps is None else (*steps[max(len(steps) + 1 - keeps, 0) :], step)


# --- A new action ---


def complete_move(ledger: Ledger, move: Any) -> Any:
    """`move` with everything filled in that it leaves open, as the log will have it. Raises `RuleError`."""
    if not isinstance(move, m.TableMove) or is_misplaced(ledger, move):
        return move
    whole = move.complete(ledger.state_or_none)
    return replace(whole, number=ledger.highest_number + 1) if isinstance(whole, m.JoinTable) else whole


def check_move(ledger: Ledger, move: Any) -> tuple[Problem, ...]:
    """Every reason why `move` cannot be made now. Raises `RuleError` for a game that there is not."""
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


def is_misplaced(ledger: Ledger, move: Any) -> bool:
    """Whether a table is opened where there is one, or anything else is done where there is none."""
    return isinstance(move, m.CreateTable) is not (ledger.state_or_none is None)


def apply_move(ledger: Ledger, stamp: Stamp, move: Any, edition: int) -> Ledger:
    """The ledger after one more move, which was checked, with the rows that it writes."""
    if isinstance(move, UNDO_OR_REDO):
        return undo_or_redo(ledger, Action(stamp, (move,), (), edition))
    before = ledger.state_or_none
    after = play_move(before, move, stamp)
    action = Action(stamp, (move,), tuple(rows_written(before, after)), edition)
    return with_step(ledger, action, after)


def play_move(state: TableState | None, move: Any, stamp: Stamp) -> TableState:
    """The state after a move, which is a fact."""
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


def rows_written(before: TableState | None, after: TableState) -> Iterator[Row[Any]]:
    """The lines of the score sheets that are new, or are not what they were."""
    if before and after.sheets is not before.sheets:
        for number, (was, now) in enumerate(zip(before.sheets, after.sheets, strict=False), 1):
            for row in new_rows(was.entries, now.entries):
                yield replace(row, sheet=number)
    yield from new_rows(before.entries if before else (), after.entries)


def new_rows(known: tuple[Entry, ...], entries: tuple[Entry, ...]) -> Iterator[Row[Any]]:
    """The lines of one score sheet that are new, or are not what they were."""
    if entries is known:
        return
    same = len(known) if entries[: len(known)] == known else 0  # after a hand the same objects
    for place in range(same, len(entries)):
        if place >= len(known) or row_content(entries[place]) != row_content(known[place]):
            yield Row(place, *row_content(entries[place]))


def row_content(entry: Entry) -> tuple[Any, dict[Player, Amount]]:
    """Return the line of an entry: the session after it, and everyone's gain."""
    return entry.after, dict(entry.amounts)


def with_step(ledger: Ledger, action: Action, state: TableState) -> Ledger:
    """The ledger after an action that led to `state`."""
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
    """The ledger after an undo or a redo. Raises `StepNotKept`."""
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
    """The version of a table after an action."""
    return action.stamp.version + len(action.moves) - 1


# --- An action from the log ---


def fold_action(ledger: Ledger, action: Action) -> Ledger:
    """The ledger after one more action of the log. Of one without rows, those that it writes today are kept."""
    if action.is_undo_or_redo:
        return undo_or_redo(ledger, replace(action, rows=()))
    before = ledger.state_or_none
    state = replay_action(before, action)
    if action.rows is None or before is None:
        written = tuple(rows_written(before, state))
        if action.rows in (None, written):  # the sessions of an opening are kept once
            action = replace(action, rows=written)
    return with_step(ledger, action, state)


def replay_action(state: TableState | None, action: Action) -> TableState:
    """The state after an action of the log, as it was written down then, whatever today's code makes of it."""
    if state is None or action.rows is None:
        for move in action.moves:
            state = play_move(state, move, action.stamp)
        assert state is not None
        return with_written_rows(state, action)
    after = state
    for move in action.moves:
        after = play_move_if_possible(after, move, action.stamp)
    written = max((row.entry + 1 for row in action.rows if row.sheet is None), default=0)
    if len(after.entries) > max(written, len(state.entries)):
        after = without_new_rows(state, after, action)
    return with_written_rows(after, action)


def without_new_rows(before: TableState, after: TableState, action: Action) -> TableState:
    """The state after an action that wrote nothing, where today's code has a line for it.

    Either the hand in progress ends here today and went on then, or it could not even be dealt.
    """
    if before.current:
        return with_unplayed_moves(before, action.moves, action.stamp)
    return replace(after, entries=before.entries)


def play_move_if_possible(state: TableState, move: Any, stamp: Stamp) -> TableState:
    """The state after a move that was possible once; where today's code cannot make it, only the move is kept."""
    try:
        return play_move(state, move, stamp)
    except Exception:  # whatever a later edition of the rules' code may raise
        return with_unplayed_moves(state, (move,), stamp)


def with_unplayed_moves(state: TableState, moves: tuple[Any, ...], stamp: Stamp) -> TableState:
    """The state with moves that cannot be played added to the hand that they belong to."""
    own = tuple(move for move in moves if not isinstance(move, m.TableMove))
    current = state.current and replace(state.current, moves=(*state.current.moves, *own))
    return replace(state, current=current, stamp=stamp)


def with_written_rows(state: TableState, action: Action) -> TableState:
    """The state with the rows of an action as they were written, where they were."""
    for sheet in dict.fromkeys(row.sheet for row in action.rows or ()):
        table = open_sheet(state, sheet)
        if table is not None:
            state = with_sheet(state, sheet, with_written_rows_of_sheet(table, action, sheet))
    return state


def with_written_rows_of_sheet(state: TableState, action: Action, sheet: int | None) -> TableState:
    """The state with the rows of one sheet as they were written.

    A line that is something else today keeps its row beside it.
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
    with suppress(Exception):  # as above
        current = current and current.add_to(state.game, session)
    return with_ending(reapply_pending(replace(state, session=session, current=current)))


def with_lost_entry(state: TableState, row: Row[Any], action: Action) -> TableState:
    """The state with the entry of a row that today's code does not come to: the hand in progress, or what is left."""
    if state.current:
        return with_finished_hand(state, replace(state.current, after=row.session, stamp=state.stamp))
    ends_hand = isinstance(action.moves[-1], m.VoidHand) or not isinstance(action.moves[-1], m.TableMove)
    is_hand = ends_hand and action.rows is not None and row is action.rows[0]  # what happened beside it comes after it
    lost = Unplayable(rules=state.rules, stamp=state.stamp, number=state.hand_number if is_hand else None)
    return replace(state, entries=(*state.entries, lost))


# --- What is said of it ---


def describe_last_action(ledger: Ledger) -> tuple[Message, ...]:
    """Return the messages of the last action."""
    assert ledger.last is not None
    if ledger.last.is_undo:
        return describe_undo_or_redo("log.table.undo", ledger.undone[-1])
    assert ledger.latest is not None
    return (
        describe_undo_or_redo("log.table.redo", ledger.latest)
        if ledger.last.is_undo_or_redo
        else ledger.latest.messages
    )


def describe_undo_or_redo(code: str, step: LedgerStep) -> tuple[Message, ...]:
    """Return the message of an undo or a redo, which names the step that it takes back or makes again."""
    return (message(code, what=step.messages[-1]),)


def describe_move(move: Any, before: TableState | None, after: TableState) -> tuple[Message, ...]:
    """Return the messages of a move between two states; of a game's move, between two hands."""
    then: Any = before
    now: Any = after
    if before and before.current and not isinstance(move, m.TableMove):
        record = after.find_hand(before.current.number)
        then, now = before.current.hand, record.hand if record else before.current.hand
    try:
        return tuple(move.says(then, now))
    except Exception:  # whatever a later edition of the rules' code may raise: the log still tells the move
        return tuple(m.TableMove.says(move, then, now))
