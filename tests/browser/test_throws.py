"""Beaten throws of Zhao Pengyou told with the result, by taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games import zhao_pengyou as zpy
from tests.browser.looking import Served, looking
from tests.browser.test_mending import BO, CHO, DAN, NAMES, playing
from tests.web.phones import Table, open_table


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The host's phone."""
    with looking(browser) as phone:
        yield phone


def last_hand(table: Table) -> zpy.Hand:
    assert table.state.last_hand
    hand: zpy.Hand = table.state.last_hand.hand
    return hand


def choose(page: Page, name: str, value: object) -> None:
    page.locator(f"label.key:has(input[name='{name}'][value='{value}'])").tap()


def test_two_throws_of_one_player_are_told_over_the_tricks(page: Page, served: Served) -> None:
    """Each leaves a field for another, and what was chosen before stays chosen."""
    table = playing(served.app)
    table.record("record_trick", winner=BO, points=80)
    served.show(page, table.host, f"{table.path}?at=end")
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
    page.locator("#dock-result .act--go").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "between")
    assert last_hand(table).throws == (zpy.Withdrawn(DAN, 2), zpy.Withdrawn(DAN, 3))
    assert last_hand(table).result == zpy.RecordResult((CHO,), 80, "makers")


def test_a_throw_that_ended_the_hand_leaves_the_friends_to_ask_for(page: Page, served: Served) -> None:
    table = open_table(served.app, "pagat", NAMES, game="zhao_pengyou", failed_throw="hand_ends")
    table.record("start_hand")
    table.record("enter_trumps", maker=DAN, suit="H")
    table.host.post(f"{table.path}/way", {"way": "play:result"})
    served.show(page, table.host, table.path)
    page.locator("button[name=throws]").tap()
    choose(page, f"taken_back_{BO}", "0")
    expect(page.locator(".head__fact")).to_have_text("The play is over")
    expect(page.locator(".digits")).to_have_count(0)
    page.locator("#throws summary").tap()
    choose(page, f"friend_{CHO}", "yes")
    expect(page.locator("#told")).to_have_text("makers +1")
    page.locator("#dock-result .act--go").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "between")
    assert last_hand(table).throws == (zpy.Withdrawn(BO, 0),)
