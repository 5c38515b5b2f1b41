"""The application for an ASGI server: streams on the event loop, every other request through Flask in a few threads."""

import asyncio
import contextvars
import io
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from http import HTTPStatus
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import Body, build_environ
from flask import Flask

from scorekeeper.live import Audience, Hub
from scorekeeper.store import StoreUnavailable
from scorekeeper.web import bodies, journal, proxies
from scorekeeper.web.bodies import Message, Receive

log = logging.getLogger(__name__)

PAGE_THREADS = 4
ADMISSION_THREADS = 2

Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]
Admit = Callable[[Mapping[str, Any], str], tuple[Audience, Callable[[], bool]] | None]
"""Says from the WSGI variables of a request, in any thread, whom a table's stream is for, or None for a stranger."""


class Outdated(Exception):
    """The page that asks for a stream was drawn by another edition of the program."""


LIVE = "/live/"
STREAM = f"{LIVE}<table_id>"
STREAM_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    # A proxy that collects an answer before passing it on would hold back every message.
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}


def asgi_app(app: Flask, hub: Hub, admit: Admit, trusted: Collection[proxies.Network] = ()) -> Asgi:
    """The application as ASGI: ``/live/<table_id>`` is a stream of `hub`, everything else is `app`.

    `trusted` are the proxies that are believed (see `scorekeeper.web.proxies`).
    """
    pages = patient(cast(Asgi, WSGIMiddleware(cast(Any, app), workers=PAGE_THREADS)))
    admissions = ThreadPoolExecutor(ADMISSION_THREADS, "admission")

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        table_id = watched_table(scope)
        if scope["type"] == "http":
            proxies.settle(scope, trusted)
            journal.begin(scope, STREAM if table_id else None)
        if table_id is None:
            await pages(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD"})
        else:
            try:
                admitted = await admission(scope, table_id)
            except Exception as error:
                return await refuse(send, refusal_of(error))
            if admitted is None:
                await refuse(send, HTTPStatus.FORBIDDEN)
            elif scope["method"] == "HEAD":
                await start(send, HTTPStatus.OK, STREAM_HEADERS)
                await send({"type": "http.response.body"})
            else:
                await stream(hub.stream(table_id, *admitted), receive, send)

    async def admission(scope: Message, table_id: str) -> tuple[Audience, Callable[[], bool]] | None:
        # A stream has no body to read, and a2wsgi reads one from a file as well as from a request.
        environ = build_environ(cast(Any, scope), cast(Body, io.BytesIO()))
        # The server keeps `scope` as long as the stream lasts, and needs little of it: all of it is a fifth of what a
        # quiet one takes.
        scope["headers"].clear()
        kept = {name: scope[name] for name in ("type", "method", "path", "query_string", "http_version")}
        scope.clear()
        scope.update(kept)
        within = contextvars.copy_context().run  # what is logged there has the number of this request
        return await asyncio.get_running_loop().run_in_executor(admissions, within, admit, environ, table_id)

    return answer


def refusal_of(error: Exception) -> HTTPStatus:
    """The answer to a phone whose stream cannot begin, for a reason that is told in the log if it is the server's."""
    if isinstance(error, Outdated):
        return HTTPStatus.PRECONDITION_FAILED
    if isinstance(error, StoreUnavailable):
        log.error("No stream can begin: %s", error)
        return HTTPStatus.SERVICE_UNAVAILABLE
    log.error("No stream can begin", exc_info=error)
    return HTTPStatus.INTERNAL_SERVER_ERROR


def patient(pages: Asgi) -> Asgi:
    """`pages`, asked only once all of a request has come."""

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        most = bodies.allowance(scope["path"])
        try:
            length = bodies.declared_length(scope["headers"])
            # Of one that says itself that it is too large nothing is read; the application refuses it in words.
            body = await bodies.read(receive, most) if length is None or 0 < length <= most.size else b""
        except bodies.Unreadable:
            await refuse(send, HTTPStatus.BAD_REQUEST, {"Connection": "close"})
        except TimeoutError:
            await refuse(send, HTTPStatus.REQUEST_TIMEOUT, {"Connection": "close"})
        except bodies.TooLarge:
            await refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"Connection": "close"})
        except bodies.Gone:
            log.debug("A phone went in the middle of a form")
        else:
            await pages(bodies.with_length(scope, body) if length is None else scope, bodies.given(body, receive), send)

    return answer


def watched_table(scope: Message) -> str | None:
    """The table whose stream a request asks for; None when it asks for something else."""
    if scope["type"] != "http":
        return None
    path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
    table_id = path.removeprefix(LIVE)
    return table_id if path.startswith(LIVE) and table_id and "/" not in table_id else None


async def stream(messages: AsyncGenerator[bytes, None], receive: Receive, send: Send) -> None:
    """Send a stream's messages until it ends or the phone goes."""
    sending = asyncio.create_task(pump(messages, send))
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        sending.cancel()
        await asyncio.wait([sending])


async def pump(messages: AsyncGenerator[bytes, None], send: Send) -> None:
    """Answer with a stream's messages. One that breaks off is ended, so that the phone asks again."""
    started = False
    try:
        async with aclosing(messages):
            async for message in messages:
                if not started:
                    started = True
                    await start(send, HTTPStatus.OK, STREAM_HEADERS)
                await send({"type": "http.response.body", "body": message, "more_body": True})
    except Exception:
        log.exception("A stream broke off")
    if started:
        await send({"type": "http.response.body"})
    else:
        await refuse(send, HTTPStatus.INTERNAL_SERVER_ERROR)


async def start(send: Send, status: HTTPStatus, headers: Mapping[str, str]) -> None:
    """Begin an answer that no page gives."""
    headers = {**headers, journal.HEADER: journal.number()}
    journal.answered(status)
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": pairs})


async def refuse(send: Send, status: HTTPStatus, headers: Mapping[str, str] | None = None) -> None:
    """Answer with a status in plain words."""
    body = status.phrase.encode()
    plain = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    await start(send, status, plain | dict(headers or {}))
    await send({"type": "http.response.body", "body": body})
