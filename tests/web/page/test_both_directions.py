"""Names written from right to left stand apart, so that amounts and commas beside them stay in their places."""

import pytest
from flask import Flask
from markupsafe import Markup

from scorekeeper.web.evening.svg_chart import shorten
from scorekeeper.web.page.wording import plain_text, set_apart
from tests.cases import for_each
from tests.web.phones import Table, open_table

NAMES = ("محمد", "Bo", "יוסי", "Dan", "Eun")


@pytest.fixture
def table(app: Flask) -> Table:
    """A session that two of them have won."""
    table = open_table(app, names=NAMES)
    for seat, friend in ((1, 3), (3, 1)):
        table.record("start_hand")
        table.record("enter_contract", {"declarer": seat, "level": 16, "trump": "H"})
        table.record("result", {"side": f"card|{friend}", "points": 17})
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    return table


@for_each(
    ("<bdi>محمد</bdi>: +12, <bdi>Bo</bdi>: −12", "\u2068محمد\u2069: +12, Bo: −12"),
    ("<bdi><bdi>יוסי</bdi> + <bdi>Bo</bdi></bdi>", "\u2068יוסי\u2069 + Bo"),
    ("<b>Bo</b>", "Bo"),
)
def test_a_text_for_an_attribute_keeps_names_apart(text: str, plain: str) -> None:
    assert plain_text(Markup(text)) == plain


def test_names_from_right_to_left_alone_need_signs(app: Flask) -> None:
    assert [set_apart(name) for name in NAMES] == ["\u2068محمد\u2069", "Bo", "\u2068יוסי\u2069", "Dan", "Eun"]
    assert shorten("👨\u200d👩\u200d👧\u200d👦\u200d👧", 3.5) == "👨…"
    table = open_table(app, names=NAMES)
    chairs = [each.text for each in table.host.page(f"{table.path}/people").all("option")]
    assert "Before \u2068محمد\u2069" in chairs
    assert "Before Bo" in chairs


def test_each_of_several_winners_stands_apart_in_chats_too(table: Table) -> None:
    (fact,) = table.host.page(table.path).of_class("hero__fact")
    assert [each.text for each in fact.all("bdi")][1:] == ["محمد", "יוסי"]
    assert fact.attributes["title"] == "\u2068محمد\u2069, \u2068יוסי\u2069"
    (result,) = (each for each in table.host.page(table.path).all("button") if "data-share-text" in each.attributes)
    assert result.attributes["data-share-text"].splitlines()[0].startswith("1. \u2068محمد\u2069 ")
    (paid,) = (each for each in table.host.page(f"{table.path}/settle").all("button") if "data-copy" in each.attributes)
    assert " → \u2068محمد\u2069: " in paid.attributes["data-copy"]
