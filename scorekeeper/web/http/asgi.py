"""The application for an ASGI server: streams on the event loop, every other request through Flask in a few threads."""

import asyncio
import contextvars
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import IO, Any, cast

from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response

from scorekeeper.live import END, Audience, Hub, Phone, Send
from scorekeeper.store import StoreUnavailable
from scorekeeper.web.http import bodies, proxies, request_log
from scorekeeper.web.http.bodies import Message, Receive
from scorekeeper.web.http.heavy_pages import (
    HANDED_ON,
    SECONDS_TO_SEND,
    SECONDS_TO_WAIT,
    HandedOn,
    HeavyAnswer,
    HeavyPage,
    HeavyPageRefused,
    HeavyPages,
    read_pieces,
)
from scorekeeper.web.http.security import ENCRYPTED, HEADERS, network_of
from scorekeeper.web.http.services import RecordFastTap, Target

log = logging.getLogger(__name__)

PAGE_THREADS = 4
TAP_THREADS = 4
ADMISSION_THREADS = 2

Asgi = Callable[[Message, Receive, Send], Awaitable[None]]
Admit = Callable[[Mapping[str, object], str], tuple[Audience, Callable[[], bool]] | None]
"""(environ, table_id): returns the audience of a request for a stream, and the check that it may still watch.

None for a stranger. Called in any thread.
"""

Watch = Callable[[Message, str, Receive, Send], Awaitable[None]]
"""Answers a request for the stream of a table, for as long as that lasts."""

ROUTE = "/t/<table_id>/record/<form_name>"
ADDRESS = re.compile(r"/t/([^/]+)/record/([^/]+)")

STREAMING = b"streaming"
"""The header of a page whose stream is open: it needs no board in the answer."""

FORM_TYPE = b"application/x-www-form-urlencoded"

KEPT_BY = "Kept-By"
"""The header of a tap that a phone kept while it had no connection: the key of the phone's owner at that time."""


class OutdatedPage(Exception):
    """The page that asks for a stream was rendered by another version of the program."""


VERSION = "Table-Version"
"""The header of an answer without a body: the version of the table after the tap."""

LIVE = "/live/"
STREAM = f"{LIVE}<table_id>"
STREAM_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    # A proxy that collects an answer before passing it on would hold back every message, and one that packs it again
    # would wait for more.
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Encoding",
}


def asgi_application(app: Flask, trusted: Collection[proxies.Network] = ()) -> Asgi:
    """Return the ASGI application of a Flask application that `create_app` has made, behind `trusted` proxies."""
    services = app.extensions["scorekeeper"]
    return with_streams(
        app, services.hub, services.admit, trusted, services.record_fast_tap, heavy_pages=services.heavy_pages
    )


