"""`scorekeeper backup` and `restore`: a copy of everything while the server runs, and the way back, checked first."""

import time
from pathlib import Path

import click

from scorekeeper.commands.export import database_option, open_for_command, report_errors
from scorekeeper.export.verification import find_damage
from scorekeeper.store import default_database, hold_database, open_store, parse_url


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database_option
def backup_command(file: Path, database: str | None) -> None:
    """Copy everything into FILE, which must be new: tables, links, and the key that signs cookies.

    The server may be running. Keep the copy as private as the database itself.
    """
    with report_errors(), open_for_command(database, must_exist=True, read_only=True) as store:
        store.copy_to(file)
    click.echo(f"Wrote {file}.")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Put the database that is there aside.")
@database_option
def restore_command(file: Path, database: str | None, replace: bool) -> None:
    """Put the copy FILE in the place of the database, once every table in it has been replayed.

    The server must not be running.
    """
    url = database or default_database()
    with report_errors(), open_for_command(str(file), read_only=True) as copy, hold_database(url):
        path, _ = parse_url(url)
        if found := list(find_damage(copy)):
            raise click.ClickException("\n".join([f"{file} is damaged, and was not restored.", *found]))
        if path.exists() and not replace:
            raise click.ClickException(f"There is a database at {path} already. --replace puts it aside.")
        if path.exists():
            click.echo(f"Put what was there aside, as {put_aside(path)}.")
        copy.copy_to(path)
    click.echo(f"Restored {path}.")


def put_aside(path: Path) -> Path:
    """Rename a database, with everything that its write-ahead log still holds. Returns the new path."""
    open_store(path).close()
    aside = path.with_name(f"{path.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    path.rename(aside)
    return aside


COMMANDS = (backup_command, restore_command)
