"""Settling up on screen: the stakes, the payments that are left, and those that were ticked off."""

from dataclasses import replace as replaced
from types import SimpleNamespace

import pytest
from flask import Flask
from msgspec.structs import replace

from scorekeeper.settlement import plan_handovers
from scorekeeper.table import moves as m
from scorekeeper.table.settling import settle_up
from scorekeeper.table.state import Payment, Stakes
from scorekeeper.web.board.hand_result import handovers_of, has_handovers
from tests.cases import for_each
from tests.table.many_hands import PEOPLE, evening_moves
from tests.web.page.test_screens import check
from tests.web.pages import find_faults
from tests.web.phones import Phone, Table
from tests.web.restored_tables import EVENINGS, restore_table


def rows(phone: Phone, table: Table) -> list[str]:
    return [each.text for each in phone.page(f"{table.path}/settle").of_class("settle__row")]


def send(table: Table, form: str, phone: Phone | None = None, **fields: str) -> int:
    sent = {"version": table.version, **fields}
    return (phone or table.host).post(f"{table.path}/settle/{form}", sent).status_code


@pytest.mark.exhaustive
@for_each(*EVENINGS)
def test_every_evening_can_be_settled(game: str, players: int, count: int, *, app: Flask) -> None:
    """Levels are not paid for, and nothing leads there from their other pages."""
    table = restore_table(app, *evening_moves(game, players, count))
    page = table.host.page(f"{table.path}/settle")
    assert find_faults(page) == []
    assert len(list(page.of_class("settle__row"))) == len(settle_up(table.state).payments) * (game == "mighty")
    assert ("This game is played for levels." in page.text) is (game == "zhao_pengyou")
    for other in ("sheet", "chart", "statistics"):
        assert ("/settle" in table.host.get(f"{table.path}/{other}").text) is (game == "mighty")


def test_stakes_are_set_and_payments_ticked_off_by_whoever_keeps_the_score(app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 7))
    assert table.watcher().page(f"{table.path}/settle").text.count("Paid") == 0
    assert send(table, "pay", table.watcher(), paid="all") == 403
    assert send(table, "stakes", worth="0,50", coin="100", unit=" € ") == 303
    assert table.state.stakes == Stakes(50, 100, "€")
    first, *others = settle_up(table.state).payments
    assert send(table, "pay", paid=f"{first.giver}-{first.receiver}-{first.amount}") == 303
    assert table.state.paid == (first,)
    assert settle_up(table.state).payments == tuple(others)
    assert send(table, "pay", paid="all") == 303
    assert "All is paid" in table.host.page(f"{table.path}/settle").text
    assert len(rows(table.host, table)) == 1 + len(others)
    assert send(table, "unpay", paid=f"{first.giver}-{first.receiver}-{first.amount}") == 303
    assert settle_up(table.state).payments == (first,)
    names = [PEOPLE[player - 1] for player in (first.giver, first.receiver)]
    assert all(name in rows(table.host, table)[0] for name in names)


def settle_buttons(table: Table, at: str = "") -> list[str]:
    """Return the words in the dock of the page."""
    dock = table.host.page(f"{table.path}/settle{at}").of_class("dock")[0]
    return [each.text for each in (*dock.all("a"), *dock.all("button"))]


def test_all_is_marked_as_paid_at_the_end_alone_asked_once_and_taken_back_in_a_tap(app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 7))
    for at in ("", "?ask=all"):
        assert settle_buttons(table, at) == ["Back to the table", "Copy"]
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    assert settle_buttons(table) == ["Mark all as paid", "Copy"], "a link, which only asks"
    asked = f"{table.path}/settle?ask=all"
    due = settle_up(table.state).payments
    page = table.host.page(asked)
    assert f"Have all {len(due)} payments been made?" in page.text
    assert settle_buttons(table, "?ask=all") == ["Cancel", "Mark all as paid"]
    table.host.submit(asked, f"{table.path}/settle/pay", {"paid": "all"})
    assert table.state.paid == due
    assert settle_buttons(table) == ["Back to the table", "Undo"]
    table.host.submit(f"{table.path}/settle", f"{table.path}/settle/undo")
    assert table.state.paid == ()
    assert settle_up(table.state).payments == due


