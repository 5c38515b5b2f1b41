"""A history: tables of a database as one SQLite file for people and their programs.

A file is written in one transaction. Written again, it gets what is new, and what was changed since is replaced.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.bookkeeper import fold_recent_steps
from scorekeeper.export.history_rows import HistoryEvening, HistoryPerson, Rows, digest, evening_rows
from scorekeeper.export.history_tables import (
    APPLICATION,
    EVENINGS,
    FORM,
    PLAYERS,
    TABLES,
    VIEWS,
    HistoryTable,
    create_statement,
)
from scorekeeper.games.game import EDITION
from scorekeeper.store import EventStore, Group, Groups, StoreError, TableInfo, UnknownTable
from scorekeeper.store.sql import placeholders
from scorekeeper.whole_files import write_whole

EVENINGS_AT_ONCE = 20
"""The evenings whose rows are in memory at the same time."""

SECONDS_TO_WAIT = 5.0
"""The time to wait for another program that writes to the file."""


class HistoryRefused(StoreError):
    """Raised where a file cannot be written; nothing in it has changed."""


class ExportSummary(NamedTuple):
    """The evenings that were new in a file, changed, and as they were before."""

    new: int = 0
    changed: int = 0
    same: int = 0


OnEvening = Callable[[], None]
"""Called after each evening."""


def export_history(
    path: Path, events: EventStore, groups: Groups | None, infos: Iterable[TableInfo], then: OnEvening = lambda: None
) -> ExportSummary:
    """Write tables into the history at `path`, which may be new. Raises `HistoryRefused`; nothing is written then.

    Without `groups` nothing tells to which group a table belongs, nor how that calls its people.
    """
    try:
        with write_whole(path) if not path.exists() else nullcontext(path) as place, open_history(place, path) as db:
            return write_evenings(db, events, groups, infos, then)
    except FileNotFoundError as error:
        raise HistoryRefused(f"{path} cannot be opened or made") from error


@contextmanager
def open_history(place: Path, path: Path) -> Iterator[Database]:
    """Open a history for one transaction, and make or check its tables. A new one is not at its `path` yet.

    Raises `HistoryRefused`.
    """
    with translate_errors(path):
        if place.exists() and not os.access(place, os.W_OK):
            raise HistoryRefused(f"{path} cannot be written")
        connection = sqlite3.connect(place, timeout=SECONDS_TO_WAIT, isolation_level=None)
        try:
            db = Database(connection, execute_plugins=False)
            db.execute("pragma foreign_keys = on")
            db.execute("begin immediate")
            prepare_tables(db, path)
            yield db
            db.commit()
        finally:
            connection.close()


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors inside the block as `HistoryRefused`, in a sentence about the file."""
    try:
        yield
    except sqlite3.Error as error:
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise HistoryRefused(
            SENTENCES.get(primary, "{path} cannot be written: {error}").format(path=path, error=error)
        ) from error


SENTENCES: Mapping[int, str] = {
    sqlite3.SQLITE_BUSY: "{path} is in use: close the program that writes to it",
    sqlite3.SQLITE_LOCKED: "{path} is in use: close the program that writes to it",
    sqlite3.SQLITE_READONLY: "{path} cannot be written",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened or made",
    sqlite3.SQLITE_NOTADB: "{path} is no history of Scorekeeper: name a new file",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged: name a new file",
    sqlite3.SQLITE_FULL: "the disk is full: {path} was left as it was",
}


