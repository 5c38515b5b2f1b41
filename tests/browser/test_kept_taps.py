"""A tap made without a connection is recorded once, or its phone says why not, whatever happens meanwhile."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.app import AppServer, BrowserPhone, open_phone
from tests.browser.app_pages import wait_until
from tests.browser.link_banner import expect_banner, expect_no_banner
from tests.browser.live.expectations import set_hidden
from tests.browser.proxy import Proxy
from tests.browser.test_evening import ANA, DAN
from tests.tiers import in_turn

PRIVATE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('private'); }});"
TAPS = "() => Object.keys(localStorage).filter(name => name.startsWith('tap:'))"


def lose_link(link: Proxy, phone: BrowserPhone) -> None:
    """Break the link, and wait until the phone notices."""
    link.refuse()
    link.cut_connections()
    expect_banner(phone, "may be old")


def restore_link(link: Proxy) -> None:
    link.listen()


def tap_and_close(phone: BrowserPhone) -> str:
    """Tap the primary button without a connection and close the tab. Return the table's address."""
    phone.tap_primary()
    expect_banner(phone, "kept")
    address = phone.page.url
    phone.page.close()
    return address


def expect_nothing_kept(phone: BrowserPhone) -> None:
    wait_until(phone.page, f"() => ({TAPS})().length === 0")


def fill_in_contract(phone: BrowserPhone, level: int) -> None:
    """Fill in the contract without sending it."""
    phone.choose_mode("auction", "Final contract")
    phone.choose("declarer", ANA)
    phone.choose("level", level)
    phone.choose("trump", "H")


