"""Refusals on a phone: they go when they are mended, and a key that was tapped too early records when it can."""

from playwright.sync_api import Browser, Page, expect

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import LATIN, PLAY, Pose, call_steps, contract_steps, open_pose
from tests.browser.test_throws import NAMES

ALERTS = "#last > .alert"


def choose(page: Page, name: str, value: object) -> None:
    page.locator(f"label.key:has(input[name='{name}'][value='{value}'])").tap()


def open_board(page: Page, served: ServedApp, pose: Pose) -> None:
    """Show a board whose phone has the seat 4, and wait until its stream is open."""
    served.show(page, *open_pose(served.app, pose, NAMES))
    expect(page.locator("#phones")).to_be_visible()


def test_points_tapped_before_the_winner_wait_for_them(browser: Browser, served_app: ServedApp) -> None:
    """Nothing is sent before; another number takes the place of the first, and a second tap takes it back."""
    with open_page(browser) as page:
        open_board(page, served_app, Pose(steps=PLAY))
        points = page.locator(".dock [name=points]")
        version = page.locator("#table").get_attribute("data-version") or ""
        points.nth(2).tap()
        expect(page.locator("#alert")).to_have_text("Pick who took the trick.")
        points.nth(2).tap()
        expect(page.locator("#alert")).to_be_hidden()
        points.nth(2).tap()
        points.nth(3).tap()
        expect(page.locator(".dock [aria-pressed=true]")).to_have_text("3")
        expect(page.locator("#table")).to_have_attribute("data-version", version)
        choose(page, "winner", 5)
        expect(page.locator("#said")).to_have_text("Trick 5: Eun +3.")
        expect(page.locator(ALERTS)).to_be_hidden()
        expect(page.locator(".dock [aria-pressed=true]")).to_have_count(0)


def test_a_key_that_waits_stays_when_the_board_comes_anew(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        open_board(page, served_app, Pose(steps=PLAY))
        page.locator(".dock [name=points]").nth(2).tap()
        page.evaluate("htmx.ajax('GET', `${location.pathname}/draft`, {target: '#table', swap: 'outerMorph'})")
        expect(page.locator(".dock [aria-pressed=true]")).to_have_text("2")
        expect(page.locator("#alert")).to_have_text("Pick who took the trick.")
        choose(page, "winner", 5)
        expect(page.locator("#said")).to_have_text("Trick 5: Eun +2.")


def test_what_is_missing_is_struck_as_it_is_chosen(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        open_board(page, served_app, Pose(steps=contract_steps(), modes=("play:result",)))
        page.locator(".button--main").tap()
        refusal = page.locator(f"{ALERTS}:not(#alert)")
        expect(refusal).to_have_text("Pick the friend and the points.", use_inner_text=True)
        choose(page, "points", 16)
        expect(refusal).to_have_text("Pick the friend.", use_inner_text=True)
        choose(page, "side", "card|5")
        expect(refusal).to_have_count(0)
        expect(page.locator("#gives")).not_to_be_empty()
        page.locator(".button--main").tap()
        expect(page.locator("#said")).to_have_text("Dan recorded hand 1: 16 points")


def test_a_suit_that_needs_the_next_number_is_chosen_with_it(browser: Browser, served_app: ServedApp) -> None:
    """Over 13 spades only no-trump is legal with 13: it is offered, and hearts are bid with 14."""
    with open_page(browser) as page:
        open_board(page, served_app, Pose(steps=call_steps("13S", "-", "-")))
        bid = page.locator(".actions--turn > :last-child")
        expect(bid).to_have_text("Bid 13 NT", use_inner_text=True)
        choose(page, "trump", "H")
        expect(page.locator("[name=level]:checked")).to_have_value("14")
        choose(page, "level", 13)
        expect(page.locator("[name=trump]:checked")).to_have_value("NT")
        choose(page, "trump", "H")
        expect(page.locator(ALERTS)).to_be_hidden()
        bid.tap()
        expect(page.locator("#said")).to_contain_text("Dan bids 14")


def test_cards_tapped_before_their_player_are_kept(browser: Browser, served_app: ServedApp) -> None:
    """A tap on the name then records them: two taps in either order. This phone's own player may not show now."""
    with open_page(browser) as page:
        shown = zhao_pengyou.show_steps((4, "H", 2))
        served_app.show(page, *open_pose(served_app.app, zhao_pengyou.zpy(steps=shown, players=8), LATIN))
        page.locator("[name=shown][value='3xS']").tap()
        expect(page.locator("[name=shown][value='3xS']")).to_have_attribute("aria-pressed", "true")
        choose(page, "player", 3)
        expect(page.locator(".seats [data-p='3'] small .S")).to_be_attached()
