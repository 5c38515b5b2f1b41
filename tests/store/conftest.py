"""Stores for these tests: in a file, with a short patience for locks, and the file's own handle for making trouble."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store import EventStore, Store, over
from scorekeeper.store.sqlite import SqliteFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def file(path: Path) -> Iterator[SqliteFile]:
    file = SqliteFile(path, busy_seconds=0.01)
    yield file
    file.close()


@pytest.fixture
def store(file: SqliteFile) -> Store:
    return over(file)


@pytest.fixture
def events(store: Store) -> EventStore:
    return store.events
