"""WebKit, as iPhones have it: an evening with a restart of the server and Back, and the screens measured.

`make webkit` installs WebKitGTK and runs this under Xvfb.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.http.sessions import COOKIE
from tests.browser.app import AppServer
from tests.browser.app_pages import ServedApp
from tests.browser.conftest import NAMES
from tests.browser.poses import MIXED, PAGES, POSES, Pose, open_pose
from tests.browser.poses_zhao_pengyou import POSES as ZHAO_PENGYOU
from tests.browser.test_screens import DISTURBED, MEASURE, PHONES, SLIDES
from tools.programs import find_program

pytestmark = pytest.mark.webkit

WINDOW = Path(__file__).with_name("webkit_window")
PATIENCE = 30
"""Seconds that a busy machine may take for what is usually done at once."""

SHOWN = "return document.querySelector(arguments[0])?.textContent ?? ''"
IS_SEEN = "return Boolean(document.querySelector(arguments[0])?.checkVisibility())"
UNFOLD = "document.querySelectorAll('.page details').forEach(fold => { fold.open = true })"
PAGE_HEIGHT = "return document.querySelector('.page') ? document.documentElement.scrollHeight : 0"
TAP = "document.querySelector(arguments[0]).click()"
QUIET = {name: pose for name, pose in {**POSES, **ZHAO_PENGYOU, **PAGES}.items() if name not in DISTURBED}


class WebKitPhone:
    """A window of WebKit, driven by WebDriver."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def wait_for(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns something true, and return that."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, PATIENCE).until(lambda driver: driver.execute_script(script, *arguments))

    def tap(self, selector: str) -> None:
        """Tap an element once it is seen."""
        self.wait_for(IS_SEEN, selector)
        self.driver.execute_script(TAP, selector)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until an element has a text in it."""
        self.wait_for(f"return ({SHOWN[7:]}).includes(arguments[1])", selector, text)

    def measure(self, width: int, height: int) -> list[str]:
        """Return what the page shows wrongly, loaded in such a window: one resized may keep rules of its old width."""
        self.driver.set_window_rect(width=width, height=height)
        self.wait_for("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)
        self.driver.refresh()
        self.driver.execute_script(UNFOLD)
        for _ in range(20):  # at the end of a page its dock covers nothing; in a taller window more has room
            if (tall := self.driver.execute_script(PAGE_HEIGHT)) <= height:
                break
            height = tall
            self.driver.set_window_rect(width=width, height=height)
            self.wait_for("return innerHeight === arguments[0]", height)
        found = [*self.driver.execute_script(f"return ({MEASURE})()"), *self.driver.execute_script(f"return {SLIDES}")]
        return [f"{width} wide: {each}" for each in found]


@pytest.fixture(scope="module")
def phone() -> Iterator[WebKitPhone]:
    """A window of WebKit."""
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = str(WINDOW)
    driver = webdriver.WebKitGTK(options=options, service=Service(find_program("WebKit")))
    yield WebKitPhone(driver)
    driver.quit()


def test_an_evening_with_a_restart_and_back(phone: WebKitPhone, server: AppServer) -> None:
    driver = phone.driver
    driver.get(f"{server.url}/new?game=mighty")
    for name in NAMES:
        phone.wait_for(IS_SEEN, "#another")
        driver.find_element("css selector", "#another").send_keys(name)
        phone.tap('[name="do"][value="add"]')
        phone.wait_for_text("[data-seats]", name)
    phone.tap(".button--main")
    phone.wait_for_text("body", "Invite")
    driver.get(driver.current_url.partition("/links")[0])
    phone.tap(".button--main")
    phone.wait_for(IS_SEEN, "[data-phase=auction]")
    phone.tap('.dock label:has(> input[name="level"][value="14"])')
    phone.tap('.dock label:has(> input[name="trump"][value="H"])')
    phone.tap(".actions--turn > :last-child")
    phone.wait_for_text(".head", "14")
    assert server.stop() == 0
    phone.wait_for_text("#banner", "may be old")
    server.start()
    phone.wait_for("return !document.getElementById('banner')?.checkVisibility()")
    table = driver.current_url
    driver.get(f"{table}/sheet")
    phone.wait_for("return location.pathname.endsWith('/sheet')")
    driver.back()
    phone.wait_for_text(".head", "14")
    phone.tap('#last form[action$="/undo"] button')
    phone.wait_for_text("#last", "Redo")
    assert driver.current_url == table


@pytest.mark.parametrize("pose", QUIET.values(), ids=QUIET)
def test_a_screen_in_each_size(phone: WebKitPhone, served_app: ServedApp, pose: Pose) -> None:
    looks, path = open_pose(served_app.app, pose, MIXED)
    cookie = looks.client.get_cookie(COOKIE)
    assert cookie is not None
    phone.driver.get(f"{served_app.url}/health")
    phone.driver.add_cookie({"name": COOKIE, "value": cookie.value})
    phone.driver.get(served_app.url + path)
    wrong = [each for size in PHONES for each in phone.measure(*size)]
    assert "\n".join(wrong) == ""
