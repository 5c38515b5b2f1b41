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
from tests.table.tables import play, values

ANA, BO, CHO, DAN, EUN, FAY = range(1, 7)


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


@pytest.mark.parametrize(
    ("choice", "then", "out"),
    [
        ("rotate", [], [(ANA,), (BO,), (CHO,)]),
        ("rotate", [m.VoidHand(1, "misdeal")], [(ANA,), (BO,), (CHO,)]),
        ("sit_out_by_result", [], [(ANA,), (CHO,), (DAN,)]),
        ("sit_out_by_result", [m.CorrectHand(1, (hand(BO, CHO, 10),))], [(ANA,), (CHO,), (DAN,)]),
        ("sit_out_by_result", [m.CorrectHand(1, (hand(FAY, EUN),)), m.VoidHand(1, "x")], [(ANA,), (CHO,), (DAN,)]),
    ],
)
def test_who_sat_out_stays_so_after_a_correction(choice: str, then: list[Any], out: list[tuple[int, ...]]) -> None:
    second = hand(BO, DAN) if choice == "sit_out_by_result" else hand(CHO, DAN)
    third = hand(FAY, EUN, 15)
    ledger = play_table(choice, m.StartHand(), hand(BO, CHO), m.StartHand(), second, m.StartHand(), third, *then)
    assert sat_out(ledger) == out
    assert sum(values(ledger.state).values()) == 0
    for record in ledger.state.hands:
        paid = record.hand.settlement
        assert paid is not None
        assert set(paid.amounts) == set(record.hand.active)
        assert not set(paid.amounts) & set(record.hand.out)


def test_a_correction_counts_for_the_hand_that_is_dealt_next() -> None:
    ledger = play_table("sit_out_by_result", m.StartHand(), hand(BO, CHO), m.CorrectHand(1, (hand(BO, CHO, 10),)))
    dealt = play(ledger, m.StartHand())
    assert dealt.state.current is not None
    assert dealt.state.current.hand.out == (BO,)


def test_people_may_still_overrule_who_deals_and_sits_out() -> None:
    ledger = play_table("rotate", m.StartHand(leader=DAN))
    assert ledger.state.current is not None
    assert ledger.state.current.hand.out == (DAN,)
    assert ledger.last is not None
    assert ledger.last.moves == (m.StartHand((ANA, BO, CHO, DAN, EUN, FAY), DAN),)


def test_all_six_sit_down() -> None:
    ledger = play_table("rotate")
    with pytest.raises(RuleError, match=r"players\.exactly"):
        play(ledger, m.StartHand((ANA, BO, CHO, DAN, EUN)))
    with pytest.raises(RuleError, match=r"player\.playing"):
        play(ledger, m.StartHand(), m.LeaveTable(ANA))
