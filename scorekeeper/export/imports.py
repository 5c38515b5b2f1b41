"""Taking a document back: checked from the first byte to the last total, then stored in one piece or not at all."""

import secrets

from scorekeeper.export.verify import check
from scorekeeper.store import EventStore


def import_document(events: EventStore, data: bytes) -> str:
    """Make a new table with the log of a document and return its id. Raises as `check` does; nothing is stored then."""
    verified = check(data)
    table_id = secrets.token_hex(6)
    events.restore(table_id, verified.document.table.game, verified.records)
    return table_id
