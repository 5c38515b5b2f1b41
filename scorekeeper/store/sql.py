"""The SQL that both engines read alike: what a statement runs on, and what an engine offers.

Statements mark their values with ``?`` or ``:name``. Where one engine knows more than the other, the plainer is
written: ``on conflict`` and not ``insert or ignore``, ``in (?, ?)`` and not a list.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

OnNotify = Callable[[str, int], None]
"""Is told of a table and a version, which is 0 where who may do what there has changed, or the table is no more."""

TABLES: dict[str, tuple[str, ...]] = {
    "tables": ("table_id", "game", "created", "scorers"),
    "actions": ("table_id", "version", "key", "content", "player", "device", "at", "rows", "edition"),
    "events": ("table_id", "version", "action", "schema", "event"),
    "grants": ("grant_id", "table_id", "token_sha256", "kind", "player", "label", "created", "revoked"),
    "phone_grants": ("device", "table_id", "grant_id"),
    "settings": ("key", "value"),
    "groups": ("group_id", "name", "created", "link"),
    "people": ("group_id", "person", "name", "became", "removed"),
    "former_names": ("group_id", "person", "name", "since"),
    "joined_people": ("group_id", "person", "joined", "kept"),
    "nights": ("table_id", "group_id", "added"),
    "night_seats": ("table_id", "player", "group_id", "person"),
    "group_rules": ("group_id", "name", "fields"),
    "group_phones": ("phone_id", "group_id", "token_sha256", "kind", "label", "created"),
}
"""All that a database holds, and its columns; none refers to a later one."""


class Rows(Protocol):
    """The result of a statement: its rows, once, and how many it has written."""

    @property
    def rowcount(self) -> int:
        """How many rows it has written."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def fetchmany(self, size: int) -> list[Any]:
        """So many of the rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


class Connection(Protocol):
    """A connection on which work runs its statements."""

    def execute(self, sql: str, values: Sequence[Any] | dict[str, Any] = ..., /) -> Rows:
        """Run a statement."""


class Database(Protocol):
    """An engine with one database open. Safe to use from several threads.

    Whatever the engine says when it cannot is raised as `StoreUnavailable`.
    """

    @property
    def url(self) -> str:
        """By what other processes open it."""

    def read(self, work: Callable[[Connection], T], *, at_once: bool = False) -> T:
        """Run `work`, which only reads; `at_once`: and between whose statements nothing changes."""

    def write(self, work: Callable[[Connection], T], *, of: str = "") -> T:
        """Run `work` in a transaction that is durable when this returns; what it raises undoes it.

        Works on the table `of`, and those on none, run one after the other, each as if it were alone. It may be run
        again, where another process was faster: it does nothing but run statements.
        """

    def listen(self, heard: OnNotify, begun: Callable[[], None]) -> AbstractContextManager[None]:
        """Hear, in another thread, of each action that any process records and of each change of rights.

        Hearing may begin late, and be interrupted; each time that it has `begun`, older news may have been missed.
        Where no other process can record there is nothing to hear.
        """

    def close(self) -> None:
        """Close every connection; a second time does nothing."""

    def copy_to(self, path: Path) -> None:
        """Write everything, as it is now, into a new SQLite file."""

    def advance_numbers(self, db: Connection) -> None:
        """Give new grants and phones the numbers after those that came with rows from elsewhere."""

    def find_damage(self) -> tuple[str, ...]:
        """Return the damage that the engine finds in its own files, a line each."""

    def is_in_place(self) -> bool:
        """Whether it still is what was opened."""

    def check_usable(self) -> None:
        """Raise `StoreUnavailable` where nothing could be read or recorded now. Nothing is written to find out."""


def placeholders(values: Sequence[object]) -> str:
    """A mark for each value, with commas between."""
    return ", ".join("?" * len(values))
