"""The log of each table in an SQL database, and the values that it holds."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeVar

import msgspec

from scorekeeper.store.errors import KeyReused, StaleVersion, TableExists, UnknownTable
from scorekeeper.store.sql import Connection, Database, StatementBatch, placeholders, run_batches

T = TypeVar("T")


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


class PlannedTable(NamedTuple):
    """A table that is not there yet, and the work that begins its log, for a transaction that may do more."""

    id: str
    work: Callable[[Connection], AppendResult]


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


def now() -> str:
    """Return the time as the log writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class EventStore:
    """Append-only logs, one for each table, until the table is deleted. Safe to call from several threads.

    Each call is all or nothing, and raises `StoreUnavailable` when the database cannot be reached or written. A `key`
    belongs to a table and to the `content` of an action: the same action sent again with both gets its first result,
    and another action with the same key raises `KeyReused`. `extra_writes` are further batches of the same transaction,
    which are done where the actions are stored; whatever they raise, nothing is. `grants_changed` is called after a
    write that may have changed grants.
    """

    def __init__(self, database: Database, *, grants_changed: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._grants_changed = grants_changed

    def _write(self, table_id: str, work: Callable[[Connection], T], extra_writes: Sequence[StatementBatch]) -> T:
        """Write to the log of a table, and do works with it that may be on its grants and its group."""
        if not extra_writes:
            return self._database.write(work, of=table_id)
        try:
            return self._database.write(work, of=(table_id, ""))
        finally:
            self._grants_changed()

    def create(self, table_id: str, game: str, *actions: StoredAction) -> AppendResult:
        """Begin a table's log with `actions`. Raises as `create_planned` and `plan_table`."""
        return self.create_planned(plan_table(table_id, game, *actions))

    def create_planned(self, table: PlannedTable) -> AppendResult:
        """Begin a table's log with all that is planned with it, or do nothing. Raises `TableExists` or `KeyReused`."""
        return self._write(table.id, table.work, [table.work])

    def append(
        self,
        table_id: str,
        *actions: StoredAction,
        key: str | None = None,
        content: str | None = None,
        extra_writes: Sequence[StatementBatch] = (),
    ) -> AppendResult:
        """Add `actions`, all or none, if the table is still at the version before the first of them.

        They are what one request records: the last has its `key`. A `key` that this table has seen returns its first
        result, whatever the version is now. Once this returns, the actions survive a power cut. Raises `StaleVersion`,
        `UnknownTable`, `KeyReused`, or `ValueError` where `actions` do not follow each other.
        """
        check_sequence(actions)

        def work(db: Connection) -> AppendResult:
            if first := find_first_answer(db, table_id, key, content):
                return first
            current = current_version(db, table_id)
            if current is None:
                raise UnknownTable(table_id)
            if current != actions[0].version - 1:
                raise StaleVersion(current)
            insert_actions(db, table_id, actions[:-1])
            insert_actions(db, table_id, actions[-1:], key, content)
            run_batches(db, extra_writes)
            return AppendResult(actions[-1].last_version, repeated=False)

        return self._write(table_id, work, extra_writes)

    def restore(
        self, table_id: str, game: str, actions: Sequence[StoredAction], *, extra_writes: Sequence[StatementBatch] = ()
    ) -> int:
        """Create a table whose log is `actions` (from version 1), as an import does. Returns its version.

        Raises `TableExists`, or `ValueError` where `actions` are no whole log.
        """
        check_log(actions)

        def work(db: Connection) -> int:
            insert_table(db, table_id, game, actions[0].at)
            insert_actions(db, table_id, actions)
            run_batches(db, extra_writes)
            return actions[-1].last_version

        return self._write(table_id, work, extra_writes)

    def load(self, table_id: str, after: int = 0) -> list[StoredAction]:
        """Return the actions after version `after`, in order. Raises `UnknownTable`."""

        def work(db: Connection) -> list[StoredAction]:
            rows = db.execute(
                """
                select action, event, schema, at, rows, edition, player, device, carried
                from events join (
                    select table_id, version as action, at, rows, edition, player, device, carried from actions
                ) as actions using (table_id, action)
                where table_id = ? and action > ? order by version
                """,
                [table_id, after],
            ).fetchall()
            if not rows and current_version(db, table_id) is None:
                raise UnknownTable(table_id)
            return [build_action(version, list(group)) for version, group in groupby(rows, key=itemgetter(0))]

        return self._database.read(work)

    def version(self, table_id: str) -> int | None:
        """Return the version of a table, None where there is no such table."""
        return self._database.read(lambda db: current_version(db, table_id))

    def version_after(self, table_id: str, key: str, content: str | None = None) -> int | None:
        """Return the version after the action with that key, None where there is none. Raises `KeyReused`."""
        first = self._database.read(lambda db: find_first_answer(db, table_id, key, content))
        return first.version if first else None

    def tables(self, table_ids: Collection[str] | None = None, *, limit: int = 100) -> list[TableInfo]:
        """Return all tables, or those of `table_ids`, the last changed first."""
        ids = list(table_ids or ())
        if table_ids is not None and not ids:
            return []
        sql = f"""
            select table_id, game, created, at,
                (select max(version) from events where table_id = tables.table_id), until
            from tables join actions using (table_id)
            where actions.version = (select max(version) from actions where table_id = tables.table_id)
            {f"and table_id in ({placeholders(ids)})" if ids else ""}
            order by at desc, table_id limit ?
        """  # noqa: S608  (marks alone)
        rows = self._database.read(lambda db: db.execute(sql, [*ids, limit]).fetchall())
        return [TableInfo(*row) for row in rows]

    def has_tables(self) -> bool:
        """Return whether there is any table."""
        return self._database.read(lambda db: db.execute("select 1 from tables limit 1").fetchone()) is not None

    def deadline(self, table_id: str) -> str | None:
        """Return the time after which a table to try is deleted; None for any other, and for none."""
        sql = "select until from tables where table_id = ?"
        row = self._database.read(lambda db: db.execute(sql, [table_id]).fetchone())
        return row[0] if row else None

    def keep(self, table_id: str) -> None:
        """Make a table to try a table like any other, which is not deleted by itself. Raises `UnknownTable`."""
        sql = "update tables set until = null where table_id = ?"
        if self._database.write(lambda db: db.execute(sql, [table_id]).rowcount, of=table_id) == 0:
            raise UnknownTable(table_id)

    def find_overdue(self, at: str) -> list[str]:
        """Return the ids of the tables to try whose time is over at `at`."""
        sql = "select table_id from tables where until <= ? order by until, table_id"
        return [row[0] for row in self._database.read(lambda db: db.execute(sql, [at]).fetchall())]

    def delete(self, table_id: str, *, overdue: str | None = None) -> None:
        """Delete a table for good: its log, and the grants that open it.

        With a time `overdue` only a table to try whose time is over then. Raises `UnknownTable` for any other.
        """

        def work(db: Connection) -> None:
            sql = "select 1 from tables where table_id = ? and until <= ?"
            is_there = current_version(db, table_id) is not None
            if not is_there or (overdue and not db.execute(sql, [table_id, overdue]).fetchone()):
                raise UnknownTable(table_id)
            held = "grant_id in (select grant_id from grants where table_id = ?)"
            db.execute(f"delete from phone_grants where {held}", [table_id])  # noqa: S608
            for rows in ("night_seats", "nights", "grants", "revocations", "events", "actions", "tables"):
                db.execute(f"delete from {rows} where table_id = ?", [table_id])  # noqa: S608

        self._database.write(work, of=table_id)
        self._grants_changed()


def build_action(
    version: int, rows: Sequence[tuple[int, str, int, str, str | None, int, int | None, str | None, str | None]]
) -> StoredAction:
    """Return an action from its rows, one for each move."""
    _, _, schema, at, written, edition, player, device, carried = rows[0]
    moves = tuple([row[1].encode() for row in rows])
    written_rows, sheets = (None if text is None else text.encode() for text in (written, carried))
    return StoredAction(version, at, moves, schema, written_rows, edition, player, device, sheets)


def check_log(actions: Sequence[StoredAction]) -> None:
    """Raise `ValueError` unless each of `actions` follows the one before, from version 1."""
    check_sequence(actions)
    if actions[0].version != 1:
        raise ValueError(f"action {actions[0].version} is out of order")


def check_sequence(actions: Sequence[StoredAction]) -> None:
    """Raise `ValueError` unless there are actions, each with moves, and each follows the one before."""
    if not actions or not all(action.moves for action in actions):
        raise ValueError("there is at least one action, and each has at least one move")
    for before, action in pairwise(actions):
        if action.version != before.last_version + 1:
            raise ValueError(f"action {action.version} is out of order")


def current_version(db: Connection, table_id: str) -> int | None:
    """Return the version of a table, None where there is no such table."""
    version: int | None
    (version,) = db.execute("select max(version) from events where table_id = ?", [table_id]).fetchone()
    return version


def find_first_answer(db: Connection, table_id: str, key: str | None, content: str | None) -> AppendResult | None:
    """Return the first answer to the action with `key`, None when there was none.

    Raises `KeyReused` when that action was another.
    """
    sql = """
        select max(events.version), content from actions join events using (table_id)
        where table_id = ? and key = ? and events.action = actions.version group by content
    """
    row = db.execute(sql, [table_id, key]).fetchone() if key is not None else None
    if row and None not in (row[1], content) and row[1] != content:
        raise KeyReused(table_id)
    return AppendResult(row[0], repeated=True) if row else None


def plan_table(
    table_id: str,
    game: str,
    *actions: StoredAction,
    key: str | None = None,
    content: str | None = None,
    extra_writes: Sequence[StatementBatch] = (),
    until: str | None = None,
) -> PlannedTable:
    """Plan a table whose log begins with `actions`; the first, of version 1, has the `key`.

    With `until` the table is one to try, which is overdue after that time. Raises `ValueError` where `actions` are no
    whole log.
    """
    check_log(actions)

    def work(db: Connection) -> AppendResult:
        if first := find_first_answer(db, table_id, key, content):
            return first
        insert_table(db, table_id, game, actions[0].at, until)
        insert_actions(db, table_id, actions[:1], key, content)
        insert_actions(db, table_id, actions[1:])
        run_batches(db, extra_writes)
        return AppendResult(actions[-1].last_version, repeated=False)

    return PlannedTable(table_id, work)


def insert_table(db: Connection, table_id: str, game: str, created: str, until: str | None = None) -> None:
    """Insert a table without a log. Raises `TableExists`."""
    if current_version(db, table_id) is not None:
        raise TableExists(table_id)
    sql = "insert into tables (table_id, game, created, until) values (?, ?, ?, ?)"
    db.execute(sql, [table_id, game, created, until])


def refuse_among_others(table_id: str) -> StatementBatch:
    """Return a work that raises `TableExists` where there is any other table than that of `table_id`."""

    def work(db: Connection) -> None:
        if db.execute("select 1 from tables where table_id <> ? limit 1", [table_id]).fetchone():
            raise TableExists(table_id)

    return work


def insert_actions(
    db: Connection, table_id: str, actions: Iterable[StoredAction], key: str | None = None, content: str | None = None
) -> None:
    """Write `actions`, each with its moves."""
    for action in actions:
        db.execute(
            """
            insert into actions (table_id, version, key, content, player, device, at, rows, edition, carried)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                table_id,
                action.version,
                key,
                content,
                action.player,
                action.device,
                action.at,
                None if action.rows is None else action.rows.decode(),
                action.edition,
                None if action.carried is None else action.carried.decode(),
            ],
        )
        for version, move in enumerate(action.moves, action.version):
            db.execute(
                "insert into events (table_id, version, action, schema, event) values (?, ?, ?, ?, ?)",
                [table_id, version, action.version, action.schema, move.decode()],
            )
