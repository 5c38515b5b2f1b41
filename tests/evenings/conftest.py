"""Play Mighty in all evenings, whichever games the program offers."""

import pytest

from scorekeeper.games import GAMES, mighty


@pytest.fixture(autouse=True)
def _mighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "mighty", mighty.GAME)
