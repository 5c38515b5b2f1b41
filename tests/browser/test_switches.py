"""Settings of a single phone: switches work where the browser supports them, and are absent elsewhere."""

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page, wait_until
from tests.browser.poses import LATIN, POSES, open_pose
from tests.web.phones import Phone, Table

LOCKS = """
  window.locks = [];
  Object.defineProperty(Navigator.prototype, "wakeLock", {configurable: true, value: {request: async () => {
    const lock = new EventTarget();
    lock.release = async () => window.locks.splice(window.locks.indexOf(lock), 1);
    window.locks.push(lock);
    return lock;
  }}});
"""
VIBRATIONS = "window.felt = []; Navigator.prototype.vibrate = how => window.felt.push(how);"
OFFER = """() => {
  window.offered = 0;
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => window.offered++;
  dispatchEvent(offer);
}"""

ALONE_AWAKE = "Keep the screen awake"
PLAIN = "Over HTTPS"


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def open_pose_as_dan(app: Flask, pose: str) -> tuple[Phone, Table]:
    """Open a pose as Dan. Return his phone and the table."""
    phone, path = open_pose(app, POSES[pose], LATIN)
    return phone, Table(phone, path.split("/")[2])


def test_the_screen_stays_awake_while_a_hand_is_played(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "moment")
    with open_page(browser) as page:
        page.add_init_script(LOCKS)
        served_app.show(page, phone, table.path)
        open_menu(page)
        page.get_by_role("switch", name=ALONE_AWAKE).check()
        assert page.evaluate("locks.length") == 0, "between hands it may dim"
        table.record("start_hand")
        wait_until(page, "() => locks.length === 1")
        page.reload()
        wait_until(page, "() => locks.length === 1")
        table.record("void_hand", number=2, reason="misdeal")
        wait_until(page, "() => locks.length === 0")


def test_a_phone_vibrates_once_when_its_turn_comes(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "auction of five, your turn")
    table.record("undo")
    with open_page(browser) as page:
        page.add_init_script(VIBRATIONS)
        served_app.show(page, phone, table.path)
        open_menu(page)
        page.get_by_role("switch", name="Vibrate at my turn").check()
        table.record("redo")
        wait_until(page, "() => felt.length === 1")
        table.record("place_bid", player=table.state.current.hand.auction.turn, level=15, trump="H")  # type: ignore[union-attr]
        expect(page.locator(f"#table[data-version='{table.version}']")).to_be_visible()
        assert page.evaluate("felt.length") == 1, "it is another's turn"


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])
def test_what_plain_http_cannot_do_is_absent(browser: Browser, served_app: ServedApp, address: str) -> None:
    """Browsers trust this computer's own address as much as HTTPS, and other addresses over plain HTTP not at all."""
    phone, table = open_pose_as_dan(served_app.app, "tally")
    there = ServedApp(served_app.app, served_app.url.replace("127.0.0.1", address))
    with open_page(browser) as page:
        there.show(page, phone, table.path)
        open_menu(page)
        trusted = page.evaluate("isSecureContext")
        assert trusted is (address == "127.0.0.1")
        expect(page.get_by_text(PLAIN)).to_be_visible(visible=not trusted)
        expect(page.get_by_text("Add to Home Screen")).to_be_visible(visible=trusted)
        if not trusted:
            expect(page.get_by_role("switch", name=ALONE_AWAKE)).to_have_count(0)


def test_the_switches_are_loaded_with_the_menu_alone(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "tally")
    with open_page(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        served_app.show(page, phone, table.path)
        expect(page.locator("#phones")).to_be_visible()
        assert not any("switches" in url for url in asked)
        with page.expect_request("**/phone_switches.js"):
            open_menu(page)


def test_large_type_is_chosen_and_remembered(browser: Browser, served_app: ServedApp) -> None:
    """The page is laid out in the remaining width without rules of its own."""
    phone, table = open_pose_as_dan(served_app.app, "tally")
    with open_page(browser) as page:
        served_app.show(page, phone, table.path)
        open_menu(page)
        page.locator("label:has(input[name=size][value='1.25'])").click()
        wait_until(page, "() => document.documentElement.clientWidth === 312")
        page.reload()
        wait_until(page, "() => document.documentElement.clientWidth === 312")
        open_menu(page)
        expect(page.locator("input[name=size][value='1.25']")).to_be_checked()
        page.locator("label:has(input[name=size][value='1'])").click()
        wait_until(page, "() => document.documentElement.clientWidth === 390")


def test_a_computer_has_a_zoom_of_its_own(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "tally")
    with open_page(browser, is_mobile=False, has_touch=False) as page:
        served_app.show(page, phone, table.path)
        open_menu(page)
        expect(page.locator("[data-appearance=theme]")).to_be_visible()
        expect(page.locator("[data-appearance=size]")).to_be_hidden()


def test_a_browser_that_can_installs_by_a_button(browser: Browser, served_app: ServedApp) -> None:
    """The browser announces it by an event that no test can trigger; an event of the same name takes its place."""
    phone, table = open_pose_as_dan(served_app.app, "tally")
    with open_page(browser) as page:
        served_app.show(page, phone, table.path)
        open_menu(page)
        expect(page.get_by_text("Add to Home Screen")).to_be_visible()
        install = page.get_by_role("button", name="Install")
        expect(install).to_be_hidden()
        page.evaluate(OFFER)
        install.click()
        assert page.evaluate("offered") == 1
        page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
        expect(install).to_be_hidden()
