"""The keys of the pads of every game."""

from typing import Any, NamedTuple

from scorekeeper.errors import Problem


class Key(NamedTuple):
    """A key of a pad, with the reason why it cannot be chosen now."""

    value: Any
    problem: Problem | None = None
