"""The modules whose tests run with two processes as well are there: one that moves must not be left out unnoticed."""

from importlib.util import find_spec

import pytest

from tests.web.conftest import ALSO_BY_TURNS


@pytest.mark.parametrize("module", sorted(ALSO_BY_TURNS))
def test_a_module_that_runs_by_turns_is_there(module: str) -> None:
    assert find_spec(module)
