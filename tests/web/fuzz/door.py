"""The door before the application: requests as a server hands them on, whatever they say of their own length."""

import asyncio
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from scorekeeper.web.http.asgi import Asgi
from scorekeeper.web.http.bodies import Message
from tests.web.fuzz.judging import Answer, SentRequest

PIECE = 700
"""Bytes that come at once."""


def scope_of(said: SentRequest, length: str) -> Message:
    """Return the request as uvicorn hands it on, with a declared `length` that may be wrong."""
    headers = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in said.headers.items()]
    size = len(said.body)
    told = {"right": size, "longer": size + 5, "shorter": max(0, size - 5)}.get(length, length)
    if said.method not in ("GET", "HEAD"):
        headers.append((b"content-type", said.kind.encode("latin-1", "replace")))
        if length == "chunked":
            headers.append((b"transfer-encoding", b"chunked"))
        elif length != "none":
            headers += [(b"content-length", str(told if length != "twice" else size).encode())] * (
                1 + (length == "twice")
            )
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": said.method,
        "scheme": "http",
        "path": unquote(said.path),
        "raw_path": said.path.encode(),
        "root_path": "",
        "query_string": said.query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8000),
    }


async def ask(door: Asgi, scope: Message, body: bytes) -> Answer:
    """Send a request through the ASGI application and return the answer. The phone disconnects once it has begun."""
    path, answered, sent = str(scope["path"]), asyncio.Event(), list[Message]()
    pieces = iter([*split_body(body), None])

    async def receive() -> Message:
        piece = next(pieces, None)
        if piece is not None:
            return piece
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message.get("body") or (message["type"] == "http.response.body" and not message.get("more_body")):
            answered.set()

    await asyncio.wait_for(door(scope, receive, send), 20)
    return answer_of(sent, path)


def split_body(body: bytes) -> Iterator[Message]:
    pieces = [body[start : start + PIECE] for start in range(0, len(body), PIECE)] or [b""]
    for number, piece in enumerate(pieces, 1):
        yield {"type": "http.request", "body": piece, "more_body": number < len(pieces)}


def answer_of(sent: list[Message], path: str) -> Answer:
    """Return the answer that these messages make up."""
    start, *rest = sent
    headers: dict[bytes, Any] = dict(start["headers"])
    kind = headers.get(b"content-type", b"").decode().partition(";")[0]
    packed = b"content-encoding" in headers
    body = b"" if packed else b"".join(message.get("body", b"") for message in rest)
    return Answer(start["status"], kind, body.decode(errors="replace"), path)
