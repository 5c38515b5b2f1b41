"""Lines of a hand corrected in a browser, on the boards that recorded them."""

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games import mighty
from scorekeeper.table.state import HandRecord
from tests.browser.app_pages import ServedApp, open_page
from tests.browser.test_play import open_playing_table
from tests.cases import require
from tests.web.phones import Table, open_table

ANA, BO, CHO, DAN, EUN = range(1, 6)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The host's phone."""
    with open_page(browser) as phone:
        yield phone


def open_line(page: Page, served: ServedApp, table: Table, line: str) -> None:
    """Open the board of a line of the hand."""
    served.show(page, table.host, f"{table.path}/sheet/1/fix/{line}")
    page.wait_for_url("**/fix/**")
    expect(page.locator("#table")).to_be_visible()


def play_a_hand(table: Table) -> None:
    table.play_hand(points=17)


def bid(table: Table) -> None:
    table.record("start_hand")
    table.record("place_bid", player=ANA, level=14, trump="S")
    table.record("place_bid", player=BO, level=15, trump="H")


def bid_by_bid(table: Table) -> None:
    bid(table)
    for player in (CHO, DAN, EUN, ANA):
        table.record("pass", player=player)


def play_tricks(table: Table) -> None:
    begin(table)
    for winner in (ANA, BO, CHO):
        table.record("record_trick", winner=winner, points=2)


def play_cards(table: Table) -> None:
    begin(table)
    for player, card in ((ANA, "CK"), (BO, "C2"), (CHO, "CQ"), (DAN, "CA"), (EUN, "C9"), (DAN, "DK")):
        table.record("play_card", player=player, card=card)


def begin(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=ANA, level=15, trump="H")
    table.record("call_friend", call="card", card="DA")


FIX = ("button[popovertarget=menu]", "#menu a[href$='/fix']")
TRICKS = (".top__link",)
CONTRACT = ".hand-lines a:has-text('Contract')"
MAIN = ".dock .button--main"
CONFIRM = ".page--reopened .button--main"


def key(name: str, value: object) -> str:
    return f".dock :is(label:has(input[name={name}][value='{value}']), button[name={name}][value='{value}'])"


def line(text: str) -> str:
    return f".hand-lines a:has-text('{text}')"


@dataclass(frozen=True)
class Way:
    """A correction from the table on: what was recorded, what is tapped before it is saved, and what the hand says."""

    recorded: Callable[[Table], None]
    taps: tuple[str, ...]
    fact: Callable[[HandRecord], object]
    becomes: object
    save: str = MAIN


WAYS = {
    "the points of the last hand": Way(play_a_hand, (*FIX, key("points", 18)), lambda it: it.hand.result.points, 18),
    "its friend": Way(play_a_hand, (*FIX, key("side", "card|3")), lambda it: it.hand.friends, (CHO,)),
    "its contract": Way(play_a_hand, (*FIX, CONTRACT, key("level", 15)), lambda it: str(it.hand.contract_bid), "15H"),
    "its declarer": Way(play_a_hand, (*FIX, CONTRACT, key("declarer", DAN)), lambda it: it.hand.declarer, DAN),
    "a trick of the hand in progress": Way(
        play_tricks,
        (*TRICKS, line("Trick 2"), key("winner", DAN), key("points", 1)),
        lambda it: [(each.winner, each.points) for each in it.hand.tricks],
        [(ANA, 2), (DAN, 1), (CHO, 2)],
        CONFIRM,
    ),
    "a card of it": Way(
        play_cards,
        (*TRICKS, line("Trick 1"), line("Cho"), ".pad button[value=CJ]"),
        lambda it: str(it.hand.tricks[0].plays[2].card),
        "CJ",
        CONFIRM,
    ),
    "the declarer of an auction": Way(
        bid_by_bid, (*FIX, CONTRACT, key("declarer", DAN), MAIN), lambda it: it.hand.declarer, DAN, CONFIRM
    ),
    "a bid of the auction that goes on": Way(
        bid,
        (*FIX, line("Ana bids"), key("level", 13)),
        lambda it: str(it.hand.auction.calls[0].bid),
        "13S",
        ".dock .actions .button >> nth=-1",
    ),
}
"""The ways that people correct most, each with its taps; the last one saves."""


