"""A WSGI application behind an ASGI server. A request is read whole, answered in a thread, and the answer sent whole.

So no thread ever waits for a phone: where there are four of them, four phones that send or read slowly would hold up
everybody's pages.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

BODY_IN_MEMORY = 256 * 1024
LARGEST_BODY = 16 * 1024 * 1024
"""Bytes of a request that are read at all. The application refuses what is longer, by its length."""


class Answer(NamedTuple):
    """What the application answered: a line such as "200 OK", headers, and the body."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


def in_threads(app: Wsgi, threads: int) -> Asgi:
    """`app` as an ASGI application that answers as many requests at once as it has threads."""
    pool = ThreadPoolExecutor(threads, "page")

    async def answer_request(scope: Message, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(BODY_IN_MEMORY) as body:
            length = await read_body(scope, receive, body)
            if length is None:
                return
            environ = environ_of(scope, body, length)
            status, headers, content = await asyncio.get_running_loop().run_in_executor(pool, answer, app, environ)
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": int(status[:3]), "headers": pairs})
        await send({"type": "http.response.body", "body": content})

    return answer_request


async def read_body(scope: Message, receive: Receive, body: IO[bytes]) -> int | None:
    """Read a request's body into a file. Its length, at least the declared one; None when the phone has gone."""
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    length = int(declared)
    if length > LARGEST_BODY:
        return length
    more = True
    while more and body.tell() <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body.write(message.get("body", b""))
        more = message.get("more_body", False)
    length = max(length, body.tell())
    body.seek(0)
    return length


def environ_of(scope: Message, body: IO[bytes], length: int) -> dict[str, Any]:
    """The WSGI variables of a request (PEP 3333): what they quote of it is bytes, each written as one character."""
    root = str(scope.get("root_path", ""))
    host, port = scope.get("server") or ("localhost", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin-1"),
        "PATH_INFO": str(scope["path"]).removeprefix(root).encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for header, value in scope["headers"]:
        # A name with an underscore would come out as that of a header which a proxy may have checked.
        if b"_" not in header:
            name = "HTTP_" + header.decode("latin-1").upper().replace("-", "_")
            text = value.decode("latin-1")
            environ[name] = f"{environ[name]},{text}" if name in environ else text
    # However the body was sent, here it lies whole.
    for name in ("HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_LENGTH"):
        environ.pop(name, None)
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ["CONTENT_LENGTH"] = str(length)
    return environ


def answer(app: Wsgi, environ: dict[str, Any]) -> Answer:
    """What `app` answers."""
    begun: list[Any] = []
    parts: list[bytes] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], None]:
        begun[:] = status, headers
        return parts.append

    content = app(environ, start_response)
    try:
        parts.extend(content)
    finally:
        getattr(content, "close", lambda: None)()
    status, headers = begun
    return Answer(status, headers, b"".join(parts))
