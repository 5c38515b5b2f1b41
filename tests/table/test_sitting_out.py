"""A table whose dealer sits out: who sat out of a hand stays so, whatever is corrected before it."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import games
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from tests.cases import for_each, require
from tests.table.tables import play, values

ANA, BO, CHO, DAN, EUN, FAY, GYU = range(1, 8)


@pytest.fixture(autouse=True)
def _whole_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mighty with every preset of the library."""
    monkeypatch.setitem(games.GAMES, "mighty", replace(mighty.GAME, presets=mighty.PRESETS))


def hand(declarer: Player, friend: Player, points: int = 16) -> mighty.RecordHand:
    return mighty.RecordHand(declarer, mighty.Bid.parse("16H"), mighty.Call.parse("SA"), points, friend)


def play_table(choice: str, *moves: Any) -> Ledger:
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay")
    table = m.CreateTable("mighty", "six_sit_out", {"next_dealer": choice}, names)
    return play(Ledger(), table, *moves)


def sat_out(ledger: Ledger) -> list[tuple[int, ...]]:
    return [record.hand.out for record in ledger.state.hands]


@for_each(
    ("rotate", [], [(ANA,), (BO,), (CHO,)]),
    ("rotate", [m.VoidHand(1, "misdeal")], [(ANA,), (BO,), (CHO,)]),
    ("sit_out_by_result", [], [(ANA,), (CHO,), (DAN,)]),
    ("sit_out_by_result", [m.CorrectHand(1, (hand(BO, CHO, 10),))], [(ANA,), (CHO,), (DAN,)]),
    ("sit_out_by_result", [m.CorrectHand(1, (hand(FAY, EUN),)), m.VoidHand(1, "x")], [(ANA,), (CHO,), (DAN,)]),
)
def test_who_sat_out_stays_so_after_a_correction(choice: str, then: list[Any], out: list[tuple[int, ...]]) -> None:
    second = hand(BO, DAN) if choice == "sit_out_by_result" else hand(CHO, DAN)
    third = hand(FAY, EUN, 15)
    ledger = play_table(choice, m.StartHand(), hand(BO, CHO), m.StartHand(), second, m.StartHand(), third, *then)
    assert sat_out(ledger) == out
    assert sum(values(ledger.state).values()) == 0
    for record in ledger.state.hands:
        paid = require(record.hand.settlement)
        assert set(paid.amounts) == set(record.hand.active)
        assert not set(paid.amounts) & set(record.hand.out)


def test_a_correction_counts_for_the_hand_that_is_dealt_next() -> None:
    ledger = play_table("sit_out_by_result", m.StartHand(), hand(BO, CHO), m.CorrectHand(1, (hand(BO, CHO, 10),)))
    assert require(play(ledger, m.StartHand()).state.current).hand.out == (BO,)


def test_people_may_still_overrule_who_deals_and_sits_out() -> None:
    ledger = play_table("rotate", m.StartHand(leader=DAN))
    assert require(ledger.state.current).hand.out == (DAN,)
    assert require(ledger.last).moves == (m.StartHand((ANA, BO, CHO, DAN, EUN, FAY), DAN),)


def test_all_six_sit_down() -> None:
    ledger = play_table("rotate")
    with pytest.raises(RuleError, match=r"players\.exactly"):
        play(ledger, m.StartHand((ANA, BO, CHO, DAN, EUN)))
    with pytest.raises(RuleError, match=r"player\.playing"):
        play(ledger, m.StartHand(), m.LeaveTable(ANA))


@for_each(
    ("stays", "friend", (16, 15, 16), [(FAY, GYU)] * 4),
    ("in_turn", "friend", (16, 15, 16), [(FAY, GYU), (ANA, BO), (CHO, DAN), (EUN, FAY)]),
    ("dealer", "rotate", (16, 15, 16), [(FAY, GYU), (ANA, BO), (CHO, DAN), (EUN, FAY)]),
    ("dealer", "friend", (16, 15, 16), [(FAY, GYU), (BO, CHO), (DAN, EUN), (BO, CHO)]),
    ("by_result", "friend", (16, 15, 16), [(FAY, GYU), (BO, CHO), (ANA, BO), (DAN, EUN)]),
)
def test_who_sits_out_changes_by_the_house_rules(
    choice: str, dealer: str, points: tuple[int, ...], out: list[tuple[int, ...]]
) -> None:
    """Seven people, of whom five play; the first two who play declare and are the friend."""
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gyu")
    changes: dict[str, bool | int | str] = {"sitting_out": choice, "next_dealer": dealer}
    ledger, sat = play(Ledger(), m.CreateTable("mighty", "pagat", changes, names)), []
    for result in (*points, 16):
        ledger = play(ledger, m.StartHand())
        playing = require(ledger.state.current).hand.seats
        sat.append(tuple(player for player in ledger.state.seating if player not in playing))
        ledger = play(ledger, hand(playing[0], playing[1], result))
    assert sat == out


def test_whoever_comes_plays_next_and_a_hand_given_up_changes_nobody() -> None:
    names = ("Ana", "Bo", "Cho", "Dan", "Eun")
    ledger = play(Ledger(), m.CreateTable("mighty", "pagat", {"sitting_out": "in_turn"}, names))
    ledger = play(ledger, m.StartHand(), hand(ANA, BO), m.JoinTable("Fay"))
    assert m.usual_seats(ledger.state) == (BO, CHO, DAN, EUN, FAY)
    ledger = play(ledger, m.StartHand(), m.VoidHand(2, "misdeal"))
    assert m.usual_seats(ledger.state) == (BO, CHO, DAN, EUN, FAY)
