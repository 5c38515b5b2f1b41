"""A tap made without a connection is recorded once, or its phone says why not, whatever becomes of it meanwhile."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.app import Phone, Server, phone
from tests.browser.far import is_calm, says
from tests.browser.live.looks import hide
from tests.browser.looking import comes_true
from tests.browser.proxy import Proxy
from tests.browser.test_evening import ANA, DAN

PRIVATE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('private'); }});"
TAPS = "() => Object.keys(localStorage).filter(name => name.startsWith('tap:'))"


def goes_away(link: Proxy, phone: Phone) -> None:
    """The link is lost, and the phone knows."""
    link.refuse()
    link.cut()
    says(phone, "may be old")


def comes_back(link: Proxy) -> None:
    link.listen()


def taps_and_leaves(phone: Phone) -> str:
    """The primary action, without a connection; then the tab is closed. The address it had."""
    phone.go()
    says(phone, "kept")
    address = phone.page.url
    phone.page.close()
    return address


def keeps_nothing(phone: Phone) -> None:
    comes_true(phone.page, f"() => ({TAPS})().length === 0")


def writes_contract(phone: Phone, level: int) -> None:
    """Fill in the contract, and no more."""
    phone.record_by("auction", "Final contract")
    phone.choose("declarer", ANA)
    phone.choose("level", level)
    phone.choose("trump", "H")


@pytest.fixture
def overtaken(link: Proxy, far: Phone, near: Phone) -> tuple[str, int]:
    """Bo tapped a contract of 15 and closed the tab; meanwhile one of 14 was recorded. The address, and the version."""
    near.go("auction")
    far.follows(near)
    writes_contract(far, 15)
    goes_away(link, far)
    address = taps_and_leaves(far)
    writes_contract(near, 14)
    near.go("contract")
    comes_back(link)
    far.new_tab()
    return address, near.version()


@pytest.mark.parametrize("where", ["the table", "the sheet", "home"])
def test_a_tap_outlives_its_tab(link: Proxy, far: Phone, near: Phone, where: str) -> None:
    before = near.version()
    goes_away(link, far)
    address = taps_and_leaves(far)
    comes_back(link)
    far.new_tab()
    far.open({"the table": address, "the sheet": f"{address}/sheet", "home": "/"}[where])
    near.is_in("auction")
    far.open(address)
    far.is_in("auction")
    assert far.version() == near.version() == before + 1
    keeps_nothing(far)


def test_what_was_recorded_meanwhile_and_what_was_tapped_stand_side_by_side(
    far: Phone, near: Phone, overtaken: tuple[str, int]
) -> None:
    """For as long as nobody chooses: after a reload too, and whatever others record."""
    address, version = overtaken
    far.open(address)
    for _ in range(2):
        expect(far.page.locator("#last [role=alert]").first).to_contain_text("not saved")
        theirs, mine = far.page.locator(".dock .key").all_inner_texts()
        assert re.search(r"Ana.*14.*\n.*recorded \d\d:\d\d", theirs, re.DOTALL), theirs
        assert re.search(r"Ana.*15.*\n.*you, not recorded", mine, re.DOTALL), mine
        far.page.reload()
    assert far.version() == version
    near.page.reload()
    assert near.version() == version
    expect(near.page.locator(".head__fact")).to_contain_text("14")


@pytest.mark.parametrize(
    ("choice", "level", "actions"), [("Use mine", "15", 2), ("Keep that", "14", 0)], ids=["mine", "theirs"]
)
def test_either_entry_may_stand(
    far: Phone, near: Phone, overtaken: tuple[str, int], choice: str, level: str, actions: int
) -> None:
    """Mine takes the other back first: both are in the history."""
    address, version = overtaken
    far.open(address)
    far.tap(choice)
    expect(far.page.locator("#dock-conflict")).to_have_count(0)
    expect(far.page.locator(".head__fact")).to_contain_text(level)
    near.follows(far)
    assert far.version() == version + actions
    keeps_nothing(far)
    far.open(f"{address}/log")
    expect(far.page.locator(".log__line--undone")).to_have_count(actions // 2)


def test_after_more_has_been_recorded_the_tap_is_only_told(far: Phone, near: Phone, overtaken: tuple[str, int]) -> None:
    address, version = overtaken
    near.choose("call", "JK")
    near.go("play")
    far.open(address)
    far.page.locator(".dock .key--off", has_text="15").click(force=True)  # it is not to be chosen, and says why
    far.sees("Mend the trick or the hand")
    expect(far.page.get_by_role("button", name="Use mine")).to_have_count(0)
    far.tap("Keep that")
    far.is_in("play")
    assert far.version() == version + 1
    keeps_nothing(far)


def test_the_same_tap_of_somebody_else_is_no_conflict(link: Proxy, far: Phone, near: Phone) -> None:
    goes_away(link, far)
    address = taps_and_leaves(far)
    near.go("auction")
    comes_back(link)
    far.new_tab()
    far.open(address)
    far.sees("has just recorded the same")
    far.is_in("auction")
    assert far.version() == near.version()
    keeps_nothing(far)


def test_two_tabs_send_one_tap(link: Proxy, far: Phone, near: Phone) -> None:
    before = near.version()
    link.refuse_requests_for(f"{urlsplit(far.page.url).path}/record/")
    far.go()
    says(far, "kept")
    first, address = far.page, far.page.url
    far.new_tab()
    far.open(address)
    says(far, "kept")
    expect(far.page.locator(".act--main")).to_have_attribute("aria-pressed", "true")
    link.refuse_requests_for("")
    for tab in (first, far.page):
        expect(tab.locator("[data-phase=auction]")).to_be_visible()
        expect(tab.locator("#banner")).to_be_hidden()
        expect(tab.locator("#last")).not_to_contain_text("has just recorded")
    near.follows(far)
    assert near.version() == before + 1
    keeps_nothing(far)


def test_one_tap_is_kept_and_the_next_waits(link: Proxy, far: Phone, near: Phone) -> None:
    near.go("auction")
    far.follows(near)
    writes_contract(far, 15)
    goes_away(link, far)
    far.go()
    says(far, "Your tap is kept")
    far.page.locator('label:has(input[name="level"][value="17"])').click()
    says(far, "The next must wait")
    expect(far.page.locator('input[name="level"][value="15"]')).to_be_checked()
    assert len(far.page.evaluate(TAPS)) == 1
    far.tap("Take it back")
    says(far, "may be old")
    keeps_nothing(far)
    far.choose("level", 16)
    far.go()
    says(far, "Your tap is kept")
    comes_back(link)
    is_calm(far)
    far.is_in("contract")
    expect(far.page.locator(".head__fact")).to_contain_text("16")
    near.follows(far)


def test_a_tap_is_not_sent_for_whoever_has_the_phone_now(link: Proxy, far: Phone, near: Phone) -> None:
    """Bo's phone keeps a tap; then it is Dan's."""
    before = near.version()
    goes_away(link, far)
    address = taps_and_leaves(far)
    link.refuse_requests_for(f"{urlsplit(address).path}/record/")
    comes_back(link)
    far.new_tab()
    far.open(f"{address}/seat")
    far.page.locator(f'button[name="player"][value="{DAN}"]').click()
    expect(far.page.locator(f"body[data-seat='{DAN}']")).to_have_count(1)
    link.refuse_requests_for("")
    far.sees("This phone had another seat when that was tapped.")
    expect(far.page.locator("#unsaved b")).to_have_text("Deal hand 1")
    far.errors.clear()  # the browser noted the refusal
    assert far.version() == near.version() == before
    far.tap("Discard")
    keeps_nothing(far)
    far.go("auction")
    near.follows(far)


def test_without_storage_a_tap_lasts_as_long_as_its_page(link: Proxy, far: Phone, near: Phone) -> None:
    far.context.add_init_script(PRIVATE)
    far.page.reload()
    expect(far.page.locator("#phones")).to_contain_text("2 phones")
    before = near.version()
    goes_away(link, far)
    far.go()
    says(far, "kept")
    comes_back(link)
    is_calm(far)
    far.is_in("auction")
    assert near.version() == before + 1


# --- Sleep ---


@pytest.fixture
def sleeper(browser: Browser, link: Proxy, near: Phone) -> Iterator[Phone]:
    """Dan's phone, in Seoul and in Korean, whose clock the test winds; at first it is eighteen minutes past eight."""
    away = phone(browser, link.url, locale="ko-KR", timezone_id="Asia/Seoul")
    away.page.clock.install(time=datetime.fromisoformat("2026-11-22T20:18:00+09:00"))
    near.open(f"{near.page.url}/links")
    join = near.page.locator("[data-link]").first.inner_text()
    near.page.go_back()
    away.open(away.url + urlsplit(join).path)
    away.page.get_by_role("button", name="Dan").click()
    expect(away.page.locator("#phones")).to_contain_text("3")
    yield away
    away.context.close()


