"""The bridge from the server's event loop to the application in its threads."""

import socket
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask, Response, request

from scorekeeper.live import Audience, Frame, Hub
from scorekeeper.web.asgi import PAGE_THREADS, asgi_app
from scorekeeper.web.wsgi import LARGEST_BODY, Asgi, answer
from tests.serving import ServerThread

LONG = 300_000
"""More than is kept in memory of a request, and than a socket takes at once."""


def make() -> tuple[Asgi, Hub]:
    app = Flask("echo")
    app.config["MAX_CONTENT_LENGTH"] = LONG

    @app.route("/<path:path>", methods=["GET", "POST"])
    def echo(path: str) -> Response:
        said = request.get_data()
        return Response(
            said or f"{path}?{request.args.get('q')} {request.headers.get('X-Said')}", headers={"X-Told": "Å"}
        )

    @app.get("/stream")
    def stream() -> Response:
        return Response(str(number) for number in range(3))

    hub = Hub(lambda _table, _audience: Frame(0, ""))
    return asgi_app(app, hub, lambda _environ, _table: (Audience("", ""), lambda: True)), hub


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    with ServerThread(make) as server:
        yield server


def test_address_and_headers_arrive_as_they_were_sent(server: ServerThread) -> None:
    answer = server.request("GET", "/%ED%95%9C/%2541?q=%E2%99%A0", headers={"X-Said": "two"})
    assert answer.read().decode() == "한/%41?♠ two"
    assert answer.headers["X-Told"] == "Å"


def test_header_with_an_underscore_is_not_taken_for_another(server: ServerThread) -> None:
    assert server.request("GET", "/a", headers={"X_Said": "forged"}).read() == b"a?None None"


def test_head_has_no_body(server: ServerThread) -> None:
    answer = server.request("HEAD", "/abc")
    assert (answer.headers["Content-Length"], answer.read()) == ("13", b"")


def test_answer_of_unknown_length_arrives_whole(server: ServerThread) -> None:
    assert server.request("GET", "/stream").read() == b"012"


def test_long_body_arrives_whole(server: ServerThread) -> None:
    body = "♠" * (LONG // 3)
    assert server.request("POST", "/a", body=body.encode()).read().decode() == body  # type: ignore[arg-type]


def hears(phone: socket.socket, wanted: bytes) -> bool:
    """Whether an answer says what is wanted."""
    heard = b""
    while wanted not in heard and (more := phone.recv(10_000)):
        heard += more
    return wanted in heard


def test_body_in_chunks_arrives_whole(server: ServerThread) -> None:
    with server.connect() as phone:
        phone.sendall(
            b"POST /a HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsix \r\n5\r\ntaken\r\n0\r\n\r\n"
        )
        assert hears(phone, b"six taken")


@pytest.mark.parametrize("length", [LONG + 1, LARGEST_BODY + 1])
def test_body_that_is_too_long_is_refused_by_the_application(server: ServerThread, length: int) -> None:
    with server.connect() as phone:
        phone.sendall(f"POST /a HTTP/1.1\r\nHost: t\r\nContent-Length: {length}\r\n\r\n".encode())
        if length <= LARGEST_BODY:
            phone.sendall(bytes(length))
        assert hears(phone, b"HTTP/1.1 413")


def test_body_in_chunks_that_is_too_long_is_refused(server: ServerThread) -> None:
    with server.connect() as phone:
        phone.sendall(b"POST /a HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(LARGEST_BODY // 2**20 + 1):
            phone.sendall(b"100000\r\n" + bytes(2**20) + b"\r\n")
        assert hears(phone, b"HTTP/1.1 413")


def test_phones_that_send_slowly_hold_up_nobody(server: ServerThread) -> None:
    slow = [server.connect() for _ in range(2 * PAGE_THREADS)]
    for phone in slow:
        phone.sendall(b"POST /a HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nsix ")
    assert server.request("GET", "/a").status == 200
    for phone in slow[PAGE_THREADS:]:
        phone.sendall(b"taken")
        assert hears(phone, b"six taken")
    for phone in slow:
        phone.close()
    assert server.request("GET", "/a").status == 200


def test_phones_that_read_slowly_hold_up_nobody(server: ServerThread) -> None:
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2 * PAGE_THREADS)]
    for phone in slow:
        phone.sendall(b"POST /a HTTP/1.1\r\nHost: t\r\nContent-Length: %d\r\n\r\n" % LONG + bytes(LONG))
    assert server.request("GET", "/a").status == 200
    for phone in slow:
        phone.close()


class Closing(list[bytes]):
    closed = False

    def close(self) -> None:
        self.closed = True


def test_answer_is_closed_and_what_was_written_comes_first() -> None:
    rest = Closing([b"rest"])

    def app(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("500 Worse", [])
        start_response("200 OK", [("A", "b")], None)(b"written, ")
        return rest

    assert answer(app, {}) == ("200 OK", [("A", "b")], b"written, rest")
    assert rest.closed
