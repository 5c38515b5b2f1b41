"""A game without points and Mighty are registered, so that nothing here is about one game only."""

from collections.abc import Iterator

import pytest

from scorekeeper.games import GAMES, mighty
from scorekeeper.store import Store, open_store
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(GAMES, "mighty", mighty.GAME)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as store:
        yield store
