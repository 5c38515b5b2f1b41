"""The protocol of an engine, in the SQL that both engines understand.

Statements mark their values with ``?`` or ``:name`` and use only what both engines have: ``on conflict`` and not
``insert or ignore``, ``in (?, ?)`` and not a list.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

StatementBatch = Callable[["Connection"], object]
"""A part of a transaction. It may be run again after a collision, so it does nothing but run statements."""

OnNotify = Callable[[str, int], None]
"""Called with a table and its version; with version 0 where its rights have changed or it was deleted."""

TABLES: dict[str, tuple[str, ...]] = {
    "tables": ("table_id", "game", "created", "scorers", "until"),
    "actions": ("table_id", "version", "key", "content", "player", "device", "at", "rows", "edition", "carried"),
    "events": ("table_id", "version", "action", "schema", "event"),
    "grants": (
        "grant_id",
        "table_id",
        "token_sha256",
        "kind",
        "player",
        "label",
        "created",
        "revoked",
        "derived_from",
        "group_phone",
        "heir",
    ),
    "revocations": ("table_id", "kind", "times"),
    "phone_grants": ("device", "table_id", "grant_id"),
    "settings": ("key", "value"),
    "groups": ("group_id", "name", "created", "link"),
    "people": ("group_id", "person", "name", "became", "removed"),
    "former_names": ("group_id", "person", "name", "since"),
    "joined_people": ("group_id", "person", "joined", "kept"),
    "people_told_apart": ("group_id", "person", "other"),
    "nights": ("table_id", "group_id", "added"),
    "night_seats": ("table_id", "player", "group_id", "person"),
    "group_rules": ("group_id", "name", "fields"),
    "group_phones": ("phone_id", "group_id", "token_sha256", "kind", "label", "created"),
}
"""All tables of a database with their columns; none refers to a later one."""


class Rows(Protocol):
    """The result of a statement: its rows, which can be read once."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has written."""

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def fetchmany(self, size: int) -> list[Any]:
        """Return at most `size` of the remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


class Connection(Protocol):
    """A connection that runs statements."""

    def execute(self, sql: str, values: Sequence[Any] | dict[str, Any] = ..., /) -> Rows:
        """Run a statement."""


class Database(Protocol):
    """An engine with one database open. Safe to use from several threads.

    Errors of the engine are raised as `StoreUnavailable`.
    """

    @property
    def url(self) -> str:
        """The URL by which other processes open the database."""

    def read(self, work: Callable[[Connection], T], *, at_once: bool = False) -> T:
        """Run `work`, which only reads. With `at_once`, all its statements see the same moment."""

    def write(self, work: Callable[[Connection], T], *, of: str | tuple[str, ...] = "") -> T:
        """Run `work` in a transaction, which is durable when this returns. An exception of `work` rolls it back.

        Works on the table `of` run one after the other, and so do those on no table, whose name is empty. A work on
        several names them sorted, and the empty name last. `work` may be run again after a collision with another
        process, so it must do nothing but run statements.
        """

    def listen(self, on_notify: OnNotify, on_connected: Callable[[], None]) -> AbstractContextManager[None]:
        """Call `on_notify`, in another thread, for each action and each change of rights by any process.

        Listening may begin late and be interrupted. `on_connected` is called each time it begins: earlier notifications
        may have been missed. A database that no other process can write to notifies of nothing.
        """

    def close(self) -> None:
        """Close every connection; a second time do nothing."""

    def copy_to(self, path: Path, *, replace: bool = False) -> None:
        """Write everything, as of now, into a SQLite file; with `replace` in the place of another, as its owner's."""

    def advance_numbers(self, db: Connection) -> None:
        """Let new grants and phones be numbered after those that were copied from another database."""

    def find_damage(self) -> tuple[str, ...]:
        """Return the damage that the engine finds in its own files, a line each."""

    def is_in_place(self) -> bool:
        """Return whether the database still is the one that was opened."""

    def check_usable(self) -> None:
        """Raise `StoreUnavailable` where nothing could be read or recorded now. Nothing is written."""


def run_batches(db: Connection, batches: Sequence[StatementBatch]) -> None:
    """Run batches one after the other."""
    for batch in batches:
        batch(db)


def placeholders(values: Sequence[object]) -> str:
    """Return a ``?`` for each value, separated by commas."""
    return ", ".join("?" * len(values))
