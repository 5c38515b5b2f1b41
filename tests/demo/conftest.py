"""The tables to try, opened in a store of either engine."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.demo import open_tables
from scorekeeper.store import EventStore, open_store

OPENED = datetime(2001, 1, 1, 20, tzinfo=UTC)
OVER = OPENED + timedelta(hours=4)


@pytest.fixture
def store(url: str) -> Iterator[EventStore]:
    with open_store(url) as store:
        yield store.events


@pytest.fixture
def books(store: EventStore) -> Bookkeeper:
    return Bookkeeper(store)


@pytest.fixture
def tables(books: Bookkeeper) -> list[str]:
    """The tables to try; the last plays itself."""
    return open_tables(books, "a secret", OPENED, until=OVER)
