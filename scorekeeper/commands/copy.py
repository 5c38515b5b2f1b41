"""`scorekeeper copy`: everything from one database into another, such as from SQLite to PostgreSQL, and replayed."""

from collections.abc import Iterator

import click

from scorekeeper.commands.export import check_exists, counted, opened, told_plainly
from scorekeeper.export.verification import MOST_TABLES, damage
from scorekeeper.store import Store, copy, occupying, open_store, same_database, without_secrets


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_command(source: str, target: str) -> None:
    """Copy everything from one database into another, which must be empty: tables, links, groups, and the secret key.

    Each is a SQLite file or postgresql://host/name; no server may be running on either. It is all copied, or nothing;
    then every table of the copy is replayed and compared.
    """
    with told_plainly():
        check_exists(source)  # before anything is made beside it
        if same_database(source, target):
            raise click.ClickException(f"{without_secrets(source)} cannot be copied into itself.")
        copy_all(source, target)


def copy_all(source: str, target: str) -> None:
    """Copy everything, and compare. Raises `click.ClickException` naming what is otherwise in the copy."""
    with occupying(source), occupying(target), opened(source) as old, open_store(target) as new:
        copy(old.database, new.database, lambda name, rows: click.echo(f"{name}: {rows}", err=True))
        if found := list(differences(old, new)):
            raise click.ClickException("\n".join([f"{without_secrets(target)} is not a copy.", *found]))
        tables = counted(len(new.events.tables(limit=MOST_TABLES)), "table")
        click.echo(f"Copied {tables} into {without_secrets(target)}. Each was replayed and is the same.")


def differences(old: Store, new: Store) -> Iterator[str]:
    """Yield the differences of a copy, a line each: other tables, and those that only the original can replay."""
    broken = set(damage(old))
    yield from (line for line in damage(new) if line not in broken)
    for info in old.events.tables(limit=MOST_TABLES):
        if new.events.load(info.table_id) != old.events.load(info.table_id):
            yield f"Table {info.table_id} is another."


COMMANDS = (copy_command,)
