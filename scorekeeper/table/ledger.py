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
    concluded,
    judged,
    opened_sheet,
    with_sheet,
    with_since,
)
from scorekeeper.values import derived

TURNS = (m.Undo, m.Redo)
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
    def turns(self) -> bool:
        """Whether it takes another back, or brings it again. Such an action is one move."""
        return isinstance(self.moves[0], TURNS)

    @property
    def undoes(self) -> bool:
        """Whether it takes another back."""
        return isinstance(self.moves[0], m.Undo)


class LedgerStep(Frozen):
    """An action that counts, the state before it, None where it opened the table, and the one it led to."""

    action: Action
    before: TableState | None
    state: TableState

    @derived
    def said(self) -> tuple[Message, ...]:
        """The messages of the action, move by move."""
        *earlier, last = self.action.moves
        state, lines = self.before, list[Message]()
        for move in earlier:
            stamp = self.action.stamp
            after = played_if_possible(state, move, stamp) if state else played(None, move, stamp)
            lines += said_of(move, state, after)
            state = after
        return (*lines, *said_of(last, state, self.state))


class Forgotten(LookupError):
    """An undo or a redo goes further than a ledger keeps its steps. Its log has them."""


class Ledger(Frozen):
    """A table at a version: the steps that count, and those taken back that can be redone, each the latest last.

    Both are as many as it `keeps`, or all; how many there are is `counting` and `redoable`. `numbered` is the highest
    number that anybody was ever given, also who has never been there. Of a `damaged` log this is all that can be read;
    nothing more is recorded.
    """

    version: int = 0
    kept: tuple[LedgerStep, ...] = ()
    undone: tuple[LedgerStep, ...] = ()
    last: Action | None = None
    numbered: Player = 0
    damaged: bool = False
    counting: int = 0
    redoable: int = 0
    keeps: int | None = None

    @property
    def latest(self) -> LedgerStep | None:
        """The last step that counts."""
        return self.kept[-1] if self.kept else None

    @property
    def state(self) -> TableState:
        """The table now. There must be a table."""
        return self.kept[-1].state

    @property
    def opened(self) -> TableState | None:
        """The table now; None before there is one."""
        return self.kept[-1].state if self.kept else None

    @property
    def can_undo(self) -> bool:
        """Whether anything but the table's creation counts."""
        return self.counting > 1

    @property
    def is_short(self) -> bool:
        """Whether the next undo or redo goes further than what is kept."""
        return len(self.kept) < min(2, self.counting) or len(self.undone) < min(1, self.redoable)

    def steps(self) -> Iterator[LedgerStep]:
        """The steps that count, newest first, as far as they are kept."""
        return reversed(self.kept)

    def keeping(self, most: int) -> "Ledger":
        """The same with so many steps at most."""
        return replace(self, kept=self.kept[-most:], undone=self.undone[-most:], keeps=most)


def reach(undoes: Iterable[bool]) -> int:
    """How many steps must be kept while actions are recorded, of which these are undos, so that none is forgotten."""
    counting = most = back = 0
    for undo in undoes:
        counting += -1 if undo else 1
        most = max(most, counting)
        back = max(back, most - counting)
    return back + 2


def newest(steps: tuple[LedgerStep, ...], step: LedgerStep, keeps: int | None) -> tuple[LedgerStep, ...]:
    """Steps and one more, as many as are kept."""
    return (*steps, step) if keeps is None else (*steps[max(len(steps) + 1 - keeps, 0) :], step)


# --- A new action ---


def completed(ledger: Ledger, move: Any) -> Any:
    """`move` with everything filled in that it leaves open, as the log will have it. Raises `RuleError`."""
    if not isinstance(move, m.TableMove) or is_misplaced(ledger, move):
        return move
    whole = move.completed(ledger.opened)
    return replace(whole, number=ledger.numbered + 1) if isinstance(whole, m.JoinTable) else whole