def sleeps_an_hour(phone: Phone) -> None:
    hide(phone.page, True)
    phone.page.clock.fast_forward(timedelta(hours=1) // timedelta(milliseconds=1))


def test_a_phone_that_slept_an_hour_shows_the_table_of_now(sleeper: Phone, near: Phone) -> None:
    sleeps_an_hour(sleeper)
    near.go("auction")
    sleeper.is_in("between")
    expect(sleeper.page.locator("#phones")).to_be_hidden()
    is_calm(sleeper)
    hide(sleeper.page, False)
    sleeper.follows(near)
    sleeper.is_in("auction")
    expect(sleeper.page.locator("#phones")).to_contain_text("3")
    is_calm(sleeper)


def test_a_phone_that_wakes_without_a_connection_says_of_when_it_is(sleeper: Phone, near: Phone, link: Proxy) -> None:
    sleeps_an_hour(sleeper)
    link.refuse()
    link.cut()
    hide(sleeper.page, False)
    says(sleeper, "20:18부터 연결 끊김")
    expect(sleeper.page.locator("#phones")).to_have_text("끊김", use_inner_text=True)
    near.go("auction")
    comes_back(link)
    is_calm(sleeper)
    sleeper.follows(near)


def test_a_tap_sleeps_with_its_phone(sleeper: Phone, near: Phone, link: Proxy) -> None:
    before = near.version()
    link.refuse()
    link.cut()
    says(sleeper, "20:18부터 연결 끊김")
    sleeper.go()
    says(sleeper, "누른 것은 보관했어요")
    sleeps_an_hour(sleeper)
    comes_back(link)
    hide(sleeper.page, False)
    is_calm(sleeper)
    sleeper.is_in("auction")
    near.follows(sleeper)
    assert near.version() == before + 1


def test_a_dead_link_is_told_within_three_seconds(sleeper: Phone, link: Proxy) -> None:
    """By the phone's own clock, which stands still but for these."""
    link.fall_silent()
    clock = sleeper.page.clock
    clock.pause_at(sleeper.page.evaluate("Date.now() + 300") / 1000)
    is_calm(sleeper)
    clock.run_for(3000)
    says(sleeper, "연결 끊김")


# --- Networks ---


def test_a_phone_that_changes_networks_goes_on(link: Proxy, far: Phone, near: Phone) -> None:
    """The connections it had are dead and nobody tells it; new ones come from another address."""
    before = near.version()
    link.change_network()
    far.go()
    far.is_in("auction")
    near.follows(far)
    is_calm(far)
    near.tap("Undo")
    near.is_in("between")
    far.follows(near)
    assert near.version() == before + 2


def test_the_table_is_reached_by_another_address_while_a_tap_waits_at_the_first(
    server: Server, link: Proxy, far: Phone, near: Phone
) -> None:
    """What browsers keep, they keep by address: the tap waits there, and the same made here is recorded once."""
    goes_away(link, far)
    far.go()
    says(far, "kept")
    first = far.page
    with Proxy(server.port) as other:
        far.new_tab()
        far.open(other.url + urlsplit(first.url).path)
        far.go("auction")
        near.follows(far)
        comes_back(link)
        expect(first.locator("[data-phase=auction]")).to_be_visible()
        expect(first.locator("#last")).to_contain_text("has just recorded the same")
        comes_true(first, f"() => ({TAPS})().length === 0")
        near.follows(far)
        far.page.close()
    far.page = first
