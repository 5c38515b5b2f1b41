"""A bookkeeper over a store of its own, with evenings of the toy game."""

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.games import GAMES
from tests.bookkeeper.evening import NEW_TABLE, PHONE
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


@pytest.fixture
def table(books: Bookkeeper) -> str:
    return books.create(NEW_TABLE, PHONE)
