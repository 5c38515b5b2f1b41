"""The dock while it is another player's turn: folded where that player has a phone, and unfolded by one tap."""

from playwright.sync_api import Browser, Page, expect

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import BY_CARDS, LATIN, Pose, call_steps, open_pose
from tests.browser.test_throws import NAMES
from tests.web.phones import Table

PAD = ".dock .actions--turn"
UNFOLD = ".dock__folded > button"


def show_board(page: Page, served: ServedApp, pose: Pose) -> Table:
    """Show a board on the phone of seat 4. Return its table."""
    phone, path = open_pose(served.app, pose, NAMES)
    served.show(page, phone, path)
    expect(page.locator("#table")).to_be_visible()
    return Table(phone, path.split("/")[2])


def draw_again(page: Page, table: Table) -> None:
    """Bring the page the board as it is now."""
    page.evaluate("htmx.ajax('GET', `${location.pathname}/draft`, {target: '#table', swap: 'outerMorph'})")
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version))


def wait_until_free(page: Page, says: str) -> None:
    expect(page.locator("#said")).to_contain_text(says)
    expect(page.locator('[data-command] button[aria-disabled="true"]:not([data-reason])')).to_have_count(0)


def test_a_phone_that_records_for_others_unfolds_once(browser: Browser, served_app: ServedApp) -> None:
    """Until another phone records. What lies above the dock never moves."""
    with open_page(browser) as page:
        table = show_board(page, served_app, Pose(steps=call_steps("13S", "-"), others=(1, 3)))
        eun = table.take_seat(5)
        expect(page.get_by_text("Waiting for Cho")).to_be_visible()
        expect(page.locator(PAD)).to_be_hidden()
        before = page.locator("#last").bounding_box()
        page.locator(UNFOLD).tap()
        expect(page.locator(PAD)).to_be_visible()
        assert page.locator("#last").bounding_box() == before
        page.get_by_role("button", name="Cho passes").tap()
        wait_until_free(page, "Cho passes")
        expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
        page.get_by_role("button", name="Pass", exact=True).tap()
        wait_until_free(page, "Dan passes")
        expect(page.get_by_role("button", name="Eun passes")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Eun passes")).to_be_visible()
        table.record("place_bid", player=5, level=14, trump="S", by=eun)
        draw_again(page, table)
        expect(page.get_by_text("Waiting for Ana")).to_be_visible()
        expect(page.locator(PAD)).to_be_hidden()


def test_the_keyboard_does_nothing_on_a_folded_dock(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser, viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False) as page:
        table = show_board(page, served_app, Pose(steps=call_steps("13S"), others=(2,)))
        version = table.version
        expect(page.get_by_text("Waiting for Bo")).to_be_visible()
        for key in ("p", "Enter", "1"):
            page.keyboard.press(key)
        expect(page.locator(".dock input:checked")).to_have_count(0)
        assert table.version == version
        page.locator(UNFOLD).click()
        page.locator(".head").click()
        page.keyboard.press("p")
        wait_until_free(page, "Bo passes")


def test_all_pass_is_asked_once_more(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        table = show_board(page, served_app, Pose(steps=call_steps("13S", "-", "-")))
        version = table.version
        page.get_by_role("button", name="All pass").tap()
        expect(page.locator(PAD)).to_be_hidden()
        page.get_by_role("button", name="Cancel").tap()
        expect(page.locator(PAD)).to_be_visible()
        assert table.version == version
        page.get_by_role("button", name="All pass").tap()
        page.get_by_role("button", name="All pass Ana plays 13").tap()
        wait_until_free(page, "All others passed")


def test_cards_are_played_on_the_phone_in_turn(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        show_board(page, served_app, Pose(steps=BY_CARDS, modes=("play:cards",), others=(5,)))
        expect(page.get_by_text("Waiting for Eun")).to_be_visible()
        expect(page.locator(".dock .pad")).to_be_hidden()
        expect(page.locator("#popup-play summary")).to_be_visible()
        page.get_by_role("button", name="Play for Eun").tap()
        expect(page.locator(".dock .pad")).to_be_visible()


def test_a_seat_passes_over_nobody_while_the_dock_is_folded(browser: Browser, served_app: ServedApp) -> None:
    """Neither a tap nor the keyboard reaches it; its name and its level are seen all the same."""
    with open_page(browser) as page:
        pose = zhao_pengyou.POSES["zpy: eight, another phone’s cards"]
        served_app.show(page, *open_pose(served_app.app, pose, LATIN))
        expect(page.locator(".dock__folded")).to_be_visible()
        keys = page.locator(".seat__key")
        expect(keys.first).to_be_hidden()
        expect(page.locator(".seat__key > .seat").first).to_be_visible()
        page.locator(UNFOLD).tap()
        expect(keys.first).to_be_visible()
