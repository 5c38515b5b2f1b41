"""Properties of the values of a table."""

from typing import Any

import pytest

from scorekeeper import table
from tests.values import is_frozen, list_value_classes, qualify_name


@pytest.mark.parametrize("kind", list(list_value_classes(table)), ids=qualify_name)
def test_values_never_change(kind: type[Any]) -> None:
    """The table is folded from its log, and what was once on its sheet is kept by others."""
    assert is_frozen(kind)
