"""The store: every table's append-only log, who may do what at it, and the program's own settings.

>>> store = open_store(":memory:")
>>> store.events.create("kitchen", "climb", StoredAction(1, now(), (b'{"type": "opened"}',), schema=2)).version
1
>>> dealt = StoredAction(2, now(), (b'{"type": "dealt"}',), schema=2, player=2)
>>> store.events.append("kitchen", dealt, key="tap-1").version
2
>>> store.events.append("kitchen", dealt, key="tap-1").repeated
True
>>> store.events.load("kitchen", after=1)[0].moves
(b'{"type": "dealt"}',)
>>> store.close()

A phone that repeats an action whose answer it lost gets the first answer again.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

# fmt: off
from scorekeeper.store.copying import copy_database
from scorekeeper.store.engines import open_database
from scorekeeper.store.errors import KeyReused, NewerSchema, OlderSchema, DatabaseInUse, Reason, StaleVersion
from scorekeeper.store.errors import StoreError, StoreUnavailable, TableExists, UnknownDatabase, UnknownTable
from scorekeeper.store.event_store import AppendResult, EventStore, PlannedTable, StoredAction, TableInfo, now
from scorekeeper.store.event_store import plan_table, refuse_among_others
from scorekeeper.store.grant_rows import NOT_STORED, Grant, SeatTaken
from scorekeeper.store.grants import Codes, Grants, plan_codes, plan_host, plan_seat
from scorekeeper.store.groups import Group, GroupPhone, GroupRules, HasPlayed, InAnotherGroup, JoinedPerson
from scorekeeper.store.groups import GroupPerson, NameInUse, NameLooksInUse, Night, PhoneKind, SameNight
from scorekeeper.store.groups import UnknownGroup, UnknownPerson
from scorekeeper.store.links import Kind, LinkGeneration, derive_token, is_same_token
from scorekeeper.store.location import default_database, is_default, is_same_database, is_server
from scorekeeper.store.location import parse_url, without_secrets
from scorekeeper.store.database_lock import find_server_address, hold_database, note_server, serve_database
from scorekeeper.store.merging import copy_for_reading, merge_tables
from scorekeeper.store.settings import Settings
from scorekeeper.store.sql import Database, StatementBatch
from scorekeeper.store.sql_groups import Groups, plan_newcomer, plan_night, plan_send_away
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.store.viewer_counts import ViewerCounts

__all__ = [
    "NOT_STORED", "AppendResult", "Codes", "DatabaseInUse", "EventStore", "Grant", "Grants", "Group",
    "GroupPerson", "GroupPhone", "GroupRules", "Groups", "HasPlayed", "InAnotherGroup", "JoinedPerson",
    "KeyReused", "Kind", "LinkGeneration", "NameInUse", "NameLooksInUse", "NewerSchema", "Night", "OlderSchema",
    "PhoneKind", "PlannedTable", "Reason", "SameNight", "SeatTaken", "Settings", "StaleVersion", "Store", "StoreError",
    "StoreUnavailable", "StoredAction", "TableExists", "TableInfo", "UnknownDatabase", "UnknownGroup",
    "UnknownPerson", "UnknownTable", "ViewerCounts", "StatementBatch", "copy_database", "copy_for_reading",
    "default_database", "derive_token", "find_server_address", "hold_database", "is_default", "is_same_database",
    "is_same_token", "is_server", "merge_tables", "note_server", "now", "open_store", "parse_url", "plan_codes",
    "plan_host", "plan_newcomer", "plan_night", "plan_seat", "plan_send_away", "plan_table", "refuse_among_others",
    "serve_database", "without_secrets",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. Closing it waits for the write under way; as a context manager it closes itself.

    Other processes open it by its `url`. `copy_to` writes everything into a file, even while others write, and
    `find_damage` returns the damage that the engine finds. `is_in_place` returns whether the file is still the one that
    was opened; once it is not, its content is rescued into another file. `check_usable` raises `StoreUnavailable` where
    nothing could be read or recorded now.
    """

    events: EventStore
    grants: Grants
    groups: Groups
    settings: Settings
    close: Callable[[], None]
    copy_to: Callable[..., None]
    find_damage: Callable[[], tuple[str, ...]]
    is_in_place: Callable[[], bool]
    check_usable: Callable[[], None]
    url: str
    database: Database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def open_store(url: str | Path, *, busy_seconds: float = 5.0, alone: bool = False) -> Store:
    """Open a store, making or migrating its database.

    `url` is a path, ``sqlite:///`` and a path, ``postgresql://`` and where it is, or ``:memory:`` for a store that is
    gone when closed. ``?mode=ro`` after the path of a file opens it for reading only. `busy_seconds` is how long to
    wait while another program writes. `alone` is for the one server that holds the database (see `hold_database`): it
    caches which players have a seat. Raises `StoreUnavailable`, `NewerSchema`,
    `OlderSchema`, or `UnknownDatabase`.
    """
    if str(url) == ":memory:":
        return temporary_store()
    return build_store(open_database(str(url), busy_seconds), alone=alone)


def build_store(database: Database, then: Callable[[], None] = lambda: None, *, alone: bool = False) -> Store:
    """Return a store over an open database. `then` is called after the store is closed."""
    grants = Grants(database, alone=alone)

    def close() -> None:
        database.close()
        then()

    return Store(
        events=EventStore(database, grants_changed=grants.forget),
        grants=grants,
        groups=Groups(database),
        settings=Settings(database),
        close=close,
        copy_to=database.copy_to,
        find_damage=database.find_damage,
        is_in_place=database.is_in_place,
        check_usable=database.check_usable,
        url=database.url,
        database=database,
    )


def temporary_store() -> Store:
    """Return a store in a temporary folder, deleted when the store is closed.

    It is a file, not SQLite's memory, because threads share a file as in production.
    """
    folder = tempfile.TemporaryDirectory(prefix="scorekeeper-")
    return build_store(SqliteFile(Path(folder.name, "scorekeeper.db"), durable=False), folder.cleanup, alone=True)