def with_streams(
    app: Flask,
    hub: Hub,
    admit: Admit,
    trusted: Collection[proxies.Network] = (),
    record_fast_tap: RecordFastTap | None = None,
    *,
    heavy_pages: HeavyPages | None = None,
) -> Asgi:
    """Return `app` as ASGI, with a stream of `hub` at ``/live/<table_id>``.

    `trusted` are the proxies that are believed (see `scorekeeper.web.http.proxies`). Without `record_fast_tap` every
    tap is recorded by a view of `app`, and without `heavy_pages` every page is answered in a thread.
    """
    pages = cast(Asgi, WSGIMiddleware(cast(Any, app), workers=PAGE_THREADS))
    pages = with_heavy_pages(pages, heavy_pages) if heavy_pages else pages
    pages = buffer_body(with_fast_taps(pages, record_fast_tap) if record_fast_tap else pages)
    watch = build_stream_handler(hub, admit)

    def answer(scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        # This is no coroutine: each stream would keep its frame in memory.
        if scope["type"] == "http":
            if not has_host(scope):
                return refuse_without_host(scope, send)
            proxies.apply_proxy_headers(scope, trusted)
        if table_id := read_watched_table(scope):
            return watch(scope, table_id, receive, send)
        if scope["type"] == "http":
            request_log.begin_request(scope, None)
        return pages(scope, receive, send)

    return answer


def has_host(scope: Message) -> bool:
    """Return whether a request names one host, as HTTP/1.1 wants it (RFC 9112, 3.2); older ones need none."""
    hosts = [name for name, _ in scope["headers"]].count(b"host")
    return hosts == 1 or (hosts == 0 and bool(scope["http_version"] == "1.0"))


async def refuse_without_host(scope: Message, send: Send) -> None:
    """Answer a request that names no host, or several."""
    request_log.begin_request(scope, None)
    await send_refusal(send, HTTPStatus.BAD_REQUEST, {"Connection": "close"})


def build_stream_handler(hub: Hub, admit: Admit) -> Watch:
    """Return the handler of requests for streams of `hub`, open to those whom `admit` lets in."""
    threads = ThreadPoolExecutor(ADMISSION_THREADS, "admission")

    async def watch(scope: Message, table_id: str, receive: Receive, send: Send) -> None:
        # Local variables stay in memory for as long as the stream lasts, so the opening has a function of its own.
        phone = await open_stream(scope, table_id, send)
        if phone is None:
            return
        del table_id
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            hub.leave(phone)

    async def open_stream(scope: Message, table_id: str, send: Send) -> Phone | None:
        asked = request_log.begin_request(scope, STREAM)
        if phone := await admit_phone(scope, table_id, send):
            await begin_stream(hub, phone, send)
            request_log.end_request(asked)
        return phone

    async def admit_phone(scope: Message, table_id: str, send: Send) -> Phone | None:
        gzip, method, asked = accepts_gzip(scope), scope["method"], hub.changes_of_access
        try:
            admitted = await admit_in_thread(scope, table_id, admit, threads) if method in ("GET", "HEAD") else None
            if admitted and method == "GET":
                return await hub.enter(table_id, *admitted, send, gzip=gzip, asked=asked)
        except Exception as error:
            await send_refusal(send, refusal_status(error))
        else:
            await answer_without_stream(send, method, stream_headers(gzip), admitted=admitted is not None)
        return None

    return watch


async def admit_in_thread(
    scope: Message, table_id: str, admit: Admit, threads: ThreadPoolExecutor
) -> tuple[Audience, Callable[[], bool]] | None:
    """Run `admit` in a worker thread. Strips `scope` before, to save memory."""
    environ = bodies.wsgi_environ(scope)
    strip_scope(scope)
    within = contextvars.copy_context().run  # what is logged there has the number of this request
    return await asyncio.get_running_loop().run_in_executor(threads, within, admit, environ, table_id)


def strip_scope(scope: Message) -> None:
    """Drop what the server needs no more of a request during its stream.

    The full scope is 20 % of an idle stream's memory; every further key costs 100 bytes.
    """
    scope["headers"].clear()
    kept = {name: scope[name] for name in ("method", "path", "query_string", "http_version", "headers")}
    scope.clear()
    scope.update(kept)


async def begin_stream(hub: Hub, phone: Phone, send: Send) -> None:
    """Begin the stream of a phone that has entered. A phone that disconnects meanwhile has left when this ends."""
    try:
        await start_answer(send, HTTPStatus.OK, stream_headers(phone.gzip))
        await hub.begin(phone)
    except BaseException:
        hub.leave(phone)
        raise


async def answer_without_stream(send: Send, method: str, headers: Mapping[str, str], *, admitted: bool) -> None:
    """Answer a request that gets no stream: HEAD, another method, or a stranger's."""
    if method not in ("GET", "HEAD"):
        await send_refusal(send, HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD"})
    elif not admitted:
        await send_refusal(send, HTTPStatus.FORBIDDEN)
    else:
        await start_answer(send, HTTPStatus.OK, headers)
        await send(END)


def stream_headers(gzip: bool) -> Mapping[str, str]:
    """Return the headers of a stream."""
    return {**STREAM_HEADERS, "Content-Encoding": "gzip"} if gzip else STREAM_HEADERS


def accepts_gzip(scope: Message) -> bool:
    """Return whether the browser accepts gzip."""
    told = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    return parse_accept_header(told.decode("latin-1")).quality("gzip") > 0


def refusal_status(error: Exception) -> HTTPStatus:
    """Return the status for a phone whose stream cannot begin; log the reason if it is the server's."""
    if isinstance(error, OutdatedPage):
        return HTTPStatus.PRECONDITION_FAILED
    if isinstance(error, StoreUnavailable):
        log.error("No stream can begin: %s", error)
        return HTTPStatus.SERVICE_UNAVAILABLE
    log.error("No stream can begin", exc_info=error)
    return HTTPStatus.INTERNAL_SERVER_ERROR


def read_fast_target(scope: Message) -> Target | None:
    """Return the table and form of a tap that may take the fast path; None for any other request."""
    if scope["method"] != "POST" or scope["query_string"]:
        return None
    found = ADDRESS.fullmatch(str(scope["path"]).removeprefix(scope.get("root_path", "")))
    headers = dict(scope["headers"]) if found else {}
    if not found or STREAMING not in headers or b"hx-request" not in headers or KEPT_BY.lower().encode() in headers:
        return None
    return Target(found[1], found[2]) if headers.get(b"content-type", b"").startswith(FORM_TYPE) else None


def with_fast_taps(pages: Asgi, record_fast_tap: RecordFastTap) -> Asgi:
    """Return `pages`, except that taps that need no page are recorded and answered before."""
    threads = ThreadPoolExecutor(TAP_THREADS, "tap")

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        target = read_fast_target(scope)
        if target is None:
            return await pages(scope, receive, send)
        body = (await receive())["body"]  # all of it has come
        run = contextvars.copy_context().run
        loop = asyncio.get_running_loop()
        match await loop.run_in_executor(threads, run, record_fast_tap, scope, target, body):
            case int(version):
                await acknowledge(send, version, secure=scope["scheme"] == "https")
            case Response() as refusal:
                await send_response(send, refusal)
            case None:
                await pages(scope, bodies.replay_body(BytesIO(body), receive), send)

    return answer


def with_heavy_pages(pages: Asgi, heavy_pages: HeavyPages) -> Asgi:
    """Return `pages`, except that what a view hands on takes no thread until it is made, and while it is sent."""

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            return await pages(scope, receive, send)
        handed = scope[HANDED_ON] = HandedOn()

        async def send_unless_handed_on(message: Message) -> None:
            if handed.page is None:
                await send(message)

        await pages(scope, receive, send_unless_handed_on)
        if handed.page and not await deliver(heavy_pages, handed.page, receive, send):
            handed.page, handed.refusal = None, HeavyPageRefused(HTTPStatus.SERVICE_UNAVAILABLE)
            await pages(scope, receive, send)  # the view refuses in words

    return answer


async def deliver(heavy_pages: HeavyPages, page: HeavyPage, receive: Receive, send: Send) -> bool:
    """Send a heavy page once it is made. Return False where it is not; the end of the connection ends its making."""
    gone = asyncio.ensure_future(wait_until_gone(receive))
    made = asyncio.wrap_future(page.made)
    try:
        await asyncio.wait((gone, made), timeout=SECONDS_TO_WAIT, return_when=asyncio.FIRST_COMPLETED)
        answer = made.result() if made.done() else None
        if answer and not gone.done():
            async with asyncio.timeout(SECONDS_TO_SEND):
                await send_heavy_answer(answer, page, gone, send)
        return gone.done() or answer is not None
    finally:
        gone.cancel()
        heavy_pages.release(page)


async def wait_until_gone(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_heavy_answer(answer: HeavyAnswer, page: HeavyPage, gone: "asyncio.Future[None]", send: Send) -> None:
    """Send an answer piece by piece, each once the client has taken the one before."""
    head, body = answer
    request_log.log_answer(head.status, page.route)
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in head.headers]
    await send({"type": "http.response.start", "status": head.status, "headers": headers})
    for piece in read_pieces(body):
        if gone.done():
            return
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send(END)


def buffer_body(pages: Asgi) -> Asgi:
    """Return `pages` behind a buffer: they are called once the whole body of a request has come."""
    unfinished = bodies.UnfinishedBodies()

    async def read(scope: Message, receive: Receive, most: bodies.Allowance, length: int | None) -> IO[bytes]:
        # A body that is declared too large is not read; the application refuses it in words.
        if length == 0 or (length is not None and length > most.size):
            return BytesIO()
        with unfinished.count(most, network_of(client_of(scope))):
            return await bodies.read_body(receive, most, length)

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        most = bodies.FILE if scope["path"] in bodies.TAKES_A_FILE else bodies.FORM
        try:
            length = bodies.declared_length(scope["headers"])
            body = await read(scope, receive, most, length)
        except bodies.PhoneGone:
            log.debug("A phone disconnected in the middle of a form")
        except (bodies.UnreadableLength, TimeoutError, bodies.BodyTooLarge, bodies.TooManyBodies, OSError) as error:
            await send_refusal(send, body_refusal_status(error), {"Connection": "close"})
        else:
            with body:
                request = bodies.with_length(scope, body) if length is None else scope
                await pages(request, bodies.replay_body(body, receive), send)

    return answer


def client_of(scope: Message) -> str:
    """Return the address of the client of a request; where the server knows none, that of its own machine, as Flask."""
    return str((scope.get("client") or ("127.0.0.1",))[0])


def body_refusal_status(error: Exception) -> HTTPStatus:
    """Return the status for a request whose body was not read; log the reason if it is the server's."""
    if isinstance(error, bodies.TooManyBodies):
        return error.status
    if isinstance(error, bodies.UnreadableLength):
        return HTTPStatus.BAD_REQUEST
    if isinstance(error, bodies.BodyTooLarge):
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if isinstance(error, TimeoutError):
        return HTTPStatus.REQUEST_TIMEOUT
    log.error("No room for the body of a request: %s", error)
    return HTTPStatus.SERVICE_UNAVAILABLE


def read_watched_table(scope: Message) -> str | None:
    """Return the table whose stream a request asks for; None when it asks for something else."""
    if scope["type"] != "http":
        return None
    path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
    table_id = path.removeprefix(LIVE)
    return table_id if path.startswith(LIVE) and table_id and "/" not in table_id else None


async def send_response(send: Send, response: Response) -> None:
    """Send a whole response of Flask."""
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.get_data()})


async def acknowledge(send: Send, version: int, *, secure: bool) -> None:
    """Answer a recorded tap with the version of the table after it; the board comes by the stream."""
    headers = {**(ENCRYPTED if secure else HEADERS), VERSION: str(version)}
    await start_answer(send, HTTPStatus.NO_CONTENT, headers, ROUTE)
    await send(END)


async def start_answer(send: Send, status: HTTPStatus, headers: Mapping[str, str], route: str | None = None) -> None:
    """Begin an answer that no page gives."""
    headers = {**headers, request_log.HEADER: request_log.request_number()}
    request_log.log_answer(status, route)
    pairs = [encode_header(pair) for pair in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": pairs})


@lru_cache(maxsize=1_000)
def encode_header(header: tuple[str, str]) -> tuple[bytes, bytes]:
    """Return a header as servers take it. Most are the same in every answer."""
    name, value = header
    return name.lower().encode(), value.encode()


async def send_refusal(send: Send, status: HTTPStatus, headers: Mapping[str, str] | None = None) -> None:
    """Answer with a status in plain words."""
    body = status.phrase.encode()
    plain = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    await start_answer(send, status, plain | dict(headers or {}))
    await send({"type": "http.response.body", "body": body})
