"""Statistics of one evening and of many, against a second reckoning: plain loops over the exported document."""

import json
from collections import Counter
from datetime import datetime, timedelta
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
from scorekeeper.table.statistics import (
    NOTHING,
    EveningStatistics,
    HandPlace,
    PlayedSheet,
    count_statistics,
    find_longest_streak,
)
from tests.cases import for_each
from tests.table.many_hands import SIZES, evening_moves
from tests.table.tables import hands, log, play, toy_table
from tests.toy import Draw


def evening_of(ledger: Ledger, *strangers: int) -> PlayedSheet:
    """An evening in which everyone is a person by their name, but for strangers."""
    state = ledger.state
    people = {number: person.name for number, person in state.people.items() if number not in strangers}
    return PlayedSheet(state.game, state.entries, people)


def irregular(version: int) -> timedelta:
    """A clock by which no two hands take equally long for a while, and the fifth waits for dinner."""
    return timedelta(seconds=150 * version + version**2, hours=version > 10)


def play_evening(*moves: Any) -> Ledger:
    """An evening by that clock."""
    return play(Ledger(), *moves, clock=irregular)


def export_evening(*moves: Any) -> dict[str, Any]:
    """The same evening as its document has it."""
    with open_store(":memory:") as store:
        store.events.restore("evening", moves[0].game, log(*moves, clock=irregular))
        document: dict[str, Any] = json.loads(export_document(store.events, "evening"))
    return document


def amount(gain: dict[str, Any]) -> Amount:
    """A gain of the document: a whole number, or a fraction as text."""
    return Fraction(gain["amount"])


