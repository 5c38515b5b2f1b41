"""Pages and files of large tables, which another process makes (see `scorekeeper.web.http.heavy_pages`)."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response

from scorekeeper.web.http.heavy_pages import delegate
from scorekeeper.web.http.services import services

LARGE = 300
"""The moves of a table from which on its files and long pages are heavy: up to 0.2 ms each, for 60 ms in all.

That is an evening of a hundred hands by their results, or of twenty trick by trick.
"""

LARGE_FOR_NUMBERS = 2_000
"""The same for pages that count its hands but do not list them: up to 0.03 ms each."""

P = ParamSpec("P")
T = TypeVar("T")


def heavy_if_large(least: int = LARGE) -> Callable[[Callable[P, T]], Callable[P, T | Response]]:
    """Let another process answer a view of a table with `least` moves. For views that only read, below `at_table`."""

    def decorate(view: Callable[P, T]) -> Callable[P, T | Response]:
        @wraps(view)
        def call_or_delegate(*args: P.args, **kwargs: P.kwargs) -> T | Response:
            heavy = count_moves((str(kwargs["table_id"]),)) >= least
            return (delegate(services().heavy_pages) if heavy else None) or view(*args, **kwargs)

        return call_or_delegate

    return decorate


def count_moves(table_ids: Iterable[str]) -> int:
    """Return the moves of tables, without reading their logs; a table that is gone has none."""
    ids = [*table_ids]
    known = {each: ledger.version for each in ids if (ledger := services().books.find_remembered(each))}
    others = [each for each in ids if each not in known]
    found = services().store.events.tables(others, limit=len(others)) if others else []
    return sum(known.values()) + sum(info.version for info in found)
