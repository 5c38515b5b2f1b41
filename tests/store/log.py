"""Actions as the store keeps them, grants of a table t, and errors of a database that does not answer."""

from typing import Any

import pytest

from scorekeeper.store import Grant, Grants, Kind, Reason, StoredAction, StoreUnavailable, now
from tests.cases import require

MOVE = b'{"n":1}'


def action(version: int, *moves: bytes, schema: int = 2, **fields: Any) -> StoredAction:
    """An action whose first move has that version."""
    return StoredAction(version, fields.pop("at", now()), moves or (MOVE,), schema, **fields)


def issue_and_find(grants: Grants, kind: Kind, player: int | None = None, derived_from: int | None = None) -> Grant:
    return require(grants.find(grants.issue("t", kind, player, derived_from=derived_from)))


def raises_unavailable(reason: Reason) -> pytest.RaisesExc[StoreUnavailable]:
    return pytest.RaisesExc(StoreUnavailable, check=lambda error: error.reason == reason)
