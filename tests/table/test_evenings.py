"""Many evenings of the same people: who won each, and the table of all time."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.table import moves as m
from scorekeeper.table.evenings import (
    AllTimeTally,
    Evening,
    count_evenings,
    games_of,
    hands_played,
    sheets_of,
    tally_all_time,
    total_gains,
)
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import Row, Unplayable
from tests.table.many_hands import evening_moves as evening_moves
from tests.table.tables import hands, play, toy_opening

ANA, BO, CHO = 1, 2, 3
PEOPLE = {ANA: "ana", BO: "bo", CHO: "cho"}


def toy_evening(*moves: Any, people: dict[int, str] = PEOPLE, players: int = 3) -> Evening[str]:
    ledger = play(Ledger(), toy_opening(players=players, top=10), *moves)
    return Evening("table", "2026-01-01", ledger.state, people)


def test_an_evening_gives_what_all_of_its_sheets_give() -> None:
    """Also a change by hand; nobody counts twice what stands on a sheet that is over."""
    played = toy_evening(*hands(ANA, BO), m.Adjust({CHO: 3}, "late"), m.BeginSession(), *hands(BO))
    assert total_gains(played.state) == {ANA: 1, BO: 2, CHO: 3}
    assert played.gains == {"ana": 1, "bo": 2, "cho": 3}
    assert played.hands == {"ana": 3, "bo": 3, "cho": 3}


def test_who_sits_down_beside_a_hand_has_gained_nothing_and_a_hand_in_progress_is_not_played() -> None:
    state = toy_evening(*hands(ANA), m.StartHand(), m.JoinTable("Min")).state
    assert state.pending
    assert total_gains(state) == {ANA: 1, BO: 0, CHO: 0, 4: 0}
    assert hands_played(state) == {ANA: 1, BO: 1, CHO: 1}


def test_what_only_a_row_is_left_of_counts_also_beside_a_hand_and_for_somebody_unknown() -> None:
    """Today's code cannot play what an older one wrote; what it gave then stays given."""
    state = toy_evening(*hands(ANA)).state
    beside = Unplayable(rules=state.rules, recorded=Row(9, state.session, {BO: 2, 9: 4}))
    assert total_gains(replace(state, pending=(beside,))) == {ANA: 1, BO: 2, CHO: 0, 9: 4}


def test_a_void_hand_was_not_played() -> None:
    played = toy_evening(*hands(ANA, BO), m.VoidHand(1, "misdeal"))
    assert played.gains == {"ana": 0, "bo": 1, "cho": 0}
    assert played.hands == {"ana": 1, "bo": 1, "cho": 1}


def test_only_those_who_were_dealt_in_have_played_a_hand() -> None:
    assert toy_evening(m.StartHand((ANA, BO)), hands(ANA)[1]).hands == {"ana": 1, "bo": 1}


def test_nothing_is_said_of_who_is_nobody() -> None:
    played = toy_evening(*hands(CHO, ANA), people={ANA: "ana", BO: "bo"})
    assert played.gains == {"ana": 1, "bo": 0}
    assert played.hands == {"ana": 2, "bo": 2}
    assert played.winners == ("ana",)


def test_an_evening_is_won_by_all_who_gained_most_and_by_nobody_before_its_first_hand() -> None:
    assert toy_evening(*hands(BO, BO, ANA)).winners == ("bo",)
    assert toy_evening(*hands(BO, ANA)).winners == ("ana", "bo")
    assert toy_evening().winners == ()
    assert toy_evening(m.Adjust({BO: 3}, "from paper")).winners == ()


def test_who_played_no_hand_wins_no_evening() -> None:
    assert toy_evening(m.StartHand((ANA, BO)), hands(ANA)[1], m.Adjust({CHO: 3}, "late")).winners == ("ana",)


def test_the_table_of_all_time_adds_up_evenings_with_the_highest_total_first() -> None:
    evenings = [
        toy_evening(*hands(BO, BO, ANA)),
        toy_evening(*hands(ANA)),
        toy_evening(*hands(BO), people={ANA: "ana", BO: "dan", CHO: "cho"}),
    ]
    assert tally_all_time(evenings) == [
        AllTimeTally("ana", 3, 5, 1, 2),
        AllTimeTally("bo", 2, 4, 1, 2),
        AllTimeTally("dan", 1, 1, 1, 1),
        AllTimeTally("cho", 3, 5, 0, 0),
    ]


def test_who_only_sat_there_is_not_in_the_table_of_all_time() -> None:
    """Somebody who was given something without a hand is."""
    assert tally_all_time([toy_evening()]) == []
    only_seated = toy_evening(m.StartHand((ANA, BO)), hands(ANA)[1])
    assert [row.person for row in tally_all_time([only_seated])] == ["ana", "bo"]
    assert tally_all_time([toy_evening(m.Adjust({CHO: 2}, "late"))]) == [AllTimeTally("cho", 0, 0, 0, 2)]


def test_sheets_come_oldest_first_with_their_evening() -> None:
    late = toy_evening(*hands(ANA), m.BeginSession(), *hands(BO, BO))
    early = toy_evening(*hands(CHO), people={ANA: "ana"})
    found = [
        (each, sheet.people, [entry.amounts for entry in sheet.entries if entry.counts])
        for each, sheet in sheets_of([late, early])
    ]
    assert found == [(early, {ANA: "ana"}, [{CHO: 1}]), (late, PEOPLE, [{ANA: 1}]), (late, PEOPLE, [{BO: 1}, {BO: 1}])]
    assert [sheet.game for _, sheet in sheets_of([late])] == [late.state.game] * 2


def test_statistics_count_the_hands_of_every_sheet_the_oldest_evening_first() -> None:
    late = toy_evening(*hands(ANA), m.BeginSession(), *hands(BO, BO))
    assert [place.evening for place in count_evenings([late]).hands] == [0, 1, 1]
    everybody = count_evenings([late, toy_evening(*hands(CHO, CHO))])
    assert [place.evening for place in everybody.hands] == [0, 0, 1, 2, 2]
    assert set(everybody.people) == {"ana", "bo", "cho"}


def test_every_game_is_named_once_the_latest_first() -> None:
    mighty: Evening[str] = Evening("other", "2025-01-01", play(Ledger(), *evening_moves("mighty", 5, 1)).state, {})
    assert [game.key for game in games_of([toy_evening(), mighty, toy_evening()])] == ["toy", "mighty"]
    assert [game.key for game in games_of([mighty, toy_evening()])] == ["mighty", "toy"]
    assert games_of([]) == []
