"""Bounds on writing: the requests of one network that write, and the actions and bytes in the log of a table.

A phone's name costs nothing, so a limit for each phone stops no script. These count what a script has few of: networks,
and tables that it may record at. docs/security.md has the arithmetic: real evenings stay far below.

A request is counted once it has written, so that nobody uses up a network's bound by requests that are refused; an
action is counted before it is stored, by the bytes that it takes. The counters are in the memory of each process.
"""

from collections.abc import Sequence
from typing import Literal

from flask import Flask, Response, g, has_app_context, request
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from werkzeug.exceptions import TooManyRequests

from scorekeeper.store import StoredAction
from scorekeeper.web.http.security import client_network, limiter, seconds_until_reset

MB = 1024 * 1024

REQUESTS_OF_A_NETWORK: Sequence[RateLimitItem] = (RateLimitItemPerMinute(2_000, 10), RateLimitItemPerDay(100_000))
"""Requests of one network that write, whichever phones send them: eight tables of the fastest game for eight hours."""

ACTIONS_OF_A_TABLE: Sequence[RateLimitItem] = (RateLimitItemPerMinute(900, 10),)
"""Requests that write to the log of one table: one and a half each second for ten minutes."""

BYTES_OF_A_NETWORK: Sequence[RateLimitItem] = (RateLimitItemPerMinute(20 * MB, 10), RateLimitItemPerDay(64 * MB))
"""Bytes that one network adds to logs. The largest file to import has 8 MB."""

BYTES_OF_A_TABLE: Sequence[RateLimitItem] = (RateLimitItemPerMinute(MB, 10),)
"""Bytes added to the log of one table: eight times as many as the fastest game."""

BYTES_OF_AN_ACTION = 400
"""Bytes that the database takes for an action besides its moves and rows: its key, time, device and indexes."""

READING = ("GET", "HEAD", "OPTIONS")

Writer = Literal["network", "table"]


class TooMuchWritten(TooManyRequests):
    """One network, or all phones at one table, have written too much; nothing was recorded."""

    def __init__(self, writer: Writer, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.writer = writer
        self.seconds = seconds


Bound = tuple[Writer, str, str, Sequence[RateLimitItem], int]
"""The kind of writer, what is counted, the writer, its limits, and the cost."""


def check_bound(bound: Bound) -> None:
    """Refuse a cost that a limit no longer allows. Raises `TooMuchWritten`."""
    writer, unit, name, limits, cost = bound
    for limit in limits:
        if limiter.enabled and not limiter.limiter.test(limit, unit, writer, name, cost=cost):
            raise TooMuchWritten(writer, seconds_until_reset(limit, unit, writer, name))


def count_cost(bound: Bound) -> None:
    """Count a cost against each of its limits."""
    writer, unit, name, limits, cost = bound
    for limit in limits:
        if limiter.enabled:
            limiter.limiter.hit(limit, unit, writer, name, cost=cost)


def requests_bound(network: str) -> Bound:
    """Return the bound of one more request of a network."""
    return "network", "requests", network, REQUESTS_OF_A_NETWORK, 1


def begin_writing(network: str) -> None:
    """Let the request of a network write, if the network may write at all now. Raises `TooMuchWritten`."""
    g.network = network
    check_bound(requests_bound(network))


def count_request(network: str) -> None:
    """Count a request of a network that has written."""
    count_cost(requests_bound(network))


def count_actions(table_id: str, actions: Sequence[StoredAction]) -> None:
    """Count actions that one request adds to the log of a table, before they are stored. Raises `TooMuchWritten`."""
    size = sum(BYTES_OF_AN_ACTION + action.size for action in actions)
    bounds: list[Bound] = [
        ("table", "actions", table_id, ACTIONS_OF_A_TABLE, 1),
        ("table", "bytes", table_id, BYTES_OF_A_TABLE, size),
    ]
    if has_app_context() and "network" in g:
        bounds.append(("network", "bytes", g.network, BYTES_OF_A_NETWORK, size))
    for bound in bounds:
        check_bound(bound)
    for bound in bounds:
        count_cost(bound)


def count_file(size: int) -> None:
    """Count the bytes of a file that is to be imported: a log takes no more than its file. Raises `TooMuchWritten`."""
    bound: Bound = ("network", "bytes", client_network(), BYTES_OF_A_NETWORK, size)
    check_bound(bound)
    count_cost(bound)


def init_app(app: Flask) -> None:
    """Bound the requests of every view that writes."""
    app.before_request(check_request)
    app.after_request(count_answer)


def check_request() -> None:
    """Refuse a request that may write, of a network that has written too much. Raises `TooMuchWritten`."""
    if request.method not in READING:
        begin_writing(client_network())


def count_answer(response: Response) -> Response:
    """Count the request being answered, if it may have written. A refusal has written nothing."""
    if request.method not in READING and response.status_code < 400:
        count_request(client_network())
    return response
