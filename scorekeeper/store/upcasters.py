"""Events stay readable for ever: each upcaster lifts one schema's events to the next when they are read."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from scorekeeper.store.errors import NewerSchema

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: Mapping[int, Upcaster] = {}
"""By schema: what turns an event of that schema into one of the next. Released ones never change."""

CURRENT_SCHEMA = 1 + len(UPCASTERS)
"""The schema in which events are written today."""


def upcast(event: bytes, schema: int, upcasters: Mapping[int, Upcaster] = UPCASTERS) -> bytes:
    """The JSON of an event of `schema` as today's code reads it. Raises `NewerSchema` for one it cannot know."""
    current = 1 + len(upcasters)
    if schema == current:
        return event
    if schema > current:
        raise NewerSchema(f"an event has schema {schema}; this Scorekeeper knows {current}")
    value = msgspec.json.decode(event)
    for older in range(schema, current):
        value = upcasters[older](value)
    return msgspec.json.encode(value)
