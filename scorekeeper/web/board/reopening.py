"""A hand that is reopened to be corrected: its moves are played again, and the first that no longer fits is asked anew.

A correction under way is a `Reopening`. It holds the moves so far, a recorded one by its place, and travels in the
address of its board. Nothing of it is stored before it is saved as a `CorrectHand`.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import encode
from scorekeeper.errors import Problem, RuleError, problem, refuse
from scorekeeper.games.game import Move
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger, LedgerStep, find_line
from scorekeeper.table.state import HandRecord, TableState, open_sheet
from scorekeeper.web.page.screens import Correcting, LinePart, screens_for

MOST_MOVES = 1000
"""The most moves of a hand that an address may hold."""


class Reopening(NamedTuple):
    """A correction under way, of hand `number` on a `sheet` (None for the present one)."""

    number: int
    sheet: int | None
    known: tuple[int, int]
    """The number of recorded moves when the hand was opened, and their fingerprint: others may record more."""
    moves: tuple[int | Move, ...] = ()
    """The moves so far: an int is the place of a recorded move, else it is a new one."""
    rest: int = 0
    """The place of the next recorded move to play again."""
    asked: int | None = None
    """The place of the recorded move that the board asks for anew."""
    chosen: bool = False
    """Whether a person chose the move that is asked, which then gives way to whatever is recorded instead."""
    waits: bool = True
    """Whether the board asks for anything; else the correction is confirmed."""
    modes: tuple[tuple[str, str], ...] = ()
    """The ways of recording of this correction alone, by the part of the hand."""
    left_out: tuple[int, ...] = ()
    """The places of the recorded moves that give way to no move of their kind."""
    at: str = ""
    """The screen opened over the usual one."""
    tricks: bool = True
    """Whether the recorded moves of the play are played again; else all of them are left out."""
    dealing: m.Dealing | None = None
    """How the hand was really dealt, where that was recorded wrongly."""

    @property
    def place(self) -> int:
        """The place in the recorded hand where its board stands."""
        return self.rest if self.asked is None else self.asked

    @property
    def is_secret(self) -> bool:
        """Return whether a new move holds what no address may have, such as a hand shown for a redeal."""
        return any(not isinstance(move, int) and move.hide_secrets() != move for move in self.moves)

    def write(self) -> str:
        """Return the reopening as a part of an address; runs of recorded moves are written as their ends."""
        runs: list[Any] = []
        for is_new, group in groupby(enumerate(self.moves), key=run_of):
            places: list[Any] = [move for _, move in group]
            runs += [msgspec.Raw(encode(move)) for move in places] if is_new is None else [[places[0], places[-1] + 1]]
        return urlsafe_b64encode(msgspec.json.encode(self._replace(moves=tuple(runs)))).decode().rstrip("=")


def run_of(numbered: tuple[int, int | Move]) -> int | None:
    """Return the same number for recorded moves that follow each other; None for a new move."""
    number, move = numbered
    return move - number if isinstance(move, int) else None


class WrittenReopening(msgspec.Struct, array_like=True):
    """The parts of a `Reopening` in an address, as far as their types go."""

    number: int
    sheet: int | None
    known: tuple[int, int]
    moves: list[tuple[int, int] | dict[str, object]]
    rest: int
    asked: int | None
    chosen: bool
    waits: bool
    modes: list[tuple[str, str]]
    left_out: list[int]
    at: str
    tricks: bool
    dealing: m.Dealing | None


def read_reopening(state: TableState, written: str) -> Reopening | None:
    """Return the reopening in a part of an address; None where it cannot be one. Its moves are checked when played."""
    with suppress(ValueError, msgspec.MsgspecError):
        text = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        read = msgspec.json.decode(text, type=WrittenReopening)
        decode = m.move_decoder(state.game.key).decode
        moves: list[object] = []
        for run in read.moves:
            if isinstance(run, dict):
                moves.append(decode(msgspec.json.encode(run)))
            elif not 0 <= run[0] < run[1] <= MOST_MOVES:
                return None
            else:
                moves += range(*run)
        fields = {name: getattr(read, name) for name in read.__struct_fields__}
        fields |= {"moves": tuple(moves), "modes": tuple(read.modes), "left_out": tuple(read.left_out)}
        return Reopening(**fields)
    return None


class RecordedLine(NamedTuple):
    """A recorded move with the hand before it, and what it said."""

    place: int
    hand: Any
    move: Move
    says: tuple[Message, ...]


class ReopenedHand:
    """A recorded hand as its corrections see it: the moves as boards record them, and the table while it was played."""

    def __init__(self, state: TableState, number: int, sheet: int | None) -> None:
        """Find the hand of a sheet. Raises `LookupError` where there is none."""
        table = open_sheet(state, sheet)
        record = table.find_hand(number) if table else None
        if table is None or record is None:
            raise LookupError(number)
        self.state, self.table, self.record, self.sheet = state, table, record, sheet
        self.game = state.game

    @property
    def correcting(self) -> Correcting:
        """The game's part in corrections."""
        return screens_for(self.game.key).correcting

    @cached_property
    def dealt(self) -> HandRecord:
        """The hand as it was recorded to be dealt, in progress."""
        return self.deal(None)

    def deal(self, dealing: m.Dealing | None) -> HandRecord:
        """Return the hand just dealt, as a correction has it. Raises `RuleError` where it cannot be dealt so."""
        if dealing is not None:
            refuse(dealing.check(self.game, self.record.rules, self.record.circle))
        dealt = self.record.redeal(self.game) if dealing is None else dealing.redeal(self.game, self.record)
        return replace(dealt, after=None, voided=None, recorded=None)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The recorded moves as boards record them; as they are where today's code cannot play them."""
        with suppress(Exception):
            return self.correcting.list_moves(self.dealt.hand, self.record.moves)
        return self.record.moves

    @cached_property
    def lines(self) -> tuple[RecordedLine, ...]:
        """Every recorded move with its lines, as far as today's code can play them."""
        return tuple(self.list_lines())

    def list_lines(self) -> Iterator[RecordedLine]:
        """Yield the recorded moves one by one."""
        hand = self.dealt.hand
        with suppress(Exception):  # what an earlier edition of the rules' code played may be impossible today
            for place, move in enumerate(self.moves):
                after = move.play(hand)
                yield RecordedLine(place, hand, move, tuple(move.says(hand, after)))
                hand = after

    @property
    def is_over(self) -> bool:
        """Return whether the recorded hand is over, or was given up."""
        return self.record.after is not None

    def fingerprint(self, count: int) -> tuple[int, int]:
        """Return a number of recorded moves, and their fingerprint."""
        return count, crc32(b" ".join(map(encode, self.moves[:count])))

    def is_outdated(self, reopening: Reopening) -> bool:
        """Return whether somebody has corrected the hand since it was opened: its moves are others by now."""
        return self.fingerprint(reopening.known[0]) != reopening.known or reopening.known[0] > len(self.moves)

    def open_at(self, place: int, *, instead: bool = True, entered: bool = False) -> Reopening:
        """Return the reopening at a recorded move, which is to be replaced; or before which another is put in.

        What several moves said, such as the calls of an auction, is `entered` in one move instead.
        """
        place = min(place, len(self.lines))
        line = self.lines[place] if place < len(self.lines) else None
        move = self.correcting.entered(self.record.hand) if entered and line else line.move if line else None
        form = self.correcting.find_form(line.hand, move) if line and move is not None else None
        asked = place if instead and place < len(self.moves) else None
        return Reopening(
            self.record.number,
            self.sheet,
            self.fingerprint(len(self.moves)),
            tuple(range(place)),
            place if asked is None else place + 1,
            asked,
            chosen=asked is not None,
            modes=tuple(form.modes.items()) if form else (),
            at=form.at if form and instead else "",
        )

    def go_to(self, under_way: Reopening, opened: Reopening) -> Reopening:
        """Return a reopening that stands where `opened` does, after what a correction under way changed before it.

        Raises `RuleError` where what was recorded in between does not fit those changes.
        """
        place, kept = opened.place, [*under_way.moves, *range(under_way.place, opened.place)]
        after = (number for number, move in enumerate(kept) if isinstance(move, int) and move >= place)
        del kept[next(after, len(kept)) :]
        while place not in under_way.moves and place < under_way.place and kept and not isinstance(kept[-1], int):
            kept.pop()  # it was recorded in this place
        left_out = tuple(left for left in under_way.left_out if left < place)
        modes = tuple({**dict(under_way.modes), **dict(opened.modes)}.items())
        opened = opened._replace(moves=tuple(kept), left_out=left_out, modes=modes)
        opened = opened._replace(known=under_way.known, tricks=under_way.tricks, dealing=under_way.dealing)
        self.play(opened)
        return opened

    def list_part(self, part: LinePart) -> list[RecordedLine]:
        """Return the lines of a part of the hand."""
        return [line for line in self.lines if isinstance(line.move, part.kinds)]

    def ends_with(self, part: LinePart) -> bool:
        """Return whether a hand that was given up lacks this part, with which it would have ended."""
        return self.record.voided is not None and part is self.correcting.parts[-1] and not self.list_part(part)

    def open_part(self, key: str) -> Reopening:
        """Return the reopening at the last line of a part, by default of the hand; or where it would have come.

        What several lines of the first part said, such as the calls of an auction, is asked in one move.
        """
        first, *_, last = self.correcting.parts
        part = next((each for each in self.correcting.parts if each.key == key), last)
        lines = self.list_part(part) or list(self.lines[-1:])
        if self.ends_with(part) or not lines:
            return self.open_at(len(self.lines))
        if part is first and len(lines) > 1 and self.correcting.entered(self.record.hand) is not None:
            return self.open_at(lines[0].place, entered=True)
        return self.open_at(lines[-1].place)

    def play(self, reopening: Reopening, *new: Move) -> HandRecord:
        """Return the hand after the moves of a reopening and `new` ones. Raises `RuleError` where one is not possible.

        Recorded moves before anything new are facts and are not checked.
        """
        played, is_fact = self.deal(reopening.dealing), reopening.dealing is None
        for number, move in enumerate((*reopening.moves, *new)):
            is_fact = is_fact and move == number
            if isinstance(move, int) and not 0 <= move < len(self.moves):
                raise RuleError("move.unknown")
            again = self.adapt(played, move) if isinstance(move, int) else move
            refuse(() if is_fact else m.check_game_move(self.game, played.hand, again))
            played = played.play(again)
        return played

    def adapt(self, played: HandRecord, place: int) -> Move:
        """Return a recorded move with what it repeats of the moves before it as these are now."""
        if place >= len(self.lines):
            return self.moves[place]
        return self.correcting.adapt(played.hand, self.lines[place].hand, self.moves[place])

    def replay_rest(self, reopening: Reopening, *new: Move) -> Reopening:
        """Return the reopening with `new` moves, and the recorded rest played after it as far as it fits."""
        moves, left, rest = [*reopening.moves, *new], list(reopening.left_out), reopening.rest
        played = self.play(reopening, *new)
        while new and rest < len(self.moves) and self.correcting.replaces(new[-1], self.moves[rest]):
            left.append(rest)
            rest += 1
        if played.hand.settlement is not None:
            left += range(rest, len(self.moves))
            rest = len(self.moves)
        for place in range(rest, len(self.moves)):
            if not reopening.tricks and isinstance(self.moves[place], self.correcting.play):
                left.append(place)
                continue
            move = self.adapt(played, place)
            if m.check_game_move(self.game, played.hand, move):
                form = self.correcting.find_form(played.hand, move)
                modes = tuple({**dict(reopening.modes), **(form.modes if form else {})}.items())
                at = form.at if form else ""
                stands = reopening._replace(moves=tuple(moves), rest=place + 1, asked=place, chosen=False, at=at)
                return stands._replace(modes=modes, left_out=tuple(left), waits=True)
            played = played.play(move)
            moves.append(place)
        done = reopening._replace(moves=tuple(moves), rest=len(self.moves), asked=None, chosen=False, at="")
        return done._replace(left_out=tuple(left), waits=self.is_over and played.hand.settlement is None)

    def record_instead(self, reopening: Reopening, new: Move) -> Reopening:
        """Return the reopening after a new move, in the place of the recorded one that is asked.

        One that answers another question is played again, unless a person chose it: then it is left out.
        """
        asked = reopening.asked
        if asked is not None and not self.correcting.answers(new, self.moves[asked]):
            left_out = (*reopening.left_out, asked) if reopening.chosen else reopening.left_out
            reopening = reopening._replace(rest=reopening.rest if reopening.chosen else asked, left_out=left_out)
        return self.replay_rest(reopening, new)

    def deal_anew(self, reopening: Reopening, dealing: m.Dealing | None) -> Reopening:
        """Return the reopening with another deal, after which all recorded moves are played again."""
        return self.replay_rest(reopening._replace(dealing=dealing, moves=(), rest=0, asked=None))

    def leave_out(self, reopening: Reopening) -> Reopening:
        """Return the reopening without the recorded move that is asked."""
        left = () if reopening.asked is None else (reopening.asked,)
        return self.replay_rest(reopening._replace(left_out=(*reopening.left_out, *left), asked=None))

    def leave_tricks_out(self, reopening: Reopening) -> Reopening:
        """Return the reopening without any move of the play, recorded or new, before or after where it stands."""
        kinds, asked = self.correcting.play, reopening.asked
        recorded = {place for place, move in enumerate(self.moves) if isinstance(move, kinds)}
        played = [move for move in reopening.moves if move in recorded or isinstance(move, kinds)]
        left = sorted({*reopening.left_out, *(move for move in played if isinstance(move, int))})
        kept = tuple(move for move in reopening.moves if move not in played)
        without = reopening._replace(moves=kept, left_out=tuple(left), tricks=False, at="")
        if asked is not None and asked not in recorded:
            return without  # the result, or what comes before the play, is asked again
        return self.replay_rest(without._replace(rest=reopening.rest if asked is None else asked, asked=None))

    def correction(self, reopening: Reopening) -> m.CorrectHand[Move]:
        """Return the move as which a correction is saved, with what others recorded since. Raises `RuleError`.

        A hand that somebody corrected meanwhile is not mixed with this correction.
        """
        if self.is_outdated(reopening):
            raise RuleError("form.overtaken_unknown")
        reopening = self.replay_rest(reopening)
        if reopening.waits or reopening.asked is not None:
            raise RuleError("hand.correction_unfinished")
        moves, dealing = self.play(reopening).moves, reopening.dealing
        return m.CorrectHand(self.record.number, moves, sheet=self.sheet, dealing=dealing, whole=True)

    # --- Its boards ---

    def table_at(self, reopening: Reopening, played: HandRecord) -> TableState:
        """Return the table as it was while the hand was played: boards are drawn from it, and their forms are read."""
        numbers = [getattr(entry, "number", None) for entry in self.table.entries]
        before = numbers.index(self.record.number) if self.record.number in numbers else len(numbers)
        here = {seat: replace(self.table.people[seat], present=True) for seat in played.hand.seats}
        known = ((part, mode) for part, mode in reopening.modes if mode in self.game.modes.get(part, ()))
        return replace(
            self.table,
            entries=self.table.entries[:before],
            rules=self.record.rules,
            people={**self.table.people, **here},
            circle=tuple(player for player in self.record.circle if player in self.table.people),
            session=played.opening_session,
            current=played,
            pending=(),
            closed=False,
            ending=None,
            modes={**self.table.modes, **dict(known)},
        )

    def problems_now(self, reopening: Reopening, played: HandRecord) -> tuple[Problem, ...]:
        """Return why the recorded move that is asked no longer fits; nothing where a person chose it."""
        if reopening.asked is None or reopening.chosen:
            return ()
        why = m.check_game_move(self.game, played.hand, self.adapt(played, reopening.asked))
        told = self.find_line(reopening.asked)
        return (problem("hand.contradicts", told=told, why=why[0]),) if why and told else why[:1]

    def find_line(self, place: int) -> Message | None:
        """Return the line that stands for a recorded move; None where today's code cannot tell it."""
        said = self.describe(place)
        return find_line(said, self.table) if said else None

    def describe_new(self, reopening: Reopening) -> Iterator[Message]:
        """Yield the line of each new move of a reopening, said where it is played."""
        played = self.deal(reopening.dealing)
        for move in reopening.moves:
            again = self.adapt(played, move) if isinstance(move, int) else move
            after = played.play(again)
            if not isinstance(move, int):
                said = tuple(again.says(played.hand, after.hand))
                yield from (find_line(said, self.table),) if said else ()
            played = after

    def describe(self, place: int) -> tuple[Message, ...]:
        """Return the lines of a recorded move, as they were recorded."""
        return self.lines[place].says if place < len(self.lines) else ()


def ledger_at(ledger: Ledger, state: TableState) -> Ledger:
    """Return a ledger that stands at a state, without anything to undo or redo."""
    step = LedgerStep(ledger.kept[-1].action, None, state)
    return replace(ledger, kept=(step,), undone=(), counting=1, redoable=0, last=None)
