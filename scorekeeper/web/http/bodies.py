"""The bodies of requests, read on the event loop before a thread is taken: a byte a second keeps no page waiting."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from typing import Any, NamedTuple, cast

from a2wsgi.wsgi import build_environ

from scorekeeper.export import LARGEST_FILE

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


class Allowance(NamedTuple):
    """How many bytes a body may have, and how many seconds it may take."""

    size: int
    seconds: float


FORM = Allowance(256 * 1024, 30)
FILE = Allowance(LARGEST_FILE + 64 * 1024, 600)
"""A file comes with a form around it, and over a slow link."""

TAKES_A_FILE = frozenset({"/import"})


class PhoneGone(Exception):
    """The phone went before it had sent all."""


class BodyTooLarge(Exception):
    """More than is read. What the request says of its own length is true then, or it says nothing."""


class UnreadableLength(Exception):
    """The request says of its length what nobody can read."""


def allowance(path: str) -> Allowance:
    """Return the size and time that the body of a request for `path` may take."""
    return FILE if path in TAKES_A_FILE else FORM


async def read_body(receive: Receive, most: Allowance) -> bytes:
    """The whole body. Raises `TimeoutError`, `TooLarge` or `Gone`."""
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
    """How long the request says its body is: nothing where it has none, None where it does not say.

    Raises `Unreadable` for what is no length.
    """
    told = dict(headers)
    if b"content-length" not in told:
        return None if b"transfer-encoding" in told else 0
    if not re.fullmatch(rb"[0-9]{1,18}", told[b"content-length"]):
        raise UnreadableLength
    return int(told[b"content-length"])


def with_length(scope: Message, body: bytes) -> Message:
    """A request that did not say how long its body is, with its length."""
    others = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
    return {**scope, "headers": [*others, (b"content-length", str(len(body)).encode())]}


def wsgi_environ(scope: Message, body: bytes = b"") -> dict[str, Any]:
    """Return the WSGI variables of a request whose whole body has come.

    a2wsgi has no public function for it, so its minor version is pinned.
    """
    return cast(dict[str, Any], build_environ(cast(Any, scope), cast(Any, BytesIO(body))))


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that has `body` at once, and then whatever comes of the phone."""
    waiting = [body]

    async def next_message() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return next_message
