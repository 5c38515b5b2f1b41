"""Browsers that keep nothing or save no files hear what is the matter, and where to go on."""

import pytest
from flask import Flask

from tests.cases import for_each
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table

IN_A_CHAT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 KAKAOTALK 11.0.0",
    "Mozilla/5.0 (Linux; Android 16; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile MicroMessenger/8.0",
)


@pytest.fixture
def table(app: Flask) -> Table:
    return open_table(app)


def test_a_browser_that_keeps_no_cookies_is_told_so(table: Table) -> None:
    phone, other = Phone(table.app), table.watcher()
    phone.client = table.app.test_client(use_cookies=False)
    address = phone.get(table.links()[0]).location
    assert "this browser keeps no cookies" in phone.page(address, 403).one("main").text
    sent = phone.post("/join", {"code": "ABC DEF"})
    assert sent.status_code == 400
    assert "keeps no cookies" in parse(sent.text).one("main").text
    # To a browser that has some the same says what it did before.
    assert "cookies" not in other.page(f"{table.path}/people/1", 403).text
    assert "cookies" not in other.post("/join", {"code": "ABC DEF"}, forged=True).text


@for_each(agent=IN_A_CHAT)
def test_a_browser_inside_a_chat_is_led_to_one_that_saves_files(agent: str, *, table: Table) -> None:
    phone = table.take_seat(1)
    assert "may save no files" not in phone.get(f"{table.path}/export").text
    phone.headers["User-Agent"] = agent
    page = phone.page(f"{table.path}/export")
    (button,) = [
        each for each in page.all("button") if "data-copy" in each.attributes and "/l/" in each.attributes["data-copy"]
    ]
    assert "may save no files" in page.one("main").text
    other = Phone(table.app)
    assert other.get(button.attributes["data-copy"]).location == table.path, "it may watch, and save"
