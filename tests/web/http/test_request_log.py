"""The server's log: enough to find a mistake by its number, and nothing private."""

import asyncio
import gc
import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.live import Hub
from scorekeeper.store import StoreUnavailable
from scorekeeper.web.http import request_log
from scorekeeper.web.http.asgi import asgi_application, with_streams
from scorekeeper.web.http.proxies import parse_networks
from scorekeeper.web.http.sessions import COOKIE
from tests import loops
from tests.cases import require
from tests.server_thread import ServerThread
from tests.web.conftest import MakeApp
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table

NUMBER = re.compile(r"[0-9A-F]{8}")
CHUNKED = {"Transfer-Encoding": "chunked"}
SECRET = "what-somebody-wrote"

Lines = Callable[[], list[dict[str, Any]]]


class WrittenLog(io.StringIO):
    """The text of a log, which is emptied as it is read."""

    def take(self) -> str:
        taken = self.getvalue()
        self.seek(0)
        self.truncate()
        return taken


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines for programs that have come since they were last asked for."""
    stream = WrittenLog()
    with request_log.write_log("json", to=stream):
        yield lambda: [json.loads(line) for line in stream.take().splitlines()]


@pytest.fixture
def text() -> Iterator[WrittenLog]:
    """The lines for people."""
    stream = WrittenLog()
    with request_log.write_log("text", to=stream):
        yield stream


def server_of(app: Flask, trusted: str = "") -> ServerThread:
    services = app.extensions["scorekeeper"]
    return ServerThread(lambda: (asgi_application(app, parse_networks(trusted)), services.hub))


def fail(*_args: object, **_more: object) -> None:
    raise KeyError(SECRET)


def test_every_request_is_a_line(lines: Lines, table: Table) -> None:
    answers = [
        (table.host.get(table.path), "GET", "/t/<table_id>", 200),
        (table.send("start_hand"), "POST", "/t/<table_id>/record/<form_name>", 200),
        (table.stranger().get(table.links()[0].replace("http://localhost", "")), "GET", "/l/<token>", None),
        (table.stranger().get("/nowhere/at/all"), "GET", None, 404),
    ]
    told = {line["request"]: line for line in lines()}
    for answer, method, route, status in answers:
        line = told[answer.headers[request_log.HEADER]]
        assert NUMBER.fullmatch(line["request"])
        assert list(line) == ["time", "level", "message", "request", "method", "route", "status", "milliseconds"]
        assert (line["method"], line["route"], line["status"]) == (method, route, status or answer.status_code)
        assert (line["level"], line["message"]) == ("info", "request")
    assert len(told) == len({line["time"] + line["request"] for line in told.values()})


def test_what_the_door_answers_is_a_line_too(lines: Lines, make_app: MakeApp) -> None:
    table = open_table(make_app())
    with server_of(table.app) as server:
        lines()
        closed = server.request("GET", f"/live/{table.id}")
        wrong = server.request("POST", f"/live/{table.id}")
        endless = server.request("POST", "/new", headers=CHUNKED, body=f"{2**20:x}\r\n{'x' * 2**20}")
        told = {line["request"]: (line["method"], line["route"], line["status"]) for line in lines()}
    assert told == {
        closed.headers[request_log.HEADER]: ("GET", "/live/<table_id>", 403),
        wrong.headers[request_log.HEADER]: ("POST", "/live/<table_id>", 405),
        endless.headers[request_log.HEADER]: ("POST", None, 413),
    }


def test_nobody_is_in_the_lines(lines: Lines, make_app: MakeApp) -> None:
    """Over real sockets: no name, no link, no code, no cookie, no address; of a table its id, which opens nothing."""
    table = open_table(make_app(), names=("Annabel", "Bodil", "Clotilde", "Dunstan", "Edeltraud"))
    links = [link.partition("/l/")[2] for link in table.links()]
    cookie = require(table.host.client.get_cookie(COOKIE))
    with server_of(table.app) as server:
        for link in links:
            server.request("GET", f"/l/{link}", headers={"Referer": f"{server.url}/l/{link}"})
        server.request("GET", table.path, headers={"Cookie": f"{COOKIE}={cookie.value}"})
        server.request("GET", f"/join?code={table.services.invitations.for_table(table.id).code}")
    told = json.dumps(lines())
    code = str(table.services.invitations.for_table(table.id).code)
    for private in (*links, cookie.value, code, "Annabel", "Edeltraud", "127.0.0.1", table.id):
        assert private not in told
    assert told.count('"/l/<token>"') == len(links)


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_addresses_are_told_to_those_who_ask_for_them(
    monkeypatch: pytest.MonkeyPatch, table: Table, log_format: request_log.LogFormat
) -> None:
    monkeypatch.setattr("scorekeeper.web.joining.home.render_template", fail)
    written = WrittenLog()
    with request_log.write_log(log_format, addresses=True, to=written):
        table.host.get("/")
    assert "127.0.0.1" in written.take()
    with request_log.write_log(log_format, to=written):
        table.host.get("/")
    assert "127.0.0.1" not in written.take()


def test_people_are_told_only_what_is_worth_it(text: WrittenLog, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of what went as it should, a refusal included; a mistake with its number, and where it happened."""
    for path in (table.path, "/nothing", "/static/page/app.css"):
        table.host.get(path)
    assert table.stranger().get(table.path).status_code == 403
    assert text.take() == ""
    monkeypatch.setattr("scorekeeper.web.board.table.render_page", fail)
    answer = table.host.get(table.path)
    first, *rest = text.take().splitlines()
    when, said = first[:19], first[20:]
    assert re.fullmatch(r"[\d-]{10} [\d:]{8}", when)
    assert said == f"ERROR {answer.headers[request_log.HEADER]} unexpected error at GET /t/<table_id>, table {table.id}"
    assert "in page" in "".join(rest), "where it happened"
    assert rest[-1] == "KeyError"


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_an_error_is_told_without_what_somebody_wrote(
    table: Table, monkeypatch: pytest.MonkeyPatch, log_format: request_log.LogFormat
) -> None:
    """Also of those that led to it; words that only the program can have chosen are kept."""

    def mistake(*_args: object) -> None:
        try:
            fail()
        except KeyError as error:
            raise AttributeError("no such part of the program") from error

    monkeypatch.setattr("scorekeeper.web.board.table.render_page", mistake)
    written = WrittenLog()
    with request_log.write_log(log_format, to=written):
        table.host.get(table.path)
    told = written.take()
    assert SECRET not in told
    assert "KeyError" in told
    assert "AttributeError: no such part of the program" in told


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_what_libraries_say_is_one_line_and_no_more(log_format: request_log.LogFormat) -> None:
    """The second line of asyncio's own messages repeats the error with its words."""

    async def mistake() -> None:
        raise KeyError(SECRET)

    async def forget() -> None:
        task = asyncio.create_task(mistake())
        while not task.done():
            await asyncio.sleep(0)

    written = WrittenLog()
    with request_log.write_log(log_format, to=written):
        loops.run(forget())
        gc.collect()
    told = written.take()
    assert "Task exception was never retrieved" in told
    assert "KeyError" in told
    assert SECRET not in told


