"""Bringing tables and groups of one database into another, which keeps everything that it has."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.store.copying import ROWS_AT_ONCE
from scorekeeper.store.errors import translate_sqlite_errors
from scorekeeper.store.groups import Group
from scorekeeper.store.sql import TABLES, Connection, Database, placeholders
from scorekeeper.store.sql_groups import plan_night, read_group

OF_A_TABLE = ("tables", "actions", "events")
OF_A_GROUP = ("groups", "people", "former_names", "joined_people", "people_told_apart", "group_rules")
OF_A_NIGHT = ("nights", "night_seats")
"""The rows that are brought. Links and phones stay behind: they are good with the key of their own database alone."""

SECONDS_TO_WAIT = 5.0

OnTable = Callable[[], None]
"""Called after each table."""


@contextmanager
def copy_for_reading(path: Path) -> Iterator[Path]:
    """Yield a copy of a SQLite file, which may be brought up to date without changing the file itself.

    Raises `StoreUnavailable`.
    """
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy, address = Path(folder, "scorekeeper.db"), f"{path.absolute().as_uri()}?mode=ro"
        with (
            translate_sqlite_errors(),
            closing(sqlite3.connect(address, uri=True, timeout=SECONDS_TO_WAIT)) as db,
            closing(sqlite3.connect(copy)) as into,
        ):
            db.execute("select count(*) from sqlite_master")  # waits for who writes, where a backup would not
            db.backup(into)
        yield copy


def merge_tables(
    source: Database, target: Database, table_ids: Collection[str], group_ids: Collection[str], then: OnTable
) -> list[str]:
    """Bring tables and groups into another database, in one transaction, and return the ids of groups that are new.

    The tables must be new there. Those that were nights of a group which is there already become nights of it: their
    players are the people whom it knows by their names.
    """
    return source.read(
        lambda rows: target.write(lambda db: write_new(rows, db, table_ids, group_ids, then)), at_once=True
    )


def write_new(
    source: Connection, db: Connection, table_ids: Collection[str], group_ids: Collection[str], then: OnTable
) -> list[str]:
    """Write tables and groups. Returns the ids of the groups that are new."""
    new = [each for each in group_ids if not db.execute("select 1 from groups where group_id = ?", [each]).fetchone()]
    for table_id in table_ids:
        for name in OF_A_TABLE:
            copy_rows(source, db, name, "table_id", table_id)
        then()
    for group_id in group_ids:
        group = read_group(source, group_id)
        if group_id in new:
            for name in OF_A_GROUP:
                copy_rows(source, db, name, "group_id", group_id)
        for table_id in nights_among(group, table_ids):
            if group_id in new:
                for name in OF_A_NIGHT:
                    copy_rows(source, db, name, "table_id", table_id)
            else:
                plan_night(group_id, table_id, seat_names(group, table_id))(db)
    return new


def nights_among(group: Group, table_ids: Iterable[str]) -> list[str]:
    """Return the nights of a group that are among `table_ids`."""
    wanted = frozenset(table_ids)
    return [night.table_id for night in group.nights if night.table_id in wanted]


def seat_names(group: Group, table_id: str) -> dict[int, str]:
    """Return the names by which a group knows the players of a night."""
    names = {person.number: person.name for person in group.people}
    seats = next(night.seats for night in group.nights if night.table_id == table_id)
    return {player: names[person] for player, person in seats.items() if person in names}


def copy_rows(source: Connection, db: Connection, name: str, key: str, value: str) -> None:
    """Copy the rows of a table with that value, so many at once."""
    columns = TABLES[name]
    found = source.execute(f"select {', '.join(columns)} from {name} where {key} = ?", [value])  # noqa: S608
    while rows := found.fetchmany(ROWS_AT_ONCE):
        each = f"({placeholders(columns)})"
        values = [cell for row in rows for cell in row]
        db.execute(f"insert into {name} ({', '.join(columns)}) values {', '.join([each] * len(rows))}", values)  # noqa: S608
