"""Pages that follow an evening without a tap: the television, the chart beside the board, and pages of the sheet."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import LATIN, POSES, Pose, open_pose, result_steps
from tests.table.many_hands import evening_moves
from tests.web.restored_tables import restore_table

TV: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}
PLAYS = re.compile(r"\btv--plays-result\b")
COUNT = """() => {
  window.times = 0;
  new MutationObserver(() => { window.times += document.body.matches(".tv--plays-result") })
    .observe(document.body, { attributeFilter: ["class"] });
}"""


def count_moments(page: Page) -> int:
    """Return how often the panel of a result has been animated."""
    return int(page.evaluate("window.times"))


def test_a_moment_is_played_once(browser: Browser, served_app: ServedApp) -> None:
    """When its hand ends; not when the page is opened or reloaded, nor when an undo brings it back."""
    table = restore_table(served_app.app, *evening_moves("mighty", 5, 3))
    with open_page(browser, **TV) as page:
        served_app.show(page, table.host, f"{table.path}/watch")
        expect(page.locator("#phones")).to_be_visible()
        page.evaluate(COUNT)
        table.play_hand()
        expect(page.locator("body")).to_have_class(PLAYS)
        expect(page.locator("body")).not_to_have_class(PLAYS)
        table.record("start_hand")
        expect(page.locator("#table[data-result]")).to_have_count(0)
        table.record("undo")
        expect(page.locator("#table[data-result]")).to_have_count(1)
        assert count_moments(page) == 1
        page.reload()
        expect(page.locator("#phones")).to_be_visible()
        expect(page.locator("body")).not_to_have_class(PLAYS)


def test_the_names_stand_below_each_other(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser, **TV) as page:
        pose = Pose(at="/watch", steps=result_steps("card|5", 16, "14H", 2))
        served_app.show(page, *open_pose(served_app.app, pose, LATIN))
        names = page.locator(".tv__row bdi")
        expect(names).to_have_count(5)
        assert len(set(names.evaluate_all("names => names.map(name => name.getBoundingClientRect().x)"))) == 1


def test_the_chart_and_the_last_hands_stand_beside_the_board_on_a_large_screen(
    browser: Browser, served_app: ServedApp
) -> None:
    """They are as current as the board.

    They are requested once a version, answered with nothing while no hand was added, and never requested by phones.
    """
    table = restore_table(served_app.app, *evening_moves("mighty", 5, 3))
    answers: list[int] = []
    with open_page(browser) as small, open_page(browser, **{**TV, "color_scheme": "dark"}) as page:
        for each in (small, page):
            each.on("response", lambda answer: answers.append(answer.status) if "/beside?" in answer.url else None)
            served_app.show(each, table.host, table.path)
        hands = page.locator("#side-panel .last-hands li")
        expect(hands).to_have_count(3)
        expect(page.locator("#side-panel img:visible")).to_have_attribute("src", re.compile("look=dark"))
        with page.expect_response("**/beside?*"):
            table.record("start_hand")
        expect(small.locator("[data-phase=auction]")).to_be_visible()
        table.record("undo")
        table.play_hand()
        expect(hands).to_have_count(4)
        assert small.locator("#side-panel").is_hidden()
    assert answers[0] == answers[-1] == 200
    assert 204 in answers


def test_a_hand_is_bid_by_keyboard(browser: Browser, served_app: ServedApp) -> None:
    """Below the dock of a large screen are the keys of the keyboard, and the questions to the referee."""
    with open_page(browser, **{**TV, "viewport": {"width": 1280, "height": 800}}) as page:
        served_app.show(page, *open_pose(served_app.app, Pose(seat=1), LATIN))
        hints, last = page.locator("[data-shortcut]:visible kbd"), page.locator("#last")
        expect(hints).to_have_text(["Enter"])
        page.keyboard.press("Enter")
        expect(hints).to_have_text(["1", "5", "S", "H", "D", "C", "N", "P", "Enter", "U"])
        for key in ("1", "5", "n"):
            page.keyboard.press(key)
        locked = page.locator('[data-command] button[aria-disabled="true"]:not([data-reason])')
        expect(locked).to_have_count(0)
        page.keyboard.press("Enter")
        expect(last).to_contain_text("bids 15 NT")
        expect(locked).to_have_count(0)
        page.keyboard.press("p")
        expect(last).to_contain_text("passes")
        expect(locked).to_have_count(0)
        page.keyboard.press("u")
        expect(last).to_contain_text("bids 15 NT")
        page.locator(".desktop-aids").get_by_role("link", name="Is this bid or change legal?").click()
        expect(page).to_have_url(re.compile("/referee/bid"))


def test_what_the_keyboard_does_gives_way_to_the_dock(browser: Browser, served_app: ServedApp) -> None:
    """Nothing covers the dock's keys, even if it leaves no space below it."""
    with open_page(browser, **{**TV, "viewport": {"width": 1280, "height": 640}}) as page:
        served_app.show(page, *open_pose(served_app.app, POSES["friend by name"], LATIN))
        expect(page.locator(".desktop-aids")).to_have_count(1)
        expect(page.locator(".desktop-aids")).to_be_hidden()
        page.set_viewport_size({"width": 1280, "height": 1080})
        expect(page.locator(".desktop-aids")).to_be_visible()


def test_a_tap_on_the_chart_opens_the_hand(browser: Browser, served_app: ServedApp) -> None:
    """The nearest hand opens."""
    table = restore_table(served_app.app, *evening_moves("mighty", 5, 7))
    with open_page(browser) as page:
        served_app.show(page, table.host, f"{table.path}/chart")
        chart = page.locator(".chart[data-tappable]")
        box = chart.locator("img").first.bounding_box()
        assert box
        left, right = (float(chart.get_attribute(f"data-{side}") or 0) for side in ("left", "right"))
        chart.click(position={"x": 4 + box["width"] * (left + (right - left) * 3 / 7), "y": box["height"] / 2})
        page.wait_for_url(f"**{table.path}/sheet/3")


@pytest.mark.parametrize("page_of", ["chart", "statistics"])
def test_a_new_hand_comes_by_itself_and_once(browser: Browser, served_app: ServedApp, page_of: str) -> None:
    """The page reloads when a hand ends, and not for taps inside a hand."""
    table = restore_table(served_app.app, *evening_moves("mighty", 5, 3))
    loaded: list[str] = []
    with open_page(browser) as page:
        page.on("framenavigated", lambda frame: loaded.append(frame.url))
        served_app.show(page, table.host, f"{table.path}/{page_of}")
        for hands in (4, 5):
            table.play_hand()
            expect(page.locator("h1")).to_contain_text(f"{hands} hands")
        assert len(loaded) == 3
