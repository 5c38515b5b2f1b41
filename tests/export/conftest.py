"""A tiny third game is registered, so that nothing here is about the program's own games only."""

from collections.abc import Iterator

import pytest

from scorekeeper.games import GAMES
from scorekeeper.store import Store, open_store
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as store:
        yield store
