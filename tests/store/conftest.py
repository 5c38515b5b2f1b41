"""Stores for these tests: over each engine, and the engine's own handle for making trouble.

What only SQLite's file can do is tested with `file`; a module of such tests lets `database` be that file.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.store import EventStore, Store, build_store, open_store
from scorekeeper.store.engines import open_database
from scorekeeper.store.sql import Database
from scorekeeper.store.sqlite import SqliteFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def file(path: Path) -> Iterator[SqliteFile]:
    """With a short patience for locks."""
    file = SqliteFile(path, busy_seconds=0.01)
    yield file
    file.close()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = open_database(url)
    yield database
    database.close()


@pytest.fixture
def store(database: Database) -> Store:
    return build_store(database)


@pytest.fixture
def events(store: Store) -> EventStore:
    return store.events


@pytest.fixture
def another(database: Database) -> Iterator[Callable[[], Store]]:
    """Opens the same database once more, as another process does."""
    with ExitStack() as opened:
        yield lambda: opened.enter_context(open_store(database.url))
