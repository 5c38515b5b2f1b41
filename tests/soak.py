"""Tests that can go on without an end: short with the others, and until something breaks in `make soak`."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine

SOAKING = settings.get_current_profile_name() == "soak"


def build_settings(examples: int, **others: Any) -> settings:
    """The settings of a test with so many examples, and with as many as there is time for where it may soak."""
    return settings() if SOAKING else settings(max_examples=examples, **others)


def build_test_case(machine: type[RuleBasedStateMachine], *, examples: int, steps: int) -> Any:
    """The test case of a state machine: so many examples of so many steps."""
    case = pytest.mark.machine(machine.TestCase)
    case.settings = build_settings(examples, stateful_step_count=steps)
    return case
