"""Cards of a hand that is checked stand in no address: not in one that a page leads to, nor in one that is read."""

import logging
import re
from urllib.parse import unquote_plus, urlsplit

import pytest
from flask import Flask

from scorekeeper.codec import encode
from scorekeeper.web.board.ruling_links import read_dispute
from tests.web.addresses import addresses_on
from tests.web.fixing import Fix
from tests.web.hands import GOOD, POOR
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table

CARDS = re.compile(r"\b(?:[SHDC](?:[2-9]|10|[JQKA])|JK)\b")


def told_by(app: Flask, address: str) -> str:
    """Return all that an address says, also where it is signed and packed."""
    told = unquote_plus(address)
    _, why, signed = urlsplit(address).path.rpartition("/why/")
    if why:
        with app.test_request_context():
            dispute = read_dispute(signed)
        told += encode(dispute).decode() if dispute else ""
    return told


# --- A hand that is checked at a table ---


@pytest.fixture
def ana(table: Table) -> Phone:
    """A hand is dealt, and Ana checks hers."""
    table.record("start_hand")
    return table.take_seat(1)


def assert_no_card_in_addresses(app: Flask, page: Element, cards: list[str]) -> None:
    for address in addresses_on(page):
        assert not set(CARDS.findall(told_by(app, address))) & set(cards), address


@pytest.mark.parametrize("htmx", [False, True], ids=["without scripts", "with scripts"])
@pytest.mark.parametrize("others", [{}, {"others": "yes"}], ids=["own", "others"])
@pytest.mark.parametrize("cards", [GOOD, POOR, POOR[:5]], ids=["good", "poor", "half"])
def test_no_answer_leads_to_an_address_with_the_hand(
    table: Table, ana: Phone, cards: list[str], others: dict[str, str], htmx: bool
) -> None:
    answer = ana.post(f"{table.path}/referee/redeal", {"cards": cards, **others}, htmx=htmx)
    assert answer.status_code == 200
    assert not CARDS.search(str(answer.headers))
    assert_no_card_in_addresses(table.app, parse(answer.text), cards)


@pytest.mark.parametrize("others", ["", "&others=yes"])
def test_a_hand_in_an_address_is_not_read(
    table: Table, ana: Phone, others: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The address is left for the one without it, which the browser keeps."""
    asked = f"{table.path}/referee/redeal?" + "&".join(f"cards={card}" for card in POOR) + others
    with caplog.at_level(logging.DEBUG):
        answer = ana.get(asked)
        page = ana.page(answer.location)
        ana.headers["HX-Request"] = "true"
        part = ana.page(asked)
    assert answer.status_code == 303
    assert answer.location == f"{table.path}/referee/redeal" + others.replace("&", "?")
    assert not CARDS.search(caplog.text)
    for shown in (page, part):
        assert not [box for box in shown.all("input", name="cards") if "checked" in box.attributes]
        assert_no_card_in_addresses(table.app, shown, POOR)


@pytest.mark.parametrize(
    ("asked", "public"),
    [
        ("/referee/mighty/play?trump=H&cards=D5&hand=D9+SA", "/referee/mighty/play?trump=H&cards=D5"),
        ("/referee/mighty/play?trump=H&pad=hand&add=SA", "/referee/mighty/play?trump=H&pad=hand"),
        ("/referee/mighty/redeal?hand=D9", "/referee/mighty/redeal"),
        ("/referee/zhao_pengyou/follow?suit=H&play=D9&hand=D9", "/referee/zhao_pengyou/follow?suit=H"),
    ],
)
def test_an_address_with_a_hand_leads_to_the_one_without(phone: Phone, asked: str, public: str) -> None:
    answer = phone.get(asked)
    assert (answer.status_code, answer.location) == (303, public)


# --- A claim that is refused ---


def refused_claim(table: Table, phone: Phone, player: int, cards: list[str], *, htmx: bool = True) -> Element:
    """Claim with a hand, which is refused. Return the page that says so."""
    fields = {"player": player, "cards": cards, "version": table.version}
    answer = phone.post(f"{table.path}/record/claim_redeal", fields, htmx=htmx)
    assert answer.status_code == 422
    return parse(answer.text)


@pytest.mark.parametrize("htmx", [False, True], ids=["without scripts", "with scripts"])
def test_why_a_claim_was_refused_is_told_without_an_address(table: Table, ana: Phone, htmx: bool) -> None:
    """The page tells the rule and what others say, and gives no address away that would hold the hand."""
    log = table.log
    page = refused_claim(table, ana, 1, GOOD, htmx=htmx)
    assert_no_card_in_addresses(table.app, page, GOOD)
    assert not list(page.of_class("alert")[0].all("a"))
    assert page.of_class("alert")[0].one("button").attributes["form"] == "why"
    ruling = ana.post("/why", page.form("/why").sends())
    assert ruling.status_code == 200
    told = parse(ruling.text)
    assert find_faults(told) == []
    assert "The hand is worth 7" in told.one("main").text
    assert "Under other rules" in told.text
    assert "They are in no link" in told.text
    assert "cannot be taken back" not in told.text
    assert not told.of_class("dock"), "there is nothing to share"
    assert_no_card_in_addresses(table.app, told, GOOD)
    assert table.log == log


def test_what_is_refused_whatever_the_hand_may_be_shared_without_it(table: Table, ana: Phone) -> None:
    """Before one's turn no hand is good: everybody may read that rule, and nobody reads the cards."""
    bo = table.take_seat(2)
    page = refused_claim(table, bo, 2, POOR)
    told = parse(bo.post("/why", page.form("/why").sends()).text)
    assert_no_card_in_addresses(table.app, told, POOR)
    shared = {each.attributes["data-share"] for each in told.all("button") if "data-share" in each.attributes}
    (address,) = shared
    public = ana.page(address.removeprefix("http://localhost")).one("main").text
    assert "Only at one’s first turn to bid." in public
    assert "They are in no link" not in public
    assert "cannot be taken back" in public, "an address lasts as long as the server"


def test_a_ruling_on_a_hand_has_no_address(table: Table, ana: Phone) -> None:
    """Not even for who knows what the form holds; and nobody can make one up."""
    signed = refused_claim(table, ana, 1, GOOD).form("/why").sends()["signed"]
    assert ana.post("/why", {"signed": signed}).status_code == 200
    assert ana.get(f"/why/{signed}").status_code == 404
    for forged in (signed[:-2] + "xx", "", "x" * 9_000):
        assert ana.post("/why", {"signed": forged}).status_code == 404


def test_the_correction_of_a_claim_is_told_without_the_hand(app: Flask, table: Table) -> None:
    """It was shown at the table, which is no reason to send it around."""
    table.record("start_hand")
    table.record("claim_redeal", player=1, cards=POOR)
    table.record("enter_contract", declarer=2, level=14, trump="S")
    table.record("result", side="card|3", points=15)
    fix = Fix(table, "0")
    answer = fix.phone.post(f"{fix.at}/record/claim_redeal", {"player": 2, "cards": POOR})
    assert answer.status_code == 422
    page = parse(answer.text)
    assert "Only at one’s first turn to bid." in page.problems[0]
    assert_no_card_in_addresses(app, page, POOR)
