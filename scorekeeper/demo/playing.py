"""The hand that plays itself: which move is due follows from the log and the clock alone.

So nothing is lost when a server stops, and of several servers none plays twice: a move has the version as its key.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.bookkeeper import Bookkeeper, Recorder, Stale
from scorekeeper.demo.evenings import DEVICE, PLAYING, read_script
from scorekeeper.errors import RuleError
from scorekeeper.store import StoreUnavailable, UnknownTable
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import TableState

BETWEEN_MOVES = timedelta(seconds=3.5)
BEFORE_THE_PLAY = timedelta(seconds=8)
"""The time between bids and calls: whoever would make one takes several taps."""

AT_A_RESULT = timedelta(seconds=20)
"""How long the result of a hand stays, and the end of an evening."""

MOST_MOVES = 5_000
"""The moves after which a table plays no longer, in a television's seven hours."""


def play_next_move(books: Bookkeeper, table_id: str, at: datetime) -> Ledger | None:
    """Record the move that is due at a table, and return the table after it; None where none is due at `at`."""
    ledger = books.ledger(table_id)
    move = find_due_move(ledger, at)
    if move is None:
        return None
    key = f"{DEVICE}-{ledger.version}"
    with suppress(Stale, RuleError):  # another server was faster, or somebody has just tapped
        return books.record(table_id, move, version=ledger.version, recorder=Recorder(device=DEVICE), key=key)
    return None


def find_due_move(ledger: Ledger, at: datetime) -> Any:
    """Return the move that is due at `at`; None for none, and where anybody has recorded at the table."""
    if not plays_itself(ledger) or ledger.last is None or ledger.version > MOST_MOVES:
        return None
    if at - datetime.fromisoformat(ledger.last.stamp.at) < find_pause(ledger.state):
        return None
    moves = read_script(PLAYING).moves
    return moves[(ledger.version - 1) % len(moves)]


def find_pause(state: TableState) -> timedelta:
    """Return the time that a table stands still before its next move."""
    if state.current is None:
        return AT_A_RESULT
    return BETWEEN_MOVES if state.current.hand.phase == "play" else BEFORE_THE_PLAY


def plays_itself(ledger: Ledger) -> bool:
    """Return whether the last move at a table was made by itself. Once it is somebody's, none is made any more."""
    return ledger.last is not None and ledger.last.stamp.device == DEVICE


def play_watched_tables(
    books: Bookkeeper,
    watched: Iterable[str],
    publish: Callable[[str, int], object],
    at: datetime,
    *,
    kept_too: bool = False,
) -> None:
    """Play the move that is due at each table to try that somebody watches; with `kept_too`, at any such table."""
    for table_id in watched:
        known = books.find_remembered(table_id)
        if known is None or not plays_itself(known):
            continue
        with suppress(UnknownTable, StoreUnavailable):  # it was deleted just now; the next check tries again
            if (kept_too or books.store.deadline(table_id)) and (ledger := play_next_move(books, table_id, at)):
                publish(table_id, ledger.version)
