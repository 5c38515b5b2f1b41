"""What holds for the values of every game."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from scorekeeper import games
from scorekeeper.games.mighty.offences import Suspect

GATHERING = (Suspect,)
"""What collects while it judges, and is seen by nobody."""


def values() -> Iterator[type]:
    for module in pkgutil.walk_packages(games.__path__, f"{games.__name__}."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and kind.__module__ == module.name and hasattr(kind, "__dataclass_params__"):
                yield kind


VALUES = [kind for kind in values() if kind not in GATHERING]


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_values_never_change(kind: type) -> None:
    """What was dealt, called and settled stays as it was: a hand is folded from the log, and kept by others."""
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
