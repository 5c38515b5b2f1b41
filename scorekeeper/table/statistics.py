"""Statistics of one evening or many: what people did, what it gained them, and with whom they won.

The caller chooses the evenings, all of one game, and says which person each player is. Every number keeps the places of
the hands that it counts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from scorekeeper.games.game import Game, Player, Summary
from scorekeeper.settlement import Amount, to_whole_number
from scorekeeper.table.state import Entry, HandRecord

FEW = 10
"""Fewer cases than these make a share or a mean unreliable."""


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """The entries of a score sheet, and the person behind each player. Players without a person are not counted."""

    game: Game
    entries: tuple[Entry, ...]
    people: Mapping[Player, str]


class HandPlace(NamedTuple):
    """The place of a hand: the index of its evening and of its entry there."""

    evening: int
    entry: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The hands of one kind, in order, and their total gain."""

    places: tuple[HandPlace, ...] = ()
    total: Amount = 0

    @property
    def count(self) -> int:
        """The number of hands."""
        return len(self.places)

    @property
    def mean(self) -> Fraction | None:
        """The mean gain of a hand; None without hands."""
        return Fraction(self.total) / len(self.places) if self.places else None

    @property
    def each(self) -> Amount:
        """The gain of each hand, where all have the same; 0 without hands."""
        return to_whole_number(Fraction(self.total) / len(self.places)) if self.places else 0


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class PersonalStatistics:
    """A person's counts: all hands with their gains, the game's deeds by code, the best, worst and longest.

    `best` and `worst` are all hands that gave as much as any, or as little. `streak` are the most hands won in a row,
    the first of several such rows. `called` are the hands declared with each friend, and what they gave to who
    declared; `called_won` those of them that were won.
    """

    hands: Tally
    deeds: Mapping[str, Tally]
    best: Tally
    worst: Tally
    streak: Tally
    called: Mapping[str, Tally]
    called_won: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who were on the makers' side together: their hands, with both gains added, and the hands they won."""

    people: tuple[str, str]
    hands: Tally
    won: Tally


@dataclass(frozen=True, slots=True)
class EveningStatistics:
    """The statistics of each person, in the order of their first hand, and of pairs, the highest gain first.

    `durations` has the hands whose duration is known.
    """

    hands: tuple[HandPlace, ...]
    people: Mapping[str, PersonalStatistics]
    pairs: tuple[Pair, ...]
    durations: Mapping[HandPlace, timedelta]

    @property
    def usual_duration(self) -> timedelta | None:
        """The median duration of a hand, which a pause for dinner changes little; None without durations."""
        taken, half = sorted(self.durations.values()), len(self.durations) // 2
        return (taken[half] + taken[-half - 1]) / 2 if taken else None

    def tally_of(self, code: str) -> Tally:
        """The hands in which anybody did that, each as often as it was done."""
        tallies = [personal.deeds.get(code, NOTHING) for personal in self.people.values()]
        places = chain.from_iterable(tally.places for tally in tallies)
        return Tally(tuple(sorted(places)), sum(tally.total for tally in tallies))


def count_statistics(evenings: Sequence[PlayedSheet]) -> EveningStatistics:
    """Return the statistics of evenings of one game, first to last. Hands that were given up do not count."""
    hands: list[HandPlace] = []
    people: dict[str, PersonalBuilder] = defaultdict(PersonalBuilder)
    pairs: dict[tuple[str, str], TallyBuilder] = defaultdict(TallyBuilder)
    won: dict[tuple[str, str], TallyBuilder] = defaultdict(TallyBuilder)
    durations: dict[HandPlace, timedelta] = {}
    for number, evening in enumerate(evenings):
        durations |= {HandPlace(number, at): took for at, took in durations_of(evening.entries)}
        for at, entry in enumerate(evening.entries):
            if isinstance(entry, HandRecord) and entry.counts and entry.after is not None:
                place = HandPlace(number, at)
                hands.append(place)
                summary = evening.game.summarize(entry.hand)
                add_hand(evening, entry, place, people, summary)
                add_partners(evening, entry, place, people, summary, pairs, won)
    paired = (Pair(names, each.tally, won[names].tally) for names, each in pairs.items())
    return EveningStatistics(
        tuple(hands),
        {person: gathered.personal for person, gathered in people.items()},
        tuple(sorted(paired, key=lambda pair: (-pair.hands.total, -pair.hands.count, pair.people))),
        durations,
    )


# --- While it is counted ---


class TallyBuilder:
    """A tally under construction."""

    __slots__ = ("places", "total")

    def __init__(self) -> None:
        self.places: list[HandPlace] = []
        self.total: Amount = 0

    def add(self, place: HandPlace, amount: Amount) -> None:
        """Add a hand and its gain."""
        self.places.append(place)
        self.total += amount

    @property
    def tally(self) -> Tally:
        """The finished tally."""
        return Tally(tuple(self.places), self.total)


