"""Hands from paper in mid-evening: a grid of hands, or the totals alone."""

from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.export import check_document, export_document
from scorekeeper.table import moves as m
from scorekeeper.web.page.wording import say
from tests.cases import for_each
from tests.table.many_hands import evening_moves
from tests.web.pages import parse
from tests.web.phones import Table, open_table
from tests.web.restored_tables import restore_table


def test_a_grid_of_hands_from_paper(table: Table) -> None:
    form = table.host.page(f"{table.path}/paper-hands").form(f"{table.path}/paper-hands/earlier")
    fields = form.sends()
    for player, amount in enumerate((24, -8, -8, -8), 1):
        fields[f"amount_1_{player}"] = str(amount)
    fields["played_1"] = "16♥ made"
    fields["amount_3_1"], fields["amount_3_5"] = "−4", "4"
    response = table.host.post(f"{table.path}/paper-hands/earlier", fields)
    assert response.location == table.path
    assert table.scores == {1: 20, 2: -8, 3: -8, 4: -8, 5: 4}
    sheet = table.host.page(f"{table.path}/sheet").one("main").text
    assert "16♥ made" in sheet
    assert "hand 3, from paper" in sheet
    assert len(table.log) == 2, "one action, and so one undo"
    check_document(export_document(table.services.store.events, table.id))


def test_totals_from_paper_of_points_or_thirds(table: Table, app: Flask) -> None:
    table.record("adjust", amount_2=5, amount_1=-5, reason="x")
    fields = {"version": table.version, "total_1": "12", "total_2": "-12"}
    assert table.host.post(f"{table.path}/paper-hands/totals", fields).status_code == 303
    assert table.scores == {1: 12, 2: -12, 3: 0, 4: 0, 5: 0}
    # A player at a third of a point stands at the whole one that is written.
    thirds = m.Adjust({1: Fraction(1, 3), 2: Fraction(-1, 3)}, "paper")
    table = restore_table(app, *evening_moves("mighty", 5, 0), thirds)
    fields = {"version": table.version, "total_1": 2, "total_2": -2}
    assert table.host.post(f"{table.path}/paper-hands/totals", fields).status_code == 303
    assert (table.scores[1], table.scores[2]) == (2, -2)
    assert restore_table(app, *evening_moves("mighty", 5, 0), thirds).scores[1] == Fraction(1, 3), (
        "what is in the log can be read"
    )
    # Five who began with 40 have 200 together, whoever is named.
    table = open_table(app, "korean40")
    address = f"{table.path}/paper-hands/totals"
    refused = table.host.post(address, {"version": table.version, "total_1": "50", "total_2": "29"})
    assert parse(refused.text).problems == ["The amounts sum to 199, not to 200."]
    assert table.host.post(address, {"version": table.version, "total_1": "50", "total_2": "30"}).status_code == 303


