"""The store: every table's append-only log, who may do what at it, and the program's own settings.

>>> store = open_store(":memory:")
>>> store.events.create("kitchen", "climb", Recorded(1, now(), (b'{"type": "opened"}',), schema=2)).version
1
>>> dealt = Recorded(2, now(), (b'{"type": "dealt"}',), schema=2, player=2)
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
from scorekeeper.store.copying import copy
from scorekeeper.store.engines import open_database
from scorekeeper.store.errors import KeyReused, NewerSchema, Occupied, Reason, StaleVersion, StoreError
from scorekeeper.store.errors import StoreUnavailable, TableExists, UnknownDatabase, UnknownTable
from scorekeeper.store.event_store import Appended, EventStore, Recorded, TableInfo, now
from scorekeeper.store.grants import Grant, Grants, Kind, SeatTaken
from scorekeeper.store.groups import Group, GroupPhone, GroupRules, Groups, HasPlayed, InAnotherGroup, JoinedPerson
from scorekeeper.store.groups import GroupPerson, NameInUse, Night, PhoneKind, SameNight, UnknownGroup, UnknownPerson
from scorekeeper.store.location import default_database, is_server, left_behind, parse_url, same_database
from scorekeeper.store.location import without_secrets
from scorekeeper.store.database_lock import note_server, occupying, served_at, serving
from scorekeeper.store.settings import Settings
from scorekeeper.store.sql import Database
from scorekeeper.store.sql_events import SqlEvents
from scorekeeper.store.sql_groups import SqlGroups
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.store.viewer_counts import Watching

__all__ = [
    "Appended", "EventStore", "Grant", "Grants", "Group", "GroupPhone", "GroupRules", "Groups", "GroupPerson",
    "HasPlayed", "InAnotherGroup", "JoinedPerson", "KeyReused", "Kind", "NameInUse", "NewerSchema", "Night", "Occupied",
    "PhoneKind", "Reason", "Recorded", "SameNight", "SeatTaken", "Settings", "StaleVersion", "Store", "StoreError",
    "StoreUnavailable", "TableExists", "TableInfo", "UnknownDatabase", "UnknownGroup", "UnknownPerson",
    "UnknownTable", "copy", "default_database", "is_server", "left_behind", "note_server", "now", "occupying",
    "open_store", "Watching", "parse_url", "same_database", "served_at", "serving", "without_secrets",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. Closing it waits for the write under way; as a context manager it closes itself.

    Other processes open it by its `url`; `copy` copies all of its `database`.
    `copy_to` writes all of it into a new file, also while others write; `damage` is what the engine finds wrong.
    `is_there` says whether its file still is what was opened; once it is not, all that it held is saved elsewhere.
    `try_out` raises `StoreUnavailable` where nothing could be read or recorded now.
    """

    events: EventStore
    grants: Grants
    groups: Groups
    settings: Settings
    close: Callable[[], None]
    copy_to: Callable[[Path], None]
    damage: Callable[[], tuple[str, ...]]
    is_there: Callable[[], bool]
    try_out: Callable[[], None]
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
    wait while another program writes; `alone` is the one server that has the database (`occupying`), and remembers who
    has a seat. Raises `StoreUnavailable`, `NewerSchema`, or `UnknownDatabase`.
    """
    if str(url) == ":memory:":
        return temporary_store()
    return over(open_database(str(url), busy_seconds), alone=alone)


def over(database: Database, then: Callable[[], None] = lambda: None, *, alone: bool = False) -> Store:
    """A store over an open database; `then` follows the closing."""
    grants = Grants(database, alone=alone)

    def close() -> None:
        database.close()
        then()

    return Store(
        events=SqlEvents(database, deleted=grants.forget),
        grants=grants,
        groups=SqlGroups(database),
        settings=Settings(database),
        close=close,
        copy_to=database.copy_to,
        damage=database.damage,
        is_there=database.is_there,
        try_out=database.try_out,
        url=database.url,
        database=database,
    )


def temporary_store() -> Store:
    """A store in a folder that goes with it. A file, because threads share one as they do in earnest."""
    folder = tempfile.TemporaryDirectory(prefix="scorekeeper-")
    return over(SqliteFile(Path(folder.name, "scorekeeper.db"), durable=False), folder.cleanup, alone=True)
