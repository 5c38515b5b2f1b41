"""The server's log, a line for each event: start and stop, errors, and as JSON every request.

Nothing private is in a line. A URL is logged as its pattern, since links are keys; an error with its place, and with
its text only where that is the program's own; an IP address only if the server is configured so. Each request has a
number, which stands in all its lines, in the header of its answer, and on the page of an error.
"""

import json
import logging
import random
import re
import sqlite3
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, TextIO

from flask import Flask, Response, g
from flask import request as current_request

from scorekeeper.own_process import ErrorElsewhere
from scorekeeper.store import StoreError
from scorekeeper.web.http.bodies import Message
from scorekeeper.web.http.proxies import REQUEST_NUMBER

LogFormat = Literal["text", "json"]

HEADER = "X-Request-Id"

PROXY_NUMBER = re.compile(rb"[0-9A-Za-z_-]{1,64}")
"""A number that a proxy may give a request."""

WORDS_OF_THE_PROGRAM = (
    *(AttributeError, ImportError, NameError, OSError, StoreError, TypeError, sqlite3.Error, ErrorElsewhere),
)
"""Errors whose words speak of the program and its files. Those of others may repeat what somebody wrote."""

HANDED_ON = "handed_on"
"""The name in Flask's `g` of whether this response only stands for one that comes later."""

HTTP_SERVER = "uvicorn.error"
SECONDS_BETWEEN_WARNINGS = 60.0

server = logging.getLogger("scorekeeper")
requests = logging.getLogger("scorekeeper.requests")


class LoggedRequest(NamedTuple):
    """A request, as far as the log tells of it."""

    number: str
    """Stands in every line about this request; eight characters where no proxy gave another."""

    method: str
    """GET, POST and so on."""

    address: str
    """The IP address it came from, after what trusted proxies say."""

    began: float
    """When it came, by `time.perf_counter`."""

    route: str | None = None
    """The pattern of its address, if that is known before it is answered."""


current: ContextVar[LoggedRequest | None] = ContextVar("logged_request", default=None)
"""The request being answered, in this task or thread."""


def random_number() -> str:
    """Return eight characters: long enough to be found in a log, short enough to be read to somebody."""
    return f"{random.getrandbits(32):08X}"


def request_number() -> str:
    """Return the number of the request being answered; empty where there is none."""
    request = current.get()
    return request.number if request else ""


def begin_request(scope: Message, route: str | None) -> Token[LoggedRequest | None]:
    """Number a request that the server has taken, for `route` if that is known: log lines name it from now on.

    The token is for `end_request`: a stream ends the request in its own task once it has begun.
    """
    given = dict(scope["headers"]).get(REQUEST_NUMBER, b"")
    client = scope.get("client") or ("",)
    number = given.decode() if PROXY_NUMBER.fullmatch(given) else random_number()
    return current.set(LoggedRequest(number, scope["method"], client[0], time.perf_counter(), route))


end_request = current.reset


def resume_request(number: str, method: str) -> None:
    """Give this process, which answers one request for a server, the number of that request."""
    current.set(LoggedRequest(number, method, "", time.perf_counter()))


def log_answer(status: int, route: str | None = None) -> None:
    """Log that the answer to the request begins. `route` is the pattern of its address, None where nothing is."""
    request = current.get()
    if request and requests.isEnabledFor(logging.INFO):
        took = round((time.perf_counter() - request.began) * 1000, 1)
        facts = {"method": request.method, "route": route or request.route, "status": int(status), "milliseconds": took}
        requests.info("request", facts)


