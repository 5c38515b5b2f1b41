"""The bodies of requests, read on the event loop before a thread is taken, so that slow phones hold up no page.

Bodies that are declared small are in memory, large ones in temporary files. How many may be unfinished is limited
for each network and in all, since whoever declares a body needs no cookie to withhold its last byte.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from http import HTTPStatus
from io import SEEK_END, BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple, cast

from a2wsgi.wsgi import build_environ

from scorekeeper.export import LARGEST_FILE

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


FORWARDED_HOST = "scorekeeper.forwarded_host"
"""The key of a request, as ASGI or WSGI has it, whose host a trusted proxy wrote."""


class Allowance(NamedTuple):
    """The memory and disk that the bodies of some requests may take."""

    size: int
    """Bytes of one body at most."""

    seconds: float
    """Seconds from its first byte to its last at most."""

    of_network: int
    """Unfinished bodies of one network at most; phones behind one router are one network."""

    in_all: int
    """Unfinished bodies of all networks at most."""


FORM = Allowance(256 * 1024, 30, 100, 1_000)
FILE = Allowance(LARGEST_FILE + 64 * 1024, 600, 8, 32)
"""A file comes with a form around it, and over a slow link."""

BYTES_IN_MEMORY = 64 * 1024
"""Bytes of one body that stay in memory; nearly every form is smaller. A larger body goes to a temporary file."""

PIECE = FORM.size + 1
"""Bytes of a body that are read back at once, so that a form comes in one piece."""

TAKES_A_FILE = frozenset({"/import"})


class PhoneGone(Exception):
    """The phone disconnected before it had sent all."""


class BodyTooLarge(Exception):
    """The body is longer than is read, though the request declared less, or nothing."""


class TooManyBodies(Exception):
    """Too many bodies are unfinished; `status` says whether of this network or in all."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class UnreadableLength(Exception):
    """The declared length of a request is no number."""


class UnfinishedBodies:
    """Counts the bodies that are being read. For one event loop, so it needs no lock."""

    def __init__(self) -> None:
        self._of_networks = Counter[tuple[Allowance, str]]()
        self._in_all = Counter[Allowance]()

    @contextmanager
    def count(self, most: Allowance, network: str) -> Iterator[None]:
        """Count a body of a network for as long as the block lasts. Raises `TooManyBodies`."""
        key = (most, network)
        if self._of_networks[key] >= most.of_network:
            raise TooManyBodies(HTTPStatus.TOO_MANY_REQUESTS)
        if self._in_all[most] >= most.in_all:
            raise TooManyBodies(HTTPStatus.SERVICE_UNAVAILABLE)
        self._of_networks[key] += 1
        self._in_all[most] += 1
        try:
            yield
        finally:
            self._in_all[most] -= 1
            self._of_networks[key] -= 1
            if not self._of_networks[key]:
                del self._of_networks[key]  # else every network that ever came would take memory


async def read_body(receive: Receive, most: Allowance, length: int | None) -> IO[bytes]:
    """Return the whole body, of the declared `length`, as a file to be closed, at its beginning.

    Raises `TimeoutError`, `BodyTooLarge` or `PhoneGone`, and `OSError` where there is no room for a temporary file.
    """
    is_small = length is not None and length <= BYTES_IN_MEMORY
    body: Any = BytesIO() if is_small else SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115  (the caller closes it)
    try:
        async with asyncio.timeout(most.seconds):
            await receive_into(body, receive, most.size)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return cast(IO[bytes], body)


async def receive_into(body: IO[bytes], receive: Receive, size: int) -> None:
    """Write what comes of a body to a file. Raises `BodyTooLarge` or `PhoneGone`."""
    came, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise PhoneGone
        came += len(message.get("body", b""))
        if came > size:
            raise BodyTooLarge
        body.write(message.get("body", b""))
        more = message.get("more_body", False)


def declared_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Return the declared length of a body: 0 where there is none, None where the request does not say.

    Raises `UnreadableLength` for what is no length.
    """
    told = dict(headers)
    if b"content-length" not in told:
        return None if b"transfer-encoding" in told else 0
    if not re.fullmatch(rb"[0-9]{1,18}", told[b"content-length"]):
        raise UnreadableLength
    return int(told[b"content-length"])


def with_length(scope: Message, body: IO[bytes]) -> Message:
    """Return a request without a declared length with the length of its body."""
    others = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
    length = body.seek(0, SEEK_END)
    body.seek(0)
    return {**scope, "headers": [*others, (b"content-length", str(length).encode())]}


def wsgi_environ(scope: Message, body: bytes = b"") -> dict[str, object]:
    """Return the WSGI variables of a request whose whole body has come.

    a2wsgi has no public function for it, so its minor version is pinned.
    """
    environ = cast(dict[str, Any], build_environ(cast(Any, scope), cast(Any, BytesIO(body))))
    environ[FORWARDED_HOST] = FORWARDED_HOST in scope
    return environ


def is_host_forwarded(environ: Mapping[str, Any]) -> bool:
    """Return whether a trusted proxy wrote the host of a request (see `scorekeeper.web.http.proxies`)."""
    return bool(environ.get(FORWARDED_HOST) or environ.get("asgi.scope", {}).get(FORWARDED_HOST))


def replay_body(body: IO[bytes], receive: Receive) -> Receive:
    """Return a `receive` that gives `body` piece by piece, then whatever comes from the phone."""
    whole = False

    async def next_message() -> Message:
        nonlocal whole
        if whole:
            return await receive()
        piece = body.read(PIECE)
        whole = len(piece) < PIECE
        return {"type": "http.request", "body": piece, "more_body": not whole}

    return next_message
