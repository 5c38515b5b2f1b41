"""Events of every older schema read as today's, with made-up schemas as no older one exists yet."""

from typing import Any

import pytest

from scorekeeper.store import CURRENT_SCHEMA, NewerSchema, upcast
from scorekeeper.store.upcasters import UPCASTERS, Upcaster


def renamed(event: dict[str, Any]) -> dict[str, Any]:
    return {"name": event["nickname"]}


def with_colour(event: dict[str, Any]) -> dict[str, Any]:
    return event | {"colour": "red"}


MADE_UP: dict[int, Upcaster] = {1: renamed, 2: with_colour}


@pytest.mark.parametrize(
    ("event", "schema", "read"),
    [
        (b'{"nickname":"\xeb\xaf\xb8"}', 1, b'{"name":"\xeb\xaf\xb8","colour":"red"}'),
        (b'{"name":"M"}', 2, b'{"name":"M","colour":"red"}'),
        (b'{"name": "M"}', 3, b'{"name": "M"}'),  # today's: not touched, not even its spaces
    ],
)
def test_each_step_in_turn(event: bytes, schema: int, read: bytes) -> None:
    assert upcast(event, schema, MADE_UP) == read


def test_a_newer_schema_is_refused() -> None:
    with pytest.raises(NewerSchema, match="4"):
        upcast(b"{}", 4, MADE_UP)


def test_there_is_an_upcaster_for_every_older_schema() -> None:
    assert set(UPCASTERS) == set(range(1, CURRENT_SCHEMA))
