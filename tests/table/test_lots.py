"""Lots: seats and who begins are drawn by chance, recorded with what was drawn, and so the same for ever after."""

from collections import Counter
from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import describe_last_action
from tests.cases import for_each, require
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, mighty_table
from tests.table.tables import hands, log, play, reopen, toy_opening, toy_table


def test_everyone_has_a_seat_and_any_order_may_come() -> None:
    orders = Counter(play(toy_table(), m.DrawSeats()).state.seating for _ in range(300))
    assert len(orders) == 6
    assert {tuple(sorted(order)) for order in orders} == {(1, 2, 3)}
    assert min(orders.values()) > 15, "no order is rarer than chance has it"


def test_anyone_may_begin() -> None:
    begins = Counter(play(toy_table(), m.DrawLeader()).state.session.begins for _ in range(150))
    assert sorted(begins) == [1, 2, 3]
    assert min(begins.values()) > 20


def test_what_was_drawn_is_in_the_log_and_stays() -> None:
    records = log(toy_opening(), m.DrawSeats(), m.DrawLeader(), *hands(1))
    first, again = reopen(records).state, reopen(records).state
    assert (first.seating, first.hands[0].hand.session.begins) == (again.seating, again.hands[0].hand.session.begins)


def test_a_lot_that_was_drawn_is_not_drawn_again() -> None:
    assert play(toy_table(), m.DrawSeats((3, 1, 2))).state.seating == (3, 1, 2)
    assert play(toy_table(), m.DrawLeader(2)).state.session.begins == 2


def test_a_draw_taken_back_and_made_again_is_the_same_draw() -> None:
    for _ in range(5):
        drawn = play(toy_table(), m.DrawSeats())
        back = play(drawn, m.Undo())
        assert back.state.seating == (1, 2, 3)
        assert play(back, m.Redo()).state.seating == drawn.state.seating


def test_it_says_who_sits_how_and_who_begins() -> None:
    drawn = play(toy_table(), m.DrawSeats())
    (line,) = describe_last_action(drawn)
    assert line.facts["name"] == ", ".join(drawn.state.name(player) for player in drawn.state.seating)
    begins = play(drawn, m.DrawLeader())
    (line,) = describe_last_action(begins)
    assert line.facts["player"] == begins.state.session.begins


def test_whoever_left_keeps_their_place() -> None:
    drawn = play(toy_table(), m.LeaveTable(2), m.DrawSeats())
    assert drawn.state.circle[1] == 2
    assert sorted(drawn.state.seating) == [1, 3]


def test_the_dealer_drawn_deals_and_bids_first() -> None:
    for _ in range(5):
        drawn = play(mighty_table("pagat"), m.DrawLeader())
        hand = require(play(drawn, m.StartHand()).state.current)
        begins = drawn.state.session.begins
        assert (hand.hand.session.begins, hand.hand.session.first) == (begins, begins)


def test_a_draw_between_hands_survives_a_correction_before_it() -> None:
    drawn = play(mighty_table("pagat"), m.StartHand(), barely_made_hand(BO, CHO), m.DrawLeader())
    begins = drawn.state.session.begins
    corrected = play(drawn, m.CorrectHand(1, (barely_made_hand(DAN, EUN),)))
    assert corrected.state.session.begins == begins
    assert corrected.state.session.first == DAN, "the last declarer still bids first"


def test_only_those_who_play_are_drawn_among() -> None:
    table = play(mighty_table("pagat"), m.JoinTable("Fay"))
    assert {play(table, m.DrawLeader()).state.session.begins for _ in range(60)} <= {ANA, BO, CHO, DAN, EUN}


@for_each(
    ("seats in a hand", [m.StartHand()], m.DrawSeats(), "hand.running"),
    ("a leader in a hand", [m.StartHand()], m.DrawLeader(), "hand.running"),
    ("seats of one", [m.LeaveTable(2), m.LeaveTable(3)], m.DrawSeats(), "lots.too_few"),
    ("a leader of too few", [m.LeaveTable(2), m.LeaveTable(3)], m.DrawLeader(), "players.count"),
)
def test_what_cannot_be_drawn(about: str, before: list[Any], move: Any, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        play(toy_table(), *before, move)
    assert code in [each.code for each in refused.value.problems]


def test_a_file_with_another_draw_than_can_be_is_refused() -> None:
    state = toy_table().state
    for order in ((1, 2), (1, 2, 2), (1, 2, 9), None):
        assert [each.code for each in m.DrawSeats(order).check(state)] == ["hand.seats"]
    for player in (9, None):
        assert [each.code for each in m.DrawLeader(player).check(state)] == ["hand.seats"]
