"""Heavy files and pages: made in other processes, while taps and other pages are answered."""

import http.client
import io
import json
import os
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from openpyxl import load_workbook
from werkzeug.test import TestResponse

from scorekeeper.own_process import ResultSender
from scorekeeper.web.evening import picture
from scorekeeper.web.groups import group_pages
from scorekeeper.web.http import heavy_pages
from scorekeeper.web.http.asgi import PAGE_THREADS, asgi_application
from scorekeeper.web.http.heavy_pages import (
    AnswerHead,
    HeavyAnswer,
    HeavyPage,
    HeavyPages,
    MakeAnswer,
    make_in_own_process,
)
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page import large_tables
from tests.cases import require
from tests.server_thread import ServerThread
from tests.web.conftest import MakeApp
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table

pytestmark = pytest.mark.programs

PATIENCE = 120
MADE = b"made elsewhere"

BUSY = {
    "en": ("Too many files and long pages are being made", "The server is making as many files"),
    "ko": ("이 네트워크에서", "서버가"),
    "ja": ("このネットワーク", "サーバー"),
    "zh-Hans": ("这个网络", "服务器"),
}
"""The sentences for one network and for all, as they begin in each language."""


@pytest.fixture(autouse=True)
def every_table_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (large_tables, group_pages):
        monkeypatch.setattr(module, "count_moves", lambda _ids: 10**6)
    monkeypatch.setattr(heavy_pages, "SECONDS_TO_WAIT", PATIENCE)
    picture.pictures.clear()


@contextmanager
def with_way(app: Flask, make: MakeAnswer) -> Iterator[Flask]:
    """Let an application make heavy pages in this way for the length of the block."""
    before = app.extensions["scorekeeper"]
    with closing(HeavyPages(make)) as pages:
        app.extensions["scorekeeper"] = replace(before, heavy_pages=pages)
        yield app
    app.extensions["scorekeeper"] = before


class HeldPages:
    """A way that waits until it is let go, and says how many have begun."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, page: HeavyPage) -> HeavyAnswer:
        self.begun.release()
        assert self.go.wait(PATIENCE)
        head = AnswerHead(200, [("Content-Type", "text/plain"), ("Content-Length", str(len(MADE)))])
        return HeavyAnswer(head, io.BytesIO(MADE))


@pytest.fixture
def held_pages() -> Iterator[HeldPages]:
    way = HeldPages()
    yield way
    way.go.set()


@pytest.fixture
def table(make_app: MakeApp) -> Table:
    """A table of an application of its own: a server ends all its streams when it stops."""
    return open_table(make_app())


@pytest.fixture
def table_elsewhere(make_app: MakeApp) -> Table:
    """A table of two hands, whose application makes heavy pages in processes of their own."""
    table = open_table(make_app(PAGES_ELSEWHERE=True))
    table.play_hand(points=17)
    table.play_hand(points=9)
    return table


def serve(app: Flask) -> ServerThread:
    return ServerThread(lambda: (asgi_application(app), app.extensions["scorekeeper"].hub))


def cookie_of(phone: Phone) -> str:
    cookie = require(phone.client.get_cookie(COOKIE))
    return f"{COOKIE}={cookie.value}"


def ask(server: ServerThread, phone: Phone, path: str) -> http.client.HTTPConnection:
    """Ask for a path, and return the connection by which the answer comes."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={**phone.headers, "Cookie": cookie_of(phone)})
    return connection


