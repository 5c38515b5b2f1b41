"""Many evenings of the same people: the gains of each evening, and the all-time table."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.games.game import Amounts, Game, Player
from scorekeeper.settlement import Amount
from scorekeeper.table.state import Entry, HandRecord, TableState
from scorekeeper.table.statistics import EveningStatistics, PlayedSheet, count_statistics

P = TypeVar("P", bound=Hashable)


class Evening(NamedTuple, Generic[P]):
    """A table as an evening of people: its time, and the person behind each player."""

    table_id: str
    at: str
    state: TableState
    people: Mapping[Player, P]

    @property
    def gains(self) -> dict[P, Amount]:
        """The gains of each person in the evening; players without a person are left out."""
        return {self.people[player]: gain for player, gain in total_gains(self.state).items() if player in self.people}

    @property
    def hands(self) -> Counter[P]:
        """The number of hands that each person played."""
        played = hands_played(self.state)
        return Counter({self.people[player]: count for player, count in played.items() if player in self.people})

    @property
    def winners(self) -> tuple[P, ...]:
        """The persons who gained most; empty before the first hand."""
        gained = {person: gain for person, gain in self.gains.items() if self.hands[person]}
        return tuple(person for person, gain in gained.items() if gain == max(gained.values()))


class AllTimeTally(NamedTuple, Generic[P]):
    """A person in the all-time table: evenings, hands, evenings won, and total gain."""

    person: P
    evenings: int
    hands: int
    won: int
    total: Amount


def every_entry(state: TableState) -> Iterable[Entry]:
    """Yield every entry of all sheets of a table, oldest first."""
    for sheet in state.sheets:
        yield from sheet.entries
    yield from state.entries
    yield from state.pending


def total_gains(state: TableState) -> Amounts:
    """Return everyone's gains at a table over all its sheets."""
    totals: dict[Player, Amount] = dict.fromkeys(state.people, 0)
    for entry in every_entry(state):
        for player, amount in entry.amounts.items():
            totals[player] = totals.get(player, 0) + amount
    return totals


def hands_played(state: TableState) -> Counter[Player]:
    """Return the number of hands that each player played, without hands that were given up."""
    played = Counter[Player]()
    for entry in every_entry(state):
        if entry.counts:
            played.update(entry.hand.seats if isinstance(entry, HandRecord) else entry.amounts)
    return played


def count_evenings(evenings: Iterable[Evening[P]]) -> EveningStatistics:
    """Return the statistics of evenings of one game, by the persons' names. `evenings` begin with the latest."""
    return count_statistics([sheet for _, sheet in sheets_of(evenings)])


def sheets_of(evenings: Iterable[Evening[P]]) -> Iterator[tuple[Evening[P], PlayedSheet]]:
    """Yield the score sheets of evenings, each with its evening, oldest first. `evenings` begin with the latest."""
    for evening in reversed(list(evenings)):
        people = {player: str(person) for player, person in evening.people.items()}
        for entries in (*(sheet.entries for sheet in evening.state.sheets), evening.state.entries):
            yield evening, PlayedSheet(evening.state.game, entries, people)


def games_of(evenings: Iterable[Evening[P]]) -> list[Game]:
    """Return the games that were played, each once, that of the latest evening first."""
    return list({evening.state.game.key: evening.state.game for evening in evenings}.values())


def tally_all_time(evenings: Iterable[Evening[P]]) -> list[AllTimeTally[P]]:
    """Return a tally for everyone who played, the highest total first.

    The evenings must be of one game: points and levels do not add up.
    """
    totals: dict[P, Amount] = defaultdict(int)
    came, hands, won = Counter[P](), Counter[P](), Counter[P]()
    for evening in evenings:
        here = evening.hands
        hands.update(here)
        came.update(list(here))
        won.update(evening.winners)
        for person, gain in evening.gains.items():
            if gain or here[person]:
                totals[person] += gain
    rows = (AllTimeTally(person, came[person], hands[person], won[person], total) for person, total in totals.items())
    return sorted(rows, key=lambda row: -row.total)
