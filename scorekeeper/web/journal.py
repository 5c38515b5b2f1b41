"""What the server writes about itself, a line each: its start and stop, what went wrong, and as JSON every request.

Nothing private is in a line. Of an address it has the pattern alone, since links are keys; of an error the place, and
its words only where they are the program's own; who asked only if whoever runs the server wants that. Each request has
a number, which stands in all its lines, in the head of its answer, and on the page of an error.
"""

import json
import logging
import random
import re
import sqlite3
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, TextIO

from flask import Flask, Response
from flask import request as current_request

from scorekeeper.store import StoreError
from scorekeeper.web.bodies import Message
from scorekeeper.web.proxies import REQUEST_NUMBER

Form = Literal["text", "json"]

HEADER = "X-Request-Id"

GIVEN = re.compile(rb"[0-9A-Za-z_-]{1,64}")
"""A number that a proxy may give a request."""

WORDS_OF_THE_PROGRAM = (AttributeError, ImportError, NameError, OSError, StoreError, TypeError, sqlite3.Error)
"""Errors whose words speak of the program and its files. Those of others may repeat what somebody wrote."""

server = logging.getLogger("scorekeeper")
requests = logging.getLogger("scorekeeper.requests")


class LoggedRequest(NamedTuple):
    """A request: its number, how, from where and when (by `time.perf_counter`) it came, and for what, if known."""

    number: str
    method: str
    address: str
    began: float
    route: str | None = None


current: ContextVar[LoggedRequest | None] = ContextVar("asked", default=None)
"""The request being answered, in this task or thread."""


def new_number() -> str:
    """Eight characters: long enough to be found in a log, short enough to be read to somebody."""
    return f"{random.getrandbits(32):08X}"


def number() -> str:
    """The number of the request being answered; empty where there is none."""
    asked = current.get()
    return asked.number if asked else ""


def begin(scope: Message, route: str | None) -> Token[LoggedRequest | None]:
    """A request has come to the door, for `route` if that is known. What nobody answers for is no longer in it.

    The token is for `end`, where the rest of an answer takes the evening and says no more of its request.
    """
    given = next((value for name, value in scope["headers"] if name == REQUEST_NUMBER and GIVEN.fullmatch(value)), b"")
    client = scope.get("client") or ("",)
    return current.set(
        LoggedRequest(given.decode() or new_number(), scope["method"], client[0], time.perf_counter(), route)
    )


end = current.reset


def answered(status: int, route: str | None = None) -> None:
    """The answer to the request begins. `route` is the pattern of its address, None where nothing is."""
    asked = current.get()
    if asked and requests.isEnabledFor(logging.INFO):
        took = round((time.perf_counter() - asked.began) * 1000, 1)
        facts = {"method": asked.method, "route": route or asked.route, "status": int(status), "milliseconds": took}
        requests.info("request", facts)


def init_app(app: Flask) -> None:
    """Number and tell the requests of an application, also of one that is asked by another way than the door."""
    app.after_request(tell)
    pages = app.wsgi_app

    def numbered(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if current.get():
            return pages(environ, start_response)
        asked = LoggedRequest(
            new_number(), environ["REQUEST_METHOD"], environ.get("REMOTE_ADDR", ""), time.perf_counter()
        )
        outside = current.set(asked)
        try:
            return pages(environ, start_response)
        finally:
            current.reset(outside)

    app.wsgi_app = numbered  # type: ignore[method-assign]


def tell(response: Response) -> Response:
    """Put the number of the request into the head of its answer. A file that is kept for ever has none."""
    if current_request.endpoint != "static" or response.status_code >= 400:
        response.headers[HEADER] = number()
    rule = current_request.url_rule
    answered(response.status_code, str(rule) if rule else None)
    return response


@contextmanager
def kept(form: Form, *, addresses: bool = False, to: TextIO | None = None) -> Iterator[None]:
    """Write lines of that form to standard error while the block lasts, with the addresses of those who ask or without.

    Libraries are heard when something is wrong with them.
    """
    handler = logging.StreamHandler(to)
    handler.setFormatter(JsonLines(addresses) if form == "json" else TextLines(addresses))
    root = logging.getLogger()
    root.addHandler(handler)
    before = [(logger, logger.level) for logger in (server, requests)]
    server.setLevel(logging.INFO)
    requests.setLevel(logging.INFO if form == "json" else logging.WARNING)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)
        root.removeHandler(handler)


class TextLines(logging.Formatter):
    """A line for people: when, how bad, the number of the request, and what."""

    def __init__(self, addresses: bool) -> None:
        super().__init__()
        self.addresses = addresses

    def asked(self) -> Mapping[str, str]:
        """What a line says of the request being answered."""
        asked = current.get()
        if asked is None:
            return {}
        return {"request": asked.number, **({"address": asked.address} if self.addresses else {})}

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it where an error happened."""
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        line = " ".join((at, record.levelname, *self.asked().values(), said(record)))
        return f"{line}\n{story(record.exc_info[1])}" if record.exc_info and record.exc_info[1] else line


class JsonLines(TextLines):
    """The same for programs, with what a line is about as fields of their own."""

    def format(self, record: logging.LogRecord) -> str:
        """One object on one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "message": said(record)}
        line |= self.asked()
        if isinstance(record.args, Mapping):
            line |= record.args
        if record.exc_info and record.exc_info[1]:
            line["error"] = story(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def said(record: logging.LogRecord) -> str:
    """The first line of a message: in others, asyncio repeats the words of errors."""
    return record.getMessage().strip().partition("\n")[0]


def story(error: BaseException) -> str:
    """Where an error and those that led to it happened, as Python tells it, without what nobody else should read."""
    name = type(error).__qualname__
    last = f"{name}: {error}" if isinstance(error, WORDS_OF_THE_PROGRAM) else name
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    told = "".join(traceback.format_tb(error.__traceback__)) + last
    return f"{story(before)}\n{told}" if before else told
