"""The right to open tables on a server: everybody's, or that of phones which came by a link of whoever runs it."""

import io
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store import Store
from scorekeeper.web.http.services import Services
from tests.cases import for_each
from tests.web.conftest import MakeApp
from tests.web.phones import NAMES, Phone, Table, open_table

REFUSALS = {
    "en": "New tables are opened here by a link from whoever runs this server.",
    "ko": "이 서버에서 새 테이블은 관리자의 링크로만 열 수 있어요.",
    "zh-CN": "在这台服务器上，要有管理者的链接才能开新牌桌。",
    "ja": "このサーバーでは、管理者のリンクがないと新しいテーブルを開けません。",
}

NEW = {"game": "mighty", "preset": "pagat", **{f"name_{seat}": name for seat, name in enumerate(NAMES, 1)}}

OPENINGS: dict[str, Callable[[Phone, Table], TestResponse]] = {
    "a new table": lambda phone, _: phone.post("/new", NEW),
    "the form of one": lambda phone, _: phone.get("/new?game=mighty"),
    "a rematch": lambda phone, table: phone.post("/again", {"table": table.id}),
    "tables to try": lambda phone, _: phone.post("/try"),
    "a file": lambda phone, table: phone.post(
        "/import", {"file": [(io.BytesIO(phone.get(f"{table.path}/export.json").data), "evening.json")]}
    ),
}
"""The ways to open a table."""


@pytest.fixture
def closed_app(make_app: MakeApp) -> Flask:
    """A server with a table, on which not everybody may open another."""
    return make_app(OPEN_TABLES="hosts")


def store_of(app: Flask) -> Store:
    services: Services = app.extensions["scorekeeper"]
    return services.store


def allow(phone: Phone) -> None:
    answer = phone.get(f"/l/{store_of(phone.app).settings.opening_token()}")
    assert (answer.status_code, answer.location) == (302, "/")


def open_closed(app: Flask) -> Table:
    """Return a table of a host who could open it, and whose right to open others has ended since."""
    app.config["OPEN_TABLES"] = "anyone"
    table = open_table(app)
    table.play_hand()
    app.config["OPEN_TABLES"] = "hosts"
    return table


@for_each(way=OPENINGS)
def test_a_table_is_opened_by_a_phone_that_came_by_the_link(way: str, *, closed_app: Flask) -> None:
    table = open_closed(closed_app)
    store = store_of(closed_app)
    before = len(store.events.tables())
    refused = OPENINGS[way](table.host, table)
    assert refused.status_code == 422
    assert REFUSALS["en"] in refused.text
    assert len(store.events.tables()) == before
    allow(table.host)
    assert OPENINGS[way](table.host, table).status_code in (200, 302, 303)
    store.settings.renew_opening_token()
    assert OPENINGS[way](table.host, table).status_code == 422, "what the link gave ends with it"


@for_each(language=REFUSALS)
def test_the_first_page_says_so_in_the_language_of_its_reader(language: str, *, closed_app: Flask) -> None:
    table = open_closed(closed_app)
    for phone in (Phone(closed_app), table.host):
        phone.headers["Accept-Language"] = language
        page = phone.page("/")
        assert REFUSALS[language] in page.one("main").text
        assert not list(page.all("form", action="/again"))
        assert page.of_class("game") == []
        assert REFUSALS[language] in phone.get("/new").text
        allow(phone)
        assert len(phone.page("/").of_class("game")) > 1
    assert list(table.host.page("/").all("form", action="/again"))


def test_no_other_link_opens_tables_nor_does_a_guess(closed_app: Flask) -> None:
    table = open_closed(closed_app)
    table.take_seat(1)
    seat = next(grant.id for grant in table.services.grants.list(table.id) if grant.kind == "seat")
    for link in (*table.links(), "/l/nothing", "/l/é", f"/l/{seat}-é", "/l/" + "A" * 22):
        phone = Phone(closed_app)
        phone.get(link)
        phone.post(link)
        assert phone.post("/new", NEW).status_code == 422, link
    assert Phone(closed_app).post("/new/draft", {**NEW, "do": "rules"}).status_code == 200, "nothing is opened by that"
