"""Every module in `ALTERNATING_MODULES` must exist: a renamed one would silently run once only."""

from importlib.util import find_spec

from tests.cases import for_each
from tests.web.conftest import ALTERNATING_MODULES


@for_each(module=sorted(ALTERNATING_MODULES))
def test_a_module_that_runs_by_turns_is_there(module: str) -> None:
    assert find_spec(module)
