"""The program's own values in its database."""

import secrets

from scorekeeper.store.sql import Connection, Database


class Settings:
    """The program's own values, one database's worth."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def secret_key(self) -> bytes:
        """32 random bytes that sign cookies, made once a database.

        Whoever reads them can forge any cookie, so SQLite's file is made with mode 0600 in a folder of mode 0700,
        and a copy of the database should be kept as private.
        """
        return self._database.read(read_key) or self._database.write(make_key)

    def is_noted(self, thing: str) -> bool:
        """Whether something was noted that is done once a database."""
        sql = "select 1 from settings where key = ?"
        return self._database.read(lambda db: db.execute(sql, [thing]).fetchone() is not None)

    def note(self, thing: str) -> None:
        """Note that something is done."""
        sql = "insert into settings values (?, ?) on conflict do nothing"
        self._database.write(lambda db: db.execute(sql, [thing, b""]))


def read_key(db: Connection) -> bytes | None:
    """The key, None before it is made."""
    row = db.execute("select value from settings where key = 'secret_key'").fetchone()
    return row[0] if row else None


def make_key(db: Connection) -> bytes:
    """The key, made unless another process was faster."""
    db.execute("insert into settings values ('secret_key', ?) on conflict do nothing", [secrets.token_bytes(32)])
    return read_key(db) or b""
