"""Beaten throws of Zhao Pengyou, recorded with the result by taps."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games import zhao_pengyou as zpy
from tests.browser.app_pages import ServedApp, open_page
from tests.web.phones import Table, open_table

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")
BO, CHO, DAN = range(2, 5)


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


def read_last_hand(table: Table) -> zpy.Hand:
    assert table.state.last_hand
    hand: zpy.Hand = table.state.last_hand.hand
    return hand


def choose(page: Page, name: str, value: object) -> None:
    page.locator(f"label.key:has(input[name='{name}'][value='{value}'])").tap()


def test_two_throws_of_one_player_are_told_over_the_tricks(page: Page, served_app: ServedApp) -> None:
    """Each adds an empty field for another, and earlier choices stay."""
    table = open_playing_table(served_app.app)
    table.record("record_trick", winner=BO, points=80)
    served_app.show(page, table.host, f"{table.path}?at=end")
    choose(page, f"friend_{CHO}", "yes")
    choose(page, "step", "first")
    page.locator("button[name=throws]").tap()
    page.locator(f"#throw-{DAN}-0 input").fill("2")
    page.locator(f"#throw-{DAN}-0 input").blur()
    page.locator(f"#throw-{DAN}-1 input").fill("3")
    page.locator(f"#throw-{DAN}-1 input").blur()
    expect(page.locator(f"#throw-{DAN}-2")).to_be_visible()
    expect(page.locator(f"input[name=friend_{CHO}]")).to_be_checked()
    page.locator("#throws summary").tap()
    choose(page, "step", "second")
    choose(page, "last_trick", "makers")
    expect(page.locator(".head__fact")).to_contain_text("130")
    page.locator("#dock-result .button--solid").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "between")
    assert read_last_hand(table).throws == (zpy.FailedThrow(DAN, 2), zpy.FailedThrow(DAN, 3))
    assert read_last_hand(table).result == zpy.RecordResult((CHO,), 80, "makers")


def test_a_throw_that_ended_the_hand_leaves_the_friends_to_ask_for(page: Page, served_app: ServedApp) -> None:
    table = open_table(served_app.app, "pagat", NAMES, game="zhao_pengyou", failed_throw="hand_ends")
    table.record("start_hand")
    table.record("enter_trumps", maker=DAN, suit="H")
    table.choose_modes("play:result")
    served_app.show(page, table.host, table.path)
    page.locator("button[name=throws]").tap()
    choose(page, f"taken_back_{BO}", "0")
    expect(page.locator(".head__fact")).to_have_text("The play is over")
    expect(page.locator(".digits")).to_have_count(0)
    page.locator("#throws summary").tap()
    choose(page, f"friend_{CHO}", "yes")
    expect(page.locator("#gives")).to_have_text("makers +1")
    page.locator("#dock-result .button--solid").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "between")
    assert read_last_hand(table).throws == (zpy.FailedThrow(BO, 0),)