def test_totals_from_paper_of_levels_need_not_sum_to_anything(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou")
    fields = {"version": table.version, "total_1": "5", "total_2": "k", "total_3": "2"}
    assert table.host.post(f"{table.path}/paper-hands/totals", fields).status_code == 303
    standings = table.state.standings
    assert [str(standings[player].said.facts["level"]) for player in (1, 2, 3, 4)] == ["5", "K", "2", "2"]
    fields = {"version": table.version, "total_1": "king"}
    response = table.host.post(f"{table.path}/paper-hands/totals", fields)
    assert response.status_code == 422
    page = parse(response.text)
    assert len(page.problems) == 1
    assert page.one("input", name="total_1").attributes["value"] == "king"
    fields = {"version": table.version, "amount_1_1": "2", "amount_1_2": "2"}
    assert table.host.post(f"{table.path}/paper-hands/earlier", fields).status_code == 303


def test_a_grid_that_is_refused_is_kept_and_a_box_is_good_for_its_difference(table: Table) -> None:
    fields = {"version": table.version, "amount_2_3": "x", "amount_9_1": "4", "rows": "12"}
    response = table.host.post(f"{table.path}/paper-hands/earlier", fields)
    assert response.status_code == 422
    page = parse(response.text)
    assert page.problems == ["Write a whole number: the amount of Cho in hand 2."]
    assert page.one("input", name="amount_2_3").attributes["value"] == "x"
    assert page.one("input", name="amount_9_1").attributes["value"] == "4"
    # A box is good for the difference that was named.
    address = f"{table.path}/people/adjust"
    fields = {"version": table.version, "reason": "a bet", "amount_1": "20"}
    box = parse(table.host.post(address, fields).text).form(address).one("input", name="uneven").attributes["value"]
    other = table.host.post(address, {**fields, "amount_2": "1", "uneven": box})
    assert parse(other.text).problems == ["The amounts sum to 21, not to 0."]


def test_more_rows_keep_what_was_written(table: Table) -> None:
    for rows, count in (("", 6), ("?rows=12", 12), ("?rows=900", 30), ("?rows=-4", 6)):
        page = table.host.page(f"{table.path}/paper-hands{rows}")
        assert len(list(page.all("input", **{"data-signed": ""}))) == count * 5 + 5
    # Also without a script. Nothing is recorded.
    page = table.host.page(f"{table.path}/paper-hands")
    fields = page.form(f"{table.path}/paper-hands/earlier").sends()
    fields["played_1"], fields["amount_6_2"] = "16♥ made", "-7"
    answer = table.host.post(f"{table.path}/paper-hands/more", fields)
    assert answer.status_code == 200
    shown = parse(answer.text).form(f"{table.path}/paper-hands/earlier").sends()
    assert (shown["played_1"], shown["amount_6_2"], shown["amount_12_1"]) == ("16♥ made", "-7", "")
    assert len(table.log) == 1


@for_each(minus=list("-−－–﹣‐‑"))
def test_every_minus_is_read(minus: str, *, app: Flask) -> None:
    table = open_table(app)
    table.record("adjust", amount_2=f"{minus}5", amount_1="＋５", reason="x")
    assert table.scores == {1: 5, 2: -5, 3: 0, 4: 0, 5: 0}


@for_each(amount=["−−5", "-", "±5", "5-", "--5"])
def test_what_is_no_number_is_refused(amount: str, *, app: Flask) -> None:
    table = open_table(app)
    assert table.send("adjust", amount_2=amount, reason="x").status_code == 422


def test_every_amount_below_zero_has_a_key_for_its_sign(table: Table) -> None:
    """Some keyboards have no minus."""
    for path in ("people", "paper-hands"):
        page = table.host.page(f"{table.path}/{path}")
        assert not list(page.all("input", type="number")), "it takes no other minus than its own"
        keys = {each.attributes["data-sign"] for each in page.all("button") if "data-sign" in each.attributes}
        signed = [each.attributes for each in page.all("input") if "data-signed" in each.attributes]
        assert signed
        assert all(each["inputmode"] == "numeric" and ("" in keys or each["id"] in keys) for each in signed)


# --- Amounts that do not sum to what they should ---

ROW = {"amount_1_1": "14", "amount_1_2": "7", "amount_1_3": "-7", "amount_1_4": "-7"}
HANDS = {"amount_1_1": "1", "amount_2_1": "1", "amount_2_2": "-1", "amount_3_2": "-1"}
TOTALS = {"total_1": "20", "total_2": "10", "total_3": "-10", "total_4": "-10", "total_5": "-11"}
UNEVEN = [
    ("paper-hands/earlier", {**ROW, "amount_1_5": "-8"}, ["Hand 1 sums to −1, not to 0."]),
    ("paper-hands/earlier", ROW, ["Hand 1 sums to 7, not to 0."]),
    ("paper-hands/earlier", HANDS, ["Hand 1 sums to 1, not to 0.", "Hand 3 sums to −1, not to 0."]),
    ("paper-hands/totals", TOTALS, ["The amounts sum to −1, not to 0."]),
    ("people/adjust", {"amount_1": "20", "reason": "a bet"}, ["The amounts sum to 20, not to 0."]),
]


@for_each(*UNEVEN)
def test_uneven_amounts_stand_only_on_purpose(
    form: str, fields: dict[str, str], problems: list[str], *, app: Flask
) -> None:
    """The difference is named; the form comes back as it was written, with a box for what is meant so."""
    table = open_table(app)
    address = f"{table.path}/{form}"
    response = table.host.post(address, {"version": table.version, **fields})
    assert response.status_code == 422
    assert len(table.log) == 1
    page = parse(response.text)
    assert page.problems == problems
    sent = page.form(address).sends()
    assert fields.items() <= sent.to_dict().items()
    box = page.form(address).one("input", name="uneven").attributes
    assert "checked" not in box
    assert table.host.post(address, {**sent.to_dict(), "uneven": box["value"]}).status_code == 303
    assert len(table.log) == 2
    assert sum(table.scores.values()) != 0 or len(problems) > 1


def level_texts(table: Table) -> list[str]:
    return [say(standing.said, table.state).striptags() for standing in table.state.standings.values()]


def test_levels_by_hand_are_the_levels_themselves_after_laps_too(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou")
    page = table.host.page(f"{table.path}/people")
    field = page.one("input", name="amount_1").attributes
    assert (field["type"], field["placeholder"]) == ("text", "2")
    table.record("adjust", amount_1="7", amount_2="a", amount_3="K", reason="last week")
    table.record("adjust", amount_1="5", amount_3="", reason="a mistake")
    with app.test_request_context():
        assert level_texts(table)[:4] == ["5", "A", "K", "2"]
    wrong = table.send("adjust", amount_1="+3", reason="x")
    assert wrong.status_code == 422
    assert "is not a level" in parse(wrong.text).problems[0]
    table.record("adjust", amount_2=">a", reason="won")
    with app.test_request_context():
        assert level_texts(table)[1] == ">A"
    # A lap that leaves out the low levels has fewer of them.
    table = open_table(app, "joker_laps", game="zhao_pengyou", skip_low=True)
    table.record("adjust", amount_1="10+", amount_2="K+", reason="last week")
    with app.test_request_context():
        assert level_texts(table)[:2] == ["10+", "K+"]
    assert table.send("adjust", amount_3="5+", reason="x").status_code == 422


def test_whoever_won_stands_above_the_ace_and_not_at_a_joker(app: Flask) -> None:
    """By pagat no joker is played for: no screen, file or picture says that anybody is at one."""
    table = restore_table(app, *evening_moves("zhao_pengyou", 5, 1))
    table.host.post(f"{table.path}/people/adjust", {"version": table.version, "amount_2": ">A", "reason": "won"})
    assert table.state.ending
    for path in ("", "/sheet", "/chart", "/print", "/export"):
        page = table.host.page(f"{table.path}{path}")
        assert "JK" not in page.text, path
    assert ">A" in table.host.page(table.path).text
    assert "%3EA" in table.host.get(f"{table.path}/export").text, "BG Stats"
    assert "JK" not in table.host.get(f"{table.path}/export.csv").text


@pytest.mark.parametrize(
    ("written", "number"), [("1,000", 1000), ("1 000", 1000), ("１０００", 1000), ("－5", -5), ("— 5", -5)]
)
def test_all_fields_read_a_number_by_one_rule(table: Table, written: str, number: int) -> None:
    """Earlier hands, totals, standings, the worth of a point, the number of hands. tests/test_numerals.py has more."""
    forms = {
        "/paper-hands/earlier": {"amount_1_1": written, "amount_1_2": str(-number)},
        "/people/adjust": {"amount_1": written, "amount_2": str(-number), "reason": "x"},
        "/paper-hands/totals": {"total_1": written, "total_2": str(-number)},
        "/settle/stakes": {"worth": written.lstrip("-－— "), "coin": "100", "unit": "₩"},
        "/people/limit_hands": {"hands": written.lstrip("-－— ")},
    }
    expected = iter((number, 2 * number, number))
    for path, fields in forms.items():
        response = table.host.post(table.path + path, {"version": table.version, **fields})
        assert response.status_code == 303, path
        if "hands" not in fields and "worth" not in fields:
            assert table.scores[1] == next(expected), path
    assert table.state.stakes.worth == abs(number) * 100
    assert table.state.hand_limit == abs(number)


def test_totals_are_read_as_the_page_shows_them(table: Table) -> None:
    """A standing with a half is typed as it stands there, and what the other has as well."""
    fields = {"version": table.version, "total_1": "12½", "total_2": "−12½"}
    assert table.host.post(f"{table.path}/paper-hands/totals", fields).status_code == 303
    assert table.scores[1] == Fraction(25, 2)
