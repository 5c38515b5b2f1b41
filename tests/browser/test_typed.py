"""Text typed on a phone stays until it is sent, and every amount can be negative."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.app import BrowserPhone, NewPhone, open_table_by_request

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")


@pytest.fixture
def host(new_phone: NewPhone) -> BrowserPhone:
    """The host's phone, at a table before its first hand."""
    phone = new_phone(has_touch=True)
    open_table_by_request(phone, "pagat", NAMES)
    return phone


def read_path(phone: BrowserPhone) -> str:
    """Return the path of the phone's table."""
    return "/t/" + phone.page.url.partition("/t/")[2].partition("/")[0].partition("?")[0]


def return_to(page: Page, way: str) -> None:
    """Come back to a page: by a reload, by "Back", or in a new tab after the phone discarded the old one."""
    if way == "reload":
        page.reload()
    elif way == "back":
        page.goto(page.evaluate("location.origin"))
        page.go_back()
    else:
        url = page.url
        page.goto("about:blank")
        page.goto(url)


WAYS = ("reload", "back", "tab")


@pytest.mark.parametrize("way", WAYS)
def test_the_grid_of_paper_hands_stays(host: BrowserPhone, way: str) -> None:
    page, path = host.page, read_path(host)
    host.open(f"{path}/paper-hands")
    page.locator("[name=played_1]").fill("16♥ made")
    for player, amount in enumerate(("14", "7", "−7", "-7", "－7"), 1):
        page.locator(f"[name=amount_1_{player}]").fill(amount)
    return_to(page, way)
    expect(page.locator("[name=played_1]")).to_have_value("16♥ made")
    expect(page.locator("[name=amount_1_5]")).to_have_value("－7")
    page.get_by_text("More rows").click()
    expect(page.locator("[name=amount_12_1]")).to_be_visible()
    page.wait_for_load_state()
    expect(page.locator("[name=amount_1_3]")).to_have_value("−7")
    page.locator("[name=amount_12_1]").fill("4")
    page.locator("[name=amount_12_2]").fill("-4")
    host.open(f"{path}/paper-hands")
    expect(page.locator("[name=amount_12_2]")).to_have_value("-4")
    expect(page.locator("[name=amount_1_5]")).to_have_value("－7")
    page.get_by_text("Add these hands").click()
    page.wait_for_url(f"**{path}")
    host.open(f"{path}/paper-hands")
    expect(page.locator("[name=amount_1_1]")).to_have_value("")


def test_what_was_not_sent_for_want_of_a_link_is_still_there(host: BrowserPhone) -> None:
    page, path = host.page, read_path(host)
    host.open(f"{path}/paper-hands")
    page.locator("[name=amount_1_1]").fill("5")
    page.context.set_offline(True)
    page.get_by_text("Add these hands").click()
    page.wait_for_url("chrome-error://**")
    page.context.set_offline(False)
    page.go_back()
    expect(page.locator("[name=amount_1_1]")).to_have_value("5")


@pytest.mark.parametrize("way", WAYS)
def test_the_reason_of_a_penalty_stays(host: BrowserPhone, way: str) -> None:
    page, path = host.page, read_path(host)
    host.open(f"{path}/people")
    page.get_by_text("Penalty", exact=True).click()
    form = page.locator("form[action$='/people/penalize']")
    form.locator("[name=player][value='2']").check()
    form.locator("[name=amount]").fill("3")
    form.locator("[name=reason]").fill("looked at the kitty")
    return_to(page, way)
    expect(form.locator("[name=reason]")).to_have_value("looked at the kitty")
    expect(form.locator("[name=amount]")).to_have_value("3")
    expect(form.locator("[name=player]:checked")).to_have_value("2")
    with page.expect_navigation():
        form.get_by_text("Record the penalty").click()
    expect(form.locator("[name=reason]")).to_have_value("")


@pytest.mark.parametrize("way", WAYS)
def test_the_names_of_a_new_table_stay(new_phone: NewPhone, way: str) -> None:
    phone = new_phone()
    page = phone.page
    phone.open("/new?game=mighty")
    page.locator("#another").focus()
    for seat, name in enumerate(NAMES, 1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"#seat-{seat}")).to_contain_text(name)
    page.keyboard.type("Fa")
    return_to(page, way)
    expect(page.locator("[data-seats] .pill__name bdi")).to_have_text([*NAMES])
    expect(page.locator("#another")).to_have_value("Fa")
    page.locator("#another").fill("")
    page.get_by_text("Open the table").click()
    page.wait_for_url("**/t/**")
    phone.open("/new?game=mighty")
    expect(page.locator("[data-seats] .pill__name bdi")).to_have_count(0)


def test_a_key_changes_the_sign_while_the_keyboard_stays(host: BrowserPhone) -> None:
    """Some number keyboards have no minus."""
    page, path = host.page, read_path(host)
    host.open(f"{path}/people")
    page.get_by_text("Change standings by hand").click()
    field = page.locator("#amount_2")
    field.fill("12")
    key = page.locator("[data-sign=amount_2]")
    key.click()
    expect(field).to_have_value("−12")
    expect(field).to_be_focused()
    key.click()
    expect(field).to_have_value("12")
    key.click()
    page.locator("#amount_1").fill("12")
    page.locator("#adjust-reason").fill("paper")
    with page.expect_navigation():
        page.get_by_text("Record the change").click()
    host.open(path)
    assert host.read_balances()["Bo"] == "−12"


def test_in_the_grid_it_is_the_amount_that_was_typed_last(host: BrowserPhone) -> None:
    page = host.page
    host.open(f"{read_path(host)}/paper-hands")
    page.locator("[name=amount_2_3]").fill("8")
    page.locator(".dock [data-sign]").click()
    expect(page.locator("[name=amount_2_3]")).to_have_value("−8")
    expect(page.locator("[name=amount_2_3]")).to_be_focused()


def test_an_amount_may_be_typed_before_the_script_of_its_sign_has_come(host: BrowserPhone) -> None:
    page, held = host.page, list[Route]()
    page.route("**/typed_text.js", lambda route: held.append(route))
    host.open(f"{read_path(host)}/paper-hands")
    page.locator("[name=amount_2_3]").fill("8")
    (script,) = held
    script.continue_()
    page.locator(".dock [data-sign]").click()
    expect(page.locator("[name=amount_2_3]")).to_have_value("−8")


def test_a_phone_that_forgets_keeps_nothing_that_was_typed(host: BrowserPhone) -> None:
    page, path = host.page, read_path(host)
    host.open(f"{path}/people")
    page.get_by_text("Penalty", exact=True).click()
    page.locator("form[action$='/people/penalize'] [name=reason]").fill("secret")
    host.open("/forget")
    page.get_by_role("button", name="Forget this phone").click()
    page.wait_for_load_state()
    assert not page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('typed:'))")


def test_what_was_chosen_outlives_a_look_at_another_page(new_phone: NewPhone) -> None:
    host = new_phone()
    open_table_by_request(host, "pagat", NAMES)
    host.tap("To the table")
    host.tap("Deal hand 1")
    host.wait_for_phase("auction")
    table = host.page.url
    host.choose("level", 14)
    host.choose("trump", "H")
    host.open(f"{table}/sheet")
    host.open(table)
    for name, value in (("level", "14"), ("trump", "H")):
        expect(host.page.locator(f'input[name="{name}"][value="{value}"]')).to_be_checked()
    host.tap(host.page.get_by_role("button", name="Ana bids 14"))
    expect(host.page.locator(".head")).to_contain_text("14")
    host.open(table)
    expect(host.page.locator(".dock input[name=trump]:checked")).to_have_count(0)
