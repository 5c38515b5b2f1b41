"""The toy game is registered for tests that need a second game."""

import pytest

from scorekeeper.games import GAMES
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
