"""The overlay for streaming software draws what the stream says, and nothing once the token was ended."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page
from tests.web.phones import Table, open_table


def open_overlay(page: Page, served: ServedApp, table: Table) -> None:
    page.goto(f"{served.url}{table.path}/overlay?token={table.program_token()}")


def test_it_follows_the_table(browser: Browser, served_app: ServedApp) -> None:
    table = open_table(served_app.app, redeal_fine=5)
    table.play_hand(points=17)
    with open_page(browser) as page:
        open_overlay(page, served_app, table)
        heading = page.get_by_role("heading")
        expect(heading).to_have_text("Mighty", use_inner_text=True)
        expect(page.get_by_role("listitem").first).to_have_text("Ana14")
        expect(page.get_by_role("listitem").last).to_have_text("Eun−7")
        expect(page.locator("[data-part=last]")).to_have_text("16♥ · made with 17")
        table.record("start_hand")
        table.record("claim_redeal", player=1)
        expect(heading).to_have_text("Auction · Pot 5", use_inner_text=True)
        table.record("enter_contract", declarer=2, level=14, trump="S")
        expect(heading).to_contain_text("14♠ · Pot 5", use_inner_text=True)


def test_nothing_stays_once_the_token_was_ended(browser: Browser, served_app: ServedApp) -> None:
    table = open_table(served_app.app)
    table.play_hand(points=17)
    with open_page(browser) as page:
        open_overlay(page, served_app, table)
        expect(page.get_by_role("listitem")).to_have_count(5)
        table.host.post(f"{table.path}/links/revoke", {"kind": "program"})
        expect(page.get_by_role("listitem")).to_have_count(0)
        expect(page.locator("main")).to_have_text("", use_inner_text=True)
