"""Statistics of a table: the pages, and that every number leads to the hands that make it."""

from datetime import timedelta
from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.table import moves as m
from scorekeeper.table.statistics import EveningStatistics, PlayedSheet, count_statistics
from scorekeeper.web.evening import statistics
from scorekeeper.web.evening.figures import format_mean
from tests.cases import for_each
from tests.table.many_hands import PEOPLE, evening_moves
from tests.web.page.test_screens import check
from tests.web.pages import Element, find_faults
from tests.web.phones import Table
from tests.web.restored_tables import EVENINGS, restore_table

CODES = {"mighty": "deed.made", "zhao_pengyou": "deed.makers_rose"}


def rows(page: Element) -> list[Element]:
    return page.of_class("row")


def amount(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


@for_each(*EVENINGS)
def test_every_evening_has_its_statistics(game: str, players: int, count: int, *, app: Flask) -> None:
    """Everybody who played has a line, and the gains of all hands are those of the sheet."""
    table = restore_table(app, *evening_moves(game, players, count))
    page = table.host.page(f"{table.path}/statistics")
    assert find_faults(page) == []
    played = {player for record in table.state.hands for player in record.amounts}
    assert {link.text for link in page.of_class("stats__player")} == {PEOPLE[player - 1] for player in played}
    if count and game == "mighty":
        for player in played:
            own = table.host.page(f"{table.path}/statistics/{player}")
            total = own.of_class("figures__total")[0].text
            assert amount(total) == table.scores[player]


@pytest.mark.parametrize(("game", "players"), [("mighty", 5), ("zhao_pengyou", 5)])
def test_statistics_are_told_in_every_language(app: Flask, game: str, players: int) -> None:
    moves = (*evening_moves(game, players, 7), m.VoidHand(2, "misdeal"), m.EndSession(), m.BeginSession())
    table = restore_table(app, *moves, clock=lambda version: timedelta(minutes=version))
    words = ("hands", "duration", "pair-1-2", CODES[game])
    together = [f"/hands?sheets=all&what={word}" for word in words]
    for page in ("", "?sheets=all", "/1?sheets=all", "/2", "/1/hands?sheets=all&what=hands", "/1/hands?what=best"):
        check(table.host, f"{table.path}/statistics{page}")
    for page in together:
        check(table.host, f"{table.path}/statistics{page}")


def links(page: Element) -> list[Element]:
    """The numbers of a page that lead to hands."""
    return [link for link in page.one("main").all("a") if "what=" in link.attributes["href"]]


def word_of_number(link: Element) -> str:
    return link.attributes["href"].partition("what=")[2]


def shown_value(link: Element) -> str:
    bold = next(link.all("b"), None)
    label = next(iter(link.of_class("fact-grid__label")), None)
    return (
        bold.text
        if bold
        else link.text.removeprefix(label.text if label else "").strip(" *").removesuffix(" few hands")
    )


def test_every_number_of_a_person_leads_to_its_hands(app: Flask) -> None:
    table, hands = restore_table(app, *evening_moves("mighty", 5, 20)), set[str]()
    for player in table.scores:
        for link in links(table.host.page(f"{table.path}/statistics/{player}")):
            page, shown = table.host.page(link.attributes["href"]), shown_value(link)
            listed = rows(page)
            gains = [amount(each.one("b").text) for each in listed]
            if word_of_number(link) in ("best", "worst"):
                assert set(gains) == {amount(shown)}
            elif word_of_number(link).startswith(("with-", "pair-")):
                assert sum(gains) == amount(shown)
            elif word_of_number(link) == "hands":
                assert len(listed) == sum(player in record.amounts for record in table.state.hands)
                assert sum(gains) == table.scores[player]
            elif "." not in shown:
                assert len(listed) == int(shown.partition(" ")[0])
            hands |= {each.attributes["href"] for each in listed}
    assert [path for path in hands if table.host.get(path).status_code != 200] == []


def test_a_list_of_hands_is_called_what_its_number_is_called(app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 20))
    for path in ("", "/1"):
        for link in links(table.host.page(f"{table.path}/statistics{path}")):
            title = table.host.page(link.attributes["href"]).one("h2", **{"class": "section"}).text
            for label in link.of_class("fact-grid__label"):
                assert title.endswith(label.text) or (label.text, word_of_number(link)) == ("a hand", "hands")
            if word_of_number(link).startswith("pair-"):
                assert title == " + ".join(PEOPLE[int(player) - 1] for player in word_of_number(link).split("-")[1:])