@pytest.mark.parametrize("name", WAYS)
def test_taps_of_a_correction(page: Page, served_app: ServedApp, name: str) -> None:
    way = WAYS[name]
    table = open_table(served_app.app)
    table.choose_modes(*(("play:cards",) if way.recorded is play_cards else ()))
    way.recorded(table)
    served_app.show(page, table.host, table.path)
    for tap in way.taps:
        element = page.locator(tap).filter(visible=True).first
        with page.expect_navigation() if element.get_attribute("href") else nullcontext():
            element.tap()
    if way.save != CONFIRM:
        expect(page.locator("#changes input[name=seen]")).to_be_attached()
    page.locator(way.save).filter(visible=True).first.tap()
    page.wait_for_url(re.compile(rf"{table.path}(/sheet/1)?$"))
    record = require(table.state.find_hand(1))
    assert way.fact(record) == way.becomes


def test_a_line_that_no_longer_fits_is_asked_anew_and_back_leads_back(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    for winner, points in ((ANA, 2), (BO, 5), (CHO, 5), (DAN, 5), (EUN, 3)):
        table.record("record_trick", winner=winner, points=points)
    open_line(page, served_app, table, "2")
    page.locator("button[name=points][value='4']").tap()
    expect(page.locator("#last")).to_contain_text("Recorded later: “Trick 5")
    page.reload()
    expect(page.locator("#last")).to_contain_text("Recorded later: “Trick 5")
    page.go_back()
    expect(page.locator("#said")).to_contain_text("Trick 1")
    page.go_forward()
    page.get_by_role("button", name="Leave it out").tap()
    expect(page.locator("main")).to_contain_text("Left out")
    page.get_by_role("button", name="Save the fix").tap()
    page.wait_for_url(f"**{table.path}")
    assert [trick.points for trick in require(table.state.current).hand.tricks] == [4, 5, 5, 5]


def test_the_final_contract_takes_the_place_of_the_calls(page: Page, served_app: ServedApp) -> None:
    table = open_table(served_app.app)
    table.record("start_hand")
    table.record("place_bid", player=ANA, level=14, trump="S")
    table.record("place_bid", player=BO, level=15, trump="H")
    for player in (CHO, DAN, EUN, ANA):
        table.record("pass", player=player)
    open_line(page, served_app, table, "0")
    page.locator("#popup-auction summary").tap()
    page.get_by_role("button", name="Final contract").tap()
    page.locator(f"label:has(input[name=declarer][value='{DAN}'])").tap()
    page.locator("label:has(input[name=level][value='15'])").tap()
    page.locator("label:has(input[name=trump][value='H'])").tap()
    page.locator(".dock .button--main").tap()
    expect(page.locator("main")).to_contain_text("Cho passes. Dan passes. Eun passes. Ana passes.")
    page.get_by_role("button", name="Save the fix").tap()
    page.wait_for_url(f"**{table.path}")
    assert require(table.state.current).hand.declarer == DAN


def test_a_phone_without_a_link_keeps_nothing_of_a_correction(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    table.record("record_trick", winner=ANA, points=2)
    open_line(page, served_app, table, "2")
    page.context.set_offline(True)
    page.locator("button[name=points][value='1']").tap()
    assert "/fix/" not in page.evaluate("JSON.stringify(localStorage)")
    page.context.set_offline(False)
    page.locator("button[name=points][value='1']").tap()
    expect(page.get_by_role("button", name="Save the fix")).to_be_visible()


def test_who_claimed_a_redeal_is_one_tap_and_stays_on_the_page(page: Page, served_app: ServedApp) -> None:
    table = open_table(served_app.app, "korean40")
    table.record("start_hand")
    hand = ["S2", "S3", "S4", "D2", "D3", "D4", "H2", "H3", "C2", "C3"]
    table.record("claim_redeal", {"player": ANA, "cards": hand})
    open_line(page, served_app, table, "0")
    page.locator(f"#last button[name=player][value='{BO}']").tap()
    expect(page.get_by_role("button", name="Save the fix")).to_be_visible()
    page.get_by_role("button", name="Save the fix").tap()
    page.wait_for_url(f"**{table.path}")
    assert isinstance(claim := require(table.state.current).moves[0], mighty.ClaimRedeal)
    assert claim.player == BO
