"""The chart of the evening: its page and its picture."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.table import moves as m
from scorekeeper.table.standings_over_time import find_leads, track_standings
from scorekeeper.web.evening import chart
from scorekeeper.web.evening.svg_chart import (
    PALETTES,
    ChartData,
    Curve,
    RenderedChart,
    render_chart,
    round_heights,
    round_step,
    shorten,
    spread_labels,
    width_of,
)
from tests.cases import for_each
from tests.table.many_hands import PEOPLE, evening_moves
from tests.web.page.test_screens import check
from tests.web.pages import find_faults
from tests.web.phones import Phone, Table
from tests.web.restored_tables import EVENINGS, restore_table

TOKENS = (Path(__file__).parents[3] / "static" / "page" / "tokens.css").read_text()


def test_what_stands_beside_the_board_is_told_when_it_is_another(app: Flask) -> None:
    table = restore_table(app, *evening_moves("zhao_pengyou", 6, 5))
    page = table.host.page(f"{table.path}/beside")
    assert [row.text[0] for row in page.of_class("last-hands")[0].all("li")] == ["5", "4", "3", "2", "1"]
    (shown,) = (each.attributes["data-version"] for each in page.of_class("side-panel__room"))
    assert table.host.get(f"{table.path}/beside?shown={shown}").status_code == 204
    table.record("start_hand")
    assert table.host.get(f"{table.path}/beside?shown={shown}").status_code == 204
    assert table.host.get(f"{table.path}/beside?shown=1").status_code == 200
    check(table.host, f"{table.path}/beside")


def svg(table: Table, query: str = "") -> str:
    response = table.host.get(f"{table.path}/chart.svg?{query}")
    assert (response.status_code, response.content_type) == (200, "image/svg+xml; charset=utf-8")
    return response.text


@pytest.mark.exhaustive
@for_each(*EVENINGS)
def test_every_evening_has_its_chart(game: str, players: int, count: int, *, app: Flask) -> None:
    """The last row of the table is what stands under the names, and everyone has a line with a name."""
    table = restore_table(app, *evening_moves(game, players, count))
    page = table.host.page(f"{table.path}/chart")
    assert find_faults(page) == []
    rows = list(page.all("tr"))
    assert len(rows) == (count + 1 if count else 0)
    picture = svg(table)
    assert picture.count('class="end') == players
    assert [name for name in PEOPLE[:players] if f">{name}</text>" not in picture] == []
    if count:
        keys = next(each for each in page.all("nav") if "keys__grid" in each.attributes.get("class", ""))
        assert [cell.text for cell in rows[-1].all("td")] == [small.text for small in keys.all("small")]


def test_the_chart_is_told_in_every_language(app: Flask) -> None:
    """With a void hand, a penalty and a change by hand."""
    table = restore_table(
        app,
        *evening_moves("mighty", 5, 4),
        m.Penalize(2, 10, True, "late"),
        m.Adjust({1: 3, 2: -3}, "paper"),
        m.VoidHand(2, "misdeal"),
    )
    check(table.host, f"{table.path}/chart")
    assert 'data-hands="1,2,3,4,,"' in table.host.get(f"{table.path}/chart").text


def test_a_line_is_brought_forward_and_who_leads_and_led_is_told(app: Flask) -> None:
    """The line of the leader, of the phone's own player, or of the one asked for."""
    table = restore_table(app, *evening_moves("mighty", 5, 7))
    leader = max(table.scores, key=table.scores.__getitem__)
    seat = next(player for player in table.scores if player != leader)

    def forward(phone: Phone, query: str = "") -> str:
        keys = phone.page(f"{table.path}/chart{query}").of_class("key")
        return next(next(key.all("bdi")).text for key in keys if "aria-current" in key.attributes)

    assert forward(table.host) == PEOPLE[leader - 1]
    assert forward(table.take_seat(seat)) == PEOPLE[seat - 1]
    assert forward(table.host, "?player=4") == PEOPLE[3]
    assert forward(table.host, "?player=99") == forward(table.host, "?player=x") == PEOPLE[leader - 1]
    course = track_standings(table.state.entries)
    leads = find_leads(course)
    lead = next(
        each
        for each in table.host.page(f"{table.path}/chart").all("p")
        if "chart__lead" in each.attributes.get("class", "")
    )
    assert PEOPLE[leads[-1].players[0] - 1] in lead.text
    assert f"{PEOPLE[leads[-2].players[0] - 1]} led" in lead.text
    # Two hands that undo each other but for two who share what is left.
    table = restore_table(app, *evening_moves("mighty", 5, 0), m.Adjust({1: 5, 2: 5, 3: -10}, "paper"))
    page = table.host.page(f"{table.path}/chart")
    assert "Ana, Bo share the lead with 5" in page.text


