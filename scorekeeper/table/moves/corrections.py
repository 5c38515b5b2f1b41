"""Moves that correct or void a recorded hand."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Generic, Self, TypeVar

from msgspec.structs import replace

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.game import Game, Hand, Move
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.hands import Dealing, check_game_move, sort_seats
from scorekeeper.table.moves.move import TableMove
from scorekeeper.table.names import check_reason
from scorekeeper.table.state import (
    HandRecord,
    TableState,
    open_sheet,
    with_finished_hand,
    with_replaced_hand,
    with_sheet,
)

M = TypeVar("M", bound=Move)


class CorrectHand(TableMove, Generic[M], tag="table.correct_hand"):
    """Replace the recorded moves of hand `number` by `moves`. A form gives those after the redeals, which are kept.

    The hand may be in progress, or be on an earlier `sheet` (from 1). `dealing` is the true deal where that was wrong.
    With `whole`, the moves replace the redeals as well. Later hands keep their moves.
    """

    number: int
    moves: tuple[M, ...]
    sheet: int | None = None
    dealing: Dealing | None = None
    whole: bool = False

    def complete(self, state: TableState) -> Self:
        """Return the move with the redeals before its moves."""
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            return self
        moves, dealing = self.moves, self.dealing
        if not self.whole:
            kept, _ = find_redeals(state.game, record)
            moves = moves if moves[: len(kept)] == kept else (*kept, *moves)
        if dealing is not None:
            dealing = replace(dealing, seats=sort_seats(record.circle, dealing.seats))
        return replace(self, moves=moves, dealing=dealing)

    def check(self, state: TableState) -> Iterable[Problem]:
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            yield problem("hand.unknown", number=self.number)
            return
        kept, hand = find_redeals(state.game, record)
        if not self.whole and self.moves[: len(kept)] != kept:
            yield problem("hand.redeals_kept", number=self.number)
            return
        if record is state.current and self.dealing is None and self.moves == record.moves:
            yield problem("hand.as_recorded")
            return
        if self.dealing is None and not self.whole:
            yield from check_replayed(state.game, record, hand, self.moves[len(kept) :])
            return
        problems = tuple(self.dealing.check(state.game, record.rules, record.circle)) if self.dealing else ()
        yield from problems or check_replayed(state.game, record, self.redeal(state.game, record).hand, self.moves)

    def play(self, state: TableState) -> TableState:
        table, record = open_hand(state, self.sheet, self.number)
        corrected = replace(self.redeal(state.game, record), voided=None, recorded=None, stamp=state.stamp)
        for move in self.moves:
            corrected = corrected.play(move)
        if record is state.current:
            return replace(state, current=corrected)
        corrected = replace(corrected, previous_versions=(record, *record.previous_versions))
        return with_sheet(state, self.sheet, with_replaced_hand(table, corrected))

    def says(self, before: TableState, after: TableState) -> Iterable[Message]:
        was, now = (read_outcome(find_hand(state, self.sheet, self.number), state) for state in (before, after))
        changed = next(((one, other) for one, other in zip(was, now, strict=True) if one != other), None)
        if self.sheet is None and changed and None not in changed:
            yield message("log.hand_corrected", number=self.number, was=changed[0], now=changed[1])
        elif self.sheet is None:
            yield message("log.table.correct_hand", number=self.number)
        else:
            yield message("log.corrected_on_sheet", number=self.number, sheet=self.sheet)

    def redeal(self, game: Game, record: HandRecord) -> HandRecord:
        """Return the hand before its first move, dealt as the correction says."""
        return self.dealing.redeal(game, record) if self.dealing else record.redeal(game)


class VoidHand(TableMove, tag="table.void_hand"):
    """Give up hand `number`, in progress or past: it pays nothing, and the same player begins again.

    `sheet` is the number of an earlier sheet, from 1; None for the present one.
    """

    number: int
    reason: str
    sheet: int | None = None

    def check(self, state: TableState) -> Iterable[Problem]:
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            yield problem("hand.unknown", number=self.number)
        elif record.voided is not None:
            yield problem("hand.void_already", number=self.number)
        yield from check_reason(self.reason)

    def play(self, state: TableState) -> TableState:
        table, record = open_hand(state, self.sheet, self.number)
        void = replace(record, voided=self.reason, recorded=None, stamp=state.stamp)
        if record is state.current:
            return with_finished_hand(state, void.end(state.game))
        void = replace(void, previous_versions=(record, *record.previous_versions))
        return with_sheet(state, self.sheet, with_replaced_hand(table, void))

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        if self.sheet is None:
            yield message("log.table.void_hand", number=self.number, reason=self.reason)
        else:
            yield message("log.voided_on_sheet", number=self.number, sheet=self.sheet, reason=self.reason)


def open_hand(state: TableState, sheet: int | None, number: int) -> tuple[TableState, HandRecord]:
    """Return a sheet as a table, and the hand of that number on it. Raises `RuleError` where there is none."""
    table = open_sheet(state, sheet)
    record = table.find_hand(number) if table else None
    if table is None or record is None:
        raise RuleError("hand.unknown", number=number)
    return table, record


def find_hand(state: TableState, sheet: int | None, number: int) -> HandRecord | None:
    """Return the hand of that number on an earlier sheet, or on the present one for None; None where there is none."""
    table = open_sheet(state, sheet)
    return table.find_hand(number) if table else None


def read_outcome(record: HandRecord | None, state: TableState) -> tuple[object, object, object]:
    """Return the points that decided a hand, the points counted, and the contract; None for what is not known."""
    if record is None:
        return None, None, None
    summary = state.summary(record)
    return summary.facts.get("total"), summary.facts.get("points"), summary.contract


def find_redeals(game: Game, record: HandRecord) -> tuple[tuple[Any, ...], Hand]:
    """Return the moves of a hand up to its last redeal, and the hand after them.

    A correction keeps these moves: the spent token and the change of dealer were no mistake.
    """
    hand, kept = record.redeal(game).hand, 0
    for move in record.moves:
        if hand.redeals == record.hand.redeals:
            break
        with suppress(Exception):  # today's code may not play a move of an earlier edition
            hand = move.play(hand)
        kept += 1
    return record.moves[:kept], hand


def check_replayed(game: Game, record: HandRecord, hand: Hand, moves: tuple[Move, ...]) -> Iterator[Problem]:
    """Yield the problems with playing `moves` from `hand` on: up to the result, or as far as `record` has come.

    In a hand in progress, the problem of a recorded move that the correction makes impossible names that move.
    """
    for move in moves:
        problems = check_game_move(game, hand, move)
        recorded = problems and record.after is None and move in record.moves
        told = next(iter(describe_impossible_move(move, hand)), None) if recorded else None
        yield from (problem("hand.contradicts", told=told, why=problems[0]),) if told else problems
        if problems:
            return
        hand = move.play(hand)
    if record.after is None and hand.settlement is not None:
        yield problem("hand.not_over", number=record.number)
    if record.after is not None and hand.settlement is None:
        yield problem("hand.correction_unfinished")


def describe_impossible_move(move: Move, hand: Hand) -> tuple[Message, ...]:
    """Return the messages of a move that cannot be made in `hand`; empty where the move cannot even be described.

    A move is told by the hand after it as well: the number of a trick is that of the tricks with it.
    """
    after = hand
    with suppress(Exception):
        after = move.play(hand)
    with suppress(Exception):
        return tuple(move.says(hand, after))
    return ()