def test_junk_is_a_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that are no HTTP fill no log; other warnings, and errors, are logged all the same."""
    written = WrittenLog()
    with request_log.write_log("text", to=written):
        http_server = logging.getLogger(request_log.HTTP_SERVER)
        for _ in range(50):
            http_server.warning("Invalid HTTP request received.")
        http_server.warning("Unsupported upgrade request.")
        assert len(written.take().splitlines()) == 2
        monkeypatch.setattr(request_log, "SECONDS_BETWEEN_WARNINGS", 0.0)
        http_server.warning("Invalid HTTP request received.")
        assert written.take().endswith("Invalid HTTP request received. (49 more before this)\n")
        monkeypatch.undo()
        for _ in range(3):
            http_server.error("Exception in ASGI application")
        assert len(written.take().splitlines()) == 3


def test_a_failing_database_is_told_with_its_reason(
    text: WrittenLog, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_options: object) -> None:
        raise StoreUnavailable("full", "database or disk is full")

    monkeypatch.setattr("scorekeeper.store.sqlite.SqliteFile.write", full)
    answer = table.send("start_hand")
    (line,) = text.take().splitlines()
    number = answer.headers[request_log.HEADER]
    assert line.endswith(
        f"ERROR {number} POST /t/<table_id>/record/<form_name>: the database is full: database or disk is full"
    )
    assert answer.get_json()["message"].endswith(f"({number})")


@pytest.mark.parametrize(("mistake", "status"), [(fail, 500), (None, 503)], ids=["mistake", "database"])
def test_a_stream_that_cannot_begin(
    lines: Lines, make_app: MakeApp, mistake: Callable[..., None] | None, status: int
) -> None:
    def unavailable(*_args: object) -> None:
        raise StoreUnavailable("vanished", "/srv/evening.db")

    app = make_app()
    hub: Hub = app.extensions["scorekeeper"].hub
    with ServerThread(lambda: (with_streams(app, hub, mistake or unavailable), hub)) as server:
        lines()
        answer = server.request("GET", "/live/t")
        assert answer.status == status
        wrong, request = lines()
    assert {wrong["request"], request["request"]} == {answer.headers[request_log.HEADER]}
    assert (wrong["level"], wrong["message"].partition(":")[0]) == ("error", "No stream can begin")
    assert (request["route"], request["status"]) == ("/live/<table_id>", status)
    assert SECRET not in json.dumps(wrong)


def test_what_is_logged_while_somebody_is_let_in_has_their_number(lines: Lines, make_app: MakeApp) -> None:
    app = make_app()
    hub: Hub = app.extensions["scorekeeper"].hub

    def admit(*_args: object) -> None:
        logging.getLogger("scorekeeper").warning("let in")

    with ServerThread(lambda: (with_streams(app, hub, admit), hub)) as server:
        lines()
        answer = server.request("GET", "/live/t")
        assert [line["request"] for line in lines()] == [answer.headers[request_log.HEADER]] * 2


@pytest.mark.parametrize(
    ("trusted", "given", "kept"),
    [
        ("127.0.0.1", "5f4b5a2c-9c0d-4a0e-8f1a-0123456789ab", True),
        ("127.0.0.1", "0" * 64, True),
        ("127.0.0.1", "0" * 65, False),
        ("127.0.0.1", "a b", False),
        ("127.0.0.1", "<script>", False),
        ("127.0.0.1", "", False),
        ("192.0.2.1", "5f4b5a2c-9c0d-4a0e-8f1a-0123456789ab", False),
    ],
)
def test_a_proxy_that_is_named_may_give_the_number(make_app: MakeApp, trusted: str, given: str, kept: bool) -> None:
    table = open_table(make_app())
    with server_of(table.app, trusted) as server:
        for path in ("/", "/nothing", f"/live/{table.id}"):
            number = server.request("GET", path, headers={request_log.HEADER: given}).headers[request_log.HEADER]
            assert (number == given) is kept
            assert kept or NUMBER.fullmatch(number)


def test_a_kept_file_has_no_number_and_those_that_nobody_vouches_for_are_not_taken(phone: Phone) -> None:
    assert request_log.HEADER not in phone.get("/static/page/app.css").headers
    assert request_log.HEADER in phone.get("/static/nothing.css").headers
    phone.headers[request_log.HEADER] = "0"
    numbers = {phone.get("/").headers[request_log.HEADER] for _ in range(20)}
    assert len(numbers) == 20
    assert all(map(NUMBER.fullmatch, numbers))


# --- The page of an error ---
def test_the_page_says_the_number_and_leads_back_from_a_form(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_hand()
    monkeypatch.setattr("scorekeeper.web.board.table.render_page", fail)
    answer = table.host.get(table.path)
    page, number = parse(answer.text), answer.headers[request_log.HEADER]
    assert f"{number[:4]} {number[4:]}" in page.one("main").text
    assert page.one("button", **{"data-copy": number}).text == "Copy"
    assert "Hand 1," in page.one("main").text
    assert [link.text for link in page.all("a", href=f"{table.path}?")] == ["Try again"]
    # Trying again is looking what was recorded, not sending it once more.
    monkeypatch.setattr("scorekeeper.web.board.recording.check_may_record", fail)
    answer = table.host.post(f"{table.path}/record/start_hand", {"version": table.version})
    assert [link.text for link in parse(answer.text).all("a", href=table.path)] == ["Try again"]


@pytest.mark.parametrize("who", ["stranger", "nobody can say"])
def test_the_last_score_is_for_those_who_may_see_it(table: Table, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    table.play_hand()
    if who == "stranger":
        monkeypatch.setattr("scorekeeper.web.page.access.Forbidden", fail)
        answer = table.stranger().get(table.path)
    else:
        monkeypatch.setattr("scorekeeper.bookkeeper.Bookkeeper.ledger", fail)
        answer = table.host.get(f"{table.path}/sheet")
    assert answer.status_code == 500
    assert "Last score" not in answer.text
    assert "Request number" in answer.text


@pytest.mark.parametrize("status", [403, 404, 405])
def test_a_refusal_has_no_number_to_tell(table: Table, status: int) -> None:
    path = {403: table.path, 404: "/nothing", 405: "/language"}[status]
    answer = table.stranger().get(path)
    assert answer.status_code == status
    assert "Request number" not in answer.text
