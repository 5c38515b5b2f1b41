"""Offer the toy game and Mighty in all tests here, whichever games the program offers."""

import pytest

from scorekeeper.games import GAMES, mighty
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(GAMES, "mighty", mighty.GAME)
