"""The log of each table: its values, and the protocol of an event store."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

import msgspec

from scorekeeper.store.sql import Work


class StoredAction(msgspec.Struct, frozen=True, gc=False):  # no cycles: only text and bytes
    """An action in the log of a table: the moves that were recorded at once.

    `version` is that of its first move; a table's moves count from 1. `moves` are JSON in the form `schema`. `rows` are
    the lines of the score sheet that they wrote, also JSON, None where an older program stored none. `carried` are the
    sheets on which further rows follow from these, also JSON, None for no sheet. `edition` is the edition of the rules'
    code. `at` is an ISO 8601 date and time in UTC. `player` and `device` are who recorded it, None for the program
    itself.
    """

    version: int
    at: str
    moves: tuple[bytes, ...]
    schema: int
    rows: bytes | None = None
    edition: int = 1
    player: int | None = None
    device: str | None = None
    carried: bytes | None = None

    @property
    def last_version(self) -> int:
        """The version of the table after the action."""
        return self.version + len(self.moves) - 1

    @property
    def size(self) -> int:
        """The bytes of its moves and rows."""
        return sum(map(len, self.moves)) + len(self.rows or b"") + len(self.carried or b"")


class AppendResult(NamedTuple):
    """The table's version after an action, and whether the action had been stored before."""

    version: int
    repeated: bool


class TableInfo(NamedTuple):
    """A table in a list: when it was created and last changed, and its version.

    `until` is the time after which a table that is to try is deleted, None for any other.
    """

    table_id: str
    game: str
    created: str
    changed: str
    version: int
    until: str | None = None


class EventStore(Protocol):
    """Append-only logs, one for each table, until the table is deleted. Safe to call from several threads.

    Each call is all or nothing, and raises `StoreUnavailable` when the database cannot be reached or written. A `key`
    belongs to a table and to the `content` of an action: the same action sent again with both gets its first result,
    and another action with the same key raises `KeyReused`. `also` are further works of the same transaction, which are
    done where the actions are stored; whatever they raise, nothing is.
    """

    def create(
        self,
        table_id: str,
        game: str,
        *actions: StoredAction,
        key: str | None = None,
        content: str | None = None,
        also: Sequence[Work] = (),
        until: str | None = None,
    ) -> AppendResult:
        """Begin a table's log with `actions`; the first, of version 1, has the `key`.

        With `until` the table is one to try, which is overdue after that time. Raises `TableExists` or `KeyReused`, or
        `ValueError` where `actions` are no whole log.
        """

    def append(
        self,
        table_id: str,
        *actions: StoredAction,
        key: str | None = None,
        content: str | None = None,
        also: Sequence[Work] = (),
    ) -> AppendResult:
        """Add `actions`, all or none, if the table is still at the version before the first of them.

        They are what one request records: the last has its `key`. A `key` that this table has seen returns its first
        result, whatever the version is now. Once this returns, the actions survive a power cut. Raises `StaleVersion`,
        `UnknownTable`, `KeyReused`, or `ValueError` where `actions` do not follow each other.
        """

    def restore(self, table_id: str, game: str, actions: Sequence[StoredAction], *, also: Sequence[Work] = ()) -> int:
        """Create a table whose log is `actions` (from version 1), as an import does. Returns its version.

        Raises `TableExists`, or `ValueError` where `actions` are no whole log.
        """

    def load(self, table_id: str, after: int = 0) -> list[StoredAction]:
        """Return the actions after version `after`, in order. Raises `UnknownTable`."""

    def rewrite(self, table_id: str, actions: Sequence[StoredAction], *, version: int) -> None:
        """Replace the whole log, which is at `version`, by as many `actions`, which keep the keys.

        Raises `StaleVersion`, `UnknownTable`, or `ValueError` where `actions` are no whole log or another number.
        """

    def find_tables(self, *, schema: int, phrases: Collection[str]) -> list[str]:
        """Return the ids of tables with a move of that schema or an older one, or with one of `phrases` in a move."""

    def version(self, table_id: str) -> int | None:
        """Return the version of a table, None where there is no such table."""

    def version_after(self, table_id: str, key: str, content: str | None = None) -> int | None:
        """Return the version after the action with that key, None where there is none. Raises `KeyReused`."""

    def tables(self, table_ids: Collection[str] | None = None, *, limit: int = 100) -> list[TableInfo]:
        """Return all tables, or those of `table_ids`, the last changed first."""

    def has_tables(self) -> bool:
        """Return whether there is any table."""

    def deadline(self, table_id: str) -> str | None:
        """Return the time after which a table to try is deleted; None for any other, and for none."""

    def keep(self, table_id: str) -> None:
        """Make a table to try a table like any other, which is not deleted by itself. Raises `UnknownTable`."""

    def find_overdue(self, at: str) -> list[str]:
        """Return the ids of the tables to try whose time is over at `at`."""

    def delete(self, table_id: str, *, overdue: str | None = None) -> None:
        """Delete a table for good: its log, and the grants that open it.

        With a time `overdue` only a table to try whose time is over then. Raises `UnknownTable` for any other.
        """


def now() -> str:
    """Return the time as the log writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
