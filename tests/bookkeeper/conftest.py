"""A bookkeeper over a store of its own, with evenings of the toy game."""

from collections.abc import Iterator

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.games import GAMES
from scorekeeper.store import EventStore, open_store
from tests.bookkeeper.evening import NEW_TABLE, PHONE
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


@pytest.fixture
def store(url: str) -> Iterator[EventStore]:
    with open_store(url) as store:
        yield store.events


@pytest.fixture
def books(store: EventStore) -> Bookkeeper:
    return Bookkeeper(store)


@pytest.fixture
def table(books: Bookkeeper) -> str:
    return books.create(NEW_TABLE, PHONE)