def tap(server: ServerThread, table: Table, form: str) -> int:
    """Tap as a phone with an open stream does, and return the status."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"Cookie": cookie_of(table.host), "X-CSRFToken": table.host.token, "HX-Request": "true"}
    form_type = {"Content-Type": "application/x-www-form-urlencoded"}
    body = f"version={table.version}"
    connection.request("POST", f"{table.path}/record/{form}", body, {**headers, **form_type})
    return connection.getresponse().status


def test_taps_and_pages_are_answered_while_exports_are_held(table: Table, held_pages: HeldPages) -> None:
    with with_way(table.app, held_pages), serve(table.app) as server:
        asked = [ask(server, table.host, f"{table.path}/export.json") for _ in range(2 * PAGE_THREADS)]
        for _ in range(heavy_pages.MADE_AT_ONCE):
            assert held_pages.begun.acquire(timeout=PATIENCE)
        assert server.request("GET", "/health").read() == b"ok"
        assert ask(server, table.host, table.path).getresponse().status == 200
        assert tap(server, table, "start_hand") == 200
        assert not held_pages.begun.acquire(blocking=False), "only so many are made at once"
        held_pages.go.set()
        assert [connection.getresponse().read() for connection in asked] == [MADE] * len(asked)


@pytest.mark.parametrize("language", BUSY)
def test_only_so_many_of_a_network_and_in_all(
    table: Table, held_pages: HeldPages, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(heavy_pages, "OF_NETWORK", 2)
    monkeypatch.setattr(heavy_pages, "IN_ALL", 3)
    pages = [HeavyPage({}, "", network, "") for network in ("127.0.0.1", "127.0.0.1", "::/64")]
    with with_way(table.app, held_pages) as app:
        line = app.extensions["scorekeeper"].heavy_pages
        line.begin(pages[0])
        line.begin(pages[1])
        refused = table.watcher(language).get(f"{table.path}/export.csv")
        line.release(pages[0])
        line.begin(pages[2])
        line.begin(other := HeavyPage({}, "", "10.0.0.1", ""))
        full = table.watcher(language).get(f"{table.path}/print")
        line.release(other)
        held_pages.go.set()
        free = table.watcher(language).get(f"{table.path}/print")
    assert [answer.status_code for answer in (refused, full, free)] == [429, 503, 200]
    for answer, sentence in zip((refused, full), BUSY[language], strict=True):
        assert answer.headers["Retry-After"] == str(heavy_pages.SECONDS_UNTIL_RETRY)
        assert sentence in parse(answer.text).text


def test_a_released_page_counts_no_more_whoever_released_it(held_pages: HeldPages) -> None:
    with closing(HeavyPages(held_pages)) as line:
        for _ in range(3 * heavy_pages.OF_NETWORK):
            line.begin(page := HeavyPage({}, "", "127.0.0.1", ""))
            line.release(page)
            line.release(page)
        held_pages.go.set()


def send_nothing(_settings: Mapping[str, Any], _environ: Mapping[str, Any], _number: str, _: ResultSender) -> None:
    threading.Event().wait()


def crash(_settings: Mapping[str, Any], _environ: Mapping[str, Any], _number: str, _: ResultSender) -> None:
    os.abort()


def test_a_client_that_disconnects_ends_the_process(table: Table) -> None:
    seen: list[HeavyPage] = []
    begun = threading.Semaphore(0)
    hang = make_in_own_process(send_nothing, {})

    def make(page: HeavyPage) -> HeavyAnswer:
        seen.append(page)
        begun.release()
        return hang(page)

    with with_way(table.app, make), serve(table.app) as server:
        asked = ask(server, table.host, f"{table.path}/export.json")
        assert begun.acquire(timeout=PATIENCE)
        asked.sock.shutdown(socket.SHUT_RDWR)
        asked.close()
        assert seen[0].made.result(PATIENCE) is None
        assert seen[0].given_up
        assert server.request("GET", "/health").read() == b"ok"


@pytest.mark.parametrize("asgi", [True, False], ids=["serve", "flask run"])
def test_a_process_that_crashes_is_told_in_words(table: Table, asgi: bool) -> None:
    with ExitStack() as open_now:
        app = open_now.enter_context(with_way(table.app, make_in_own_process(crash, {})))
        path = f"{table.path}/export.xlsx"
        if asgi:
            answer = ask(open_now.enter_context(serve(app)), table.host, path).getresponse()
            status, after, text = answer.status, answer.headers["Retry-After"], answer.read().decode()
        else:
            given = table.host.get(path)
            status, after, text = given.status_code, given.headers["Retry-After"], given.text
    assert (status, after) == (503, str(heavy_pages.SECONDS_UNTIL_RETRY))
    assert "The server is busy." in parse(text).text


def test_a_table_deleted_meanwhile_is_told_in_words(table_elsewhere: Table) -> None:
    table = table_elsewhere
    usual = table.services.heavy_pages.make  # type: ignore[union-attr]

    def make(page: HeavyPage) -> HeavyAnswer:
        table.services.books.delete(table.id)
        return usual(page)

    with with_way(table.app, make):
        answer = table.host.get(f"{table.path}/export.json")
        assert answer.status_code in (403, 404)
        assert "<h1" in answer.text


def test_a_stranger_has_nothing_made(table: Table, held_pages: HeldPages) -> None:
    with with_way(table.app, held_pages):
        assert table.stranger().get(f"{table.path}/export.json").status_code == 403
    assert not held_pages.begun.acquire(blocking=False)


def content_of(answer: TestResponse, path: str) -> object:
    """Return what must be the same wherever it was made: all but the time of an export, and the number of a request."""
    assert answer.status_code == 200, answer.text
    if path == "export.json":
        head, _, rest = answer.data.partition(b'"exported": ')
        return head, rest.partition(b"\n")[2], json.loads(answer.data).keys()
    if path == "export.xlsx":
        return [[cell.value for cell in row] for row in load_workbook(io.BytesIO(answer.data)).active.rows]
    return TOKEN.sub(b"", answer.data)


TOKEN = re.compile(rb'(?<=csrf_token" value=)"[^"]*"|(?<=X-CSRFToken": )"[^"]*"')
"""The token of a form, which has the time in it."""

PATHS = (
    *("export.json", "export.csv", "export.xlsx", "print", "chart", "chart.svg", "log", "picture.png"),
    *("statistics", "statistics/1", "statistics/hands", "statistics/1/hands"),
)


def test_the_same_content_as_here(
    make_app: MakeApp, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(make_app(DATABASE=new_url(), PAGES_ELSEWHERE=True), names=("<b>", "=1", "Cho", "Dan", "은"))
    table.play_hand(points=17)
    phone, here = table.watcher("ko"), table.app.extensions["scorekeeper"]
    made: list[str] = []
    begin = HeavyPages.begin

    def count_and_begin(pages: HeavyPages, page: HeavyPage) -> None:
        made.append(page.environ["PATH_INFO"])
        begin(pages, page)

    monkeypatch.setattr(HeavyPages, "begin", count_and_begin)
    for path in PATHS:
        elsewhere = phone.get(f"{table.path}/{path}")
        picture.pictures.clear()
        table.app.extensions["scorekeeper"] = replace(here, heavy_pages=None)
        in_place = phone.get(f"{table.path}/{path}")
        table.app.extensions["scorekeeper"] = here
        assert content_of(elsewhere, path) == content_of(in_place, path)
        names = ("Content-Type", "Content-Disposition", "Content-Security-Policy", "Cache-Control")
        for name in names:
            assert elsewhere.headers.get_all(name) == in_place.headers.get_all(name)
    assert made == [f"{table.path}/{path}" for path in PATHS]
    here.heavy_pages.close()


def test_a_server_sends_the_same_bytes(table_elsewhere: Table) -> None:
    table = table_elsewhere
    there = table.services.heavy_pages
    with serve(table.app) as server:
        answer = ask(server, table.host, f"{table.path}/export.csv").getresponse()
        sent = answer.read()
        shown = ask(server, table.host, f"{table.path}/picture.png").getresponse().read()
    table.app.extensions["scorekeeper"] = replace(table.services, heavy_pages=None)
    given = table.host.get(f"{table.path}/export.csv")
    assert (answer.status, sent) == (200, given.data)
    assert answer.headers["Content-Disposition"] == given.headers["Content-Disposition"]
    assert list(picture.pictures.values()) == [shown], "a picture is painted once"
    assert there
    there.close()


def test_pages_of_a_group_with_many_nights_are_made_elsewhere(table: Table, held_pages: HeldPages) -> None:
    group = table.host.post("/groups", {"name": "Friday", "table": table.id}).location
    held_pages.go.set()
    with with_way(table.app, held_pages):
        for path in ("", "/people/1", "/mighty/hands", "/people/1/mighty/hands", f"/nights/{table.id}"):
            assert table.host.get(f"{group}{path}").data == MADE