REFUSED = [
    ("stakes", {"worth": "x", "coin": "100"}, "Write an amount such as 100 or 0.50"),
    ("stakes", {"worth": "1.005", "coin": "100"}, "Write an amount such as 100 or 0.50"),
    ("stakes", {"worth": "0", "coin": "100"}, "A point is worth from 0.01"),
    ("stakes", {"worth": "", "coin": ""}, "the smallest coin"),
    ("pay", {}, "Pick who has paid."),
    ("pay", {"paid": "1-2-3"}, "Pick who has paid."),
    ("unpay", {"paid": "1-2-3"}, "not marked any more"),
    ("nonsense", {}, "That cannot be recorded here."),
]


@for_each(*REFUSED)
def test_what_is_refused_is_told(form: str, fields: dict[str, str], why: str, *, app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 3))
    before = table.log
    answer = table.host.post(f"{table.path}/settle/{form}", {"version": table.version, **fields})
    assert answer.status_code == 422
    assert why in answer.text
    assert table.log == before


def test_a_payment_that_comes_too_late_is_not_recorded_twice(app: Flask) -> None:
    """Two phones tick the same off at once."""
    table = restore_table(app, *evening_moves("mighty", 5, 3))
    version = table.version
    for expected in (303, 409):
        form = {"version": version, "paid": "all", "key": f"tap {expected}"}
        assert table.host.post(f"{table.path}/settle/pay", form).status_code == expected
    assert settle_up(table.state).payments == ()


def test_the_page_is_told_in_every_language(app: Flask) -> None:
    """With points that went to nobody, a rate that rounds, and something paid."""
    stakes = (m.SetStakes(35, 5, "€"), m.RecordPayments((Payment(1, 2, 35),)))
    table = restore_table(app, *evening_moves("mighty", 5, 7), m.Penalize(2, 7, False, "late"), *stakes)
    assert "7 of the points went to nobody" in table.host.page(f"{table.path}/settle").text
    assert "Ana paid Bo 0.35 €" in table.host.page(f"{table.path}/log").text
    for path in ("settle", "log"):
        check(table.host, f"{table.path}/{path}")


@for_each(game=["mighty", "zhao_pengyou"])
def test_chips_change_hands_for_points_and_never_for_levels(game: str, *, app: Flask) -> None:
    """Though levels, once in a while, may sum to zero."""
    table = restore_table(app, *evening_moves(game, 5, 1))
    assert ("/chips" in table.host.get(f"{table.path}/sheet/1").text) is (game == "mighty")
    for_levels = replace(table.state, game=replaced(table.state.game, pays=False))
    assert handovers_of(for_levels, table.state.hands[-1]) == []


@for_each(amounts=[{}, {1: 0, 2: 0}, {1: 2, 2: -1}, {1: 2, 2: -1, 3: -1}])
def test_chips_are_offered_where_some_change_hands(amounts: dict[int, int], *, app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 1))
    record = SimpleNamespace(amounts=amounts)
    assert has_handovers(table.state, record) is bool(plan_handovers(amounts))  # type: ignore[arg-type]


def test_the_stakes_stand_as_they_were_written_and_an_undo_for_payments_alone(app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 1))
    for written, kept in (("1000", "1000"), ("0,5", "0.50"), ("2.05", "2.05")):
        assert send(table, "stakes", worth=written, coin="5", unit="₩") == 303
        fields = table.host.page(f"{table.path}/settle").form(f"{table.path}/settle/stakes").sends()
        assert (fields["worth"], fields["coin"], fields["unit"]) == (kept, "5", "₩")
    # Another action that was recorded after them is not taken back from this page.
    table = restore_table(app, *evening_moves("mighty", 5, 7))
    send(table, "pay", paid="all")
    assert "Undo" in settle_buttons(table)
    table.record("start_hand")
    assert settle_buttons(table) == ["Back to the table"]


def test_what_rounds_to_nothing_is_not_what_all_began_with(table: Table) -> None:
    """Fourteen points at a hundredth each, in whole coins of 1,000, are nothing; the points are still there."""
    table.play_hand()
    assert send(table, "stakes", worth="0.01", coin="100000", unit="₩") == 303
    text = table.host.page(f"{table.path}/settle").one("main").text
    assert "Nothing to pay" in text
    assert "Everybody has what they began with" not in text
    assert "Rounded to 1,000 ₩, nothing is left to pay." in text
