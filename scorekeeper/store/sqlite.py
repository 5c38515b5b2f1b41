"""The event store in SQLite."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from sqlite_utils import Database

from scorekeeper.store.database import SqliteFile
from scorekeeper.store.errors import StaleVersion, TableExists, UnknownTable
from scorekeeper.store.event_store import Appended, Record, TableInfo
from scorekeeper.store.upcasters import CURRENT_SCHEMA, upcast


class SqliteEvents:
    """An `EventStore` over one SQLite file."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

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
        """See `EventStore.create`."""
        records = action_records(0, events, player, device, schema)

        def work(db: Database) -> int:
            if first := first_answer(db, table_id, key):
                return first.version
            insert_table(db, table_id, game, records[0].at)
            insert_records(db, table_id, records, key)
            return len(records)

        return self._file.write(work)

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
        """See `EventStore.append`."""
        records = action_records(expected_version, events, player, device, schema)

        def work(db: Database) -> Appended:
            if first := first_answer(db, table_id, key):
                return first
            current = current_version(db, table_id)
            if current is None:
                raise UnknownTable(table_id)
            if current != expected_version:
                raise StaleVersion(current)
            insert_records(db, table_id, records, key)
            return Appended(records[-1].version, records[-1].at, repeated=False)

        return self._file.write(work)

    def restore(self, table_id: str, game: str, records: Sequence[Record]) -> int:
        """See `EventStore.restore`."""
        check_whole(records)

        def work(db: Database) -> int:
            insert_table(db, table_id, game, records[0].at)
            insert_records(db, table_id, records, key=None)
            return len(records)

        return self._file.write(work)

    def load(self, table_id: str, after: int = 0) -> list[Record]:
        """See `EventStore.load`."""

        def work(db: Database) -> list[Record]:
            rows = db.execute(
                """
                select version, action, event, schema, at, player, device
                from events join (select table_id, version as action, at, player, device from actions)
                using (table_id, action)
                where table_id = ? and version > ? order by version
                """,
                [table_id, after],
            ).fetchall()
            if not rows and current_version(db, table_id) is None:
                raise UnknownTable(table_id)
            return [
                Record(version, action, upcast(event.encode(), schema), CURRENT_SCHEMA, *rest)
                for version, action, event, schema, *rest in rows
            ]

        return self._file.read(work)

    def version(self, table_id: str) -> int | None:
        """See `EventStore.version`."""
        return self._file.read(lambda db: current_version(db, table_id))

    def version_after(self, table_id: str, key: str) -> int | None:
        """See `EventStore.version_after`."""
        first = self._file.read(lambda db: first_answer(db, table_id, key))
        return first.version if first else None

    def tables(self, table_ids: Collection[str] | None = None, *, limit: int = 100) -> list[TableInfo]:
        """See `EventStore.tables`."""
        ids = None if table_ids is None else msgspec.json.encode(list(table_ids)).decode()
        sql = """
            select table_id, game, created, at, (select max(version) from events where table_id = tables.table_id)
            from tables join actions using (table_id)
            where (:ids is null or table_id in (select value from json_each(:ids)))
            and actions.version = (select max(version) from actions where table_id = tables.table_id)
            order by at desc, table_id limit :limit
        """
        rows = self._file.read(lambda db: db.execute(sql, {"ids": ids, "limit": limit}).fetchall())
        return [TableInfo(*row) for row in rows]


def now() -> str:
    """The time as the log writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def action_records(
    version: int, events: Sequence[bytes], player: int | None, device: str | None, schema: int
) -> list[Record]:
    """The records of one command's `events` on top of `version`."""
    at = now()
    records = [
        Record(number, version + 1, event, schema, at, player, device)
        for number, event in enumerate(events, version + 1)
    ]
    if not records:
        raise ValueError("a command has at least one event")
    return records


def check_whole(records: Sequence[Record]) -> None:
    """Raise `ValueError` unless `records` count from 1 and each action's follow its first."""
    action = 0
    for version, record in enumerate(records, 1):
        if record.version != version or record.action not in (action, version):
            raise ValueError(f"record {version} is out of order")
        action = record.action
    if not records:
        raise ValueError("a log has at least one event")


def current_version(db: Database, table_id: str) -> int | None:
    """The version of a table, None when there is no such table."""
    version: int | None
    (version,) = db.execute("select max(version) from events where table_id = ?", [table_id]).fetchone()
    return version


def first_answer(db: Database, table_id: str, key: str | None) -> Appended | None:
    """What the command with `key` was answered the first time, None when there was none."""
    sql = """
        select max(events.version), at from actions join events using (table_id)
        where table_id = ? and key = ? and events.action = actions.version group by at
    """
    row = db.execute(sql, [table_id, key]).fetchone() if key is not None else None
    return Appended(row[0], row[1], repeated=True) if row else None


def insert_table(db: Database, table_id: str, game: str, created: str) -> None:
    """A new table without a log. Raises `TableExists`."""
    if current_version(db, table_id) is not None:
        raise TableExists(table_id)
    db.execute("insert into tables (table_id, game, created) values (?, ?, ?)", [table_id, game, created])


def insert_records(db: Database, table_id: str, records: Iterable[Record], key: str | None) -> None:
    """Write `records`, with an action for each that begins one."""
    for record in records:
        if record.version == record.action:
            db.execute(
                "insert into actions (table_id, version, key, player, device, at) values (?, ?, ?, ?, ?, ?)",
                [table_id, record.version, key, record.player, record.device, record.at],
            )
        db.execute(
            "insert into events (table_id, version, action, schema, event) values (?, ?, ?, ?, ?)",
            [table_id, record.version, record.action, record.schema, record.event.decode()],
        )
