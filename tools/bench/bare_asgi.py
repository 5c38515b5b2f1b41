"""`tools.bench.bare` as an ASGI application on the app's own server: the least that any ASGI application costs.

Arguments: those of `tools.bench.bare`.
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
    """An ASGI application that records, and tells watching phones by stepping their `send` coroutines."""

    def __init__(self, bare: CountingTables) -> None:
        self.bare = bare

    def __call__(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        path, streaming = scope["path"], any(name == b"streaming" for name, _ in scope["headers"])
        if not path.startswith("/live/"):
            return self.answer(scope["method"], path, streaming, send)
        # The server keeps the scope as long as the stream and reads only these keys: without the rest it saves memory.
        scope["headers"].clear()
        for name in scope.keys() - {"type", "method", "path", "http_version", "headers"}:
            del scope[name]
        return self.watch(path.split("/")[2], receive, send)

    async def answer(self, method: str, path: str, streaming: bool, send: Send) -> None:
        """Answer a request that is not for a stream."""
        status, body = self.bare.answer(method, path, streaming=streaming)
        headers = [HTML, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers if body else [HTML]})
        await send({"type": "http.response.body", "body": body})

    async def watch(self, table_id: str, receive: Receive, send: Send) -> None:
        """Send a stream until the phone disconnects."""
        watching = self.bare.watching[table_id]
        await send({"type": "http.response.start", "status": 200, "headers": [EVENTS]})
        await send(build_body_message(self.bare.build_event(table_id)))
        told = partial(send_body, send)
        watching.append(told)
        while (await receive())["type"] != "http.disconnect":
            pass
        watching.remove(told)


def send_body(send: Send, message: bytes) -> None:
    """Send a part of an answer to a phone without waiting: `send` must complete at once."""
    sending = send(build_body_message(message))
    try:
        sending.send(None)
    except StopIteration:
        return
    raise RuntimeError("a phone does not keep up")


def build_body_message(data: bytes) -> Message:
    """Return the ASGI message for a part of an answer."""
    return {"type": "http.response.body", "body": data, "more_body": True}


def main(database: str, answer: int, update: int) -> None:
    """Serve until the process is told to stop."""
    listener = open_listener()
    with closing(open_database(database)) as db:
        settings: dict[str, Any] = {"interface": "asgi3", "http": "httptools", "lifespan": "off", "ws": "none"}
        quiet: dict[str, Any] = {"log_level": "critical", "access_log": False, "server_header": False}
        ends: dict[str, Any] = {"timeout_graceful_shutdown": 1}  # streams never end by themselves
        config = uvicorn.Config(Application(CountingTables(db, answer, update)), **settings, **quiet, **ends)
        print(listener.getsockname()[1], flush=True)
        uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
