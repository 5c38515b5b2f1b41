"""The evenings of the tables to try: moves as the log has them, one a line, in the files beside this module."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorekeeper.bookkeeper import Bookkeeper, ExtraWrites, apply_stamped_move, plan_nothing
from scorekeeper.codec import decoder
from scorekeeper.store import PlannedTable, StatementBatch, refuse_among_others
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import CreateTable, StartHand, move_decoder
from scorekeeper.table.state import Stamp

FOLDER = Path(__file__).with_name("evenings")
FINISHED = ("elimination", "levels")
"""The evenings that are over, each of another game, by the name of the file."""

PLAYING = "playing"
"""The evening that plays itself: its last move leads back to its first."""

DEVICE = "demo"
"""The device of moves that were made by themselves. No phone has so short a name."""

HOURS_TO_TRY = 4
"""The time after which tables to try are deleted."""

PACE = {**dict.fromkeys(FINISHED, timedelta(minutes=4)), PLAYING: timedelta(seconds=8)}
"""The time from move to move of what is played when the tables are opened."""

AGO = {FINISHED[0]: timedelta(days=2), FINISHED[1]: timedelta(days=1), PLAYING: timedelta()}
"""The time since the last of these moves."""

read_opening = decoder(CreateTable).decode


class Script(NamedTuple):
    """An evening: the move that opens its table, and those after it."""

    opening: CreateTable
    moves: tuple[Any, ...]


@cache
def read_script(name: str) -> Script:
    """Read an evening."""
    first, *others = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    opening: CreateTable = read_opening(first)
    decode = move_decoder(opening.game).decode
    return Script(opening, tuple(map(decode, others)))


def open_tables(
    books: Bookkeeper,
    key: str,
    at: datetime,
    *,
    until: datetime | None = None,
    zone: str | None = None,
    extra_writes: ExtraWrites = plan_nothing,
) -> list[str]:
    """Open the tables to try, and return their ids. The same `key` again returns those that it opened first.

    With `until` they are deleted after that time, and are opened only where there is no other table. Raises
    `TableExists`.
    """
    over, first = until.isoformat(timespec="milliseconds") if until else None, FINISHED[0]

    def plan(name: str, extra_writes: ExtraWrites) -> PlannedTable:
        played = play_evening(name, at - AGO[name], zone)
        return books.plan_played(read_script(name).opening, played, key, extra_writes=extra_writes, until=over)

    others = [plan(name, extra_writes) for name in (*FINISHED[1:], PLAYING)]

    def plan_all(table_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        alone = [refuse_among_others(table_id)] if until else []
        return [*alone, *extra_writes(table_id, ledger), *(table.work for table in others)]

    table = plan(first, plan_all)
    books.store.create_planned(table)
    return [table.id, *(other.id for other in others)]


def play_evening(name: str, end: datetime, zone: str | None = None) -> list[Ledger]:
    """Return the ledgers after each move of an evening whose last move is made at `end`.

    Of the one that plays itself a hand is over, and the next is dealt.
    """
    script = read_script(name)
    deals = [place for place, move in enumerate(script.moves, 1) if isinstance(move, StartHand)]
    moves = (replace(script.opening, zone=zone), *script.moves[: deals[1] if name == PLAYING else None])
    ledgers = [Ledger()]
    for left, move in zip(reversed(range(len(moves))), moves, strict=True):
        at = (end - left * PACE[name]).isoformat(timespec="milliseconds")
        stamp = Stamp(ledgers[-1].version + 1, at, device=DEVICE if name == PLAYING else None)
        ledgers.append(apply_stamped_move(ledgers[-1], move, stamp))
    return ledgers[1:]
