"""Actions as the store keeps them: what is in them is somebody else's business."""

from typing import Any

from scorekeeper.store import StoredAction, now

MOVE = b'{"n":1}'


def action(version: int, *moves: bytes, schema: int = 2, **fields: Any) -> StoredAction:
    """An action whose first move has that version."""
    return StoredAction(version, fields.pop("at", now()), moves or (MOVE,), schema, **fields)
