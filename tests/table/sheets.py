"""Results of a log: its score sheet after every action, and its history."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.bookkeeper import fold_each
from scorekeeper.store import StoredAction
from scorekeeper.table.history import HistoryLine, read_history
from scorekeeper.table.state import score_sheet


def sheets(records: Sequence[StoredAction]) -> list[Any]:
    """After every action: the lines of the sheet, with what each gave and how all stood then."""
    return [
        (
            [(entry.after, dict(entry.amounts)) for entry in ledger.state.entries],
            [(dict(row.amounts), row.standings) for row in score_sheet(ledger.state.entries)],
            ledger.state.hand_number,
            ledger.state.ending,
        )
        for ledger in fold_each(records)
    ]


def history_lines(records: Sequence[StoredAction]) -> list[HistoryLine]:
    return list(read_history(ledger.last for ledger in fold_each(records) if ledger.last))
