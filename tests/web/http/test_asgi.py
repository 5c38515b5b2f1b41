"""Streams and pages of one real server, over real sockets."""

import http.client
import io
import logging
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask, Response, request

from scorekeeper.commands import serve
from scorekeeper.live import Audience, Frame, Hub
from scorekeeper.web.http import bodies
from scorekeeper.web.http.asgi import PAGE_THREADS, Asgi, OutdatedPage, with_streams
from tests import loops
from tests.cases import for_each
from tests.server_thread import ServerThread
from tests.web.fuzz.door import ask, scope_of
from tests.web.fuzz.judging import SentRequest

pytestmark = pytest.mark.programs

SECRET = "the-name-of-a-file-of-the-server"


REQUESTS = "scorekeeper.requests"
"""The logger of requests, whose lines are no noise of the server's."""


class House:
    """A table, and who may watch it."""

    def __init__(self) -> None:
        self.version = 0
        self.padding = ""
        self.admitted = True
        self.still_admitted: Callable[[], bool] = lambda: self.admitted
        self.trouble: Exception | None = None
        self.asked: list[Mapping[str, Any]] = []

    def render(self, table_id: str, audience: Audience) -> Frame:
        if self.trouble:
            raise self.trouble
        return Frame(self.version, f"{table_id} {audience.role} {self.version}{self.padding}")

    def admit(self, environ: Mapping[str, Any], table_id: str) -> tuple[Audience, Callable[[], bool]] | None:
        self.asked.append(environ)
        if table_id == "broken":
            raise RuntimeError(SECRET)
        if table_id == "outdated":
            raise OutdatedPage
        role = "watcher" if "watch=yes" in environ.get("HTTP_COOKIE", "") else "scorer"
        return (Audience(role, "en"), lambda: self.still_admitted()) if self.admitted else None

    def make(self) -> tuple[Asgi, Hub]:
        app = Flask("house")
        hub = Hub(self.render)

        @app.post("/record")
        def record() -> Response:
            self.version += 1
            hub.publish("t", self.version)
            return Response(f"{self.version} {request.get_data(as_text=True)}")

        @app.get("/trouble")
        def trouble() -> Response:
            raise RuntimeError(SECRET)

        return with_streams(app, hub, self.admit), hub


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def server(house: House) -> Iterator[ServerThread]:
    with ServerThread(house.make) as server:
        yield server


def events(answer: io.BufferedIOBase) -> Iterator[dict[str, str]]:
    """The events of a stream as they come."""
    event: dict[str, str] = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(":")
        if name:
            event[name] = value.removeprefix(" ")
        else:
            yield event
            event = {}


def frames(answer: io.BufferedIOBase) -> Iterator[str]:
    return (event["data"] for event in events(answer) if "event" not in event)


def test_stream_is_what_browsers_and_proxies_take_for_one_and_told_what_is_recorded(server: ServerThread) -> None:
    answer = server.request("GET", "/live/t")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert answer.headers["X-Accel-Buffering"] == "no"
    stream = events(answer)
    assert next(stream) == {"event": "phones", "data": "1"}
    assert next(stream) == {"event": "ping", "data": "2"}
    assert next(stream) == {"id": "0", "data": "t scorer 0"}
    assert server.request("GET", "/live/outdated").status == 412


def test_what_a_page_records_reaches_the_streams(server: ServerThread) -> None:
    phones = [frames(server.request("GET", "/live/t")) for _ in range(3)]
    assert [next(phone) for phone in phones] == ["t scorer 0"] * 3
    answer = server.request("POST", "/record", body="a bid")
    assert (answer.status, answer.read()) == (200, b"1 a bid")
    assert [next(phone) for phone in phones] == ["t scorer 1"] * 3


def test_admission_sees_cookie_query_and_language(server: ServerThread, house: House) -> None:
    headers = {"Cookie": "watch=yes", "Accept-Language": "ko"}
    assert next(frames(server.request("GET", "/live/t?view=television", headers=headers))) == "t watcher 0"
    [environ] = house.asked
    assert environ["REQUEST_METHOD"] == "GET"
    assert environ["PATH_INFO"] == "/live/t"
    assert environ["QUERY_STRING"] == "view=television"
    assert environ["HTTP_ACCEPT_LANGUAGE"] == "ko"
    assert environ["wsgi.input"].read() == b""


@for_each(method=["POST", "PUT", "DELETE", "OPTIONS"])
def test_stream_is_only_read(method: str, *, server: ServerThread) -> None:
    answer = server.request(method, "/live/t")
    assert answer.status == 405
    assert answer.headers["Allow"] == "GET, HEAD"


def test_a_stranger_is_refused_in_plain_words_by_get_and_head(server: ServerThread, house: House) -> None:
    answer = server.request("HEAD", "/live/t")
    assert (answer.status, answer.read()) == (200, b"")
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    house.admitted = False
    assert server.request("HEAD", "/live/t").status == 403
    answer = server.request("GET", "/live/t")
    assert (answer.status, answer.read()) == (403, b"Forbidden")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert server.hub.count_phones("t") == 0


