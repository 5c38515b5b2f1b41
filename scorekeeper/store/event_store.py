"""The log of each table, whatever keeps it: values, and what an event store offers."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

import msgspec


class StoredAction(msgspec.Struct, frozen=True, gc=False):  # text and bytes cannot come to hold it
    """One action in the log of a table: what was recorded at once.

    `version` is that of its first move; a table's moves count from 1. `moves` are JSON in the form `schema`, `rows` the
    lines of the score sheet that they wrote, also JSON, None where an older program wrote none down; `edition` is that
    of the rules' code. `at` is an ISO 8601 date and time in UTC. `player` and `device` say who recorded it and on what,
    None when the program did.
    """

    version: int
    at: str
    moves: tuple[bytes, ...]
    schema: int
    rows: bytes | None = None
    edition: int = 1
    player: int | None = None
    device: str | None = None

    @property
    def last_version(self) -> int:
        """The version of the table after it."""
        return self.version + len(self.moves) - 1


class AppendResult(NamedTuple):
    """The table's version after an action, and whether that was stored before."""

    version: int
    repeated: bool


class TableInfo(NamedTuple):
    """A table in a list: when it was made, when it was last recorded at, and its version."""

    table_id: str
    game: str
    created: str
    changed: str
    version: int


class EventStore(Protocol):
    """Append-only logs, one a table, until all of it is deleted. Safe to call from several threads.

    Each call is all or nothing.

    Every method raises `StoreUnavailable` when the database cannot be reached or written. A `key` belongs to its table
    and its `content`: an action that comes again with both is answered as the first time, and `KeyReused` is raised for
    one that is another.
    """

    def create(
        self, table_id: str, game: str, action: StoredAction, *, key: str | None = None, content: str | None = None
    ) -> AppendResult:
        """Begin a table's log with `action`, of version 1. Raises `TableExists` or `KeyReused`."""

    def append(
        self, table_id: str, action: StoredAction, *, key: str | None = None, content: str | None = None
    ) -> AppendResult:
        """Add `action` if the table is still at the version before it.

        A `key` used on this table before answers as the first time did, however old the version is. When this returns,
        the action survives a power cut. Raises `StaleVersion`, `UnknownTable` or `KeyReused`.
        """

    def restore(self, table_id: str, game: str, actions: Sequence[StoredAction]) -> int:
        """Make a table whose log is `actions` (from version 1), as an import does. Returns its version.

        Raises `TableExists`, or `ValueError` when they are no whole log.
        """

    def load(self, table_id: str, after: int = 0) -> list[StoredAction]:
        """The actions later than version `after`, in order. Raises `UnknownTable`."""

    def rewrite(self, table_id: str, actions: Sequence[StoredAction], *, version: int) -> None:
        """Put `actions` in the place of the whole log, which is at `version`: as many, which keep their keys.

        Raises `StaleVersion`, `UnknownTable`, or `ValueError` when they are no whole log, or not as many.
        """

    def find_tables(self, *, schema: int, phrases: Collection[str]) -> list[str]:
        """The ids of tables with a move of that schema or an older one, or in whose text one of the phrases stands."""

    def version(self, table_id: str) -> int | None:
        """The version of a table, None when there is no such table."""

    def version_after(self, table_id: str, key: str, content: str | None = None) -> int | None:
        """The version a table had after the action of that key, None when it has none such. Raises `KeyReused`."""

    def tables(self, table_ids: Collection[str] | None = None, *, limit: int = 100) -> list[TableInfo]:
        """All tables or those of `table_ids`, the last recorded at first."""

    def delete(self, table_id: str) -> None:
        """Delete a table for good: its log, and whatever opens it. Raises `UnknownTable`."""


def now() -> str:
    """The time as the log writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
