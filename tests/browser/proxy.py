"""A link between phones and a server that can fail in every way that a real one does."""

import contextlib
import re
import socket
import threading
from types import TracebackType
from typing import Self

CHUNK = 65536
ENCODINGS = re.compile(rb"\r\naccept-encoding:[^\r]*\r\n", re.IGNORECASE)
STREAM = b"\r\ncontent-type: text/event-stream"


class Proxy:
    """Passes bytes between a port of its own and a server's port, until told otherwise."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.port = 0
        self._flowing = threading.Event()
        self._flowing.set()
        self._losing_answers = False
        self._refused = b""
        self._stripping = False
        self._collecting = False
        self._source = "127.0.0.1"
        self._connections: set[socket.socket] = set()
        self.listen()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def listen(self) -> None:
        """Take new connections (again)."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def refuse(self) -> None:
        """Refuse new connections, as if there were no server."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def refuse_requests_for(self, path: str) -> None:
        """Cut connections that request a path; "" ends this."""
        self._refused = path.encode()

    def cut_connections(self) -> None:
        """Break every existing connection."""
        for connection in tuple(self._connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def strand(self) -> None:
        """Let nothing through on existing connections any more; new ones work."""
        self._flowing.clear()
        self._flowing = threading.Event()
        self._flowing.set()

    def change_network(self) -> None:
        """Strand existing connections; new ones come from another address."""
        self._source = "127.0.0.2"
        self.strand()

    def fall_silent(self) -> None:
        """Keep every connection open and let nothing through in either direction."""
        self._flowing.clear()

    def flow(self) -> None:
        """Pass on what was held back, and everything that follows."""
        self._flowing.set()

    def strip_encodings(self) -> None:
        """Remove the Accept-Encoding header from requests."""
        self._stripping = True

    def collect_streams(self) -> None:
        """Buffer new streams, and pass them on only when they have ended."""
        self._collecting = True

    def lose_answers(self) -> None:
        """Pass requests on and drop their answers for good."""
        self._losing_answers = True

    def find_answers(self) -> None:
        """Pass answers on again, on new connections."""
        self._losing_answers = False
        self.cut_connections()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.refuse()
        self.flow()
        self.cut_connections()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                phone, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.server_port), source_address=(self._source, 0))
            except OSError:
                if listener.fileno() == -1:
                    return
                phone.close()
                continue
            self._connections |= {phone, server}
            for ends in ((phone, server, True), (server, phone, False)):
                threading.Thread(target=self._pass_on, args=(*ends, self._flowing), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, upward: bool, flowing: threading.Event) -> None:
        collected = b""
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                flowing.wait()
                if upward and self._refused and b" " + self._refused in data[:200]:
                    break
                if upward and self._stripping:
                    data = ENCODINGS.sub(b"\r\n", data)
                if collected or (not upward and self._collecting and STREAM in data):
                    collected += data
                elif upward or not self._losing_answers:
                    target.sendall(data)
            target.sendall(collected)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._connections -= {source}
        source.close()
