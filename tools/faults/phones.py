"""A phone over HTTP, which keeps its cookies and one connection."""

import asyncio
import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from tools.bench.wire import CHUNK, HOST, PATIENCE, Answer, AnswerReader

TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')
COOKIE = re.compile(rb"\r\nset-cookie: *([^=;]+)=([^;\r]*)", re.IGNORECASE)
LOCATION = re.compile(rb"\r\nlocation: *(?:https?://[^/]+)?(/[^\r]*)", re.IGNORECASE)


class HttpConnection:
    """A connection to a server for one request after the other."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.port = port
        self._reader = reader
        self._writer = writer
        self._answers = AnswerReader()

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return its answer. Raises `ConnectionError` if the server ends before that."""
        self._writer.write(request)
        async with asyncio.timeout(PATIENCE):
            while data := await self._reader.read(CHUNK):
                if answer := self._answers.feed(data):
                    return answer
        raise ConnectionError("the server hung up")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


class HttpPhone:
    """A browser without a screen."""

    def __init__(self) -> None:
        self.cookies: dict[bytes, bytes] = {}
        self.token = ""
        self._connection: HttpConnection | None = None

    async def get(self, port: int, path: str) -> Answer:
        """Request a page."""
        return await self._ask(port, "GET", path, b"", {})

    async def post(self, port: int, path: str, fields: Mapping[str, Any], *, htmx: bool = False) -> Answer:
        """Post a form, as a browser does, or with `htmx` as htmx does."""
        body = urlencode({"csrf_token": self.token, **fields}, doseq=True).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded", **({"HX-Request": "true"} if htmx else {})}
        return await self._ask(port, "POST", path, body, kind)

    async def post_file(self, port: int, path: str, file: bytes) -> Answer:
        """Post a form with a file."""
        between = secrets.token_hex(8)
        parts = (
            f'Content-Disposition: form-data; name="csrf_token"\r\n\r\n{self.token}\r\n'.encode(),
            b'Content-Disposition: form-data; name="file"; filename="evening.json"\r\n\r\n' + file + b"\r\n",
        )
        line = f"--{between}".encode()
        body = b"".join(line + b"\r\n" + part for part in parts) + line + b"--\r\n"
        return await self._ask(port, "POST", path, body, {"Content-Type": f"multipart/form-data; boundary={between}"})

    async def open_form(self, port: int, path: str) -> Answer:
        """Open a page with a form, and keep its CSRF token, which all forms of this phone need."""
        answer = await self.get(port, path)
        if found := TOKEN.search(answer.body):
            self.token = found[1].decode()
        return answer

    async def _ask(self, port: int, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        cookies = "; ".join(f"{name.decode()}={value.decode()}" for name, value in self.cookies.items())
        lines = {
            "Host": HOST,
            "Cookie": cookies,
            "Accept-Language": "en",
            "Accept-Encoding": "identity",
            **headers,
            "Content-Length": str(len(body)),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        try:
            if self._connection is None or self._connection.port != port:
                self.hang_up()
                self._connection = HttpConnection(port, *await asyncio.open_connection(HOST, port))
            answer = await self._connection.ask(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        except BaseException:
            self.hang_up()
            raise
        self.cookies.update(COOKIE.findall(answer.head))
        return answer

    def hang_up(self) -> None:
        """Close the connection. Its last request may have been received or not."""
        if self._connection:
            self._connection.close()
        self._connection = None


def read_location(answer: Answer) -> str:
    """Return the path that a redirect leads to."""
    found = LOCATION.search(answer.head)
    assert found, answer
    return found[1].decode()
