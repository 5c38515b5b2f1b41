"""Who deals and who bids first when people overrule the program, told with Mighty."""

from typing import Any

import pytest

from scorekeeper.games.game import Situation
from scorekeeper.games.mighty import commands as m
from scorekeeper.table import commands as c
from tests.table.test_corrections import ANA, BO, CHO, DAN, EUN, dealt, made_by, mighty_table

ALONE = m.RecordHand(BO, made_by(BO, CHO).bid, made_by(BO, CHO).call, 14)

CASES: list[tuple[str, str, list[Any], Situation]] = [
    ("the first dealer bids first", "pagat", [c.StartHand(dealer=DAN)], Situation(DAN, DAN)),
    (
        "also when the hand is dealt again",
        "pagat",
        [c.StartHand(), c.VoidHand(1, "wrong dealer"), c.StartHand(dealer=DAN)],
        Situation(DAN, DAN),
    ),
    (
        "tokens stay spent",
        "korean40",
        [c.StartHand(), m.ClaimRedeal(EUN), c.VoidHand(1, "wrong dealer"), c.StartHand(dealer=DAN)],
        Situation(DAN, DAN, (EUN,)),
    ),
    (
        "the last declarer bids first whoever deals",
        "pagat",
        [c.StartHand(), made_by(BO, CHO), c.StartHand(dealer=DAN)],
        Situation(DAN, BO),
    ),
    (
        "also one who was alone and should have dealt",
        "pagat",
        [c.StartHand(), ALONE, c.StartHand(dealer=DAN)],
        Situation(DAN, BO),
    ),
    (
        "where the dealer bids first, it is the one who deals",
        "korean40",
        [c.StartHand(), made_by(BO, CHO), c.StartHand(dealer=DAN)],
        Situation(DAN, DAN),
    ),
    (
        "also when that rule is new",
        "pagat",
        [c.StartHand(), made_by(BO, CHO), c.ChangeRules("pagat", {"first_bidder": "dealer"}), c.StartHand()],
        Situation(CHO, CHO),
    ),
    (
        "a dealer who left is followed by who joined next",
        "pagat",
        [c.StartHand(), made_by(BO, CHO), c.LeaveTable(CHO), c.JoinTable("Fay"), c.StartHand()],
        Situation(DAN, BO),
    ),
]


@pytest.mark.parametrize(
    ("preset", "commands", "situation"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_who_deals_and_who_bids_first(preset: str, commands: list[Any], situation: Situation) -> None:
    assert dealt(mighty_table(preset, *commands)) == situation


def test_in_the_first_hand_it_is_the_first_to_sit() -> None:
    assert dealt(mighty_table("pagat", c.StartHand())) == Situation(ANA, ANA)
