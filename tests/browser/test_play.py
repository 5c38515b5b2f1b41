"""Mighty's play in a browser: screens that open over others, and taps that ask for confirmation."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games import mighty
from tests.browser.app_pages import ServedApp, open_page
from tests.web.phones import Table, open_table


def open_playing_table(app: Flask) -> Table:
    """Open a table at which Ana plays 15♥ with the holder of the ace of spades."""
    table = open_table(app)
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=15, trump="H")
    table.record("call_friend", call="card", card="SA")
    return table


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The host's phone."""
    with open_page(browser) as phone:
        yield phone


def open_table_page(page: Page, served: ServedApp, table: Table) -> None:
    served.show(page, table.host, table.path)
    expect(page.locator("#table")).to_be_visible()


def read_hand(table: Table) -> mighty.Hand:
    assert table.state.current
    hand: mighty.Hand = table.state.current.hand
    return hand


def wait_until_recorded(page: Page, table: Table) -> None:
    """Wait until the page shows the latest version and accepts taps."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version))
    expect(page.locator('[data-command] button[aria-disabled="true"]:not([data-reason])')).to_have_count(0)


def test_a_trick_is_two_taps_and_the_friend_two_more(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    open_table_page(page, served_app, table)
    page.locator("label.key", has_text="Bo").tap()
    page.locator("button[name=points][value='3']").tap()
    expect(page.locator("h1")).to_contain_text("Trick 2 of 10")
    wait_until_recorded(page, table)
    page.get_by_text("Friend shown").tap()
    page.locator("button[name=player][value='2']").tap()
    expect(page.locator(".bar__text")).to_contain_text("Makers 3")
    expect(page.locator("button[name=points]")).to_have_count(6)
    assert (read_hand(table).tricks, read_hand(table).friends) == ((mighty.Trick(2, 3),), (2,))


def test_a_screen_that_was_opened_stays_while_others_record(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    table.record("record_trick", winner=2, points=3)
    open_table_page(page, served_app, table)
    page.get_by_text("Friend shown").tap()
    expect(page.locator("#table")).to_have_attribute("data-overlay", "friend")
    table.record("record_trick", winner=1, points=0)
    page.locator("button[name=player][value='3']").tap()
    expect(page.locator("#last")).to_contain_text("Somebody recorded first")
    expect(page.locator("#table")).to_have_attribute("data-overlay", "friend")
    assert read_hand(table).friends == ()
    wait_until_recorded(page, table)
    page.locator("button[name=player][value='3']").tap()
    expect(page.locator("#last")).to_contain_text("Cho is the friend")
    assert (read_hand(table).friends, len(read_hand(table).tricks)) == ((3,), 2)


def test_the_next_deal_is_told_as_it_is_chosen_and_kept_so(page: Page, served_app: ServedApp) -> None:
    """The list stays open while its keys are tapped; a page opened again has what was chosen, and what was not."""
    table = open_table(served_app.app, names=("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"), sitting_out="stays")
    table.play_hand()
    open_table_page(page, served_app, table)
    line = page.locator("#opening")
    expect(line).to_have_text("Next: Bo deals, Ana bids first, out: Fay", use_inner_text=True)
    page.locator("#leader summary").tap()
    page.locator("#leader label:has([name=seat_1])").tap()
    expect(line).to_have_text("These house rules are for 5 players, not 4.")
    for key in ("[name=seat_6]", "[name=leader][value='3']"):
        page.locator(f"#leader label:has({key})").tap()
    for _ in range(2):
        expect(line).to_have_text("Next: Cho deals, Bo bids first, out: Ana", use_inner_text=True)
        page.reload()
    page.locator(".button--main").tap()
    wait_until_recorded(page, table)
    assert set(read_hand(table).seats) == {2, 3, 4, 5, 6}


def test_a_revoke_is_two_taps(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    for play in ["1:CK", "2:D2", "3:C5", "4:CA", "5:C9", "4:DK", "5:D3", "1:D4"]:
        player, card = play.split(":")
        table.record("play_card", player=player, card=card)
    open_table_page(page, served_app, table)
    before = table.version
    page.locator(".pad button[value=C8]").tap(force=True)
    expect(page.locator("#alert")).to_contain_text("would show a revoke")
    page.get_by_role("button", name="Another card").tap()
    expect(page.locator("#offence-actions")).to_be_hidden()
    page.locator(".pad button[value=C8]").tap(force=True)
    assert table.version == before, "nothing is recorded before it is confirmed"
    page.get_by_role("button", name="Record the revoke").tap()
    expect(page.locator("#last")).to_contain_text("Revoke: Bo played")
    assert [offence.code for offence in read_hand(table).offences] == ["offence.revoke"]
