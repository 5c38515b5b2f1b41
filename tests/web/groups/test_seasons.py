"""A season: the table of a group between two days, by game and by rules, on a page and in files."""

import csv
import io
from datetime import date, timedelta

import pytest
from flask import Flask
from openpyxl import load_workbook

from scorekeeper.table.seasons import SeasonChoice, day_of, tally_season, track_totals
from scorekeeper.web.page.group_nights import load_group_history
from tests.cases import for_each
from tests.web.groups.test_groups import add_to_group, make_group, record_evening
from tests.web.pages import find_faults
from tests.web.phones import NAMES, Phone, Table, open_table


@pytest.fixture
def host(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(app: Flask, host: Phone) -> str:
    """Two nights of Mighty on different days, one by other rules, and one of Zhao Pengyou."""
    group = make_group(host)
    tables = [record_evening(host), record_evening(host, points=3)]
    other = open_table(app, "base10", host=host)
    other.play_hand(points=18)
    levels = open_table(app, "pagat", game="zhao_pengyou", host=host)
    for day, table in enumerate((*tables, other, levels), 10):
        open_on(table, f"2026-03-{day}T09:30:00.000+00:00")
        add_to_group(table, group, by=host)
    return group


def open_on(table: Table, at: str) -> None:
    """Let a table have been opened at that time."""
    sql = "update tables set created = ? where table_id = ?"
    table.services.store.database.write(lambda db: db.execute(sql, [at, table.id]))


def rows_of(phone: Phone, path: str) -> dict[str, list[str]]:
    """The rows of the table, by name."""
    found = phone.page(path).of_class("all-time")
    return {
        next(row.all("a")).text: [cell.text for cell in row.all("td")]
        for row in (found[0].one("tbody").all("tr") if found else ())
    }


def read_csv(phone: Phone, query: str) -> list[list[str]]:
    response = phone.get(f"{query}")
    assert response.status_code == 200
    return list(csv.reader(io.StringIO(response.data.decode("utf-8-sig"), newline="")))


def test_a_season_is_chosen_by_days_game_and_rules(host: Phone, group: str) -> None:
    everything = rows_of(host, f"{group}/season?game=mighty")
    assert everything["Ana"][:2] == ["3", "2/3"]
    first = rows_of(host, f"{group}/season?game=mighty&to=2026-03-10")
    assert {name: cells[0] for name, cells in first.items()} == dict.fromkeys(NAMES, "1")
    assert first["Ana"][1:] == ["1/1", "+14.0", "+14"]
    assert rows_of(host, f"{group}/season?game=mighty&from=2026-03-11&to=2026-03-11")["Ana"][1] == "0/1"
    assert rows_of(host, f"{group}/season?game=mighty&rules=base10")["Ana"][0] == "1"
    assert rows_of(host, f"{group}/season?game=mighty&from=2027-01-01") == {}
    assert "No night in these days" in host.get(f"{group}/season?from=2027-01-01").text


def test_a_season_begins_with_the_game_of_the_latest_night_if_any(host: Phone, group: str) -> None:
    page = host.page(f"{group}/season")
    assert find_faults(page) == []
    assert page.one("select", name="game").one("option", selected="").attributes["value"] == "zhao_pengyou"
    assert f'href="{group}/season"' in host.get(group).text
    empty = make_group(host, "Empty")
    for path in ("", "/table.csv", "/table.xlsx"):
        assert host.get(f"{empty}/season{path}").status_code == 200
    assert Phone(host.app).get(f"{empty}/season").status_code == 404


def test_it_is_the_all_time_table_where_nothing_is_chosen(app: Flask, host: Phone, group: str) -> None:
    with app.test_request_context():
        met = load_group_history(group.rpartition("/")[2])
    nights = [each for each in met.evenings if each.state.game.key == "mighty"]
    assert all(SeasonChoice().has(each) for each in met.evenings)
    rows = tally_season(nights)
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    assert track_totals(nights)[-1] == {row.person: row.total for row in rows}
    assert [day_of(each) for each in nights] == [date(2026, 3, 12), date(2026, 3, 11), date(2026, 3, 10)]
    assert not SeasonChoice(first=day_of(nights[0]) + timedelta(days=1)).has(nights[0])
    assert [row.rank for row in rows] == [1 + sum(other.total > row.total for other in rows) for row in rows]


def test_the_files_hold_the_same(host: Phone, group: str) -> None:
    query = "game=mighty&to=2026-03-11"
    head, *lines = read_csv(host, f"{group}/season/table.csv?{query}")
    assert head == [
        *("Place", "Player", "Nights", "Hands", "Nights won", "Contracts made", "Contracts", "Share made"),
        *("Mean of a hand", "Total"),
    ]
    told = rows_of(host, f"{group}/season?{query}")
    assert {line[1]: (line[3], f"{line[5]}/{line[6]}") for line in lines} == {
        name: (cells[0], cells[1]) for name, cells in told.items()
    }
    book = load_workbook(io.BytesIO(host.get(f"{group}/season/table.xlsx?{query}").data))
    assert book.sheetnames == ["Season", "Totals by night"]
    assert [[str(cell if cell is not None else "") for cell in row] for row in book["Season"].values] == [head, *lines]
    nights = list(book["Totals by night"].values)
    assert [row[0] for row in nights] == ["Day", "2026-03-10", "2026-03-11"]
    assert dict(zip(nights[0][1:], map(str, nights[-1][1:]), strict=True)) == {line[1]: line[-1] for line in lines}
    (chart,) = book["Totals by night"]._charts
    assert len(chart.series) == len(NAMES)


def test_the_chart_over_the_nights(host: Phone, group: str) -> None:
    for query in ("game=mighty", "game=mighty&look=dark", "game=mighty&to=2026-03-10"):
        response = host.get(f"{group}/season/chart.svg?{query}")
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert host.get(f"{group}/season/chart.svg?from=2027-01-01").status_code == 404, "nobody has played"
    assert host.get(f"{group}/season/chart.svg?game=zhao_pengyou").status_code == 404
    assert "03-11" in host.get(f"{group}/season/chart.svg?game=mighty").text


@for_each(query=["from=tomorrow", "game=chess", "rules=nobody", "from=&to=&game=&rules="])
def test_nonsense_chooses_nothing(query: str, *, host: Phone, group: str) -> None:
    for path in ("", "/table.csv", "/table.xlsx"):
        assert host.get(f"{group}/season{path}?{query}").status_code == 200
    assert host.get(f"{group}/season/chart.svg?{query}").status_code == 404, "the latest night has no hand"
