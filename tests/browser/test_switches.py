"""Settings of a single phone: switches work where the browser supports them, and are absent elsewhere."""

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page, wait_until
from tests.browser.live.expectations import set_hidden
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

COVERED = """() => {
  const offer = document.getElementById("awake-offer").getBoundingClientRect();
  const touches = box =>
    box.left < offer.right && offer.left < box.right && box.top < offer.bottom && offer.top < box.bottom;
  return [...document.querySelectorAll("button, a, summary, label.key, .seat")]
    .filter(control => control.checkVisibility() && !control.closest("#awake-offer, .sr-only, .skip-link"))
    .filter(control => touches(control.getBoundingClientRect())).map(control => control.outerHTML.slice(0, 120));
}"""
"""Parts of a board that the offer to keep the screen awake may cover."""

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


def test_to_stay_awake_is_offered_once_when_the_first_hand_is_dealt(browser: Browser, served_app: ServedApp) -> None:
    """It covers nothing that is tapped, goes with the phase in which it came, and is not offered again."""
    phone, table = open_pose_as_dan(served_app.app, "ready")
    with open_page(browser) as page:
        page.add_init_script(LOCKS)
        served_app.show(page, phone, table.path)
        offer = page.locator("#awake-offer")
        expect(page.locator("#phones")).to_be_visible()
        expect(offer).to_be_hidden()
        page.get_by_role("button", name="Deal hand 1").click()
        expect(offer).to_be_visible()
        covered = page.evaluate(COVERED)
        assert covered == []
        table.record("enter_contract", declarer=4, level=15, trump="H")
        expect(offer).to_be_hidden()
        table.record("undo")
        table.record("undo")
        table.record("start_hand")
        expect(page.locator("[data-phase=auction]")).to_be_visible()
        expect(offer).to_be_hidden()
        page.reload()
        expect(offer).to_be_hidden()


def test_who_takes_the_offer_stays_awake(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "ready")
    with open_page(browser) as page:
        page.add_init_script(LOCKS)
        served_app.show(page, phone, table.path)
        expect(page.locator("#phones")).to_be_visible()
        table.record("start_hand")
        page.get_by_role("button", name="Keep awake").click()
        wait_until(page, "() => locks.length === 1")
        expect(page.locator("#awake-offer")).to_be_hidden()
        open_menu(page)
        expect(page.get_by_role("switch", name=ALONE_AWAKE)).to_be_checked()


def test_the_tab_says_whose_turn_it_is_though_another_page_is_in_front(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "auction of five, your turn")
    with open_page(browser, is_mobile=False, has_touch=False) as page:
        served_app.show(page, phone, table.path)
        expect(page).to_have_title("Your turn · Scorekeeper")
        expect(page.locator("#phones")).to_be_visible()
        set_hidden(page, True)
        table.record("place_bid", player=4, level=15, trump="H")
        expect(page).to_have_title("Table · Scorekeeper")
        table.record("undo")
        expect(page).to_have_title("Your turn · Scorekeeper")


CALLS = """
  window.called = [];
  window.tones = 0;
  window.Notification = class extends EventTarget {
    static permission = "default";
    static asked = 0;
    static async requestPermission() {
      Notification.asked++;
      return (Notification.permission = PERMISSION);
    }
    constructor(title, options) { super(); window.called.push([title, options.body]); }
    close() { window.called.push("closed"); }
  };
  AudioContext.prototype.createOscillator = (create => function () {
    window.tones++;
    return create.call(this);
  })(AudioContext.prototype.createOscillator);
"""
"""Notifications as a browser shows them, whose reader answers PERMISSION when asked."""
CALL = "Call me at my turn"


def test_a_phone_is_called_when_its_turn_comes_in_the_background(browser: Browser, served_app: ServedApp) -> None:
    """Only where it was switched on, which asks for the permission; and only while another page is in front."""
    phone, table = open_pose_as_dan(served_app.app, "auction of five, your turn")
    table.record("undo")
    with open_page(browser) as page:
        page.add_init_script(CALLS.replace("PERMISSION", "'granted'"))
        served_app.show(page, phone, table.path)
        open_menu(page)
        switch = page.get_by_role("switch", name=CALL)
        expect(switch).not_to_be_checked()
        assert page.evaluate("Notification.asked") == 0
        switch.check()
        wait_until(page, "() => Notification.asked === 1")
        table.record("redo")
        expect(page).to_have_title("Your turn · Scorekeeper")
        assert page.evaluate("called") == [], "it is in front"
        table.record("undo")
        expect(page).to_have_title("Table · Scorekeeper")
        set_hidden(page, True)
        table.record("redo")
        wait_until(page, "() => called.length === 1")
        assert page.evaluate("called") == [["Your turn", "Hand 1 · Auction"]]
        assert page.evaluate("tones") == 2
        set_hidden(page, False)
        assert page.evaluate("called.length") == 2, "it is closed"


def test_without_permission_nobody_is_called(browser: Browser, served_app: ServedApp) -> None:
    phone, table = open_pose_as_dan(served_app.app, "auction of five, your turn")
    with open_page(browser) as page:
        page.add_init_script(CALLS.replace("PERMISSION", "'denied'"))
        served_app.show(page, phone, table.path)
        open_menu(page)
        page.get_by_role("switch", name=CALL).click()
        expect(page.get_by_text("forbid notifications")).to_be_visible()
        expect(page.get_by_role("switch", name=CALL)).not_to_be_checked()
        assert page.evaluate("localStorage.getItem('calls')") == "off"


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
