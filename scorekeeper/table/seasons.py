"""A season: the evenings of a group between two days, of one game and of one set of rules, and everyone's course."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.settlement import Amount
from scorekeeper.table.evenings import Evening, count_evenings, tally_all_time
from scorekeeper.table.statistics import NOTHING, PersonalStatistics
from scorekeeper.zones import find_zone, localize_time

P = TypeVar("P", bound=Hashable)


class SeasonChoice(NamedTuple):
    """The choice of a season: its first and last day, its game, and its set of rules; None for any."""

    first: date | None = None
    last: date | None = None
    game: str | None = None
    preset: str | None = None

    def has(self, evening: Evening[P]) -> bool:
        """Return whether an evening belongs to the season. Its day is that on which it was opened, where it was."""
        day, state = day_of(evening), evening.state
        return (
            (self.first is None or self.first <= day)
            and (self.last is None or day <= self.last)
            and self.game in (None, state.game.key)
            and self.preset in (None, state.preset)
        )


class SeasonRow(NamedTuple, Generic[P]):
    """A person in the table of a season. `made` of `declared` contracts were made; `mean` is that of a hand."""

    person: P
    rank: int
    evenings: int
    hands: int
    won: int
    made: int
    declared: int
    mean: Fraction | None
    total: Amount

    @property
    def share(self) -> Fraction | None:
        """The share of contracts made; None where nothing was declared."""
        return Fraction(self.made, self.declared) if self.declared else None


def day_of(evening: Evening[P]) -> date:
    """Return the day of an evening, by the clock of its table."""
    return localize_time(evening.at, find_zone(evening.state.zone)).date()


def tally_season(evenings: Sequence[Evening[P]]) -> list[SeasonRow[P]]:
    """Return the rows of a season, the highest total first. The evenings are of one game and begin with the latest."""
    tallies, counted = tally_all_time(evenings), count_evenings(evenings).people
    totals = [tally.total for tally in tallies]
    rows = []
    for tally in tallies:
        personal = counted.get(str(tally.person))
        made, declared = count_contracts(evenings[0], personal)
        rows.append(
            SeasonRow(
                tally.person,
                1 + sum(total > tally.total for total in totals),
                tally.evenings,
                tally.hands,
                tally.won,
                made,
                declared,
                personal.hands.mean if personal else None,
                tally.total,
            )
        )
    return rows


def count_contracts(evening: Evening[P], personal: PersonalStatistics | None) -> tuple[int, int]:
    """Return how many contracts a person has made, and of how many: the main share of the game."""
    statistics = evening.state.game.statistics
    main = next((line for line in statistics.lines if line.code == statistics.main), None)
    if main is None or personal is None:
        return 0, 0
    return personal.deeds.get(main.code, NOTHING).count, personal.deeds.get(main.of, NOTHING).count


def track_totals(evenings: Iterable[Evening[P]]) -> list[dict[P, Amount]]:
    """Return everyone's total after each night, oldest first; a person is missing before their first hand."""
    totals: dict[P, Amount] = {}
    course = []
    for evening in reversed(list(evenings)):
        hands = evening.hands
        for person, gain in evening.gains.items():
            if gain or hands[person]:
                totals[person] = totals.get(person, 0) + gain
        course.append(dict(totals))
    return course
