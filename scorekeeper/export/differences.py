"""Where two values of JSON differ."""

from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a value; after a list, "count" stands for how long it is."""

ABSENT = object()
"""What is not there."""


def differences(path: Path, one: Any, other: Any) -> Iterator[tuple[Path, Any, Any]]:
    """Each place where `one` is not `other`, with what each has there: objects by key, lists item by item.

    1, true and 1.0 are three values here, as they are in JSON.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*other, *(key for key in one if key not in other)]:
            yield from differences((*path, key), one.get(key, ABSENT), other.get(key, ABSENT))
    elif isinstance(one, list) and isinstance(other, list):
        for index, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from differences((*path, index), left, right)
        if len(one) != len(other):
            yield (*path, "count"), len(one), len(other)
    elif type(one) is not type(other) or one != other:
        yield path, one, other
