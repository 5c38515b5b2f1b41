"""The same as `tools.bench.bare` in ASGI, on the server that the app has: the least that any ASGI application costs.

Arguments: as there.
"""

import sys
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import closing
from functools import partial
from typing import Any

import uvicorn

from tools.bench.bare import CountingTables, open_database, open_listener

Message = MutableMapping[str, Any]
Send = Callable[[Message], Coroutine[Any, Any, None]]
Receive = Callable[[], Awaitable[Message]]

HTML = (b"content-type", b"text/html; charset=utf-8")
EVENTS = (b"content-type", b"text/event-stream; charset=utf-8")


class Application:
    """Answers, and tells those who watch by stepping their `send`."""

    def __init__(self, bare: CountingTables) -> None:
        self.bare = bare

    def __call__(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        path, streaming = scope["path"], any(name == b"streaming" for name, _ in scope["headers"])
        if not path.startswith("/live/"):
            return self.answer(scope["method"], path, streaming, send)
        # The server keeps this for as long as it answers, and asks it only for a few things.
        scope["headers"].clear()
        for name in scope.keys() - {"type", "method", "path", "http_version", "headers"}:
            del scope[name]
        return self.watch(path.split("/")[2], receive, send)

    async def answer(self, method: str, path: str, streaming: bool, send: Send) -> None:
        """Anything but a stream."""
        status, body = self.bare.answer(method, path, streaming=streaming)
        headers = [HTML, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers if body else [HTML]})
        await send({"type": "http.response.body", "body": body})

    async def watch(self, table_id: str, receive: Receive, send: Send) -> None:
        """A stream, until the phone goes."""
        watching = self.bare.watching[table_id]
        await send({"type": "http.response.start", "status": 200, "headers": [EVENTS]})
        await send(build_body_message(self.bare.build_event(table_id)))
        told = partial(send_body, send)
        watching.append(told)
        while (await receive())["type"] != "http.disconnect":
            pass
        watching.remove(told)


def send_body(send: Send, message: bytes) -> None:
    """Send a part of an answer to a phone that takes it at once."""
    sending = send(build_body_message(message))
    try:
        sending.send(None)
    except StopIteration:
        return
    raise RuntimeError("a phone does not keep up")


def build_body_message(data: bytes) -> Message:
    """A part of an answer."""
    return {"type": "http.response.body", "body": data, "more_body": True}


def main(database: str, answer: int, update: int) -> None:
    """Serve until told to stop."""
    listener = open_listener()
    with closing(open_database(database)) as db:
        settings: dict[str, Any] = {"interface": "asgi3", "http": "httptools", "lifespan": "off", "ws": "none"}
        quiet: dict[str, Any] = {"log_level": "critical", "access_log": False, "server_header": False}
        ends: dict[str, Any] = {"timeout_graceful_shutdown": 1}  # it ends no streams
        config = uvicorn.Config(Application(CountingTables(db, answer, update)), **settings, **quiet, **ends)
        print(listener.getsockname()[1], flush=True)
        uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
