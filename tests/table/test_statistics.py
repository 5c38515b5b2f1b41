"""Statistics of one evening and of many, against a second reckoning: plain loops over the exported document."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.export import export_document
from scorekeeper.games import GAMES, mighty
from scorekeeper.settlement import Amount
from scorekeeper.store import open_store
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord
from scorekeeper.table.statistics import Counted, Evening, Place, count, longest
from tests.table.many_hands import SIZES, evening
from tests.table.tables import hands, log, play, toy_table


def evening_of(ledger: Ledger, *strangers: int) -> Evening:
    """An evening in which everyone is a person by their name, but for strangers."""
    state = ledger.state
    people = {number: person.name for number, person in state.people.items() if number not in strangers}
    return Evening(state.game, state.entries, people)


def exported(*moves: Any) -> dict[str, Any]:
    """The same evening as its document has it."""
    with open_store(":memory:") as store:
        store.events.restore("evening", moves[0].game, log(*moves))
        document: dict[str, Any] = json.loads(export_document(store.events, "evening"))
    return document


def amount(gain: dict[str, Any]) -> Amount:
    """A gain of the document: a whole number, or a fraction as text."""
    return Fraction(gain["amount"])


class Reckoned:
    """What the documents say of each person, by name."""

    def __init__(self, *documents: dict[str, Any]) -> None:
        self.gains: dict[str, list[Amount]] = {}
        self.deeds: dict[str, Counter[str]] = {}
        self.sums: Counter[tuple[str, str]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.called: Counter[tuple[str, str]] = Counter()
        for document in documents:
            names = {str(player["number"]): player["name"] for player in document["players"]}
            for hand in document["hands"]:
                if hand["voided"] is None:
                    self.add(document["table"]["game"], hand, names)

    def add(self, game: str, hand: dict[str, Any], names: dict[str, str]) -> None:
        for player, gain in hand["gains"].items():
            self.gains.setdefault(names[player], []).append(amount(gain))
        roles = {player: held[0] for player, held in hand["roles"].items()}
        makers = [player for player, role in roles.items() if role != "role.defender"]
        lead = next(player for player, role in roles.items() if role in ("role.declarer", "role.maker"))
        for player, role in roles.items():
            done = self.deeds.setdefault(names[player], Counter())
            done.update(self.of_mighty(hand, role) if game == "mighty" else self.of_zhao_pengyou(hand, role))
        if game == "mighty":
            self.sums[names[lead], "deed.over"] += hand["facts"]["points"] - hand["facts"]["bid"]
        for one in makers:
            if one != lead:
                self.called[names[lead], names[one]] += 1
            for other in makers:
                if names[one] < names[other]:
                    self.pairs[names[one], names[other]] += 1

    def of_mighty(self, hand: dict[str, Any], role: str) -> list[str]:
        made = hand["facts"]["points"] >= hand["facts"]["bid"]
        if role == "role.friend":
            return ["deed.friend", *(["deed.friend_made"] if made else [])]
        if role == "role.defender":
            return ["deed.defended", *([] if made else ["deed.defeated"])]
        steps = [step["why"]["code"] for account in hand["accounts"] for step in account["steps"]]
        alone = "role.friend" not in [held[0] for held in hand["roles"].values()]
        told = {
            "deed.made": made,
            "deed.no_trump": hand["facts"]["trump"] == "NT",
            "deed.no_friend": alone,
            "deed.run": "score.run" in steps,
            "deed.back_run": "score.back_run" in steps,
        }
        return ["deed.declared", "deed.over", *(code for code, is_so in told.items() if is_so)]

    def of_zhao_pengyou(self, hand: dict[str, Any], role: str) -> list[str]:
        side = hand["result"]["code"].partition(".")[2]
        if role == "role.friend":
            return ["deed.friend", *(["deed.friend_rose"] if side == "makers" else [])]
        if role == "role.defender":
            return ["deed.defended", *(["deed.defenders_rose"] if side == "defenders" else [])]
        alone = "role.friend" not in [held[0] for held in hand["roles"].values()]
        rose = ["deed.makers_rose"] if side == "makers" else []
        return ["deed.made_trumps", "deed.against", *rose, *(["deed.alone"] if alone else [])]


def streak(gains: list[Amount]) -> int:
    """The most gains in a row, by looking at every row there is."""
    rows = ((first, last) for first in range(len(gains)) for last in range(first, len(gains)))
    return max(
        (last - first + 1 for first, last in rows if all(gain > 0 for gain in gains[first : last + 1])), default=0
    )


def agree(counted: Counted, reckoned: Reckoned) -> None:
    """Everything that both say is the same."""
    assert set(counted.people) == set(reckoned.gains)
    for name, personal in counted.people.items():
        gains = reckoned.gains[name]
        assert (personal.hands.count, personal.hands.total) == (len(gains), sum(gains))
        assert (personal.best.total, personal.worst.total) == (max(gains), min(gains))
        if len(gains) < 50:
            assert personal.streak.count == streak(gains)
        assert {code: tally.count for code, tally in personal.deeds.items()} == dict(reckoned.deeds.get(name, {}))
        for (person, code), total in reckoned.sums.items():
            assert person != name or personal.deeds[code].total == total
        called = {friend: times for (person, friend), times in reckoned.called.items() if person == name}
        assert {friend: tally.count for friend, tally in personal.called.items()} == called
    assert {pair.people: pair.hands.count for pair in counted.pairs} == dict(reckoned.pairs)


@pytest.mark.parametrize("number", [0, 1, 7, 200])
@pytest.mark.parametrize(("game", "players"), SIZES)
def test_an_evening(game: str, players: int, number: int) -> None:
    moves = evening(game, players, number)
    agree(count([evening_of(play(Ledger(), *moves))]), Reckoned(exported(*moves)))


def test_an_evening_with_all_that_can_happen_to_it() -> None:
    """A void hand does not count, a penalty and a change by hand are no hands, a corrected hand counts as corrected."""
    moves = [
        *evening("mighty", 5, 9),
        m.VoidHand(3, "misdeal"),
        m.Penalize(2, 10, True, "late"),
        m.Adjust({1: 3, 2: -3}, "paper"),
        m.CorrectHand(5, (evening("mighty", 5, 2)[-1],)),
    ]
    counted = count([evening_of(play(Ledger(), *moves))])
    agree(counted, Reckoned(exported(*moves)))
    assert len(counted.hands) == 8


def test_an_elimination() -> None:
    """The last hand, which ended the session, counts as all others do."""
    names = evening("mighty", 5, 0)[0].players
    lost = mighty.RecordHand(2, mighty.Bid.parse("16C"), mighty.Call.parse("none"), 20)
    moves = [m.CreateTable("mighty", "korean40", {}, names), m.StartHand(), lost]
    ledger = play(Ledger(), *moves)
    assert ledger.state.ending is not None
    counted = count([evening_of(ledger)])
    agree(counted, Reckoned(exported(*moves)))
    assert counted.people["Bo"].deeds["deed.run"].count == 1


def test_many_evenings_of_the_same_people_in_other_seats() -> None:
    """People are who the caller says: here everyone sits elsewhere at the second table."""
    first, second = evening("mighty", 5, 7), evening("mighty", 5, 11)
    names = first[0].players
    moved = m.CreateTable("mighty", "pagat", {}, (*names[2:], *names[:2]))
    evenings = [evening_of(play(Ledger(), *first)), evening_of(play(Ledger(), moved, *second[1:]))]
    counted = count(evenings)
    agree(counted, Reckoned(exported(*first), exported(moved, *second[1:])))
    assert {place.evening for place in counted.hands} == {0, 1}


def test_who_is_nobody_counts_for_nothing() -> None:
    """A guest of one night has no numbers, and the others keep theirs."""
    ledger = play(Ledger(), *evening("mighty", 5, 7))
    whole, without = count([evening_of(ledger)]), count([evening_of(ledger, 1)])
    assert set(whole.people) - set(without.people) == {"Ana"}
    assert without.people["Bo"].hands == whole.people["Bo"].hands
    assert [pair.people for pair in without.pairs if "Ana" in pair.people] == []


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_every_number_names_the_hands_that_make_it(game: str, players: int) -> None:
    ledger = play(Ledger(), *evening(game, players, 20))
    told = evening_of(ledger)
    for name, personal in count([told]).people.items():
        player = next(number for number, person in told.people.items() if person == name)

        def gain(place: Place, player: int = player) -> Amount:
            entry = told.entries[place.entry]
            assert isinstance(entry, HandRecord)
            return entry.amounts[player]

        for tally in (personal.hands, personal.best, personal.worst, personal.streak):
            assert sum(map(gain, tally.places)) == tally.total
        assert all(gain(place) > 0 for place in personal.streak.places)
        places = [place.entry for place in personal.streak.places]
        played = [place.entry for place in personal.hands.places]
        at = played.index(places[0]) if places else 0
        assert played[at : at + len(places)] == places


@pytest.mark.parametrize("key", GAMES)
def test_the_lines_of_a_game_name_what_its_hands_can_have(key: str) -> None:
    statistics = GAMES[key].statistics
    codes = [line.code for line in statistics.counts]
    assert len(set(codes)) == len(codes)
    assert {*(line.of for line in statistics.counts if line.of), statistics.main, *statistics.parts} <= set(codes)
    ledgers = [play(Ledger(), *evening(game, players, 20)) for game, players in SIZES if game == key]
    told = {deed.code for ledger in ledgers for hand in ledger.state.hands for _, deed in statistics.deeds(hand.hand)}
    assert set(codes) - told <= {"deed.throw"}
    assert told <= set(codes)


def test_a_game_that_counts_nothing_of_its_own() -> None:
    """Hands, gains, streaks and pairs are there for every game."""
    counted = count([evening_of(play(toy_table(top=10), *hands(1, 1, 2)))])
    assert (counted.people["Ana"].streak.count, counted.people["Ana"].deeds, counted.pairs) == (2, {}, ())


@pytest.mark.parametrize(
    ("gains", "row"),
    [([], []), ([0, -1], []), ([1], [0]), ([1, 0, 2, 3], [2, 3]), ([1, 2, -1, 1, 2], [0, 1]), ([0, 1, 1], [1, 2])],
)
def test_the_longest_row(gains: list[int], row: list[int]) -> None:
    """The first of several that are as long."""
    places = [Place(0, at) for at in range(len(gains))]
    assert [place.entry for place in longest(places, gains).places] == row


def test_no_hand_has_no_mean() -> None:
    assert count([]) == Counted((), {}, ())
    assert longest([], []).mean is None
