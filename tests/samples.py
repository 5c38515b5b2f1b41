"""Samples of sweeps that take long: the whole of them where the environment variable FULL is set."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

FULL = bool(os.environ.get("FULL"))


def sample(cases: Sequence[T], every: int) -> Sequence[T]:
    """Return every so-maniest case, or all of them if `FULL`."""
    return cases if FULL else cases[::every]
