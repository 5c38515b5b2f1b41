"""`scorekeeper copy`: everything from one database into another, such as from SQLite to PostgreSQL, then compared."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from scorekeeper.commands.backup import put_aside
from scorekeeper.commands.export import (
    check_exists,
    count_in_words,
    is_new,
    open_for_command,
    report_errors,
    say_written,
)
from scorekeeper.export.verification import MOST_TABLES, find_damage
from scorekeeper.store import (
    Store,
    copy_database,
    hold_database,
    is_same_database,
    is_server,
    open_store,
    parse_url,
    without_secrets,
)
from scorekeeper.whole_files import write_whole


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--replace", is_flag=True, help="Put the file that is there aside.")
def copy_command(source: str, target: str, replace: bool) -> None:
    """Copy everything from one database into another, which must be new: tables, links, groups, and the secret key.

    Each is a SQLite file or postgresql://host/name; no server may be running on either. It is all copied, or nothing;
    then every table of the copy is replayed and compared.
    """
    with report_errors():
        check_exists(source)  # first, so that a mistyped path creates no files
        if is_same_database(source, target):
            raise click.ClickException(f"{without_secrets(source)} cannot be copied into itself.")
        is_new(target)
        with hold_database(source), hold_database(target), open_for_command(source) as old:
            with open_target(target, replace=replace) as new:
                copy_all(old, new, without_secrets(target))
            tables = count_in_words(len(old.events.tables(limit=MOST_TABLES)), "table")
    say_written(without_secrets(target), f": {tables}, each replayed and the same")


@contextmanager
def open_target(url: str, *, replace: bool) -> Iterator[Store]:
    """Open the database to fill. A file has its name once the block is over."""
    if is_server(url):
        with open_store(url) as store:
            yield store
        return
    path = parse_url(url)[0]
    put_aside(path, replace=replace)
    with write_whole(path, replace=replace) as part, open_store(part) as store:
        yield store


def copy_all(old: Store, new: Store, name: str) -> None:
    """Copy everything and compare. Raises `click.ClickException` with the differences of the copy."""
    copy_database(old.database, new.database, lambda table, rows: click.echo(f"{table}: {rows}", err=True))
    if found := list(differences(old, new)):
        raise click.ClickException("\n".join([f"{name} is not a copy.", *found]))


def differences(old: Store, new: Store) -> Iterator[str]:
    """Yield the differences of a copy, a line each: other tables, and those that only the original can replay."""
    broken = set(find_damage(old))
    yield from (line for line in find_damage(new) if line not in broken)
    for info in old.events.tables(limit=MOST_TABLES):
        if new.events.load(info.table_id) != old.events.load(info.table_id):
            yield f"Table {info.table_id} is another."