def check(ledger: Ledger, move: Any) -> tuple[Problem, ...]:
    """Every reason why `move` cannot be made now. Raises `RuleError` for a game that there is not."""
    if ledger.damaged:
        return (problem("table.damaged", version=ledger.version),)
    if isinstance(move, m.Undo):
        return () if ledger.can_undo else (problem("undo.nothing"),)
    if isinstance(move, m.Redo):
        return () if ledger.undone else (problem("redo.nothing"),)
    if is_misplaced(ledger, move):
        return (problem("move.unknown"),)
    if isinstance(move, m.JoinTable) and move.number not in (None, ledger.numbered + 1):
        return (problem("player.unknown"),)
    state = ledger.opened
    if state is None or isinstance(move, m.TableMove):
        return tuple(move.check(state))
    if state.current is None:
        return (problem("hand.none"),)
    return m.check_game_move(state.game, state.current.hand, move)


def is_misplaced(ledger: Ledger, move: Any) -> bool:
    """Whether a table is opened where there is one, or anything else is done where there is none."""
    return isinstance(move, m.CreateTable) is not (ledger.opened is None)


def made(ledger: Ledger, stamp: Stamp, move: Any, edition: int) -> Ledger:
    """The ledger after one more move, which was checked, with the rows that it writes."""
    if isinstance(move, TURNS):
        return turned(ledger, Action(stamp, (move,), (), edition))
    before = ledger.opened
    after = played(before, move, stamp)
    action = Action(stamp, (move,), tuple(rows_written(before, after)), edition)
    return stepped(ledger, action, after)


def played(state: TableState | None, move: Any, stamp: Stamp) -> TableState:
    """The state after a move, which is a fact."""
    if state is None:
        opened: TableState = move.play(None)
        return replace(opened, stamp=stamp)
    now = replace(state, stamp=stamp)
    if isinstance(move, m.TableMove):
        return judged(move.play(now))
    assert now.current is not None
    record = now.current.played(move)
    if record.settlement is None:
        return replace(now, current=record)
    return judged(concluded(now, replace(record, stamp=stamp).ended(now.game)))


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
        if place >= len(known) or line(entries[place]) != line(known[place]):
            yield Row(place, *line(entries[place]))


def line(entry: Entry) -> tuple[Any, dict[Player, Amount]]:
    """Return the line of an entry: the session after it, and everyone's gain."""
    return entry.after, dict(entry.amounts)


def stepped(ledger: Ledger, action: Action, state: TableState) -> Ledger:
    """The ledger after an action that led to `state`."""
    before = ledger.opened
    step = LedgerStep(action, before, state)
    return Ledger(
        version=version_after(action),
        kept=newest(ledger.kept, step, ledger.keeps),
        last=action,
        numbered=ledger.numbered if before and before.people is state.people else max((ledger.numbered, *state.people)),
        counting=ledger.counting + 1,
        keeps=ledger.keeps,
    )


def turned(ledger: Ledger, action: Action) -> Ledger:
    """The ledger after an undo or a redo. Raises `Forgotten`."""
    kept, undone = ledger.kept, ledger.undone
    if action.undoes:
        if len(kept) == 1 < ledger.counting:
            raise Forgotten
        kept, undone, back = kept[:-1], newest(undone, kept[-1], ledger.keeps), 1
    else:
        if ledger.redoable and not undone:
            raise Forgotten
        kept, undone, back = newest(kept, undone[-1], ledger.keeps), undone[:-1], -1
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


def fold(ledger: Ledger, action: Action) -> Ledger:
    """The ledger after one more action of the log. Of one without rows, those that it writes today are kept."""
    if action.turns:
        return turned(ledger, replace(action, rows=()))
    before = ledger.opened
    state = replayed(before, action)
    if action.rows is None or before is None:
        written = tuple(rows_written(before, state))
        if action.rows in (None, written):  # the sessions of an opening are kept once
            action = replace(action, rows=written)
    return stepped(ledger, action, state)


