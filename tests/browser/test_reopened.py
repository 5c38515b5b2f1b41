"""Lines of a hand corrected in a browser, on the boards that recorded them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

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
    """Open the form that corrects the last hand, and there the board of a line."""
    served.show(page, table.host, f"{table.path}/fix")
    page.get_by_text("Line by line").tap()
    page.get_by_role("link", name=line).tap()
    page.wait_for_url("**/again/**")
    expect(page.locator("#table")).to_be_visible()


def test_the_points_of_a_hand_are_two_taps_on_its_board(page: Page, served_app: ServedApp) -> None:
    table = open_table(served_app.app)
    table.play_hand(points=17)
    open_line(page, served_app, table, "17")
    expect(page.locator("input[name=points][value='17']")).to_be_checked()
    page.locator("label:has(input[name=points][value='18'])").tap()
    expect(page.locator("#changes")).to_contain_text("+16")
    page.locator("#dock-result .button--main").tap()
    page.wait_for_url("**/sheet/1")
    assert table.state.hands[0].hand.result.points == 18


def test_a_trick_is_two_taps_and_saved_by_a_third(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    for winner in (ANA, BO, CHO):
        table.record("record_trick", winner=winner, points=2)
    open_line(page, served_app, table, "Trick 2")
    page.locator(f"label:has(input[name=winner][value='{DAN}'])").tap()
    page.locator("button[name=points][value='1']").tap()
    page.get_by_role("button", name="Save the fix").tap()
    page.wait_for_url(f"**{table.path}")
    assert [trick.winner for trick in require(table.state.current).hand.tricks] == [ANA, DAN, CHO]


def test_a_line_that_no_longer_fits_is_asked_anew_and_back_leads_back(page: Page, served_app: ServedApp) -> None:
    table = open_playing_table(served_app.app)
    for winner, points in ((ANA, 2), (BO, 5), (CHO, 5), (DAN, 5), (EUN, 3)):
        table.record("record_trick", winner=winner, points=points)
    open_line(page, served_app, table, "Trick 1")
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
    open_line(page, served_app, table, "Ana bids 14")
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
    open_line(page, served_app, table, "Trick 1")
    page.context.set_offline(True)
    page.locator("button[name=points][value='1']").tap()
    assert "/again/" not in page.evaluate("JSON.stringify(localStorage)")
    page.context.set_offline(False)
    page.locator("button[name=points][value='1']").tap()
    expect(page.get_by_role("button", name="Save the fix")).to_be_visible()


def test_who_claimed_a_redeal_is_one_tap_and_stays_on_the_page(page: Page, served_app: ServedApp) -> None:
    table = open_table(served_app.app, "korean40")
    table.record("start_hand")
    hand = ["S2", "S3", "S4", "D2", "D3", "D4", "H2", "H3", "C2", "C3"]
    table.record("claim_redeal", {"player": ANA, "cards": hand})
    open_line(page, served_app, table, "shows")
    page.locator(f"#last button[name=player][value='{BO}']").tap()
    expect(page.get_by_role("button", name="Save the fix")).to_be_visible()
    page.get_by_role("button", name="Save the fix").tap()
    page.wait_for_url(f"**{table.path}")
    assert require(table.state.current).moves[0].player == BO
