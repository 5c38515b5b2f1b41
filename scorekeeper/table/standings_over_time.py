"""Everyone's standing after each line of a score sheet, and who led when: the data of the chart of an evening."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.games.game import Player, Standing, rank_players
from scorekeeper.table.state import Entry, SheetRow, Unplayable, score_sheet

Standings = Mapping[Player, Standing]


class StandingsOverTime(NamedTuple):
    """The lines of a score sheet, and everyone's standing before the first line and after each: one more than lines.

    A player is missing in the standings before they sat down.
    """

    lines: tuple[SheetRow, ...]
    standings: tuple[Standings, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everyone with a standing, in the order in which they joined."""
        return tuple(self.standings[-1])

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of the hand of each line; None for a line that is no hand."""
        return tuple(hand_number_of(line) for line in self.lines)


class TimeInLead(NamedTuple):
    """The players who led, alone or together, from line `first` to line `last`; 0 is before the first line."""

    players: tuple[Player, ...]
    first: int
    last: int


def hand_number_of(line: SheetRow) -> int | None:
    """Return the number of the hand of a line; None for a line that is no hand."""
    if line.hand:
        return line.hand.number
    return line.entry.number if isinstance(line.entry, Unplayable) else None


def track_standings(entries: tuple[Entry, ...]) -> StandingsOverTime:
    """Return the standings over the entries of a sheet. An entry that is no line counts with the next line."""
    lines = tuple(score_sheet(entries))
    if not lines:
        return StandingsOverTime((), (entries[-1].after.standings if entries else {},))
    place = next(at for at, entry in enumerate(entries) if entry is lines[0].entry)
    before = entries[place - 1].after.standings if place else {}
    return StandingsOverTime(lines, (before, *(line.standings for line in lines)))


def find_leads(course: StandingsOverTime) -> tuple[TimeInLead, ...]:
    """Return the times in the lead, first to last. Nobody leads while all stand equal."""
    leaders = [find_leaders(standings) for standings in course.standings]
    stretches = ((players, [at for at, _ in run]) for players, run in groupby(enumerate(leaders), lambda each: each[1]))
    return tuple(TimeInLead(players, places[0], places[-1]) for players, places in stretches if players)


def find_leaders(standings: Standings) -> tuple[Player, ...]:
    """Return the players who stand first; empty where all stand equal."""
    order = rank_players(standings)
    return order[0] if len(order) > 1 else ()
