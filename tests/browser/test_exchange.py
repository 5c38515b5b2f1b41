"""The exchange as it is tapped: a key raised by a second tap, prices that follow, and two taps for the usual call."""

from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_layout import MEASURE, contract
from tests.browser.test_screens import Table, client, looking

__all__ = ["client"]


def contracted(client: FlaskClient) -> str:
    """The address of a table at which a friend is to be called."""
    table = Table(client, "pagat", ["Ana", "Bo", "Cho", "Dan", "Eun"])
    contract(table)
    url: str = client.environ_base["SCOREKEEPER_URL"]
    return url + table.path


def key(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').click()


def test_a_key_tapped_again_is_raised_and_everything_follows(browser: Browser, client: FlaskClient) -> None:
    table = contracted(client)
    with looking(browser, client, "en-GB", "light", viewport={"width": 390, "height": 664}) as page:
        page.goto(table)
        main = page.locator(".act--main")
        key(page, "call", "JK")
        expect(main).to_contain_text("+16, friend +8")
        key(page, "contract", "17H")
        expect(page.locator('input[name="call"][value="HK"]')).to_have_count(1)  # the king of these trumps
        key(page, "contract", "17H")
        expect(main).to_contain_text("+20, friend +10")
        expect(page.locator("input[name=contract]:checked")).to_have_value("18H")
        expect(page.locator("input[name=contract]:checked")).to_be_focused()
        assert page.evaluate(MEASURE) == []
        page.get_by_text("Raise more").click()
        expect(page.locator("input[name=level]:checked")).to_have_value("18")
        assert page.evaluate(MEASURE) == []
        page.get_by_role("button", name="Keep").click()
        expect(page.locator("input[name=contract]:checked")).to_have_value("15NT")
        expect(page.locator("input[name=call]:checked")).to_have_value("JK")


def test_a_usual_call_is_two_taps_and_another_card_three(browser: Browser, client: FlaskClient) -> None:
    one, other = contracted(client), contracted(client)
    with looking(browser, client, "en-GB", "light", viewport={"width": 390, "height": 664}) as page:
        page.goto(one)
        key(page, "call", "SA")
        page.locator(".act--main").click()
        expect(page.locator('#table[data-phase="play"]')).to_be_visible()
        page.goto(other)
        page.get_by_text("Other card").click()
        key(page, "call", "HQ")
        assert page.evaluate(MEASURE) == []
        page.locator(".act--main").click()
        expect(page.locator('#table[data-phase="play"]')).to_be_visible()