class ReckonedStatistics:
    """Statistics of each person by name, reckoned from the documents."""

    def __init__(self, *documents: dict[str, Any]) -> None:
        self.gains: dict[str, list[Amount]] = {}
        self.wins: dict[str, list[bool]] = {}
        self.deeds: dict[str, Counter[str]] = {}
        self.sums: Counter[tuple[str, str]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.called: Counter[tuple[str, str]] = Counter()
        self.gave: dict[tuple[str, str, str], list[tuple[Amount, bool]]] = {}
        self.took: list[timedelta] = []
        for document in documents:
            names = {str(player["number"]): player["name"] for player in document["players"]}
            for hand in document["hands"]:
                if hand["voided"] is None:
                    self.add(document["table"]["game"], hand, names)
            self.time(document)

    def time(self, document: dict[str, Any]) -> None:
        """From each hand's first result to that of the next, by the log."""
        logged = [action for action in document["log"] if action["moves"][0]["type"].endswith(".record_hand")]
        ended = [datetime.fromisoformat(action["at"]) for action in logged]
        for at, hand in enumerate(document["hands"]):
            if at and hand["voided"] is None:
                self.took.append(ended[at] - ended[at - 1])

    def add(self, game: str, hand: dict[str, Any], names: dict[str, str]) -> None:
        for player, gain in hand["gains"].items():
            self.gains.setdefault(names[player], []).append(amount(gain))
        roles = {player: held[0] for player, held in hand["roles"].items()}
        makers = [player for player, role in roles.items() if role != "role.defender"]
        winner = self.winner(game, hand)
        for player in roles:
            self.wins.setdefault(names[player], []).append(winner == ("makers" if player in makers else "defenders"))
        lead = next(player for player, role in roles.items() if role in ("role.declarer", "role.maker"))
        for player, role in roles.items():
            done = self.deeds.setdefault(names[player], Counter())
            done.update(self.of_mighty(hand, role) if game == "mighty" else self.of_zhao_pengyou(hand, role))
        if game == "mighty":
            self.sums[names[lead], "deed.over"] += hand["facts"]["points"] - hand["facts"]["bid"]
        gains = {player: amount(gain) for player, gain in hand["gains"].items()}
        for one in makers:
            if one != lead:
                self.called[names[lead], names[one]] += 1
                self.gave.setdefault(("called", names[lead], names[one]), []).append((gains[lead], winner == "makers"))
            for other in makers:
                if names[one] < names[other]:
                    self.pairs[names[one], names[other]] += 1
                    self.gave.setdefault(("pair", names[one], names[other]), []).append(
                        (gains[one] + gains[other], winner == "makers")
                    )

    def sum_wins(self, kind: str, one: str, other: str) -> tuple[int, Amount, Amount]:
        """Return hands won together, their gains, and the gains of all common hands."""
        gave = self.gave[kind, one, other]
        gains = [gain for gain, is_won in gave if is_won]
        return len(gains), sum(gains), sum(gain for gain, _ in gave)

    def winner(self, game: str, hand: dict[str, Any]) -> str:
        """The side that won, in the document's own words."""
        if game == "zhao_pengyou":
            return str(hand["result"]["code"].partition(".")[2])
        return "makers" if hand["facts"]["points"] >= hand["facts"]["bid"] else "defenders"

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


def streak(wins: list[bool]) -> int:
    """The most hands won in a row, by looking at every row there is."""
    rows = ((first, last) for first in range(len(wins)) for last in range(first, len(wins)))
    return max((last - first + 1 for first, last in rows if all(wins[first : last + 1])), default=0)


def check_agreement(counted: EveningStatistics, reckoned: ReckonedStatistics) -> None:
    """Everything that both say is the same."""
    assert set(counted.people) == set(reckoned.gains)
    for name, personal in counted.people.items():
        gains = reckoned.gains[name]
        assert (personal.hands.count, personal.hands.total) == (len(gains), sum(gains))
        assert (personal.best.each, personal.worst.each) == (max(gains), min(gains))
        if len(gains) < 50:
            assert personal.streak.count == streak(reckoned.wins[name])
        assert {code: tally.count for code, tally in personal.deeds.items()} == dict(reckoned.deeds.get(name, {}))
        for (person, code), total in reckoned.sums.items():
            assert person != name or personal.deeds[code].total == total
        called = {friend: times for (person, friend), times in reckoned.called.items() if person == name}
        assert {friend: tally.count for friend, tally in personal.called.items()} == called
        for friend, tally in personal.called.items():
            won = personal.called_won.get(friend, NOTHING)
            assert (won.count, won.total, tally.total) == reckoned.sum_wins("called", name, friend)
    assert {pair.people: pair.hands.count for pair in counted.pairs} == dict(reckoned.pairs)
    for pair in counted.pairs:
        assert (pair.won.count, pair.won.total, pair.hands.total) == reckoned.sum_wins("pair", *pair.people)
    check_sums(counted, reckoned)


def check_sums(counted: EveningStatistics, reckoned: ReckonedStatistics) -> None:
    """Return the sums of the statistics of all players."""
    everyone: Counter[str] = sum(reckoned.deeds.values(), Counter())
    for code, times in everyone.items():
        tally = counted.tally_of(code)
        assert tally.count == times
        assert list(tally.places) == sorted(tally.places)
    for code in {code for _, code in reckoned.sums}:
        assert counted.tally_of(code).total == sum(total for (_, each), total in reckoned.sums.items() if each == code)
    assert sorted(counted.durations.values()) == sorted(reckoned.took)
    assert set(counted.durations) <= set(counted.hands)
    if reckoned.took:
        assert counted.usual_duration is not None
        assert 2 * sum(took <= counted.usual_duration for took in reckoned.took) >= len(reckoned.took)
        assert 2 * sum(took >= counted.usual_duration for took in reckoned.took) >= len(reckoned.took)


@pytest.mark.exhaustive
@for_each(*SIZES, number=[0, 1, 7, 200])
def test_an_evening(game: str, players: int, number: int) -> None:
    moves = evening_moves(game, players, number)
    check_agreement(count_statistics([evening_of(play_evening(*moves))]), ReckonedStatistics(export_evening(*moves)))


def test_an_evening_with_all_that_can_happen_to_it() -> None:
    """A void hand does not count, a penalty and a change by hand are no hands, a corrected hand counts as corrected."""
    moves = [
        *evening_moves("mighty", 5, 9),
        m.VoidHand(3, "misdeal"),
        m.Penalize(2, 10, True, "late"),
        m.Adjust({1: 3, 2: -3}, "paper"),
        m.CorrectHand(5, (evening_moves("mighty", 5, 2)[-1],)),
    ]
    counted = count_statistics([evening_of(play_evening(*moves))])
    check_agreement(counted, ReckonedStatistics(export_evening(*moves)))
    assert len(counted.hands) == 8


def test_an_elimination() -> None:
    """The last hand, which ended the session, counts as all others do."""
    names = evening_moves("mighty", 5, 0)[0].players
    lost = mighty.RecordHand(2, mighty.Bid.parse("16C"), mighty.Call.parse("none"), 20)
    moves = [m.CreateTable("mighty", "korean40", {}, names), m.StartHand(), lost]
    ledger = play(Ledger(), *moves)
    assert ledger.state.ending is not None
    counted = count_statistics([evening_of(ledger)])
    check_agreement(counted, ReckonedStatistics(export_evening(*moves)))
    assert counted.people["Bo"].deeds["deed.run"].count == 1


def test_many_evenings_of_the_same_people_in_other_seats() -> None:
    """People are who the caller says: here everyone sits elsewhere at the second table."""
    first, second = evening_moves("mighty", 5, 7), evening_moves("mighty", 5, 11)
    names = first[0].players
    moved = m.CreateTable("mighty", "pagat", {}, (*names[2:], *names[:2]))
    evenings = [evening_of(play_evening(*first)), evening_of(play_evening(moved, *second[1:]))]
    counted = count_statistics(evenings)
    check_agreement(counted, ReckonedStatistics(export_evening(*first), export_evening(moved, *second[1:])))
    assert {place.evening for place in counted.hands} == {0, 1}


def test_who_is_nobody_counts_for_nothing() -> None:
    """A guest of one night has no numbers, and the others keep theirs."""
    ledger = play(Ledger(), *evening_moves("mighty", 5, 7))
    whole, without = count_statistics([evening_of(ledger)]), count_statistics([evening_of(ledger, 1)])
    assert set(whole.people) - set(without.people) == {"Ana"}
    assert without.people["Bo"].hands == whole.people["Bo"].hands
    assert [pair.people for pair in without.pairs if "Ana" in pair.people] == []


@for_each(*SIZES)
def test_every_number_names_the_hands_that_make_it(game: str, players: int) -> None:
    told = evening_of(play(Ledger(), *evening_moves(game, players, 20)))
    for name, personal in count_statistics([told]).people.items():
        player = next(number for number, person in told.people.items() if person == name)

        def gain(place: HandPlace, player: int = player) -> Amount:
            entry = told.entries[place.entry]
            assert isinstance(entry, HandRecord)
            return entry.amounts[player]

        for tally in (personal.hands, personal.best, personal.worst, personal.streak):
            assert sum(map(gain, tally.places)) == tally.total
        for tally, amount in ((personal.best, max), (personal.worst, min)):
            most = amount(map(gain, personal.hands.places))
            assert tally.places == tuple(place for place in personal.hands.places if gain(place) == most)
        places = [place.entry for place in personal.streak.places]
        played = [place.entry for place in personal.hands.places]
        at = played.index(places[0]) if places else 0
        assert played[at : at + len(places)] == places


def mighty_evening(*results: tuple[int, str, int, int]) -> Ledger:
    """An evening of five by pagat's rules: who declared which bid with which friend, and how many points they took."""
    moves = [
        move
        for declarer, bid, friend, points in results
        for move in (
            m.StartHand(),
            mighty.RecordHand(declarer, mighty.Bid.parse(bid), mighty.Call.parse("card"), points, friend=friend),
        )
    ]
    return play(Ledger(), m.CreateTable("mighty", "pagat", {}, ("Ana", "Bo", "Cho", "Dan", "Eun")), *moves)


def test_a_contract_made_for_nothing_is_won() -> None:
    """13 bid and 13 taken pay nothing by pagat's formula; the declarer's side has won all the same."""
    counted = count_statistics([evening_of(mighty_evening((1, "13H", 2, 13), (1, "13H", 2, 13), (3, "13H", 4, 12)))])
    people = counted.people
    assert {name: personal.streak.count for name, personal in people.items()} == {
        **{"Ana": 3, "Bo": 3, "Cho": 0, "Dan": 0, "Eun": 1}
    }
    assert people["Ana"].called_won["Bo"].count == 2
    assert {pair.people: (pair.won.count, pair.hands.count) for pair in counted.pairs} == {
        **{("Ana", "Bo"): (2, 2), ("Cho", "Dan"): (0, 1)}
    }


def test_every_hand_that_gave_as_much_is_the_best() -> None:
    """A best or worst hand that is tied is every one of them."""
    counted = count_statistics([evening_of(mighty_evening((1, "16H", 2, 17), (2, "16H", 1, 17), (1, "16H", 2, 17)))])
    best, worst = counted.people["Ana"].best, counted.people["Cho"].worst
    assert ([place.entry for place in best.places], best.each) == ([5, 7], 14)
    assert ([place.entry for place in worst.places], worst.each) == ([5, 6, 7], -7)


@for_each(*GAMES)
def test_the_lines_of_a_game_name_what_its_hands_can_have(key: str) -> None:
    statistics = GAMES[key].statistics
    codes = [line.code for line in statistics.lines]
    assert len(set(codes)) == len(codes)
    assert {*(line.of for line in statistics.lines if line.of), statistics.main, *statistics.parts} <= set(codes)
    ledgers = [play(Ledger(), *evening_moves(game, players, 20)) for game, players in SIZES if game == key]
    told = {
        deed.code for ledger in ledgers for hand in ledger.state.hands for _, deed in statistics.list_events(hand.hand)
    }
    assert set(codes) - told <= {"deed.throw"}
    assert told <= set(codes)


def test_a_game_that_counts_nothing_of_its_own() -> None:
    """Hands, gains, streaks and pairs are there for every game."""
    counted = count_statistics([evening_of(play(toy_table(top=10), *hands(1, 1, 2)))])
    assert (counted.people["Ana"].streak.count, counted.people["Ana"].deeds, counted.pairs) == (2, {}, ())


@for_each(("", []), ("--", []), ("+", [0]), ("+-++", [2, 3]), ("++-++", [0, 1]), ("-++", [1, 2]))
def test_the_longest_row(won: str, row: list[int]) -> None:
    """The first of several that are as long."""
    hands = [(HandPlace(0, at), at) for at in range(len(won))]
    found = find_longest_streak(hands, [each == "+" for each in won])
    assert ([place.entry for place in found.places], found.total) == (row, sum(row))


def test_how_long_a_hand_takes_is_told_from_one_result_to_the_next() -> None:
    """A hand that was given up took its time too, but is none; a correction hours later changes nothing."""
    moves = [*hands(1, 1), m.StartHand(), m.VoidHand(3, "misdeal"), *hands(2), m.CorrectHand(2, (Draw(2),))]
    ledger = play(toy_table(top=10), *moves, clock=lambda version: timedelta(minutes=5 * version))
    counted = count_statistics([evening_of(ledger)])
    assert list(counted.durations.values()) == [timedelta(minutes=10), timedelta(minutes=10)]
    assert [place.entry for place in counted.durations] == [place.entry for place in counted.hands[1:]]


def test_what_was_recorded_at_one_moment_took_nobody_knows_how_long() -> None:
    """Such are evenings that were taken over from elsewhere."""
    counted = count_statistics([evening_of(play(toy_table(top=10), *hands(1, 1, 2)))])
    assert (len(counted.hands), counted.durations, counted.usual_duration) == (3, {}, None)


def test_no_hand_has_no_mean() -> None:
    assert count_statistics([]) == EveningStatistics((), {}, (), {})
    assert find_longest_streak([], []).mean is None