@for_each(path=["/live/", "/live", "/live/t/other", "/alive/t"])
def test_other_addresses_are_pages(path: str, *, server: ServerThread) -> None:
    answer = server.request("GET", path)
    assert (answer.status, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


@for_each(path=["/live/broken", "/trouble"])
def test_exception_shows_nothing_of_the_server(path: str, *, server: ServerThread) -> None:
    answer = server.request("GET", path)
    body = answer.read().decode()
    assert answer.status == 500
    assert SECRET not in body
    assert "Traceback" not in body


def test_stream_whose_first_frame_fails_answers_with_an_error(server: ServerThread, house: House) -> None:
    house.trouble = RuntimeError(SECRET)
    answer = server.request("GET", "/live/t")
    assert (answer.status, answer.read()) == (500, b"Internal Server Error")
    assert server.hub.count_phones("t") == 0


def test_phone_that_goes_is_no_longer_counted(server: ServerThread) -> None:
    staying = events(server.request("GET", "/live/t"))
    leaving = server.connect()
    leaving.sendall(b"GET /live/t HTTP/1.1\r\nHost: t\r\n\r\n")
    counts = (event["data"] for event in staying if event.get("event") == "phones")
    assert "2" in counts
    leaving.close()
    assert "1" in counts


def test_phone_that_does_not_read_costs_nobody_and_goes_on_with_the_newest(server: ServerThread, house: House) -> None:
    house.padding = "x" * 200_000
    slow = server.connect()
    slow.sendall(b"GET /live/t HTTP/1.1\r\nHost: t\r\n\r\n")
    quick = frames(server.request("GET", "/live/t"))
    next(quick)
    for version in range(1, 41):
        assert server.request("POST", "/record").status == 200
        assert next(quick).startswith(f"t scorer {version}x")
    answer = http.client.HTTPResponse(slow)
    answer.begin()
    read = [int(frame.split()[-1].rstrip("x")) for frame in until(frames(answer), "t scorer 40x")]
    assert read[-1] == 40
    assert len(read) < 20, "what was no longer new was sent all the same"


def until(lines: Iterator[str], start: str) -> Iterator[str]:
    for line in lines:
        yield line
        if line.startswith(start):
            return


def test_stream_of_a_phone_whose_rights_were_taken_ends_whole(server: ServerThread, house: House) -> None:
    answer = server.request("GET", "/live/t")
    stream = events(answer)
    next(stream)
    house.admitted = False
    server.hub.publish_access_change("t")
    assert list(stream)[-1] == {"event": "denied", "data": ""}
    assert answer.isclosed(), "it was cut instead of ended"


def test_stream_that_breaks_off_is_ended_so_that_the_phone_asks_again(server: ServerThread, house: House) -> None:
    answer = server.request("GET", "/live/t")
    stream = events(answer)
    next(stream)

    def unanswerable() -> bool:
        raise RuntimeError(SECRET)

    house.still_admitted = unanswerable
    server.hub.publish_access_change("t")
    assert not any(event.get("event") == "denied" for event in stream)
    assert answer.isclosed()


def test_server_stops_quietly_with_a_phone_that_takes_nothing(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, REQUESTS)
    house.padding = "x" * 10_000_000
    with ServerThread(house.make) as server:
        logging.getLogger("uvicorn").addHandler(caplog.handler)
        deaf = server.connect()
        deaf.sendall(b"GET /live/t HTTP/1.1\r\nHost: t\r\n\r\n")
        assert deaf.recv(1)
    logging.getLogger("uvicorn").removeHandler(caplog.handler)
    assert [record.getMessage() for record in caplog.records] == []


def test_pipelined_requests_that_are_cut_off_are_no_error(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """The first of them is being answered when the connection goes, the others wait for it."""
    caplog.set_level(logging.WARNING, REQUESTS)
    asked, answered = threading.Event(), threading.Event()
    application, hub = house.make()

    async def answer_once_cut_off(scope: Any, receive: Any, send: Any) -> None:
        asked.set()
        while (await receive())["type"] != "http.disconnect":
            pass
        try:
            await application(scope, receive, send)
        finally:
            answered.set()

    with ServerThread(lambda: (answer_once_cut_off, hub)) as server:
        logging.getLogger("uvicorn").addHandler(caplog.handler)
        connection = server.connect()
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: h\r\n\r\n" * 5)
        assert asked.wait(10)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        assert answered.wait(10)
    logging.getLogger("uvicorn").removeHandler(caplog.handler)
    assert [record.getMessage() for record in caplog.records] == []


def test_pipelined_requests_are_all_answered(server: ServerThread) -> None:
    with server.connect() as connection:
        head = b"POST /record HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na"
        last = b"GET /nothing HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        connection.sendall(head + head + last)
        answers = b"".join(iter(lambda: connection.recv(65536), b""))
    assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"200", b"200", b"404"]


@for_each(
    (b"GET /health HTTP/1.1\r\n\r\n", b"400"),
    (b"GET /live/t HTTP/1.1\r\n\r\n", b"400"),
    (b"GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
    (b"GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", b"404"),
    (b"GET /nothing HTTP/1.0\r\n\r\n", b"404"),
)
def test_a_request_names_its_host(head: bytes, status: bytes, *, server: ServerThread) -> None:
    with server.connect() as connection:
        connection.sendall(head)
        assert connection.recv(100).split()[1] == status


def test_server_with_open_streams_stops_and_ends_them(house: House) -> None:
    with ServerThread(house.make) as server:
        answers = [server.request("GET", f"/live/{table}") for table in ("t", "t", "u")]
        streams = [events(answer) for answer in answers]
        assert [next(stream)["event"] for stream in streams] == ["phones"] * 3
    for stream, answer in zip(streams, answers, strict=True):
        list(stream)
        assert answer.isclosed()


# --- Phones that are slow, or play at it ---
def post(length: int | str, sent: bytes = b"", path: str = "/record") -> bytes:
    """The head of a form that says it has so many bytes, and those of them that come."""
    return f"POST {path} HTTP/1.1\r\nHost: h\r\nContent-Length: {length}\r\n\r\n".encode() + sent


@contextmanager
def slow(server: ServerThread, begin: bytes, count: int) -> Iterator[list[socket.socket]]:
    """Open so many connections that have sent this and no more."""
    with ExitStack() as stack:
        connections = [stack.enter_context(server.connect()) for _ in range(count)]
        for each in connections:
            each.sendall(begin)
        yield connections


def test_bodies_that_never_end_keep_no_page_waiting(server: ServerThread) -> None:
    """Far more of them than there are threads for pages."""
    with slow(server, post(1000, b"a"), 10 * PAGE_THREADS):
        assert server.request("POST", "/record", body="1").status == 200


def test_a_slow_body_is_answered_once_it_is_whole(server: ServerThread) -> None:
    with slow(server, post(3, b"a"), 1) as (connection,):
        connection.sendall(b"b")
        connection.sendall(b"c")
        assert answer_to(connection) == b"1 abc"


@pytest.mark.parametrize("begin", [post(1000, b"a"), b"GET / HT", post(5)[:-2], b""])
def test_who_comes_to_no_point_is_hung_up_on(
    server: ServerThread, begin: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "FORM", bodies.FORM._replace(seconds=0.1))
    monkeypatch.setattr(serve, "SECONDS_TO_ASK", 0.1)
    with slow(server, begin, 1) as (connection,):
        assert ends(connection)
    monkeypatch.undo()
    assert server.request("POST", "/record", body="1").status == 200


@pytest.mark.parametrize("piece", [b"X-Piece: of many\r\n", b"a piece of one "])
def test_an_endless_head_is_hung_up_on(server: ServerThread, piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast it comes."""
    monkeypatch.setattr(serve, "SECONDS_TO_ASK", 1000)
    with slow(server, b"GET / HTTP/1.1\r\nX-Piece: ", 1) as (connection,):
        try:
            for _ in range(4):
                connection.sendall(piece * (serve.LARGEST_HEAD // len(piece)))
        except ConnectionError:
            pass  # it need not be read to its end
        assert ends(connection)
    assert server.request("POST", "/record", body="1").status == 200


def answer_to(connection: socket.socket) -> bytes:
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.read()


def ends(connection: socket.socket) -> bool:
    """Return whether the server closes a connection, with or without an answer."""
    try:
        while connection.recv(1000):
            pass
    except ConnectionError:
        pass
    return True


def test_a_phone_that_watches_is_never_hung_up_on(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "SECONDS_TO_ASK", 0.1)
    told = frames(server.request("GET", "/live/t"))
    assert next(told).endswith("0")
    with slow(server, b"GET / HT", 1) as (later,):
        assert ends(later), "the time to ask is over"
    monkeypatch.undo()
    server.request("POST", "/record", body="1")
    assert next(told).endswith("1")


def test_a_body_that_says_not_how_long_it_is_is_read_as_far_as_any(server: ServerThread) -> None:
    head = b"POST /record HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    with slow(server, head + b"3\r\nabc\r\n0\r\n\r\n", 1) as (connection,):
        assert answer_to(connection) == b"1 abc"
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with slow(server, head, 1) as (connection,):
        try:
            for _ in range(2 * bodies.FORM.size // 0x10000):
                connection.sendall(chunk)
        except ConnectionError:
            pass  # it need not be read to its end to be refused
        assert ends(connection)
    assert server.request("POST", "/record", body="1").read() == b"2 1"


@for_each(length=["x", "", "-1", "+1", "1.0", "٣", "9" * 5000])
def test_a_length_that_cannot_be_read_is_refused(length: str, *, house: House) -> None:
    """Servers before this one may hand it on."""
    door, _ = house.make()
    said = SentRequest("POST", "/record", "", {}, "text/plain", b"1")
    assert loops.run(ask(door, scope_of(said, length), said.body)).status == HTTPStatus.BAD_REQUEST
    assert house.version == 0


def test_whoever_goes_in_the_middle_of_a_form_has_recorded_nothing(server: ServerThread, house: House) -> None:
    with slow(server, post(1000, b"a"), 3):
        pass
    assert server.request("POST", "/record", body="1").status == 200
    assert house.version == 1