@pytest.fixture
def conflict(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> tuple[str, int]:
    """Bo tapped a contract of 15 and closed the tab; meanwhile one of 14 was recorded. The address and version."""
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    fill_in_contract(linked_phone, 15)
    lose_link(link, linked_phone)
    address = tap_and_close(linked_phone)
    fill_in_contract(host_phone, 14)
    host_phone.tap_primary("contract")
    restore_link(link)
    linked_phone.new_tab()
    return address, host_phone.read_version()


@pytest.mark.parametrize("where", in_turn("a tab", ("the table", "the sheet", "home")))
def test_a_tap_outlives_its_tab(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone, where: str) -> None:
    before = host_phone.read_version()
    lose_link(link, linked_phone)
    address = tap_and_close(linked_phone)
    restore_link(link)
    linked_phone.new_tab()
    linked_phone.open({"the table": address, "the sheet": f"{address}/sheet", "home": "/"}[where])
    host_phone.wait_for_phase("auction")
    linked_phone.open(address)
    linked_phone.wait_for_phase("auction")
    assert linked_phone.read_version() == host_phone.read_version() == before + 1
    expect_nothing_kept(linked_phone)


def test_what_was_recorded_meanwhile_and_what_was_tapped_stand_side_by_side(
    linked_phone: BrowserPhone, host_phone: BrowserPhone, conflict: tuple[str, int]
) -> None:
    """They stay until somebody chooses, also after a reload and more actions of others."""
    address, version = conflict
    linked_phone.open(address)
    for _ in range(2):
        expect(linked_phone.page.locator("#last [role=alert]").first).to_contain_text("not saved")
        theirs, mine = linked_phone.page.locator(".dock .key").all_inner_texts()
        assert re.search(r"Ana.*14.*\n.*recorded \d\d:\d\d", theirs, re.DOTALL), theirs
        assert re.search(r"Ana.*15.*\n.*you, not recorded", mine, re.DOTALL), mine
        linked_phone.page.reload()
    assert linked_phone.read_version() == version
    host_phone.page.reload()
    assert host_phone.read_version() == version
    expect(host_phone.page.locator(".head__fact")).to_contain_text("14")


@pytest.mark.parametrize(
    ("choice", "level", "actions"), [("Use mine", "15", 2), ("Keep that", "14", 0)], ids=["mine", "theirs"]
)
def test_either_entry_may_stand(
    linked_phone: BrowserPhone,
    host_phone: BrowserPhone,
    conflict: tuple[str, int],
    choice: str,
    level: str,
    actions: int,
) -> None:
    """Choosing the own entry undoes the other first: both are in the history."""
    address, version = conflict
    linked_phone.open(address)
    linked_phone.tap(choice)
    expect(linked_phone.page.locator("#dock-conflict")).to_have_count(0)
    expect(linked_phone.page.locator(".head__fact")).to_contain_text(level)
    host_phone.wait_for_version_of(linked_phone)
    assert linked_phone.read_version() == version + actions
    expect_nothing_kept(linked_phone)
    linked_phone.open(f"{address}/log")
    expect(linked_phone.page.locator(".log__line--undone")).to_have_count(actions // 2)


def test_after_more_has_been_recorded_the_tap_is_only_told(
    linked_phone: BrowserPhone, host_phone: BrowserPhone, conflict: tuple[str, int]
) -> None:
    address, version = conflict
    host_phone.choose("call", "JK")
    host_phone.tap_primary("play")
    linked_phone.open(address)
    linked_phone.page.locator(".dock .key--off", has_text="15").click(
        force=True
    )  # no choice is offered, and the reason is shown
    linked_phone.wait_for_text("Fix the trick or the hand")
    expect(linked_phone.page.get_by_role("button", name="Use mine")).to_have_count(0)
    linked_phone.tap("Keep that")
    linked_phone.wait_for_phase("play")
    assert linked_phone.read_version() == version + 1
    expect_nothing_kept(linked_phone)


def test_the_same_tap_of_somebody_else_is_no_conflict(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    lose_link(link, linked_phone)
    address = tap_and_close(linked_phone)
    host_phone.tap_primary("auction")
    restore_link(link)
    linked_phone.new_tab()
    linked_phone.open(address)
    linked_phone.wait_for_text("has just recorded the same")
    linked_phone.wait_for_phase("auction")
    assert linked_phone.read_version() == host_phone.read_version()
    expect_nothing_kept(linked_phone)


def test_two_tabs_send_one_tap(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    before = host_phone.read_version()
    link.refuse_requests_for(f"{urlsplit(linked_phone.page.url).path}/record/")
    linked_phone.tap_primary()
    expect_banner(linked_phone, "kept")
    first, address = linked_phone.page, linked_phone.page.url
    linked_phone.new_tab()
    linked_phone.open(address)
    expect_banner(linked_phone, "kept")
    expect(linked_phone.page.locator(".button--main")).to_have_attribute("aria-pressed", "true")
    link.refuse_requests_for("")
    for tab in (first, linked_phone.page):
        expect(tab.locator("[data-phase=auction]")).to_be_visible()
        expect(tab.locator("#banner")).to_be_hidden()
        expect(tab.locator("#last")).not_to_contain_text("has just recorded")
    host_phone.wait_for_version_of(linked_phone)
    assert host_phone.read_version() == before + 1
    expect_nothing_kept(linked_phone)


def test_one_tap_is_kept_and_the_next_waits(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    fill_in_contract(linked_phone, 15)
    lose_link(link, linked_phone)
    linked_phone.tap_primary()
    expect_banner(linked_phone, "Your tap is kept")
    linked_phone.page.locator('label:has(input[name="level"][value="17"])').click()
    expect_banner(linked_phone, "The next must wait")
    expect(linked_phone.page.locator('input[name="level"][value="15"]')).to_be_checked()
    assert len(linked_phone.page.evaluate(TAPS)) == 1
    linked_phone.tap("Take it back")
    expect_banner(linked_phone, "may be old")
    expect_nothing_kept(linked_phone)
    linked_phone.choose("level", 16)
    linked_phone.tap_primary()
    expect_banner(linked_phone, "Your tap is kept")
    restore_link(link)
    expect_no_banner(linked_phone)
    linked_phone.wait_for_phase("contract")
    expect(linked_phone.page.locator(".head__fact")).to_contain_text("16")
    host_phone.wait_for_version_of(linked_phone)


def test_a_tap_is_not_sent_for_whoever_has_the_phone_now(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """Bo's phone keeps a tap, then becomes Dan's."""
    before = host_phone.read_version()
    lose_link(link, linked_phone)
    address = tap_and_close(linked_phone)
    link.refuse_requests_for(f"{urlsplit(address).path}/record/")
    restore_link(link)
    linked_phone.new_tab()
    linked_phone.open(f"{address}/seat?move=1")
    linked_phone.page.locator(f'button[name="player"][value="{DAN}"]').click()
    linked_phone.tap("Change seats")
    expect(linked_phone.page.locator(f"body[data-seat='{DAN}']")).to_have_count(1)
    link.refuse_requests_for("")
    linked_phone.wait_for_text("This phone had another seat when that was tapped.")
    expect(linked_phone.page.locator("#unsaved b")).to_have_text("Deal hand 1")
    linked_phone.errors.clear()  # the browser logs the refusal
    assert linked_phone.read_version() == host_phone.read_version() == before
    linked_phone.tap("Discard")
    expect_nothing_kept(linked_phone)
    linked_phone.tap_primary("auction")
    host_phone.wait_for_version_of(linked_phone)


def test_without_storage_a_tap_lasts_as_long_as_its_page(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    linked_phone.context.add_init_script(PRIVATE)
    linked_phone.page.reload()
    expect(linked_phone.page.locator("#phones")).to_contain_text("2 phones")
    before = host_phone.read_version()
    lose_link(link, linked_phone)
    linked_phone.tap_primary()
    expect_banner(linked_phone, "kept")
    restore_link(link)
    expect_no_banner(linked_phone)
    linked_phone.wait_for_phase("auction")
    assert host_phone.read_version() == before + 1


# --- Sleep ---


@pytest.fixture
def sleeping_phone(browser: Browser, link: Proxy, host_phone: BrowserPhone) -> Iterator[BrowserPhone]:
    """Dan's phone, in Seoul and in Korean, with a clock that the test controls. It begins at 20:18."""
    away = open_phone(browser, link.url, locale="ko-KR", timezone_id="Asia/Seoul")
    away.page.clock.install(time=datetime.fromisoformat("2026-11-22T20:18:00+09:00"))
    host_phone.open(f"{host_phone.page.url}/links")
    join = host_phone.page.locator("[data-link]").first.inner_text()
    host_phone.page.go_back()
    away.open(away.url + urlsplit(join).path)
    away.page.get_by_role("button", name="Dan").click()
    expect(away.page.locator("#phones")).to_contain_text("3")
    yield away
    away.context.close()


def sleep_an_hour(phone: BrowserPhone) -> None:
    set_hidden(phone.page, True)
    phone.page.clock.fast_forward(timedelta(hours=1) // timedelta(milliseconds=1))


def test_a_phone_that_slept_an_hour_shows_the_table_of_now(
    sleeping_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    sleep_an_hour(sleeping_phone)
    host_phone.tap_primary("auction")
    sleeping_phone.wait_for_phase("between")
    expect(sleeping_phone.page.locator("#phones")).to_be_hidden()
    expect_no_banner(sleeping_phone)
    set_hidden(sleeping_phone.page, False)
    sleeping_phone.wait_for_version_of(host_phone)
    sleeping_phone.wait_for_phase("auction")
    expect(sleeping_phone.page.locator("#phones")).to_contain_text("3")
    expect_no_banner(sleeping_phone)


def test_a_phone_that_wakes_without_a_connection_says_of_when_it_is(
    sleeping_phone: BrowserPhone, host_phone: BrowserPhone, link: Proxy
) -> None:
    sleep_an_hour(sleeping_phone)
    link.refuse()
    link.cut_connections()
    set_hidden(sleeping_phone.page, False)
    expect_banner(sleeping_phone, "20:18부터 연결 끊김")
    expect(sleeping_phone.page.locator("#phones")).to_have_text("끊김", use_inner_text=True)
    host_phone.tap_primary("auction")
    restore_link(link)
    expect_no_banner(sleeping_phone)
    sleeping_phone.wait_for_version_of(host_phone)


def test_a_tap_sleeps_with_its_phone(sleeping_phone: BrowserPhone, host_phone: BrowserPhone, link: Proxy) -> None:
    before = host_phone.read_version()
    link.refuse()
    link.cut_connections()
    expect_banner(sleeping_phone, "20:18부터 연결 끊김")
    sleeping_phone.tap_primary()
    expect_banner(sleeping_phone, "누른 것은 보관했어요")
    sleep_an_hour(sleeping_phone)
    restore_link(link)
    set_hidden(sleeping_phone.page, False)
    expect_no_banner(sleeping_phone)
    sleeping_phone.wait_for_phase("auction")
    host_phone.wait_for_version_of(sleeping_phone)
    assert host_phone.read_version() == before + 1


def test_a_dead_link_is_told_within_three_seconds(sleeping_phone: BrowserPhone, link: Proxy) -> None:
    """By the phone's own clock, which is advanced by just these seconds."""
    link.fall_silent()
    clock = sleeping_phone.page.clock
    clock.pause_at(sleeping_phone.page.evaluate("Date.now() + 300") / 1000)
    expect_no_banner(sleeping_phone)
    clock.run_for(3000)
    expect_banner(sleeping_phone, "연결 끊김")


# --- Networks ---


def test_a_phone_that_changes_networks_goes_on(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """Its old connections are dead without a notice; new ones come from another address."""
    before = host_phone.read_version()
    link.change_network()
    linked_phone.tap_primary()
    linked_phone.wait_for_phase("auction")
    host_phone.wait_for_version_of(linked_phone)
    expect_no_banner(linked_phone)
    host_phone.tap("Undo")
    host_phone.wait_for_phase("between")
    linked_phone.wait_for_version_of(host_phone)
    assert host_phone.read_version() == before + 2


def test_the_table_is_reached_by_another_address_while_a_tap_waits_at_the_first(
    server: AppServer, link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """Browsers store by address: the tap waits there, and the same tap here is recorded once."""
    lose_link(link, linked_phone)
    linked_phone.tap_primary()
    expect_banner(linked_phone, "kept")
    first = linked_phone.page
    with Proxy(server.port) as other:
        linked_phone.new_tab()
        linked_phone.open(other.url + urlsplit(first.url).path)
        linked_phone.tap_primary("auction")
        host_phone.wait_for_version_of(linked_phone)
        restore_link(link)
        expect(first.locator("[data-phase=auction]")).to_be_visible()
        expect(first.locator("#last")).to_contain_text("has just recorded the same")
        wait_until(first, f"() => ({TAPS})().length === 0")
        host_phone.wait_for_version_of(linked_phone)
        linked_phone.page.close()
    linked_phone.page = first
