"""The rules in force, opened over the board by the "?" beside a sentence."""

from playwright.sync_api import Browser, Route, expect

from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import LATIN, POSES, open_pose


def test_what_counts_now_lies_over_the_board_until_it_is_closed(browser: Browser, served_app: ServedApp) -> None:
    phone, path = open_pose(served_app.app, POSES["auction of five"], LATIN)
    with open_page(browser) as page:
        served_app.show(page, phone, path)
        mark, sheet = page.locator("a.help-link"), page.get_by_role("dialog", name="Rules right now")
        mark.click()
        expect(sheet.get_by_role("heading", name="Auction")).to_be_visible()
        sheet.get_by_role("button", name="Close").click()
        expect(sheet).to_be_hidden()
        expect(mark).to_be_focused()
        page.keyboard.press("Enter")
        expect(sheet.get_by_role("heading", name="Redeal")).to_be_visible()
        expect(sheet.get_by_role("heading", name="Auction")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(mark).to_be_focused()


def abort_request(route: Route) -> None:
    """Abort the requests of scripts."""
    if route.request.resource_type == "fetch":
        route.abort()
    else:
        route.fallback()


def test_without_a_link_the_page_of_its_address_is_asked_for(browser: Browser, served_app: ServedApp) -> None:
    """The link works like any other. Without a server the browser shows its own error, or the kept score."""
    phone, path = open_pose(served_app.app, POSES["auction of five"], LATIN)
    with open_page(browser, service_workers="block") as page:
        served_app.show(page, phone, path)
        page.locator("a.help-link").click()
        expect(page.get_by_role("dialog", name="Rules right now")).to_be_visible()
        page.keyboard.press("Escape")
        page.route("**/help/now", abort_request)
        page.locator("a.help-link").click()
        page.wait_for_url("**/help/now")
        expect(page.get_by_role("heading", name="Rules right now")).to_be_visible()
