"""How everyone stood after each line of a score sheet, and who led when: what a chart of the evening shows."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.games.game import Player, Standing, rank_players
from scorekeeper.table.state import Entry, SheetRow, Unplayable, score_sheet

Standings = Mapping[Player, Standing]


class StandingsOverTime(NamedTuple):
    """The lines of a score sheet, and how all stood before the first of them and after each: one more than lines.

    Whoever had not sat down yet is missing there.
    """

    lines: tuple[SheetRow, ...]
    standings: tuple[Standings, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everyone who stands anywhere, in the order in which they joined."""
        return tuple(self.standings[-1])

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of the hand of each line, None where it is no hand."""
        return tuple(hand_number_of(line) for line in self.lines)


class TimeInLead(NamedTuple):
    """Who stood first, alone or together, from one line to another; lines are counted from 1, 0 is before them all."""

    players: tuple[Player, ...]
    first: int
    last: int


def hand_number_of(line: SheetRow) -> int | None:
    """The number of the hand of a line; None where it is no hand."""
    if line.hand:
        return line.hand.number
    return line.entry.number if isinstance(line.entry, Unplayable) else None


def track_standings(entries: tuple[Entry, ...]) -> StandingsOverTime:
    """The course of an evening, from the entries of its sheet. What is not shown there moves the next line."""
    lines = tuple(score_sheet(entries))
    if not lines:
        return StandingsOverTime((), (entries[-1].after.standings if entries else {},))
    place = next(at for at, entry in enumerate(entries) if entry is lines[0].entry)
    before = entries[place - 1].after.standings if place else {}
    return StandingsOverTime(lines, (before, *(line.standings for line in lines)))


def find_leads(course: StandingsOverTime) -> tuple[TimeInLead, ...]:
    """Who led when, first to last. While everybody stands alike, nobody leads."""
    leaders = [find_leaders(standings) for standings in course.standings]
    stretches = ((players, [at for at, _ in run]) for players, run in groupby(enumerate(leaders), lambda each: each[1]))
    return tuple(TimeInLead(players, places[0], places[-1]) for players, places in stretches if players)


def find_leaders(standings: Standings) -> tuple[Player, ...]:
    """Who stands first; nobody where all stand alike."""
    order = rank_players(standings)
    return order[0] if len(order) > 1 else ()
