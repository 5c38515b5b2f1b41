"""Heavy pages and files: made in a process of their own, so that no tap and no other page waits for them.

A view that finds its answer heavy hands the request on once it has checked the rights of the phone. Another process
answers the same request from the same database; meanwhile no thread of this one waits for it under `scorekeeper serve`,
and the client gets the whole answer from a temporary file. Only so many are made at once. Others wait in line, and only
so many of a network and in all.
"""

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO, StringIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple, cast

from flask import Response, g, request

from scorekeeper.own_process import LIMITS, ProcessTarget, ResultSender, run_in_own_process
from scorekeeper.web.http import request_log
from scorekeeper.web.http.bodies import FORWARDED_HOST, is_host_forwarded
from scorekeeper.web.http.security import client_network

logger = logging.getLogger("scorekeeper")

MADE_AT_ONCE = max(1, min(2, (os.cpu_count() or 1) - 1))
"""Answers that are made at the same time, each in a process of up to 150 MB, so that a core is left for taps."""

OF_NETWORK, IN_ALL = 16, 64
"""Unsent answers of one network and of all at most; phones behind one router are one network."""

SECONDS_TO_WAIT = 100.0
"""The time in line and in the making, less than the two minutes after which a proxy gives up (deploy/nginx.conf)."""

SECONDS_TO_SEND = 600.0
"""The time for sending an answer, over a slow link."""

SECONDS_UNTIL_RETRY = 30

LARGEST_ANSWER = 64 * 1024 * 1024
BYTES_IN_MEMORY = 64 * 1024
PIECE = 64 * 1024
SECONDS_BETWEEN_POLLS = 0.05

HANDED_ON = "scorekeeper.handed_on"
"""The key of an ASGI request under which its `HandedOn` is."""

Keep = Callable[[bytes], None]
"""Takes the body of an answer with status 200, in another thread."""


class HeavyPageRefused(Exception):
    """An answer is not made: too many are unsent, it takes too long, or its process failed."""

    def __init__(self, status: HTTPStatus, *, line_is_full: bool = False) -> None:
        super().__init__(status.phrase)
        self.status = status
        self.line_is_full = line_is_full


class AnswerHead(NamedTuple):
    """The status and the headers of an answer."""

    status: int
    headers: Sequence[tuple[str, str]]


class HeavyAnswer(NamedTuple):
    """A whole answer; its body is a file at its beginning."""

    head: AnswerHead
    body: IO[bytes]


@dataclass(eq=False)
class HeavyPage:
    """A request that another process answers; `made` is None where it cannot."""

    environ: Mapping[str, Any]
    number: str
    network: str
    route: str
    keep: Keep | None = None
    given_up: bool = False
    made: "Future[HeavyAnswer | None]" = field(default_factory=Future)


MakeAnswer = Callable[[HeavyPage], HeavyAnswer]
"""Makes an answer. Raises `HeavyPageRefused`, or `EOFError` where its process ended."""


class HandedOn:
    """The place in an ASGI request for the page that its view has handed on, and for the reason why it was not made."""

    page: HeavyPage | None = None
    refusal: HeavyPageRefused | None = None


class HeavyPages:
    """The heavy pages of a server: those being made, those in line, and those being sent."""

    def __init__(self, make: MakeAnswer) -> None:
        self.make = make
        self._makers = ThreadPoolExecutor(MADE_AT_ONCE, "heavy page")
        self._lock = threading.Lock()
        self._unsent: set[HeavyPage] = set()
        self._of_networks = Counter[str]()

    def begin(self, page: HeavyPage) -> None:
        """Put a page into the line. It counts until it is released. Raises `HeavyPageRefused`."""
        with self._lock:
            if self._of_networks[page.network] >= OF_NETWORK:
                raise HeavyPageRefused(HTTPStatus.TOO_MANY_REQUESTS, line_is_full=True)
            if len(self._unsent) >= IN_ALL:
                raise HeavyPageRefused(HTTPStatus.SERVICE_UNAVAILABLE, line_is_full=True)
            self._unsent.add(page)
            self._of_networks[page.network] += 1
        self._makers.submit(self._answer, page)

    def release(self, page: HeavyPage) -> None:
        """Forget a page that was sent, or whose client is gone: its process ends."""
        with self._lock:
            page.given_up = True
            if page in self._unsent:
                self._unsent.remove(page)
                self._of_networks[page.network] -= 1
                self._of_networks += Counter()  # else every network that ever came would take memory
        if page.made.done() and (answer := page.made.result()):
            answer.body.close()

    def close(self) -> None:
        """Give all pages up, so that the server can stop."""
        for page in tuple(self._unsent):
            self.release(page)
        self._makers.shutdown()

    def _answer(self, page: HeavyPage) -> None:
        """Make an answer, unless nobody waits for it any more."""
        answer = None
        try:
            if not page.given_up:
                answer = self.make(page)
                if page.keep and answer.head.status == HTTPStatus.OK:
                    page.keep(answer.body.read())
                    answer.body.seek(0)
        except (EOFError, OSError, HeavyPageRefused) as error:
            if not page.given_up:
                logger.warning("a page of %s was not made: %s", page.route, str(error) or "its process ended")
        except Exception:
            logger.exception("a page of %s was not made", page.route)
        finally:
            page.made.set_result(answer)
            if page.given_up and answer:
                answer.body.close()


