"""Questions to the referee, and the secrecy of the hands that are asked about."""

from collections.abc import Sequence

import pytest
from flask import Flask

from tests.web.hands import CONTRACT, DEALT, HANGUL, Step, bids
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table


def ask(table: Table, tool: str, fields: Fields, phone: Phone | None = None) -> str:
    """What the referee answers, as htmx would ask."""
    response = (phone or table.host).post(f"{table.path}/referee/{tool}", fields, htmx=True)
    assert response.status_code == 200
    return parse(response.text).one("section", id=tool).text


ANSWERS: list[tuple[str, Sequence[Step], str, Fields, str]] = [
    ("a bid in turn", DEALT, "bid", {"level": 14, "trump": "H"}, "Ana may bid 14 hearts."),
    ("a bid too low", bids("14H"), "bid", {"level": 14, "trump": "S"}, "15"),
    ("a bid between hands", [], "bid", {"level": 14, "trump": "NT"}, "14 NT is a bid here."),
    ("a bid of 25 between hands", [], "bid", {"level": 25, "trump": "H"}, "There are only 20 points"),
    ("a bid of 3 between hands", [], "bid", {"level": 3, "trump": "H"}, "13"),
    ("half a bid", DEALT, "bid", {"level": 14}, "Choose: the trump suit."),
    (
        "a change",
        [],
        "change",
        {"level": 16, "trump": "H"},
        "after the kitty, from 18 spades, 17 hearts, 18 diamonds, 18 clubs, 17 NT",
    ),
    (
        "a change of the contract",
        CONTRACT,
        "change",
        {},
        "after the kitty, from 18 spades, 17 hearts, 18 diamonds, 18 clubs, 17 NT",
    ),
    ("a change of 25", [], "change", {"level": 25, "trump": "H"}, "There are only 20 points"),
    ("a payment", [], "payment", {"level": 16, "trump": "H", "side": "friend"}, "18 +16 +8 −8"),
    ("a payment alone", [], "payment", {"level": 16, "trump": "NT", "side": "none"}, "16 +96 −24"),
    ("a payment of the contract", CONTRACT, "payment", {}, "What would it pay?"),
    ("a payment of minus 5", [], "payment", {"level": -5, "trump": "H", "side": "friend"}, "13"),
    ("a payment in no way", [], "payment", {"level": 16, "trump": "H", "side": "x"}, "do not allow that"),
]


@pytest.mark.parametrize(
    ("before", "tool", "fields", "says"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_the_referee_answers(table: Table, before: Sequence[Step], tool: str, fields: Fields, says: str) -> None:
    for step, sent in before:
        table.record(step, sent)
    log = table.log
    for phone in (table.host, table.watcher()):
        assert says in ask(table, tool, fields, phone)
    whole = table.host.post(f"{table.path}/referee/{tool}", fields)
    assert says in parse(whole.text).one("section", id=tool).text, "without a script, the same on a whole page"
    assert "<html" in whole.text
    table.host.headers["Accept-Language"] = "ko"
    assert HANGUL.search(ask(table, tool, fields))
    assert table.log == log


def test_a_tool_that_there_is_not(table: Table) -> None:
    for tool in ("nonsense", "redeal%00", "../redeal"):
        assert table.host.post(f"{table.path}/referee/{tool}").status_code == 404
        assert table.host.get(f"{table.path}/referee/{tool}").status_code == 404
    page = table.host.page(f"{table.path}/referee/bid")
    assert list(page.all("section", id="change")), "it is asked on the page of all"


def test_what_was_asked_stays_chosen(table: Table) -> None:
    page = parse(table.host.post(f"{table.path}/referee/bid", {"level": 14, "trump": "NT"}).text)
    assert page.form(f"{table.path}/referee/bid").sends().get("level") == "14"
    assert not page.form(f"{table.path}/referee/change").sends().get("level")


def test_the_referee_knows_only_the_ways_of_these_rules(app: Flask) -> None:
    """Where the declarer is always alone there is no friend to ask about, on the first page either."""
    table = open_table(app, friend_by_card=False, friend_by_first_trick=False)
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    page = table.host.page(f"{table.path}/referee")
    ways = [each.attributes["value"] for each in page.form(f"{table.path}/referee/payment").all("input", name="side")]
    assert ways == ["none"]
    assert "friend" not in ask(table, "payment", {"level": 16, "trump": "H"}).split("What would it pay?")[0]


def test_a_kitty_that_is_exposed_is_shown_to_everyone(app: Flask) -> None:
    table = open_table(app, "wikipedia_ja")
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("take_kitty", cards=["SA", "H3", "JK"])
    for path in ("", "/watch"):
        cards = table.watcher().page(table.path + path).of_class("mini")
        assert [card.text for card in cards] == ["Aspades", "3hearts", "joker"]
    assert "takes the kitty: spadesA, hearts3, " in table.host.page(f"{table.path}/log").text
