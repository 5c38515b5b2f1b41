"""Days and times are in the phone's time zone from its first page on, and never in the server's for a moment."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.app_pages import ServedApp, open_page
from tests.web.phones import open_table

EVERY_DAY_SHOWN = """
  window.shown = [];
  const look = () => {
    for (const time of document.querySelectorAll("time[data-time=day]"))
      if (getComputedStyle(time).visibility === "visible") shown.push(time.textContent);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""A script that keeps what each frame shows of days."""


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_day_is_that_of_the_phone_and_never_another(browser: Browser, served_app: ServedApp, zone: str) -> None:
    """The server does not know the zone of the first page; the second page is right as it is sent."""
    host = open_table(served_app.app).host
    with open_page(browser, timezone_id=zone) as page:
        page.add_init_script(EVERY_DAY_SHOWN)
        for _ in range(2):
            before = f"{datetime.now(ZoneInfo(zone)):%A}"
            served_app.show(page, host, "/")
            days = page.locator("time[data-time=day]")
            expect(days.first).to_be_visible()
            told = set(days.all_text_contents()) | set(page.evaluate("shown"))
            assert told <= {before, f"{datetime.now(ZoneInfo(zone)):%A}"}
            expect(days.first).to_have_attribute("data-zone", zone)
        sent = page.request.get(f"{served_app.url}/").text()
        assert f'data-zone="{zone}"' in sent
