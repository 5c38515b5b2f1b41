"""The tables to try, opened in a store of either engine."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.demo import open_tables

OPENED = datetime(2001, 1, 1, 20, tzinfo=UTC)
OVER = OPENED + timedelta(hours=4)


@pytest.fixture
def tables(books: Bookkeeper) -> list[str]:
    """The tables to try; the last plays itself."""
    return open_tables(books, "a secret", OPENED, until=OVER)