def prepare_tables(db: Database, path: Path) -> None:
    """Make the tables of a new file, or add to those of an older form what they lack. Raises `HistoryRefused`."""
    application, form = (db.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application == APPLICATION and form > FORM:
        raise HistoryRefused(f"a newer Scorekeeper wrote {path}: update this one, or name a new file")
    if application == APPLICATION and form == FORM:
        return
    if application != APPLICATION and (application or db.execute("select 1 from sqlite_master").fetchone()):
        raise HistoryRefused(f"{path} is somebody else's database: name a new file")
    db.execute(f"pragma application_id = {APPLICATION}")
    db.execute(f"pragma user_version = {FORM}")
    for table in TABLES:
        add_newer_columns(db, table, form)
    if not application:
        db.table(PLAYERS.name).enable_fts(["name"], create_triggers=True, tokenize="unicode61")
        for view in VIEWS:
            db.create_view(view.name, view.sql)


def add_newer_columns(db: Database, table: HistoryTable, form: int) -> None:
    """Make a table that a file of that form lacks, or those of its columns. Form 0 has none."""
    if table.since > form:
        db.execute(create_statement(table))
        for columns in table.indexes:
            db.table(table.name).create_index(columns)
        return
    for column in table.columns:
        if column.since > form:
            db.execute(f"alter table [{table.name}] add column [{column.name}] {column.kind}")


# --- The evenings ---


def write_evenings(
    db: Database, events: EventStore, groups: Groups | None, infos: Iterable[TableInfo], then: OnEvening
) -> ExportSummary:
    """Write the evenings that are new or were changed, so many at once, and drop people who are nowhere any more."""
    known = dict(db.execute("select id, fingerprint from evenings").fetchall())
    count = ExportSummary()
    met = KnownGroups(groups)
    pending: list[Rows] = []
    for info in infos:
        group = met.find(info.table_id)
        mark, evening_id = fingerprint(info, group), digest("evening", info.table_id)
        if known.get(evening_id) == mark:
            count = count._replace(same=count.same + 1)
        elif evening := read_evening(events, info, group, mark):
            count = count._replace(
                new=count.new + (evening_id not in known), changed=count.changed + (evening_id in known)
            )
            pending.append(evening_rows(evening))
        if len(pending) >= EVENINGS_AT_ONCE:
            replace_rows(db, pending)
            pending = []
        then()
    replace_rows(db, pending)
    db.execute("delete from players where id not in (select player_id from seats)")
    return count


class KnownGroups:
    """The groups of tables, each read once."""

    def __init__(self, groups: Groups | None) -> None:
        self._groups = groups
        self._known: dict[str, Group] = {}

    def find(self, table_id: str) -> Group | None:
        """Return the group of a table; None for a table without one."""
        group_id = self._groups.group_of(table_id) if self._groups else None
        if self._groups is None or group_id is None:
            return None
        if group_id not in self._known:
            self._known[group_id] = self._groups.get(group_id)
        return self._known[group_id]


def fingerprint(info: TableInfo, group: Group | None) -> str:
    """Return a text that is another one whenever any row of the evening may be."""
    told = [(person.number, person.name) for person in group.people] if group else []
    seats = seats_of(group, info.table_id)
    return digest(__version__, EDITION, FORM, info.version, info.created, group.name if group else "", seats, told)


def seats_of(group: Group | None, table_id: str) -> dict[int, int]:
    """Return the persons of the group behind the players of a night."""
    found = (dict(night.seats) for night in group.nights if night.table_id == table_id) if group else ()
    return next(iter(found), {})


def read_evening(events: EventStore, info: TableInfo, group: Group | None, mark: str) -> HistoryEvening | None:
    """Return a table as far as its log can be read; None where nothing of it can, or it was deleted meanwhile."""
    try:
        ledger = fold_recent_steps(events.load(info.table_id), 0)
    except UnknownTable:
        return None
    if ledger.state_or_none is None:
        return None
    names = {person.number: person.name for person in group.people} if group else {}
    people = {
        player: HistoryPerson(digest("person", group.id, person), names[person], group.name)
        for player, person in seats_of(group, info.table_id).items()
        if group and person in names
    }
    return HistoryEvening(
        table_id=info.table_id,
        opened=info.created,
        changed=info.changed,
        state=ledger.state,
        group=group.name if group else "",
        people=people,
        damaged=ledger.damaged,
        fingerprint=mark,
    )


def replace_rows(db: Database, evenings: Iterable[Rows]) -> None:
    """Replace all rows of evenings. People stay where they are, under their present names."""
    rows: Rows = {}
    for each in evenings:
        for cells in each[EVENINGS.name]:
            db.table(EVENINGS.name).delete_where("id = ?", [cells["id"]])
        for name, found in each.items():
            rows.setdefault(name, []).extend(found)
    people = {cells["id"]: cells for cells in rows.pop(PLAYERS.name, [])}
    if people:
        db.table(PLAYERS.name).upsert_all(people.values(), pk="id")
    for table in TABLES:
        names = [column.name for column in table.columns]
        into = ", ".join(f"[{name}]" for name in names)
        sql = f"insert into [{table.name}] ({into}) values ({placeholders(names)})"  # noqa: S608  (names of ours)
        db.conn.executemany(sql, ([cells[name] for name in names] for cells in rows.get(table.name, ())))


def history_bytes(events: EventStore, groups: Groups | None, infos: Iterable[TableInfo]) -> bytes:
    """Return a new history of tables as the bytes of its file."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        path = Path(folder, "history.db")
        export_history(path, events, groups, infos)
        return path.read_bytes()
