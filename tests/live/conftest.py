"""Tables whose phones are counted at once."""

import pytest

from scorekeeper.live import hub
from tests.live.streams import Tables


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setattr(hub, "SHORTEST_COUNT", 0.0)
    return Tables()
