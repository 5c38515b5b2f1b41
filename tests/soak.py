"""Tests that can run without an end: short with the other tests, and until something breaks in `make soak`."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine

SOAKING = settings.get_current_profile_name() == "soak"


def build_settings(examples: int, **others: Any) -> settings:
    """Return Hypothesis settings with `examples` examples; `make soak` overrides their number."""
    return settings() if SOAKING else settings(max_examples=examples, **others)


def build_test_case(machine: type[RuleBasedStateMachine], *, examples: int, steps: int) -> Any:
    """Return the test case of a state machine with `examples` examples of `steps` steps."""
    case = pytest.mark.machine(machine.TestCase)
    case.settings = build_settings(examples, stateful_step_count=steps)
    return case
