"""A PostgreSQL database: its connections, the meaning of its errors, and simultaneous writes of several processes."""

import logging
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo, errors, sql
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown
from psycopg_pool import ConnectionPool, PoolClosed

from scorekeeper.store.copying import copy_database
from scorekeeper.store.errors import DatabaseInUse, NoDatabase, Reason, StoreError, StoreUnavailable, UnknownDatabase
from scorekeeper.store.location import without_secrets
from scorekeeper.store.postgres_migrations import migrate
from scorekeeper.store.sql import Connection, OnNotify
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.whole_files import write_whole

T = TypeVar("T")

logger = logging.getLogger("scorekeeper")

CONNECTIONS = 16
"""The most connections of a process. A PostgreSQL server allows a hundred by default, for all processes together."""

TRIES = 10
"""Attempts at a work that collides with another process or loses its connection."""

CONNECTING = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",  # milliseconds: notice a silent server while the phone still waits
    "client_encoding": "utf8",
    "application_name": "scorekeeper",
}
"""Default settings of a connection, which the URL may override, by their names in libpq."""

FASTER = (errors.SerializationFailure, errors.DeadlockDetected, psycopg.IntegrityError)
"""Errors of a collision with a faster process. Run again, the work finds what that process did, and answers
accordingly."""

SECONDS_BETWEEN_POLLS = 1.0
"""The pause before a lost connection is made anew, and the longest time until a stop is noticed."""

LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""Errors after which a closed connection was lost."""

REASONS: tuple[tuple[type[psycopg.Error], Reason], ...] = (
    (PoolClosed, "closed"),
    (errors.LockNotAvailable, "locked"),
    (errors.SerializationFailure, "locked"),
    (errors.DeadlockDetected, "locked"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.InsufficientPrivilege, "read_only"),
    (errors.DiskFull, "full"),
    (errors.InvalidSchemaName, "broken"),
    (psycopg.OperationalError, "broken"),
    (psycopg.InterfaceError, "broken"),
)
"""The reason for each class of errors, of which the first that fits counts; any other error is a bug."""


class PostgresDatabase:
    """One database of a PostgreSQL server, through a pool of connections. See `scorekeeper.store.sql.Database`.

    `busy_seconds` is how long to wait for a connection, and for another's write to the same table.
    """

    def __init__(self, url: str, *, busy_seconds: float = 5.0) -> None:
        self.url = url
        self._settings = settings = connection_settings(url)
        with translate_postgres_errors(), closing(connect(url)) as first:
            migrate(first)
            self._name = find_schema(first)
        self._busy_seconds = busy_seconds
        self._pool = ConnectionPool(
            kwargs={**settings, "autocommit": True},
            min_size=0,
            max_size=CONNECTIONS,
            timeout=busy_seconds,
            reconnect_timeout=busy_seconds,
            configure=self._configure,
            open=True,
        )

    def read(self, work: Callable[[Connection], T], *, at_once: bool = False) -> T:
        """See `scorekeeper.store.sql.Database.read`."""

        def read(raw: psycopg.Connection) -> T:
            if at_once:
                raw.execute("begin isolation level repeatable read, read only")
            return work(PostgresConnection(raw))

        return self._retry(read)

    def write(self, work: Callable[[Connection], T], *, of: str | tuple[str, ...] = "") -> T:
        """See `scorekeeper.store.sql.Database.write`.

        Works on one table wait for each other in every process. Collisions outside that lock, such as two tables
        created under one id, are caught by the keys of the rows.
        """
        names = (of,) if isinstance(of, str) else of
        locks = (f"; select pg_advisory_xact_lock({lock_number(self._name, name)})" for name in names)
        alone = f"begin{''.join(locks)}"

        def write(raw: psycopg.Connection) -> T:
            raw.execute(alone.encode())
            result = work(PostgresConnection(raw))
            commit(raw)
            return result

        return self._retry(write)

    def _retry(self, work: Callable[[psycopg.Connection], T]) -> T:
        """Run work on a connection; after a collision or a lost connection run it again, up to `TRIES` times."""
        for tries_left in reversed(range(TRIES)):
            with translate_postgres_errors(), self._pool.connection() as raw:
                try:
                    return work(raw)
                except FASTER:
                    if not tries_left:
                        raise
                    raw.rollback()
                except LOST:
                    if not tries_left or not raw.closed:
                        raise
            if raw.closed:
                self._pool.check()  # after a restart of the server the other connections are lost as well
        raise AssertionError("the last try returns or raises")

    def _configure(self, raw: psycopg.Connection) -> None:
        raw.adapters.register_dumper(str, TextDumper)
        raw.execute(f"set lock_timeout = {round(1000 * self._busy_seconds)}".encode())
        # Acknowledged actions must survive a power cut, even if the server's default is weaker.
        raw.execute(
            "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
        )

    @contextmanager
    def listen(self, on_notify: OnNotify, on_connected: Callable[[], None]) -> Iterator[None]:
        """See `scorekeeper.store.sql.Database.listen`."""
        stop = threading.Event()
        channel = f"scorekeeper {self._name}"
        listener = threading.Thread(
            target=listen, args=(self._settings, channel, stop, on_notify, on_connected), daemon=True
        )
        listener.start()
        try:
            yield
        finally:
            stop.set()
            with suppress(StoreUnavailable):  # the listener then notices by polling
                self.read(lambda db: db.execute("select pg_notify(?, '')", [channel]))
            listener.join()

    def check_usable(self) -> None:
        """Raise `StoreUnavailable` where nothing could be read or recorded now. Nothing is written to find out."""
        if self.read(lambda db: db.execute("show transaction_read_only").fetchone()) != ("off",):
            raise StoreUnavailable("read_only")
        self.write(lambda _: None)  # takes the lock of recording, and commits nothing

    def copy_to(self, path: Path, *, replace: bool = False) -> None:
        """See `scorekeeper.store.sql.Database.copy_to`. A new file has mode 0600."""
        with write_whole(path, replace=replace) as part, closing(SqliteFile(part)) as file:
            copy_database(self, file)

    def advance_numbers(self, db: Connection) -> None:
        """Give new grants and phones the numbers after those that came with rows from elsewhere."""
        for name, number in (("grants", "grant_id"), ("group_phones", "phone_id")):
            db.execute(
                f"select setval(pg_get_serial_sequence('{name}', '{number}'), max({number})) from {name}"  # noqa: S608
            )

    def find_damage(self) -> tuple[str, ...]:
        """Return nothing: PostgreSQL looks after its own files."""
        return ()

    def is_in_place(self) -> bool:
        """Return True: nobody can replace the database while it is open."""
        return True

    def close(self) -> None:
        """Close idle connections now and busy ones when they are done; a second time do nothing."""
        self._pool.close()


class PostgresConnection:
    """A connection that reads statements as SQLite does."""

    def __init__(self, raw: psycopg.Connection) -> None:
        self._raw = raw

    def execute(self, sql: str, values: Sequence[object] | dict[str, object] = (), /) -> psycopg.Cursor:
        """Run a statement."""
        return self._raw.execute(convert_placeholders(sql), values)


class TextDumper(StrDumperUnknown):
    """Dumps text without NUL, which PostgreSQL cannot store: it becomes U+FFFD."""

    def dump(self, obj: str) -> Buffer | None:
        """Return the text in bytes."""
        return super().dump(obj.replace("\0", "\ufffd"))


@lru_cache
def convert_placeholders(sql: str) -> bytes:
    """Return a statement with the placeholders of psycopg.

    >>> convert_placeholders("select '%' from tables where table_id = ? limit :limit")
    b"select '%%' from tables where table_id = %s limit %(limit)s"
    """
    return re.sub(r"\?|:(\w+)", lambda mark: f"%({mark[1]})s" if mark[1] else "%s", sql.replace("%", "%%")).encode()


def commit(raw: psycopg.Connection) -> None:
    """Commit once. If the connection is lost meanwhile, nobody knows whether it was committed: do not retry."""
    try:
        raw.commit()
    except LOST as error:
        raise StoreUnavailable("broken", str(error)) from error


def connection_settings(url: str) -> dict[str, Any]:
    """Return the settings of a connection. Raises `UnknownDatabase`."""
    try:
        return {**CONNECTING, **conninfo.conninfo_to_dict(url)}
    except psycopg.ProgrammingError as error:
        raise UnknownDatabase(f"not a database this program can open: {str(error).strip()}") from error


def connect(url: str) -> psycopg.Connection:
    """Return a new connection. Raises `NoDatabase` with what the server says, or that none answers."""
    try:
        return psycopg.connect(**connection_settings(url), autocommit=True)
    except psycopg.OperationalError as error:
        _, refused, why = str(error).partition("FATAL:")
        first = (why.strip().splitlines() or [""])[0]
        found = f"PostgreSQL at {without_secrets(url)} refuses: {first}"
        raise NoDatabase(found if refused else f"no PostgreSQL answers at {without_secrets(url)}") from error


def find_schema(raw: psycopg.Connection) -> str:
    """Return the schema of the connection, which tells this database from others on the server."""
    row = raw.execute("select current_schema()").fetchone()
    return str(row and row[0])


def lock_number(name: str, of: str) -> int:
    """Return the 64-bit number of an advisory lock. In the rare case of a collision two tables wait for each other."""
    return int.from_bytes(sha256(f"{name}/{of}".encode()).digest()[:8], signed=True)


def listen(
    settings: dict[str, Any], channel: str, stop: threading.Event, on_notify: OnNotify, on_connected: Callable[[], None]
) -> None:
    """Call `on_notify` for each notification in a channel until `stop` is set. A lost connection is made anew.

    `on_connected` is called for each connection, once it listens.
    """
    while not stop.is_set():
        try:
            with closing(psycopg.connect(**settings, autocommit=True)) as raw:
                raw.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
                on_connected()
                while not stop.is_set():
                    for notification in raw.notifies(timeout=SECONDS_BETWEEN_POLLS, stop_after=1):
                        notify_payload(notification.payload, on_notify)
        except (psycopg.Error, StoreError) as error:
            logger.warning("news of other processes are missed: %s", str(error).strip())
            stop.wait(SECONDS_BETWEEN_POLLS)
        except Exception:
            logger.exception("news of other processes could not be passed on")
            stop.wait(SECONDS_BETWEEN_POLLS)


def notify_payload(payload: str, on_notify: OnNotify) -> None:
    """Call `on_notify` with the table and version in a notification; nothing for an empty one."""
    table_id, _, version = payload.rpartition(" ")
    if table_id:
        on_notify(table_id, int(version))


@contextmanager
def hold_postgres_database(url: str, *, alone: bool) -> Iterator[None]:
    """Hold a database while this connection lasts, `alone` or shared with others. Raises `DatabaseInUse`."""
    lock = sql.SQL("select {}(%s)").format(sql.Identifier(f"pg_try_advisory_lock{'' if alone else '_shared'}"))
    with translate_postgres_errors(), closing(connect(url)) as raw:
        if raw.execute(lock, [lock_number(find_schema(raw), "/served")]).fetchone() != (True,):
            raise DatabaseInUse("")
        try:
            yield
        finally:
            # A busy server may notice the closed connection only after the next program has asked for the lock.
            with suppress(psycopg.Error):
                raw.execute("select pg_advisory_unlock_all()")


@contextmanager
def translate_postgres_errors() -> Iterator[None]:
    """Raise PostgreSQL's errors inside the block as `StoreUnavailable`."""
    try:
        yield
    except psycopg.Error as error:
        reason = next((reason for kind, reason in REASONS if isinstance(error, kind)), None)
        if reason is None:
            raise
        raise StoreUnavailable(reason, str(error).strip()) from error
