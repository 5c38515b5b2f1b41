"""Questions to the referee, and the secrecy of the hands that are asked about."""

import logging
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games import mighty
from tests.web.conftest import MakeApp
from tests.web.hands import CONTRACT, DEALT, GOOD, HAND, HANGUL, PLAY, POOR, Step, bids
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table


def ask(table: Table, tool: str, fields: Fields, phone: Phone | None = None) -> str:
    """What the referee answers, as htmx would ask."""
    response = (phone or table.host).post(f"{table.path}/referee/{tool}", fields, htmx=True)
    assert response.status_code == 200
    return parse(response.text).one("section", id=tool).text


ANSWERS: list[tuple[str, Sequence[Step], str, Fields, str]] = [
    ("a poor hand", DEALT, "redeal", {"cards": POOR}, "worth ½: good for a redeal"),
    ("a poor hand between hands", [], "redeal", {"cards": POOR}, "worth ½: good for a redeal"),
    ("a good hand", DEALT, "redeal", {"cards": GOOD}, "a redeal needs ½ or less"),
    ("a joker", DEALT, "redeal", {"cards": [*HAND[:8], "HA", "JK"]}, "Value of the hand 0"),
    ("no cards", DEALT, "redeal", {}, "May I claim a redeal?"),
    ("eleven cards", DEALT, "redeal", {"cards": [*HAND, "H2"]}, "not 11"),
    ("a card twice", DEALT, "redeal", {"cards": [*HAND[:9], HAND[0]]}, "is there 2×"),
    ("no card at all", DEALT, "redeal", {"cards": ["Z9"]}, "“Z9” is not a card"),
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


def test_what_was_asked_stays_chosen(table: Table) -> None:
    page = parse(table.host.post(f"{table.path}/referee/redeal", {"cards": [*POOR, "H2"]}).text)
    assert sorted(page.form(f"{table.path}/referee/redeal").sends().getlist("cards")) == sorted([*POOR, "H2"])
    assert not page.form(f"{table.path}/referee/bid").sends().get("level")


def test_the_referee_knows_only_the_ways_of_these_rules(app: Flask) -> None:
    """Where the declarer is always alone there is no friend to ask about, on the first page either."""
    table = open_table(app, friend_by_card=False, friend_by_first_trick=False)
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    page = table.host.page(f"{table.path}/referee")
    ways = [each.attributes["value"] for each in page.form(f"{table.path}/referee/payment").all("input", name="side")]
    assert ways == ["none"]
    assert "friend" not in ask(table, "payment", {"level": 16, "trump": "H"}).split("What would it pay?")[0]


def frame(table: Table, phone: Phone, view: str) -> str:
    """The HTML that a phone's stream begins with."""
    with phone.get(f"/live/{table.id}{view}") as stream:
        first = str(next(stream.iter_encoded()), "utf-8")
    return "\n".join(line.removeprefix("data: ") for line in first.splitlines() if line.startswith("data: "))


def everywhere(table: Table, *phones: Phone) -> str:
    """What these phones are shown of the table, in every view, and what is to come through their streams."""
    paths = ["", "/watch", "/people", "/log", "/links", "/rules", "/sheet", "/export.json", "/export.csv", "/print"]
    pages = [phone.get(table.path + path).text for phone in phones for path in paths]
    for phone in phones:
        for view in ("", "?view=television", "?view=sheet"):
            pages.append(frame(table, phone, view))
    return "".join(pages)


def test_a_hand_that_is_checked_reaches_nobody_else(
    make_app: MakeApp, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither log nor store nor the program's own log, nor a page or a stream of another phone."""
    path = tmp_path / "scorekeeper.db"
    table = open_table(make_app(DATABASE=str(path)))
    table.record("start_hand")
    ana, others = table.seated(1), [table.host, table.seated(2), table.watcher()]
    before = everywhere(table, *others)
    log = table.log
    with caplog.at_level(logging.DEBUG):
        for cards in (POOR, [*POOR, "H2"], ["Z9"]):
            assert "May I claim" in ask(table, "redeal", {"cards": cards}, ana)
    assert table.log == log
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"start_hand" in stored, "what is recorded can be read there"
    assert [card for card in POOR if f'"{card}"'.encode() in stored] == []
    assert [card for card in POOR if re.search(rf"\b{card}\b", caplog.text)] == []
    assert shorn(everywhere(table, *others)) == shorn(before)


def shorn(pages: str) -> list[str]:
    """Pages without what differs from one drawing to the next."""
    changing = ("csrf", 'name="key"', "X-CSRF", "retry", '"exported"', "ping")
    return [line for line in pages.splitlines() if not any(each in line for each in changing)]


@pytest.mark.parametrize("blocked_by_20", [False, True])
def test_a_hand_that_is_claimed_with_is_shown_to_everyone(app: Flask, blocked_by_20: bool) -> None:
    """The rules demand it, whether the claim waits for an answer or the cards are thrown in at once."""
    table = open_table(app, redeal_blocked_by_20=blocked_by_20)
    table.record("start_hand")
    ana = table.seated(1)
    page = parse(ana.post(f"{table.path}/referee/redeal", {"cards": POOR}).text)
    own = next(form for form in page.all("form", action=f"{table.path}/record/claim_redeal") if "cards" in form.sends())
    assert "Claiming shows these cards to everyone." in own.text
    assert ana.post(f"{table.path}/record/claim_redeal", own.sends()).status_code == 303
    shown = "clubs2, clubs3, clubs4, clubs6, clubs8, diamonds2, diamonds5, diamonds7, hearts9, spades10"
    for phone in (ana, table.host, table.seated(2), table.watcher()):
        for path in ("", "/watch", "/log"):
            assert shown in phone.page(table.path + path).text, path
        for view in ("", "?view=television"):
            assert shown in parse(frame(table, phone, view)).text
    if blocked_by_20:
        assert "Redeal claimed" in table.host.page(table.path).text
        table.record("accept_claim")
        assert shown in table.watcher().page(f"{table.path}/watch").text, "and while the new cards are dealt"
    table.record("place_bid", player=table.state.current.hand.auction.turn, level=14, trump="H")  # type: ignore[union-attr]
    assert shown not in table.host.page(f"{table.path}/watch").text, "the new deal has begun"
    assert shown in table.host.page(f"{table.path}/log").text


def test_a_claim_without_cards_shows_none(table: Table) -> None:
    """The table has looked at them itself."""
    table.record("start_hand")
    table.record("claim_redeal", player=2)
    assert "Bo claims a redeal." in table.host.page(f"{table.path}/log").text
    assert not table.host.page(table.path).of_class("cards")


def test_a_kitty_that_is_exposed_is_shown_to_everyone(app: Flask) -> None:
    table = open_table(app, "wikipedia_ja")
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("take_kitty", cards=["SA", "H3", "JK"])
    for path in ("", "/watch"):
        (cards,) = table.watcher().page(table.path + path).of_class("cards")
        assert cards.text.startswith("spadesA, hearts3, ")
    assert "takes the kitty: spadesA, hearts3, " in table.host.page(f"{table.path}/log").text


@pytest.mark.parametrize("preset", mighty.GAME.presets)
@pytest.mark.parametrize(
    "before", [[], DEALT, bids("14H", "-"), CONTRACT, PLAY], ids=["between", "auction", "bid", "contract", "play"]
)
def test_claims_are_offered_where_they_are_good(app: Flask, preset: str, before: Sequence[Step]) -> None:
    """A button that would be refused is not there."""
    table = open_table(app, preset)
    for step, sent in before:
        if not (step == "call_friend" and preset == "none"):
            table.record(step, sent)
    claim = f"{table.path}/record/claim_redeal"
    page = table.host.page(f"{table.path}/referee")
    offered = [button.attributes["value"] for form in page.all("form", action=claim) for button in form.all("button")]
    for player in map(str, range(1, 6)):
        log = table.log
        status = table.send("claim_redeal", player=player).status_code
        assert status == (200 if player in offered else 422), player
        if status == 200:
            table.record("undo")
        else:
            assert table.log == log


def test_a_bid_that_ends_the_auction_at_once_leaves_claims_to_the_others(table: Table) -> None:
    """Who had no turn yet may still claim, until the contract goes on."""
    table.record("start_hand")
    table.record("place_bid", player=1, level=20, trump="NT")
    page = table.host.page(f"{table.path}/referee")
    (form,) = page.all("form", action=f"{table.path}/record/claim_redeal")
    assert [button.text for button in form.all("button")] == ["Bo", "Cho", "Dan", "Eun"]
    table.record("claim_redeal", player=3)
