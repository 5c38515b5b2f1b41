"""The tables to try, on phones of every size: the offer, the list, the board that says how long it stays, the sheet."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.table.state import TableState
from tests.browser.app_pages import ServedApp, open_page, serve_app
from tests.browser.test_screens import (
    FONTS,
    LANGUAGES,
    MEASURE,
    PHONES,
    SLIDES,
    SMALL,
    measure,
    measure_page,
    measure_screen,
    show_whole,
)
from tests.tiers import in_turn
from tools.pictures import is_between_hands, is_late_in_play, is_own_bid, play_until

TABLES = "ul.panel a.row[href^='/t/']"


def is_card_led(state: TableState) -> bool:
    """Return whether a card lies on the table, so that the dock is the whole pack."""
    return bool(state.current and state.current.hand.phase == "play" and state.current.hand.table)


@pytest.fixture
def empty() -> Iterator[ServedApp]:
    """The program on a database without tables."""
    with serve_app() as program:
        yield program


def try_it(page: Page, program: ServedApp) -> list[str]:
    """Tap “Try it”, and return the addresses of the tables, the one that plays itself first."""
    page.goto(program.url)
    page.locator("form[action='/try'] button").click()
    expect(page.locator(TABLES)).to_have_count(3)
    return [row.get_attribute("href") or "" for row in page.locator(TABLES).all()]


def measure_whole(page: Page) -> Iterator[str]:
    """Yield the faults of a page in every width, with nothing of it behind its dock."""
    for width, _height in PHONES:
        show_whole(page, width)
        yield from (f"{width}: {each}" for check in (MEASURE, SLIDES, SMALL) for each in page.evaluate(check))


@pytest.mark.parametrize("language", in_turn("a newcomer", FONTS))
def test_a_newcomer_looks_around(browser: Browser, empty: ServedApp, language: str) -> None:
    """From the offer to the tables, and through a hand that plays itself."""
    with open_page(browser, language) as page:
        page.goto(empty.url)
        wrong = list(measure_page(page, language, "home")) if language in LANGUAGES else []
        path, *over = try_it(page, empty)
        wrong += measure_whole(page)
        for pose, other in zip(("over", "zpy: five, over"), over, strict=True):
            measure(page, *PHONES[0])
            page.goto(empty.url + other)
            wrong += measure_screen(page, language, pose)
        for is_reached in (is_own_bid, is_late_in_play, is_between_hands):
            play_until(empty.app, path.removeprefix("/t/"), is_reached)
            page.goto(empty.url + path)
            wrong += measure_screen(page, language, is_reached.__name__)
        assert "\n".join(wrong) == ""


def test_the_line_of_a_table_to_try_takes_its_room_from_the_board_alone(browser: Browser, empty: ServedApp) -> None:
    """It is there where the board keeps the height that it is made for; on any screen it is in the menu."""
    with open_page(browser) as page:
        address = empty.url + (path := try_it(page, empty)[0])
        line = page.locator("body > .to-try")
        for is_reached in (is_card_led, is_between_hands):
            play_until(empty.app, path.removeprefix("/t/"), is_reached)
            page.set_viewport_size({"width": 390, "height": 664})  # a page opened on a large screen has a panel more
            page.goto(address)
            for width, height in (*PHONES, (390, 708), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollHeight") <= height
                assert line.is_visible() is (height >= 708)
                assert width > 390 or page.evaluate(MEASURE) == []
        page.set_viewport_size({"width": 320, "height": 568})
        page.locator("[popovertarget=menu]").first.click()
        assert page.evaluate(MEASURE) == []
        page.locator("#menu .to-try button").click()
        expect(page.locator(".to-try")).to_have_count(0)


@pytest.mark.parametrize("size", PHONES)
def test_the_totals_of_a_long_sheet_lie_on_the_dock(browser: Browser, empty: ServedApp, size: tuple[int, int]) -> None:
    """Nothing of the sheet is seen between them, however high the dock is."""
    with open_page(browser, viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(empty.url + try_it(page, empty)[2] + "/sheet")
        totals, dock = (page.locator(each).first.bounding_box() for each in (".sheet tfoot td", ".dock"))
        assert totals
        assert dock
        assert round(totals["y"] + totals["height"]) == round(dock["y"])