class PersonalBuilder:
    """The statistics of a person under construction."""

    __slots__ = ("called", "called_won", "deeds", "gains", "hands", "sided", "won")

    def __init__(self) -> None:
        self.hands = TallyBuilder()
        self.gains: list[Amount] = []
        self.sided: list[tuple[HandPlace, Amount]] = []
        self.won: list[bool] = []
        self.deeds: dict[str, TallyBuilder] = defaultdict(TallyBuilder)
        self.called: dict[str, TallyBuilder] = defaultdict(TallyBuilder)
        self.called_won: dict[str, TallyBuilder] = defaultdict(TallyBuilder)

    @property
    def personal(self) -> PersonalStatistics:
        """The finished statistics."""
        places, gains = self.hands.places, self.gains
        return PersonalStatistics(
            hands=self.hands.tally,
            deeds=build_tallies(self.deeds),
            best=find_extreme_hands(places, gains, max),
            worst=find_extreme_hands(places, gains, min),
            streak=find_longest_streak(self.sided, self.won),
            called=build_tallies(self.called),
            called_won=build_tallies(self.called_won),
        )


def add_hand(
    evening: PlayedSheet, entry: HandRecord, place: HandPlace, people: dict[str, PersonalBuilder], summary: Summary
) -> None:
    """Add a hand to the statistics of its players: the gain, the win, and what they did.

    A hand in which a player was on neither side neither extends nor ends their streak.
    """
    sided, winners = summary.players_on_sides, summary.winners
    for player, amount in entry.amounts.items():
        if player in evening.people:
            gathered = people[evening.people[player]]
            gathered.hands.add(place, amount)
            gathered.gains.append(amount)
            if player in sided:
                gathered.sided.append((place, amount))
                gathered.won.append(player in winners)
    for player, deed in evening.game.statistics.list_events(entry.hand):
        if player in evening.people:
            people[evening.people[player]].deeds[deed.code].add(place, deed.amount)


def add_partners(
    evening: PlayedSheet,
    entry: HandRecord,
    place: HandPlace,
    people: dict[str, PersonalBuilder],
    summary: Summary,
    pairs: dict[tuple[str, str], TallyBuilder],
    won: dict[tuple[str, str], TallyBuilder],
) -> None:
    """Add a hand to the pairs on the makers' side, and to the friends that the first maker called."""
    amounts = entry.amounts
    makers, is_won = summary.players_on("makers"), summary.winner == "makers"
    known = [(evening.people[player], amounts.get(player, 0)) for player in makers if player in evening.people]
    if makers and makers[0] in evening.people:
        lead, gain = known[0]
        for friend, _ in known[1:]:
            people[lead].called[friend].add(place, gain)
            if is_won:
                people[lead].called_won[friend].add(place, gain)
    for at, (one, gain) in enumerate(known):
        for other, gained in known[at + 1 :]:
            names = (one, other) if one <= other else (other, one)
            pairs[names].add(place, gain + gained)
            if is_won:
                won[names].add(place, gain + gained)


def durations_of(entries: Iterable[Entry]) -> Iterator[tuple[int, timedelta]]:
    """Yield the index and the duration of the counting hands, measured from the end of the hand before.

    A first hand has no duration, nor has a hand recorded at the same moment as the hand before.
    """
    before = None
    for at, entry in enumerate(entries):
        if isinstance(entry, HandRecord) and (ended := end_of(entry)):
            if entry.counts and before and ended > before:
                yield at, ended - before
            before = ended


def end_of(record: HandRecord) -> datetime | None:
    """Return the time at which a hand was first finished, before any correction; None where it is not known."""
    first = record.previous_versions[-1] if record.previous_versions else record
    return datetime.fromisoformat(first.stamp.at) if first.stamp else None


def build_tallies(growing: Mapping[str, TallyBuilder]) -> dict[str, Tally]:
    """Return the finished tallies by code."""
    return {code: each.tally for code, each in growing.items()}


def find_extreme_hands(
    places: Sequence[HandPlace], gains: Sequence[Amount], most: Callable[[Iterable[Amount]], Amount]
) -> Tally:
    """Return the hands with the largest gain, or with the smallest, as `most` is `max` or `min`."""
    if not gains:
        return NOTHING
    amount = most(gains)
    equals = tuple(place for place, gain in zip(places, gains, strict=True) if gain == amount)
    return Tally(equals, amount * len(equals))


def find_longest_streak(hands: Sequence[tuple[HandPlace, Amount]], won: Sequence[bool]) -> Tally:
    """Return the longest row of hands that were all won, the first of equals."""
    best = first = 0
    ends = 0
    for at, is_won in enumerate(won):
        if not is_won:
            first = at + 1
        elif at + 1 - first > best:
            best, ends = at + 1 - first, at + 1
    row = hands[ends - best : ends]
    return Tally(tuple(place for place, _ in row), sum(amount for _, amount in row))
