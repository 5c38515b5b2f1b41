"""Copying everything from one database into another, of the same engine or not."""

from collections.abc import Callable

from scorekeeper.store.errors import NotEmpty
from scorekeeper.store.location import without_secrets
from scorekeeper.store.sql import TABLES, Connection, Database, placeholders

ROWS_AT_ONCE = 500
"""Rows in one statement: SQLite may allow only 32,766 values in one."""

OnRowsCopied = Callable[[str, int], None]
"""Called with the name of a table and the number of its rows copied so far."""


def copy_database(source: Database, target: Database, on_rows_copied: OnRowsCopied = lambda _name, _rows: None) -> None:
    """Copy all rows of `source`, as of now, into `target`: all of them or none.

    Raises `NotEmpty` where the target has any row.
    """
    source.read(lambda rows: target.write(lambda db: write_rows(target, db, rows, on_rows_copied)), at_once=True)


def write_rows(target: Database, db: Connection, source: Connection, on_rows_copied: OnRowsCopied) -> None:
    """Write all rows of the source into the target."""
    if any(db.execute(f"select 1 from {name} limit 1").fetchone() for name in TABLES):  # noqa: S608
        raise NotEmpty(without_secrets(target.url))
    for name, columns in TABLES.items():
        copied = 0
        on_rows_copied(name, copied)
        found = source.execute(f"select {', '.join(columns)} from {name}")  # noqa: S608
        while rows := found.fetchmany(ROWS_AT_ONCE):
            values = [value for row in rows for value in row]
            each = f"({placeholders(columns)})"
            db.execute(f"insert into {name} ({', '.join(columns)}) values {', '.join([each] * len(rows))}", values)  # noqa: S608
            copied += len(rows)
            on_rows_copied(name, copied)
    target.advance_numbers(db)
