"""Properties of the values of a table."""

from typing import Any

from scorekeeper import table
from tests.cases import for_each
from tests.values import is_frozen, list_value_classes


@for_each(*list(list_value_classes(table)))
def test_values_never_change(kind: type[Any]) -> None:
    """The table is folded from its log, and what was once on its sheet is kept by others."""
    assert is_frozen(kind)