# --- In this process ---


def delegate(pages: HeavyPages | None, keep: Keep | None = None) -> Response | None:
    """Let another process answer the request, whose rights are checked; None where this process answers everything.

    Under ASGI the response stands for the answer, which the application sends once it is made. Otherwise this waits.
    Raises `HeavyPageRefused`.
    """
    if pages is None or request.method not in ("GET", "HEAD"):
        return None
    handed: HandedOn | None = request.environ.get("asgi.scope", {}).get(HANDED_ON)
    if handed and handed.refusal:
        raise handed.refusal
    number, route = request_log.request_number(), str(request.url_rule)
    page = HeavyPage(plain_environ(request.environ), number, client_network(), route, keep)
    pages.begin(page)
    if handed:
        handed.page = page
        setattr(g, request_log.HANDED_ON, True)
        return Response()
    return wait_for_answer(pages, page)


def wait_for_answer(pages: HeavyPages, page: HeavyPage) -> Response:
    """Return the answer once it is made, to be sent from its file. Raises `HeavyPageRefused`."""
    try:
        answer = page.made.result(SECONDS_TO_WAIT)
    except TimeoutError:
        answer = None
    if answer is None:
        pages.release(page)
        raise HeavyPageRefused(HTTPStatus.SERVICE_UNAVAILABLE)
    pieces = read_and_release(pages, page, answer.body)
    response = Response(pieces, answer.head.status, [*answer.head.headers], direct_passthrough=True)
    response.call_on_close(lambda: pages.release(page))  # a client that is gone reads nothing
    return response


def read_and_release(pages: HeavyPages, page: HeavyPage, body: IO[bytes]) -> Iterator[bytes]:
    """Yield a body piece by piece, and release its page after the last."""
    yield from read_pieces(body)
    pages.release(page)


def read_pieces(body: IO[bytes]) -> Iterator[bytes]:
    """Yield a body piece by piece."""
    while piece := body.read(PIECE):
        yield piece


def plain_environ(environ: Mapping[str, object]) -> dict[str, object]:
    """Return the WSGI variables of a request that another process needs."""
    told = {name: value for name, value in environ.items() if name.isupper() and isinstance(value, str)}
    forwarded = is_host_forwarded(environ)
    return {**told, "wsgi.url_scheme": environ["wsgi.url_scheme"], FORWARDED_HOST: forwarded}


def make_in_own_process(work: ProcessTarget, settings: Mapping[str, object]) -> MakeAnswer:
    """Return the usual way to make an answer: `work` makes it in a process of its own, of an app with `settings`."""

    def make(page: HeavyPage) -> HeavyAnswer:
        until = time.monotonic() + SECONDS_TO_WAIT
        body = cast(IO[bytes], SpooledTemporaryFile(BYTES_IN_MEMORY))  # noqa: SIM115  (`release` closes it)
        try:
            with run_in_own_process(work, settings, page.environ, page.number, limits=LIMITS) as receiver:
                head = None
                while True:
                    result = receiver.receive(SECONDS_BETWEEN_POLLS)
                    if page.given_up or time.monotonic() > until or body.tell() > LARGEST_ANSWER:
                        raise HeavyPageRefused(HTTPStatus.SERVICE_UNAVAILABLE)
                    match result:
                        case AnswerHead():
                            head = result
                        case b"":
                            body.seek(0)
                            return HeavyAnswer(cast(AnswerHead, head), body)
                        case bytes():
                            body.write(result)
        except BaseException:
            body.close()
            raise

    return make


# --- In the other process ---


def send_answer(app: Callable[..., Any], environ: Mapping[str, Any], number: str, sender: ResultSender) -> None:
    """Send the answer of a WSGI application to request `number`: its head, its body in pieces, an empty piece."""
    request_log.resume_request(number, environ["REQUEST_METHOD"])
    with_files = {
        **{"wsgi.version": (1, 0), "wsgi.input": BytesIO(), "wsgi.errors": StringIO()},
        **{"wsgi.multithread": False, "wsgi.multiprocess": True, "wsgi.run_once": True},
    }
    response = Response.from_app(app, {**with_files, **environ})
    sender.send(AnswerHead(response.status_code, response.headers.to_wsgi_list()))
    for piece in response.iter_encoded():
        for at in range(0, len(piece), PIECE):
            sender.send(piece[at : at + PIECE])
    sender.send(b"")
    response.close()
