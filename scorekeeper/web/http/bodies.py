"""The bodies of requests, read on the event loop before a thread is taken, so that slow phones hold up no page."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from typing import Any, NamedTuple, cast

from a2wsgi.wsgi import build_environ

from scorekeeper.export import LARGEST_FILE

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


FORWARDED_HOST = "scorekeeper.forwarded_host"
"""The key of a request, as ASGI or WSGI has it, whose host a trusted proxy wrote."""


class Allowance(NamedTuple):
    """The most bytes of a body, and the most seconds that it may take."""

    size: int
    seconds: float


FORM = Allowance(256 * 1024, 30)
FILE = Allowance(LARGEST_FILE + 64 * 1024, 600)
"""A file comes with a form around it, and over a slow link."""

TAKES_A_FILE = frozenset({"/import"})


class PhoneGone(Exception):
    """The phone disconnected before it had sent all."""


class BodyTooLarge(Exception):
    """The body is longer than is read, though the request declared less, or nothing."""


class UnreadableLength(Exception):
    """The declared length of a request is no number."""


def allowance(path: str) -> Allowance:
    """Return the size and time that the body of a request for `path` may take."""
    return FILE if path in TAKES_A_FILE else FORM


async def read_body(receive: Receive, most: Allowance) -> bytes:
    """Read the whole body. Raises `TimeoutError`, `BodyTooLarge` or `PhoneGone`."""
    body = bytearray()
    async with asyncio.timeout(most.seconds):
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise PhoneGone
            body += message.get("body", b"")
            if len(body) > most.size:
                raise BodyTooLarge
            if not message.get("more_body", False):
                return bytes(body)


def declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Return the declared length of a body: 0 where there is none, None where the request does not say.

    Raises `Unreadable` for what is no length.
    """
    told = dict(headers)
    if b"content-length" not in told:
        return None if b"transfer-encoding" in told else 0
    if not re.fullmatch(rb"[0-9]{1,18}", told[b"content-length"]):
        raise UnreadableLength
    return int(told[b"content-length"])


def with_length(scope: Message, body: bytes) -> Message:
    """Return a request without a declared length with the length of its body."""
    others = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
    return {**scope, "headers": [*others, (b"content-length", str(len(body)).encode())]}


def wsgi_environ(scope: Message, body: bytes = b"") -> dict[str, Any]:
    """Return the WSGI variables of a request whose whole body has come.

    a2wsgi has no public function for it, so its minor version is pinned.
    """
    environ = cast(dict[str, Any], build_environ(cast(Any, scope), cast(Any, BytesIO(body))))
    environ[FORWARDED_HOST] = FORWARDED_HOST in scope
    return environ


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives `body` at once, then whatever comes from the phone."""
    waiting = [body]

    async def next_message() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return next_message