def replayed(state: TableState | None, action: Action) -> TableState:
    """The state after an action of the log, as it was written down then, whatever today's code makes of it."""
    if state is None or action.rows is None:
        for move in action.moves:
            state = played(state, move, action.stamp)
        assert state is not None
        return as_recorded(state, action)
    after = state
    for move in action.moves:
        after = played_if_possible(after, move, action.stamp)
    written = max((row.entry + 1 for row in action.rows if row.sheet is None), default=0)
    if len(after.entries) > max(written, len(state.entries)):
        after = without_rows(state, after, action)
    return as_recorded(after, action)


def without_rows(before: TableState, after: TableState, action: Action) -> TableState:
    """The state after an action that wrote nothing, where today's code has a line for it.

    Either the hand in progress ends here today and went on then, or it could not even be dealt.
    """
    if before.current:
        return not_played(before, action.moves, action.stamp)
    return replace(after, entries=before.entries)


def played_if_possible(state: TableState, move: Any, stamp: Stamp) -> TableState:
    """The state after a move that was possible once; where today's code cannot make it, only the move is kept."""
    try:
        return played(state, move, stamp)
    except Exception:  # whatever a later edition of the rules' code may raise
        return not_played(state, (move,), stamp)


def not_played(state: TableState, moves: tuple[Any, ...], stamp: Stamp) -> TableState:
    """The state with moves that cannot be played added to the hand that they belong to."""
    own = tuple(move for move in moves if not isinstance(move, m.TableMove))
    current = state.current and replace(state.current, moves=(*state.current.moves, *own))
    return replace(state, current=current, stamp=stamp)


def as_recorded(state: TableState, action: Action) -> TableState:
    """The state with the rows of an action as they were written, where they were."""
    for sheet in dict.fromkeys(row.sheet for row in action.rows or ()):
        table = opened_sheet(state, sheet)
        if table is not None:
            state = with_sheet(state, sheet, with_rows(table, action, sheet))
    return state


def with_rows(state: TableState, action: Action, sheet: int | None) -> TableState:
    """The state with the rows of one sheet as they were written.

    A line that is something else today keeps its row beside it.
    """
    entries = state.entries
    for row in (row for row in action.rows or () if row.sheet == sheet):
        if row.entry >= len(state.entries):
            state = with_lost_entry(state, row, action)
        entry = state.entries[row.entry]
        if row.refused or line(entry) != (row.session, row.gains):
            kept = replace(entry, after=row.session, recorded=row)
            state = replace(state, entries=(*state.entries[: row.entry], kept, *state.entries[row.entry + 1 :]))
    if state.entries is entries:
        return state
    session, current = state.entries[-1].after, state.current
    with suppress(Exception):  # as above
        current = current and current.added(state.game, session)
    return judged(with_since(replace(state, session=session, current=current)))


def with_lost_entry(state: TableState, row: Row[Any], action: Action) -> TableState:
    """The state with the entry of a row that today's code does not come to: the hand in progress, or what is left."""
    if state.current:
        return concluded(state, replace(state.current, after=row.session, stamp=state.stamp))
    ends_hand = isinstance(action.moves[-1], m.VoidHand) or not isinstance(action.moves[-1], m.TableMove)
    is_hand = ends_hand and action.rows is not None and row is action.rows[0]  # what happened beside it comes after it
    lost = Unplayable(rules=state.rules, stamp=state.stamp, number=state.hand_number if is_hand else None)
    return replace(state, entries=(*state.entries, lost))


# --- What is said of it ---


def said(ledger: Ledger) -> tuple[Message, ...]:
    """Return the messages of the last action."""
    assert ledger.last is not None
    if ledger.last.undoes:
        return taken_back("log.table.undo", ledger.undone[-1])
    assert ledger.latest is not None
    return taken_back("log.table.redo", ledger.latest) if ledger.last.turns else ledger.latest.said


def taken_back(code: str, step: LedgerStep) -> tuple[Message, ...]:
    """Return the message of an undo or a redo, which names the step that it takes back or makes again."""
    return (message(code, what=step.said[-1]),)


def said_of(move: Any, before: TableState | None, after: TableState) -> tuple[Message, ...]:
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
