"""`scorekeeper copy`: everything from one database into another, such as from SQLite to PostgreSQL, then compared."""

from collections.abc import Iterator

import click

from scorekeeper.commands.export import check_exists, count_in_words, open_for_command, report_errors
from scorekeeper.export.verification import MOST_TABLES, find_damage
from scorekeeper.store import Store, copy_database, hold_database, is_same_database, open_store, without_secrets


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_command(source: str, target: str) -> None:
    """Copy everything from one database into another, which must be empty: tables, links, groups, and the secret key.

    Each is a SQLite file or postgresql://host/name; no server may be running on either. It is all copied, or nothing;
    then every table of the copy is replayed and compared.
    """
    with report_errors():
        check_exists(source)  # first, so that a mistyped path creates no files
        if is_same_database(source, target):
            raise click.ClickException(f"{without_secrets(source)} cannot be copied into itself.")
        copy_all(source, target)


def copy_all(source: str, target: str) -> None:
    """Copy everything and compare. Raises `click.ClickException` with the differences of the copy."""
    with hold_database(source), hold_database(target), open_for_command(source) as old, open_store(target) as new:
        copy_database(old.database, new.database, lambda name, rows: click.echo(f"{name}: {rows}", err=True))
        if found := list(differences(old, new)):
            raise click.ClickException("\n".join([f"{without_secrets(target)} is not a copy.", *found]))
        tables = count_in_words(len(new.events.tables(limit=MOST_TABLES)), "table")
        click.echo(f"Copied {tables} into {without_secrets(target)}. Each was replayed and is the same.")


def differences(old: Store, new: Store) -> Iterator[str]:
    """Yield the differences of a copy, a line each: other tables, and those that only the original can replay."""
    broken = set(find_damage(old))
    yield from (line for line in find_damage(new) if line not in broken)
    for info in old.events.tables(limit=MOST_TABLES):
        if new.events.load(info.table_id) != old.events.load(info.table_id):
            yield f"Table {info.table_id} is another."


COMMANDS = (copy_command,)
