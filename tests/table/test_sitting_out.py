"""A table whose dealer sits out: who sat out of a hand stays so, whatever is corrected before it."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper import games
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as m
from scorekeeper.games.mighty.game import MightyGame
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.ledger import Ledger
from tests.table.tables import play

ANA, BO, CHO, DAN, EUN, FAY = range(1, 7)


@dataclass
class WholeLibrary(MightyGame):
    """Mighty with every preset of the library."""

    presets = mighty.PRESETS


@pytest.fixture(autouse=True)
def _whole_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "mighty", WholeLibrary())


def hand(declarer: int, friend: int, points: int = 16) -> m.RecordHand:
    return m.RecordHand(declarer, mighty.Bid.parse("16H"), mighty.Call.parse("SA"), points, friend)


def evening(choice: str, *commands: Any) -> Ledger:
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay")
    table = c.CreateTable("mighty", "six_sit_out", {"next_dealer": choice}, names)
    return play(Ledger(), table, *commands)


def sat_out(ledger: Ledger) -> list[tuple[int, ...]]:
    return [record.hand.out for record in ledger.state.hands]


@pytest.mark.parametrize(
    ("choice", "then", "out"),
    [
        ("rotate", [], [(ANA,), (BO,), (CHO,)]),
        ("rotate", [c.VoidHand(1, "misdeal")], [(ANA,), (BO,), (CHO,)]),
        ("sit_out_by_result", [], [(ANA,), (CHO,), (DAN,)]),
        ("sit_out_by_result", [c.CorrectHand(1, hand(BO, CHO, 10))], [(ANA,), (CHO,), (DAN,)]),
        ("sit_out_by_result", [c.CorrectHand(1, hand(FAY, EUN)), c.VoidHand(1, "x")], [(ANA,), (CHO,), (DAN,)]),
    ],
)
def test_who_sat_out_stays_so_after_a_correction(choice: str, then: list[Any], out: list[tuple[int, ...]]) -> None:
    second = hand(BO, DAN) if choice == "sit_out_by_result" else hand(CHO, DAN)
    third = hand(FAY, EUN, 15)
    ledger = evening(choice, c.StartHand(), hand(BO, CHO), c.StartHand(), second, c.StartHand(), third, *then)
    assert sat_out(ledger) == out
    assert sum(ledger.state.balances.values()) == 0
    for record in ledger.state.hands:
        assert record.settlement is not None
        assert set(record.settlement.amounts) == set(record.hand.active)
        assert not set(record.settlement.amounts) & set(record.hand.out)


def test_a_correction_counts_for_the_hand_that_is_dealt_next() -> None:
    ledger = evening("sit_out_by_result", c.StartHand(), hand(BO, CHO), c.CorrectHand(1, hand(BO, CHO, 10)))
    dealt = play(ledger, c.StartHand())
    assert dealt.state.current is not None
    assert dealt.state.current.hand.out == (BO,)


def test_people_may_still_overrule_who_deals_and_sits_out() -> None:
    ledger = evening("rotate", c.StartHand(dealer=DAN))
    assert ledger.state.current is not None
    assert ledger.state.current.hand.out == (DAN,)
    assert ledger.last is not None
    assert ledger.last.events == (e.HandStarted((ANA, BO, CHO, DAN, EUN, FAY), DAN),)


def test_all_six_sit_down() -> None:
    ledger = evening("rotate")
    with pytest.raises(RuleError, match=r"hand\.seat_count_exact"):
        play(ledger, c.StartHand((ANA, BO, CHO, DAN, EUN)))
    with pytest.raises(RuleError, match=r"player\.playing"):
        play(ledger, c.StartHand(), c.LeaveTable(ANA))