def init_app(app: Flask) -> None:
    """Number and log the requests of an application, also where no ASGI server has numbered them."""
    app.after_request(finish_answer)
    pages = app.wsgi_app

    def number_request(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if current.get():
            return pages(environ, start_response)
        method, address = environ["REQUEST_METHOD"], environ.get("REMOTE_ADDR", "")
        outside = current.set(LoggedRequest(random_number(), method, address, time.perf_counter()))
        try:
            return pages(environ, start_response)
        finally:
            current.reset(outside)

    app.wsgi_app = number_request  # type: ignore[method-assign]


def finish_answer(response: Response) -> Response:
    """Put the number of the request into the head of its answer, and log it. A file kept for ever has no number.

    A request that a view has handed on is logged when its answer begins.
    """
    if current_request.endpoint != "static" or response.status_code >= 400:
        response.headers[HEADER] = request_number()
    rule = current_request.url_rule
    if not g.get(HANDED_ON):
        log_answer(response.status_code, str(rule) if rule else None)
    return response


@contextmanager
def write_log(log_format: LogFormat, *, addresses: bool = False, to: TextIO | None = None) -> Iterator[None]:
    """Write the log to standard error while the block lasts, with the addresses of those who ask or without.

    Libraries log warnings and errors only.
    """
    handler = logging.StreamHandler(to)
    handler.addFilter(RepeatedWarnings())
    handler.setFormatter(JsonFormatter(addresses) if log_format == "json" else TextFormatter(addresses))
    root = logging.getLogger()
    root.addHandler(handler)
    before = [(logger, logger.level) for logger in (server, requests)]
    server.setLevel(logging.INFO)
    requests.setLevel(logging.INFO if log_format == "json" else logging.WARNING)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)
        root.removeHandler(handler)


class RepeatedWarnings(logging.Filter):
    """Lets a warning of the HTTP server through once in `SECONDS_BETWEEN_WARNINGS`, with the number of those left out.

    Such warnings are about requests that are no HTTP: anybody may send them, as often as they like.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}
        self._left_out = Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged."""
        if record.name != HTTP_SERVER or record.levelno > logging.WARNING:
            return True
        warning, at = record.getMessage(), time.monotonic()
        if at - self._last.get(warning, -SECONDS_BETWEEN_WARNINGS) < SECONDS_BETWEEN_WARNINGS:
            self._left_out[warning] += 1
            return False
        self._last[warning] = at
        if left_out := self._left_out.pop(warning, 0):
            record.msg, record.args = f"{warning} ({left_out} more before this)", ()
        return True


class TextFormatter(logging.Formatter):
    """A line for people: when, how bad, the number of the request, and what."""

    def __init__(self, addresses: bool) -> None:
        super().__init__()
        self.addresses = addresses

    def request_fields(self) -> Mapping[str, str]:
        """Return the number of the request being answered, and its address where that is wanted."""
        request = current.get()
        if request is None:
            return {}
        return {"request": request.number, **({"address": request.address} if self.addresses else {})}

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and below it the traceback of an error.

        Python's own format would keep the error's text, words included, in the record for every other handler.
        """
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        line = " ".join((at, record.levelname, *self.request_fields().values(), first_line(record)))
        return f"{line}\n{error_trace(record.exc_info[1])}" if record.exc_info and record.exc_info[1] else line


class JsonFormatter(TextFormatter):
    """A line for programs, with what it is about as fields of their own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one JSON object on one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "message": first_line(record)}
        line |= self.request_fields()
        if isinstance(record.args, Mapping):
            line |= record.args
        if record.exc_info and record.exc_info[1]:
            line["error"] = error_trace(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def first_line(record: logging.LogRecord) -> str:
    """Return the first line of a message: in others, asyncio repeats the words of errors."""
    return record.getMessage().strip().partition("\n")[0]


def error_trace(error: BaseException) -> str:
    """Return Python's traceback of an error and those that led to it, without words that nobody else should read."""
    name = type(error).__qualname__
    last = f"{name}: {error}" if isinstance(error, WORDS_OF_THE_PROGRAM) else name
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    trace = "".join(traceback.format_tb(error.__traceback__)) + last
    return f"{error_trace(before)}\n{trace}" if before else trace