def test_every_number_of_all_together_leads_to_its_hands(app: Flask) -> None:
    """The cells of the table lead to hands of their row's person, the figures and pairs to those of everyone."""
    table = restore_table(app, *evening_moves("mighty", 5, 20), clock=lambda version: timedelta(minutes=3 * version))
    page = table.host.page(f"{table.path}/statistics")
    found = {word_of_number(link) for link in links(page)}
    assert found >= {"deed.made", "deed.over", "deed.declared", "hands", "best", "duration"}
    for link in links(page):
        listed, shown = rows(table.host.page(link.attributes["href"])), shown_value(link)
        gains = [each.one("b").text for each in listed]
        if word_of_number(link).startswith("pair-"):
            assert sum(map(amount, gains)) == amount(shown)
        elif word_of_number(link) == "duration":
            assert (shown, gains) == ("6 min", ["6 min"] * 19)
        elif word_of_number(link) == "deed.declared":
            assert len(listed) == int(shown.partition("/")[2])
        elif word_of_number(link) == "best":
            assert set(gains) == {shown}
        elif "." not in shown:
            assert len(listed) == int(shown.partition(" ")[0])
    made = rows(table.host.page(f"{table.path}/statistics/hands?what=deed.made"))
    declarers = [table.state.name(record.hand.declarer) for record in reversed(table.state.hands)]
    everything = rows(table.host.page(f"{table.path}/statistics/hands?what=hands"))
    assert [each.one("b").one("bdi").text for each in everything] == declarers
    assert all("+" in each.one("b").text for each in made)


def test_a_hand_takes_less_than_a_minute_where_nobody_waits(app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 3), clock=lambda version: timedelta(seconds=version))
    assert "a hand takes <1 min" in table.host.page(f"{table.path}/statistics").text
    table = restore_table(app, *evening_moves("mighty", 5, 3))
    assert "a hand takes" not in table.host.page(f"{table.path}/statistics").text
    # Who never declared has no such hands to lead to.
    table = restore_table(app, *evening_moves("mighty", 5, 1))
    words = [word_of_number(link) for link in links(table.host.page(f"{table.path}/statistics"))]
    assert words.count("deed.declared") == 1


def test_a_small_sample_is_told(app: Flask) -> None:
    """Of nine hands a mean is marked, of ten it is not; of few declared ones the share is."""
    few, enough = (restore_table(app, *evening_moves("mighty", 5, count)) for count in (9, 10))
    lines = [
        {
            (link.of_class("row__title") or link.of_class("fact-grid__label"))[0].text: link.text
            for link in links(table.host.page(f"{table.path}/statistics/1"))
        }
        for table in (few, enough)
    ]
    assert ["few hands" in each["a hand"] for each in lines] == [True, False]
    assert ["few hands" in each["bids made"] for each in lines] == [True, True]
    assert "luck, mostly" in few.host.page(f"{few.path}/statistics").text


def sheets(app: Flask) -> Table:
    table = restore_table(app, *evening_moves("mighty", 5, 7), m.EndSession(), m.BeginSession())
    table.play_hand()
    return table


def test_all_sheets_of_a_table(app: Flask) -> None:
    """Hands of earlier sheets are counted with it, and lead to their pages."""
    table = sheets(app)

    def count(query: str) -> str:
        page = table.host.page(f"{table.path}/statistics/1/hands?what=hands{query}")
        return "".join("a" if row.tag == "a" else "-" for row in rows(page))

    assert count("") == "a"
    assert count("&sheets=all") == "aaaaaaaa"
    assert "All sheets" in table.host.page(f"{table.path}/statistics").text
    alone = restore_table(app, *evening_moves("mighty", 5, 7))
    assert "All sheets" not in alone.host.page(f"{alone.path}/statistics").text


@for_each(path=["9", "0", "1/hands?what=nonsense", "99/hands?what=hands", "hands?what=nonsense", "hands?what=pair-1-1"])
def test_what_there_is_not_has_no_page(path: str, *, app: Flask) -> None:
    table = restore_table(app, *evening_moves("mighty", 5, 1))
    assert table.host.get(f"{table.path}/statistics/{path}").status_code == 404


def test_numbers_are_counted_once_a_version(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, times = restore_table(app, *evening_moves("mighty", 5, 3)), list[int]()

    def count_call(evenings: list[PlayedSheet]) -> EveningStatistics:
        times.append(len(evenings))
        return count_statistics(evenings)

    monkeypatch.setattr(statistics, "count_statistics", count_call)
    for path in ("", "/1", "/2/hands?what=hands"):
        table.host.page(f"{table.path}/statistics{path}")
    assert times == [1]
    table.play_hand()
    table.host.page(f"{table.path}/statistics")
    assert times == [1, 1]


@for_each((None, "–"), (0, "0.0"), (2.04, "+2.0"), (6.66, "+6.7"), (-0.26, "−0.3"), (-0.04, "0.0"))
def test_means_have_one_decimal(value: float | None, shown: str) -> None:
    assert format_mean(None if value is None else Fraction(value)) == shown
