"""Statistics of a table: the pages, and that every number leads to the hands that make it."""

from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.table import moves as m
from scorekeeper.table.statistics import Counted, Evening, count
from scorekeeper.web import statistics
from scorekeeper.web.statistics import mean_shown
from tests.table.many_hands import PEOPLE, SIZES, evening
from tests.web.brought import brought
from tests.web.pages import Element, faults
from tests.web.phones import Table
from tests.web.test_screens import check


def rows(page: Element) -> list[Element]:
    return page.of_class("row")


def amount(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


@pytest.mark.parametrize("count", [0, 1, 7, 200])
@pytest.mark.parametrize(("game", "players"), SIZES)
def test_every_evening_has_its_statistics(app: Flask, game: str, players: int, count: int) -> None:
    """Whoever has played has a line, and what the hands gave in all is what the sheet says."""
    table = brought(app, *evening(game, players, count))
    page = table.host.page(f"{table.path}/statistics")
    assert faults(page) == []
    played = {player for record in table.state.hands for player in record.amounts}
    assert {link.text for link in page.of_class("stats__who")} == {PEOPLE[player - 1] for player in played}
    if count and game == "mighty":
        for player in played:
            own = table.host.page(f"{table.path}/statistics/{player}")
            told = next(row.text for row in rows(own) if "in all" in row.text)
            total = told.partition(" in all")[0].removeprefix("a hand")
            assert amount(total) == table.scores[player]


@pytest.mark.parametrize(("game", "players"), [("mighty", 5), ("zhao_pengyou", 5)])
def test_statistics_are_told_in_every_language(app: Flask, game: str, players: int) -> None:
    table = brought(app, *evening(game, players, 7), m.VoidHand(2, "misdeal"), m.EndSession(), m.BeginSession())
    for page in ("", "?sheets=all", "/1?sheets=all", "/2", "/1/hands?sheets=all&what=hands", "/1/hands?what=best"):
        check(table.host, f"{table.path}/statistics{page}")


def test_every_number_leads_to_its_hands(app: Flask) -> None:
    table = brought(app, *evening("mighty", 5, 20))
    for player in table.scores:
        for row in rows(table.host.page(f"{table.path}/statistics/{player}")):
            if row.tag != "a":
                continue
            shown = row.one("b").text
            page = table.host.page(row.attributes["href"])
            listed = rows(page)
            gains = [amount(each.one("b").text) for each in listed]
            what = row.attributes["href"].partition("what=")[2]
            if what != "hands" and not what.startswith("with-"):
                assert row.of_class("row__title")[0].text in page.one("h2", **{"class": "section"}).text
            if what in ("best", "worst"):
                assert gains == [amount(shown)]
            elif what.startswith("with-"):
                assert sum(gains) == amount(shown)
            elif "." not in shown:
                assert len(gains) == int(shown.partition(" ")[0])
            for each in listed:
                assert table.host.get(each.attributes["href"]).status_code == 200


def test_a_small_sample_is_told(app: Flask) -> None:
    """Of nine hands a mean is marked, of ten it is not; of few declared ones the share is."""
    few, enough = (brought(app, *evening("mighty", 5, count)) for count in (9, 10))
    lines = [
        {row.of_class("row__title")[0].text: row.text for row in rows(table.host.page(f"{table.path}/statistics/1"))}
        for table in (few, enough)
    ]
    assert ["few hands" in each["a hand"] for each in lines] == [True, False]
    assert ["few hands" in each["bids made"] for each in lines] == [True, True]
    assert "luck, mostly" in few.host.page(f"{few.path}/statistics").text


def sheets(app: Flask) -> Table:
    """A table that has begun a second sheet."""
    table = brought(app, *evening("mighty", 5, 7), m.EndSession(), m.BeginSession())
    table.play_hand()
    return table


def test_all_sheets_of_a_table(app: Flask) -> None:
    """Hands of earlier sheets are counted with it, and have no page to lead to."""
    table = sheets(app)

    def count(query: str) -> str:
        page = table.host.page(f"{table.path}/statistics/1/hands?what=hands{query}")
        return "".join("a" if row.tag == "a" else "-" for row in rows(page))

    assert count("") == "a"
    assert count("&sheets=all") == "a-------"
    assert "All sheets" in table.host.page(f"{table.path}/statistics").text
    alone = brought(app, *evening("mighty", 5, 7))
    assert "All sheets" not in alone.host.page(f"{alone.path}/statistics").text


@pytest.mark.parametrize("path", ["9", "0", "1/hands?what=nonsense", "99/hands?what=hands"])
def test_what_there_is_not_has_no_page(app: Flask, path: str) -> None:
    table = brought(app, *evening("mighty", 5, 1))
    assert table.host.get(f"{table.path}/statistics/{path}").status_code == 404


def test_numbers_are_counted_once_a_version(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, times = brought(app, *evening("mighty", 5, 3)), list[int]()

    def noted(evenings: list[Evening]) -> Counted:
        times.append(len(evenings))
        return count(evenings)

    monkeypatch.setattr(statistics, "count", noted)
    for path in ("", "/1", "/2/hands?what=hands"):
        table.host.page(f"{table.path}/statistics{path}")
    assert times == [1]
    table.play_hand()
    table.host.page(f"{table.path}/statistics")
    assert times == [1, 1]


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "–"), (0, "0.0"), (2.04, "+2.0"), (6.66, "+6.7"), (-0.26, "−0.3"), (-0.04, "0.0")]
)
def test_means_have_one_decimal(value: float | None, shown: str) -> None:
    assert mean_shown(None if value is None else Fraction(value)) == shown
