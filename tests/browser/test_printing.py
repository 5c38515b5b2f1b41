"""The score sheet on paper."""

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import LATIN
from tests.web.phones import Table, open_table

PAGE = re.compile(rb"/Type\s*/Page\b")
"""A page in a PDF file of Chromium."""


@pytest.fixture(scope="module")
def printed_table(served_app: ServedApp) -> Table:
    """A table with three sheets: of 19 hands, of 6 hands, and the last of 34 hands."""
    table = open_table(served_app.app, "pagat", LATIN[:5])
    for hands in (19, 6, 34):
        if table.state.hands:
            table.record("begin")
        for hand in range(hands):
            table.play_hand(side=f"card|{1 + (hand + 1) % 5}", declarer=1 + hand % 5, points=20 if hand % 3 else 12)
    return table


PAGES = [("/sheet", "A4", 3), ("/sheet", "Letter", 4), ("/print", "A4", 5), ("/print", "Letter", 5)]


@pytest.mark.parametrize(("path", "paper", "most"), PAGES)
def test_no_page_is_left_blank(
    browser: Browser, served_app: ServedApp, printed_table: Table, path: str, paper: str, most: int
) -> None:
    """Three sheets, or one with a chart and a line for each of its 59 hands, take as many pages and no more."""
    with open_page(browser) as page:
        served_app.show(page, printed_table.host, printed_table.path + path)
        assert len(PAGE.findall(page.pdf(format=paper))) <= most


@pytest.mark.parametrize("path", ["/sheet", "/print"])
def test_totals_stand_once_and_headings_with_what_they_are_of(
    browser: Browser, served_app: ServedApp, printed_table: Table, path: str
) -> None:
    with open_page(browser) as page:
        served_app.show(page, printed_table.host, printed_table.path + path)
        page.emulate_media(media="print")
        style = "(all, key) => [...new Set(all.map(each => getComputedStyle(each)[key]))]"
        assert page.locator(".sheet tfoot").evaluate_all(style, "display") == ["table-row-group"]
        assert page.locator(".sheet thead").evaluate_all(style, "display") == ["table-header-group"]
        assert page.locator(".sheet").evaluate_all(style, "breakInside") == ["auto"]
        assert page.locator("h1, h2").evaluate_all(style, "breakAfter") == ["avoid"]
        tools = page.locator(".top a, .top button, .screen-only, .dock, .tabs").filter(visible=True)
        assert tools.all_text_contents() == []
