"""The log of each table, whatever keeps it: values, and what an event store offers."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import msgspec

from scorekeeper.store.upcasters import CURRENT_SCHEMA


class Record(msgspec.Struct, frozen=True):
    """One event in the log of a table.

    `version` counts a table's events from 1; `action` is the version of the first event of the same command.
    `event` is JSON, lifted to today's `schema`. `at` is an ISO 8601 date and time in UTC. `player` and
    `device` say who recorded it and on what, None when the program did.
    """

    version: int
    action: int
    event: bytes
    schema: int
    at: str
    player: int | None = None
    device: str | None = None


class Appended(NamedTuple):
    """The table's version after a command, when it was stored, and whether that was before."""

    version: int
    at: str
    repeated: bool


class TableInfo(NamedTuple):
    """A table in a list: when it was made, when it was last recorded at, and its version."""

    table_id: str
    game: str
    created: str
    changed: str
    version: int


class EventStore(Protocol):
    """Append-only logs, one a table. Safe to call from several threads; each call is all or nothing.

    Every method raises `StoreUnavailable` when the database cannot be reached or written.
    """

    def create(
        self,
        table_id: str,
        game: str,
        events: Sequence[bytes],
        *,
        player: int | None = None,
        device: str | None = None,
        key: str | None = None,
        schema: int = CURRENT_SCHEMA,
    ) -> int:
        """Begin a table's log with `events` (JSON, at least one) and return its version.

        Repeated with the same `key` it answers as the first time did. Otherwise `TableExists`.
        """

    def append(
        self,
        table_id: str,
        expected_version: int,
        events: Sequence[bytes],
        *,
        player: int | None = None,
        device: str | None = None,
        key: str | None = None,
        schema: int = CURRENT_SCHEMA,
    ) -> Appended:
        """Add one command's `events` (JSON, at least one) if the table is still at `expected_version`.

        A `key` used on this table before answers as the first time did, however old `expected_version` is.
        When this returns, the events survive a power cut. Raises `StaleVersion` or `UnknownTable`.
        """

    def restore(self, table_id: str, game: str, records: Sequence[Record]) -> int:
        """Make a table whose log is `records` (from version 1), as an import does. Returns its version.

        Raises `TableExists`, or `ValueError` when the records are no whole log.
        """

    def load(self, table_id: str, after: int = 0) -> list[Record]:
        """The events later than version `after`, in order. Raises `UnknownTable` or `NewerSchema`."""

    def version(self, table_id: str) -> int | None:
        """The version of a table, None when there is no such table."""

    def version_after(self, table_id: str, key: str) -> int | None:
        """The version a table had after the command of that key, None when it has none such."""

    def tables(self, table_ids: Collection[str] | None = None, *, limit: int = 100) -> list[TableInfo]:
        """All tables or those of `table_ids`, the last recorded at first."""
