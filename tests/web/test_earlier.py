"""From paper to phones in mid-evening: a grid of hands, or only how all stand."""

from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.export import check, export_document
from scorekeeper.table import moves as m
from tests.table.many_hands import evening
from tests.web.brought import brought
from tests.web.pages import parse
from tests.web.phones import Table, open_table


def test_a_grid_of_hands_from_paper(table: Table) -> None:
    form = table.host.page(f"{table.path}/earlier").form(f"{table.path}/earlier/earlier")
    fields = form.sends()
    for player, amount in enumerate((24, -8, -8, -8), 1):
        fields[f"amount_1_{player}"] = str(amount)
    fields["played_1"] = "16♥ made"
    fields["amount_3_1"], fields["amount_3_5"] = "−4", "4"
    response = table.host.post(f"{table.path}/earlier/earlier", fields)
    assert response.location == table.path
    assert table.scores == {1: 20, 2: -8, 3: -8, 4: -8, 5: 4}
    sheet = table.host.page(f"{table.path}/sheet").one("main").text
    assert "16♥ made" in sheet
    assert "hand 3, from paper" in sheet
    assert len(table.log) == 2, "one action, and so one undo"
    check(export_document(table.services.store.events, table.id))


def test_totals_from_paper_of_points(table: Table) -> None:
    table.record("adjust", amount_2=5, reason="x")
    fields = {"version": table.version, "total_1": "12", "total_2": "-12"}
    assert table.host.post(f"{table.path}/earlier/totals", fields).status_code == 303
    assert table.scores == {1: 12, 2: -12, 3: 0, 4: 0, 5: 0}


def test_totals_from_paper_of_levels(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou")
    fields = {"version": table.version, "total_1": "5", "total_2": "k", "total_3": "2"}
    assert table.host.post(f"{table.path}/earlier/totals", fields).status_code == 303
    standings = table.state.standings
    assert [str(standings[player].said.facts["level"]) for player in (1, 2, 3, 4)] == ["5", "K", "2", "2"]
    fields = {"version": table.version, "total_1": "king"}
    response = table.host.post(f"{table.path}/earlier/totals", fields)
    assert response.status_code == 422
    page = parse(response.text)
    assert len(page.problems) == 1
    assert page.one("input", name="total_1").attributes["value"] == "king"


def test_a_grid_that_is_refused_is_kept(table: Table) -> None:
    fields = {"version": table.version, "amount_2_3": "x", "amount_9_1": "4", "rows": "12"}
    response = table.host.post(f"{table.path}/earlier/earlier", fields)
    assert response.status_code == 422
    page = parse(response.text)
    assert page.problems == ["Write a whole number: the amount."]
    assert page.one("input", name="amount_2_3").attributes["value"] == "x"
    assert page.one("input", name="amount_9_1").attributes["value"] == "4"


def test_more_rows(table: Table) -> None:
    for rows, shown in (("", 6), ("?rows=12", 12), ("?rows=900", 30), ("?rows=-4", 6)):
        page = table.host.page(f"{table.path}/earlier{rows}")
        assert len(list(page.all("input", **{"data-signed": ""}))) == shown * 5 + 5


def test_more_rows_keep_what_was_written(table: Table) -> None:
    """Also without a script. Nothing is recorded."""
    page = table.host.page(f"{table.path}/earlier")
    fields = page.form(f"{table.path}/earlier/earlier").sends()
    fields["played_1"], fields["amount_6_2"] = "16♥ made", "-7"
    answer = table.host.post(f"{table.path}/earlier/more", fields)
    assert answer.status_code == 200
    shown = parse(answer.text).form(f"{table.path}/earlier/earlier").sends()
    assert (shown["played_1"], shown["amount_6_2"], shown["amount_12_1"]) == ("16♥ made", "-7", "")
    assert len(table.log) == 1


@pytest.mark.parametrize("minus", list("-−－–﹣‐‑"))
def test_every_minus_is_read(table: Table, minus: str) -> None:
    table.record("adjust", amount_2=f"{minus}5", amount_1="＋５", reason="x")
    assert table.scores == {1: 5, 2: -5, 3: 0, 4: 0, 5: 0}


@pytest.mark.parametrize("amount", ["−−5", "-", "±5", "5-", "--5"])
def test_what_is_no_number_is_refused(table: Table, amount: str) -> None:
    assert table.send("adjust", amount_2=amount, reason="x").status_code == 422


def test_every_amount_below_zero_has_a_key_for_its_sign(table: Table) -> None:
    """Where a minus may be typed, some keyboards have none."""
    for path in ("people", "earlier"):
        page = table.host.page(f"{table.path}/{path}")
        assert not list(page.all("input", type="number")), "it takes no other minus than its own"
        keys = {each.attributes["data-sign"] for each in page.all("button") if "data-sign" in each.attributes}
        signed = [each.attributes for each in page.all("input") if "data-signed" in each.attributes]
        assert signed
        assert all(each["inputmode"] == "numeric" and ("" in keys or each["id"] in keys) for each in signed)


def test_totals_from_paper_of_thirds(app: Flask) -> None:
    """Whoever stands at a third of a point stands at the whole one that is written."""
    thirds = m.Adjust({1: Fraction(1, 3), 2: Fraction(-1, 3)}, "paper")
    table = brought(app, *evening("mighty", 5, 0), thirds)
    assert table.host.post(f"{table.path}/earlier/totals", {"version": table.version, "total_1": 2}).status_code == 303
    assert (table.scores[1], table.scores[2]) == (2, Fraction(-1, 3))
    assert brought(app, *evening("mighty", 5, 0), thirds).scores[1] == Fraction(1, 3), "what is in the log can be read"
