"""The history of a table in words: hand by hand, a page at a time, with both versions of what was corrected."""

from collections.abc import Iterable, Iterator

import pytest
from flask import Flask

from scorekeeper.table.history import HistoryLine, read_history
from scorekeeper.table.ledger import Action
from scorekeeper.table.moves import CorrectHand
from scorekeeper.web.evening import history
from tests.cases import for_each
from tests.web.fixing import correct_hand
from tests.web.games.zhao_pengyou.test_screens import start_play
from tests.web.hands import PEOPLE
from tests.web.pages import Element
from tests.web.phones import Phone, Table, open_table


def page(table: Table, query: str = "", by: Phone | None = None) -> Element:
    return (by or table.host).page(f"{table.path}/log{query}")


def lines(table: Table, query: str = "") -> list[str]:
    return [line.text for line in page(table, query).of_class("log__line")]


def headings(table: Table, query: str = "") -> list[str]:
    return [heading.all("span").__next__().text for heading in page(table, query).of_class("time-heading")]


def test_a_correction_shows_both_versions_side_by_side(table: Table) -> None:
    table.play_hand(points=17)
    # A hand of one minute shows its time once.
    for heading in page(table).of_class("time-heading"):
        began, _, ended = list(heading.all("span"))[-1].text.partition(" – ")
        assert began != ended
    before = table.state.find_hand(1)
    correct_hand(table, 1, points=12)
    now = table.state.find_hand(1)
    assert before
    assert now
    rows = [
        [cell.text for cell in row.all() if cell.tag in ("th", "td")]
        for row in page(table).of_class("log__versions")[0].one("tbody").all("tr")
    ]
    assert rows[0] == ["Result", "Made with 17", "4 short"]
    named = {label: (was, then) for label, was, then in rows[1:]}
    for player, name in enumerate(("Ana", "Bo", "Cho", "Dan", "Eun"), 1):
        shown = tuple(f"{each.amounts[player]:+d}".replace("-", "−") for each in (before, now))
        assert named[name] == shown
    assert "fixed" in lines(table)[0]
    assert isinstance(table.services.books.ledger(table.id).last.moves[0], CorrectHand)  # type: ignore[union-attr]


def test_what_stayed_as_it_was_is_not_told_of_a_correction(app: Flask, table: Table) -> None:
    table.play_hand(points=17)
    correct_hand(table, 1, "contract", "enter_contract", level=17)
    labels = [row.one("th").text for row in page(table).of_class("log__versions")[0].one("tbody").all("tr")]
    assert labels[0] == "Contract"
    assert "Result" not in labels
    # Levels are told by the same view.
    table = open_table(app, "pagat", PEOPLE, game="zhao_pengyou")
    start_play(table)
    assert headings(table)[0] == "Hand 1"
    assert len(lines(table, "?hand=1")) == table.version - 1, "all but the opening of the table"


def test_every_hand_of_every_sheet_is_linked_and_read_alone(table: Table, app: Flask) -> None:
    table.play_hand()
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    table.record("begin")
    table.play_hand()
    table.play_hand()
    links = [link.attributes["href"] for heading in page(table).of_class("time-heading") for link in heading.all("a")]
    assert links == [f"{table.path}/{path}" for path in ("sheet/2", "sheet/1", "sheets/1/1")]
    for link in links:
        table.host.page(link)
    table = open_table(app)
    for _ in range(3):
        table.play_hand()
    correct_hand(table, 2, points=12)
    assert headings(table) == ["Hand 2", "Hand 3", "Hand 2", "Hand 1", "Between hands"]
    assert headings(table, "?hand=2") == ["Hand 2"]
    assert len(lines(table, "?hand=2")) == 4
    table.record("undo")
    told = lines(table, "?hand=2")
    assert len(told) == 5
    assert "undone" in told[1], "and the undo of it belongs to the hand too"


def test_a_long_evening_is_read_page_by_page(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LINES_OF_A_PAGE", 4)
    table = open_table(app)
    for _ in range(4):
        table.play_hand()
    whole, found, query = table.version, list[str](), ""
    while True:
        here = page(table, query)
        found += [line.text for line in here.of_class("log__line")]
        before = [a.attributes["href"] for a in here.all("a") if "before=" in a.attributes.get("href", "")]
        if not before:
            break
        query = before[0].removeprefix(f"{table.path}/log")
    monkeypatch.setattr(history, "LINES_OF_A_PAGE", 100)
    assert found == lines(table)
    assert len(found) == whole


def test_the_log_is_read_once_a_version(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_hand()
    read = list[int]()

    def count_lines(log: Iterable[Action]) -> Iterator[HistoryLine]:
        read.append(1)
        return read_history(log)

    monkeypatch.setattr(history, "read_history", count_lines)
    for query in ("", "?hand=1", "?before=2"):
        page(table, query)
    assert len(read) == 1
    table.play_hand()
    assert any("16" in line for line in lines(table))
    assert len(read) == 2


@for_each(query=["?hand=99", "?before=1", "?hand=-1"])
def test_nothing_is_shown_of_a_hand_that_was_never_played(query: str, *, app: Flask) -> None:
    table = open_table(app)
    assert lines(table, query) == []
    assert "Nothing was recorded of that." in page(table, query).one("main").text
