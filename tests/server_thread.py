"""A server in a thread for tests, which can be stopped and restarted on the same port."""

import http.client
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from scorekeeper.commands.serve import Server, listen
from scorekeeper.live import Hub
from scorekeeper.web.http.asgi import Asgi

PATIENCE = 30


class ServerThread:
    """Serve the application that `make` returns, a new one at each start."""

    def __init__(self, make: Callable[[], tuple[Asgi, Hub]]) -> None:
        self.make = make
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        app, self.hub = self.make()
        self.listener = listen("127.0.0.1", self.port)
        self.port = self.listener.getsockname()[1]
        self.server = Server(app, self.hub)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server does not stop"

    def restart(self) -> None:
        self.stop()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()

    def request(self, method: str, path: str, **kwargs: dict[str, str] | str) -> http.client.HTTPResponse:
        """Send a request and return the answer once its headers have come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, **kwargs)  # type: ignore[arg-type]
        return connection.getresponse()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
