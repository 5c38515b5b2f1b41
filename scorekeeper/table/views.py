"""What screens and exports read of a table: the score sheet with its running totals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount, whole
from scorekeeper.table.state import Entry, HandRecord, TableState


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of the score sheet: an entry, what it paid each player, and the balances after it."""

    entry: Entry
    amounts: Mapping[Player, Amount]
    balances: Mapping[Player, Amount]

    @property
    def hand(self) -> HandRecord | None:
        """The hand of this line, None for an adjustment."""
        return self.entry if isinstance(self.entry, HandRecord) else None


def score_sheet(state: TableState) -> Iterator[SheetRow]:
    """The lines of the score sheet, first to last."""
    balances = {number: person.start for number, person in state.people.items()}
    for entry in state.entries:
        for player, amount in entry.amounts.items():
            balances[player] = whole(balances[player] + amount)
        yield SheetRow(entry, entry.amounts, dict(balances))


def balances_after(state: TableState, entry: Entry) -> Mapping[Player, Amount]:
    """The balances after one entry; those of now for a hand in progress."""
    return next((row.balances for row in score_sheet(state) if row.entry is entry), state.balances)
