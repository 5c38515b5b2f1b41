"""The program's own values in its database."""

import secrets

from scorekeeper.store.links import derive_token
from scorekeeper.store.sql import Connection, Database


class Settings:
    """The program's own values in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def secret_key(self) -> bytes:
        """Return 32 random bytes that sign cookies, created once for each database.

        Whoever reads them can forge any cookie. SQLite's file is therefore created with mode 0600 in a folder of mode
        0700; a copy of the database must be kept as private.
        """
        return self._database.read(read_key) or self._database.write(make_key)

    def opening_token(self) -> str:
        """Return the token of the link by which phones may open tables where not everybody may.

        It follows from the key, and from how often `renew_opening_token` was called.
        """
        return derive_token(self.secret_key(), "open tables", self._database.read(count_renewals))

    def renew_opening_token(self) -> None:
        """Revoke the link to open tables, and what phones may by it; the next one is another."""
        sql = "insert into settings values ('opening', ?) on conflict (key) do update set value = excluded.value"
        self._database.write(lambda db: db.execute(sql, [str(count_renewals(db) + 1).encode()]))

    def is_for_demo(self) -> bool:
        """Return whether the database is one of tables to try."""
        sql = "select 1 from settings where key = 'demo'"
        return self._database.read(lambda db: db.execute(sql).fetchone()) is not None

    def mark_for_demo(self) -> None:
        """Mark the database as one of tables to try."""
        self._database.write(
            lambda db: db.execute("insert into settings values ('demo', ?) on conflict do nothing", [b""])
        )


def count_renewals(db: Connection) -> int:
    """Return how often the link to open tables was revoked."""
    row = db.execute("select value from settings where key = 'opening'").fetchone()
    return int(row[0]) if row else 0


def read_key(db: Connection) -> bytes | None:
    """Return the key, None before it is created."""
    row = db.execute("select value from settings where key = 'secret_key'").fetchone()
    return row[0] if row else None


def make_key(db: Connection) -> bytes:
    """Create the key unless another process was faster, and return it."""
    db.execute("insert into settings values ('secret_key', ?) on conflict do nothing", [secrets.token_bytes(32)])
    return read_key(db) or b""
