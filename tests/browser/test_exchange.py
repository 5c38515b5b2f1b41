"""The exchange by taps: a second tap raises a key, payments are updated, and the usual call takes two taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page
from tests.browser.poses import LATIN, POSES, open_pose
from tests.browser.test_screens import MEASURE


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with open_page(browser) as phone:
        yield phone


def open_exchange(page: Page, served: ServedApp) -> None:
    """Open a table at which a friend is to be called."""
    served.show(page, *open_pose(served.app, POSES["friend"], LATIN))


def tap_key(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').click()


def test_a_key_tapped_again_is_raised_and_everything_follows(page: Page, served_app: ServedApp) -> None:
    open_exchange(page, served_app)
    main = page.locator(".button--main")
    tap_key(page, "call", "JK")
    expect(main).to_contain_text("+16 if just made, friend +8")
    tap_key(page, "contract", "17H")
    expect(page.locator('input[name="call"][value="HK"]')).to_have_count(1)  # the king of these trumps
    tap_key(page, "contract", "17H")
    expect(main).to_contain_text("+20 if just made, friend +10")
    expect(page.locator("input[name=contract]:checked")).to_have_value("18H")
    expect(page.locator("input[name=contract]:checked")).to_be_focused()
    assert page.evaluate(MEASURE) == []
    page.get_by_text("Raise more").click()
    expect(page.locator("input[name=level]:checked")).to_have_value("18")
    assert page.evaluate(MEASURE) == []
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("input[name=contract]:checked")).to_have_value("15NT")
    expect(page.locator("input[name=call]:checked")).to_have_value("JK")


def test_a_usual_call_is_two_taps_and_another_card_three(page: Page, served_app: ServedApp) -> None:
    open_exchange(page, served_app)
    tap_key(page, "call", "SA")
    page.locator(".button--main").click()
    expect(page.locator('#table[data-phase="play"]')).to_be_visible()
    open_exchange(page, served_app)
    page.get_by_text("Other card").click()
    tap_key(page, "call", "HQ")
    assert page.evaluate(MEASURE) == []
    page.locator(".button--main").click()
    expect(page.locator('#table[data-phase="play"]')).to_be_visible()
