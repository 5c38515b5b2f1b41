"""Every module in `ALTERNATING_MODULES` must exist: a renamed one would silently run once only."""

from importlib.util import find_spec

import pytest

from tests.web.conftest import ALTERNATING_MODULES


@pytest.mark.parametrize("module", sorted(ALTERNATING_MODULES))
def test_a_module_that_runs_by_turns_is_there(module: str) -> None:
    assert find_spec(module)
