"""Tricks of Zhao Pengyou corrected in a browser by taps."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.cards import parse_cards
from scorekeeper.games import zhao_pengyou as zpy
from tests.browser.app_pages import ServedApp, open_page
from tests.browser.test_play import open_table_page, wait_until_recorded
from tests.web.phones import Table, open_table

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")
ANA, BO, CHO, DAN, EUN = range(1, 6)


def open_playing_table(app: Flask) -> Table:
    """Open a table at which Dan has made trumps and called the first ace of clubs."""
    table = open_table(app, "pagat", NAMES, game="zhao_pengyou")
    table.record("start_hand")
    table.record("enter_trumps", maker=DAN, suit="H")
    table.record("call_friends", calls=["CA#1"])
    return table


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The host's phone."""
    with open_page(browser) as phone:
        yield phone


def read_tricks(table: Table) -> tuple[zpy.Trick, ...]:
    assert table.state.current
    hand: zpy.Hand = table.state.current.hand
    return hand.tricks


def test_a_trick_is_mended_while_others_record(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    table.record("record_trick", winner=BO, points=20)
    table.record("record_trick", winner=CHO, points=10)
    open_table_page(page, served_app, table)
    page.locator(".top__link").tap()
    page.locator(".tricks button[value=mend-1]").tap()
    expect(page.locator("#table")).to_have_attribute("data-overlay", "mend-1")
    page.locator(f"#dock-correct-trick button[name=winner][value='{DAN}']").tap()
    expect(page.locator(".head__fact")).to_contain_text("was 30")
    table.record("record_trick", winner=EUN, points=5)
    page.locator(".button--solid").tap()
    expect(page.locator("#last")).to_contain_text("has just recorded something")
    expect(page.locator("#dock-correct-trick button[aria-pressed=true]").first).to_have_text("Dan")
    wait_until_recorded(page, table)
    page.locator(".button--solid").tap()
    expect(page.locator("#last")).to_contain_text("Trick 1 fixed: Bo +20 → Dan +20.")
    assert read_tricks(table)[0] == zpy.Trick(DAN, 20)


def test_cards_are_mended_as_they_are_played_one_tap_a_card(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    for player, cards in ((DAN, "S9 S9"), (EUN, "S3 S3"), (ANA, "S4 C4"), (BO, "SJ SJ"), (CHO, "S5 S6")):
        table.record("play_cards", player=player, cards=cards.split())
    open_table_page(page, served_app, table)
    page.locator(".top__link").tap()
    page.locator(f"#dock-correct-trick button[name=player][value='{ANA}']").tap()
    main = page.locator("#dock-correct-trick .button--main")
    expect(main).to_contain_text("0 of 2")
    page.locator("#dock-correct-trick button[name=group][value=D]").tap()
    page.locator(".pad label:has(input[value=D4])").tap()
    expect(main).to_contain_text("1 of 2")
    page.locator("#dock-correct-trick button[name=group][value=S]").tap()
    expect(page.locator(".pad input[value=S4]").first).to_be_attached()
    expect(page.locator(".pad input:checked")).to_have_count(0)
    page.locator(".pad label:has(input[value=SQ])").tap()
    expect(main).to_contain_text("2 of 2")
    expect(page.locator(".head__line")).to_contain_text("Ana played")
    page.locator(".pad label:has(input[value=SQ])").tap()
    expect(page.locator(".head__line")).to_contain_text("as many cards as were led: 2")
    page.locator(".pad label:has(input[value=SQ])").tap()
    expect(main).to_contain_text("1 of 2")
    page.locator(".pad label:has(input[value=SQ])").tap()
    expect(main).to_contain_text("2 of 2")
    page.locator("#dock-correct-trick .button--solid").tap()
    expect(page.locator("#last")).to_contain_text("Trick 1 fixed: Ana played")
    assert set(read_tricks(table)[0].plays[2].cards) == set(parse_cards("D4 SQ"))