def test_a_television_shows_the_chart_between_hands(app: Flask) -> None:
    """From the first hand on, as long as none is played, and not once the evening is over."""
    table = restore_table(app, *evening_moves("mighty", 5, 0))
    shown = []
    for step in ("start_hand", "enter_contract", "result", "start_hand"):
        fields = {
            "enter_contract": {"declarer": 1, "level": 16, "trump": "H"},
            "result": {"side": "card|2", "points": 17},
        }
        shown.append(bool(table.host.page(f"{table.path}/watch").of_class("tv__chart")))
        table.record(step, fields.get(step))
    assert shown == [False, False, False, True]
    assert table.host.page(f"{table.path}/watch").of_class("tv__chart") == []


def test_a_moment_has_a_name_of_its_own(app: Flask) -> None:
    """So that a television plays it once: another hand or another sheet is another moment, a correction is not."""
    table = restore_table(app, *evening_moves("mighty", 5, 2))

    def moment() -> str | None:
        return table.host.page(f"{table.path}/watch").one("div", id="table").attributes.get("data-result")

    first = moment()
    table.record("start_hand")
    assert moment() is None
    table.record("undo")
    assert moment() == first
    table.play_hand()
    assert moment() not in (None, first)


# --- The picture ---
def test_a_picture_is_drawn_once_a_version(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, times = restore_table(app, *evening_moves("mighty", 5, 3)), list[str]()

    def count_call(picture: ChartData, look: str, shape: str) -> RenderedChart:
        times.append(look)
        return render_chart(picture, look, shape)

    monkeypatch.setattr(chart, "render_chart", count_call)
    svg(table)
    assert len(times) == 1
    assert svg(table, "look=light") == svg(table, "v=7&look=nonsense")
    assert len(times) == 1
    svg(table, "look=dark")
    assert len(times) == 2
    table.play_hand()
    svg(table)
    assert len(times) == 3


PICTURE = ChartData(
    (Curve("Ana", ((0, 0.0), (1, 4.0), (2, 8.0))), Curve("Bo", ((0, 0.0), (1, -4.0), (2, 7.5)), True)),
    2,
    ((1, "1"), (2, "2")),
    ((0.0, "0"), (5.0, "5")),
)


def test_places_lie_where_the_page_is_told_and_the_chosen_line_alone_is_dark(app: Flask) -> None:
    """The tap of a finger is measured by it."""
    with app.app_context():
        drawing = render_chart(PICTURE)
    assert 0 < drawing.left < 0.25
    assert 0.75 < drawing.right < 1
    strokes = re.findall(r'<polyline[^>]* stroke="(#\w+)"', drawing.svg.decode())
    assert strokes == [PALETTES["light"].line, PALETTES["light"].ink]


def test_looks_are_those_of_the_pages_and_act_on_nothing(app: Flask) -> None:
    for name, token in (("ink", "ink"), ("soft", "soft"), ("line", "faded"), ("grid", "line")):
        light, dark = (getattr(PALETTES[look], name) for look in ("light", "dark"))
        assert f"--{token}: var(--light, {light}) var(--dark, {dark});" in TOKENS
    picture = svg(restore_table(app, *evening_moves("zhao_pengyou", 5, 7)), "shape=television")
    assert [word for word in ("<script", "<!--", "href", "<title", "url(") if word in picture] == []


@for_each(
    ([], 10, []),
    ([50], 10, [50]),
    ([50, 50], 10, [50, 60]),
    ([50, 30, 55], 10, [50, 30, 60]),
    ([100, 100, 100], 10, [80, 90, 100]),
    ([-9, 120], 10, [0, 100]),
    ([0] * 5, 40, [0, 25, 50, 75, 100]),
)
def test_names_at_the_ends_stand_apart(wanted: list[float], gap: float, expected: list[float]) -> None:
    heights = spread_labels(wanted, gap, 0, 100)
    assert heights == expected
    assert all(one <= other for one, other in pairwise(sorted(heights)))


@for_each(name=["Ana", "Bartholomew Longname", "가나다라마바사아자차카타파하", "x" * 30, "ﷺ" * 20])
def test_names_have_room(name: str) -> None:
    short = shorten(name, 6.2)
    assert width_of(short) <= 6.2
    assert short == name or short.endswith("…")


@for_each((-40, 47, [-40, -20, 0, 20, 40]), (0, 3, [0, 1, 2, 3]), (0, 0, [0]), (95, 130, [100, 110, 120, 130]))
def test_heights_are_round(low: int, high: int, expected: list[int]) -> None:
    assert round_heights(low, high) == expected


@for_each((1, 1), (7, 1), (8, 1), (9, 2), (40, 5), (41, 10), (200, 50))
def test_hands_are_numbered_as_there_is_room(hands: int, step: int) -> None:
    assert round_step(hands, 8) == step
