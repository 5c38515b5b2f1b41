"""Choose the part of a sweep that runs: all of it in `make full`, a sample that never changes in `make test`."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine

FULL = "FULL" in os.environ
"""Whether every sweep runs whole, which `make full` asks for."""

T = TypeVar("T")


def draw_lot(name: str, count: int) -> int:
    """Return a number below `count` that belongs to a name, whatever other names there are."""
    return crc32(name.encode()) % count


def in_turn(name: str, values: Iterable[T]) -> Sequence[T]:
    """Return all values in `make full`, and otherwise the one whose turn it is at `name`.

    It is for what has nothing to do with the case, such as the language in which a screen is drawn.
    """
    values = tuple(values)
    return values if FULL else (values[draw_lot(name, len(values))],)


def one_in(count: int, cases: Iterable[T]) -> Sequence[T]:
    """Return all cases in `make full`, and otherwise one of each `count` in their order, the first among them."""
    return tuple(cases)[:: 1 if FULL else count]


def share_of(name: str, count: int, values: Iterable[T]) -> Sequence[T]:
    """Return all values in `make full`, and otherwise one of each `count`, from one on whose lot falls at `name`."""
    return tuple(values) if FULL else tuple(values)[draw_lot(name, count) :: count]


def is_soaking() -> bool:
    """Return whether examples are tried without an end, which `make soak` asks for."""
    return settings.get_current_profile_name() == "soak"


def examples(many: int, few: int | None = None, **others: Any) -> settings:
    """Return Hypothesis settings with `many` examples in `make full`, and otherwise `few`, the same each time.

    Without a number `few` are a fourth. `make soak` goes on until an example fails.
    """
    sample = max(1, many // 4) if few is None else few
    return settings() if is_soaking() else settings(max_examples=many if FULL else sample, **others)


def build_test_case(machine: type[RuleBasedStateMachine], *, many: int, steps: int) -> Any:
    """Return the test case of a state machine: `many` examples of `steps` steps in `make full`, else half as long."""
    case = pytest.mark.machine(machine.TestCase)
    case.settings = examples(many, stateful_step_count=steps if FULL or is_soaking() else steps // 2)
    return case
