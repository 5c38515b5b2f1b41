"""`scorekeeper backup` and `restore`: a copy of everything while the server runs, and the way back, checked first."""

import shutil
import time
from contextlib import ExitStack, suppress
from itertools import chain, count
from pathlib import Path

import click

from scorekeeper.commands.export import (
    is_new,
    open_for_command,
    refuse_itself,
    report_errors,
    say_written,
)
from scorekeeper.commands.options import database_option, replace_option
from scorekeeper.export.verification import find_damage
from scorekeeper.store import StoreError, default_database, hold_database, open_store, parse_url
from scorekeeper.whole_files import BESIDE, check_free, write_whole


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@replace_option
@database_option
def backup_command(file: Path, replace: bool, database: str | None) -> None:
    """Copy everything into FILE: tables, links, and the key that signs cookies.

    The server may be running. Keep the copy as private as the database itself.
    """
    with report_errors(), open_for_command(database, read_only=True) as store, ExitStack() as held:
        refuse_itself(file, database)
        check_free(file, replace=replace)
        if file.exists():
            held.enter_context(hold_database(str(file)))
            with suppress(StoreError):  # what its log holds must not be read as the new file's
                open_store(file).close()
        store.copy_to(file, replace=replace)
    say_written(file)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Put the database that is there aside.")
@database_option
def restore_command(file: Path, database: str | None, replace: bool) -> None:
    """Put the copy FILE in the place of the database, once every table in it has been replayed.

    The server must not be running.
    """
    url = database or default_database()
    with report_errors(), open_for_command(str(file), read_only=True) as copy:
        refuse_itself(file, database)
        path, _ = parse_url(url)
        is_new(url)
        with hold_database(url):
            if found := list(find_damage(copy)):
                raise click.ClickException("\n".join([f"{file} is damaged, and was not restored.", *found]))
            put_aside(path, replace=replace)
            copy.copy_to(path, replace=True)
    say_written(path)


def put_aside(path: Path, *, replace: bool) -> None:
    """Save the database that another is to replace under another name, with all that its write-ahead log holds.

    Raises `FileExistsError` without `replace`.
    """
    check_free(path, replace=replace)
    if not path.exists():
        return
    stem = f"{path.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (
        path.with_name(f"{stem}{more}{path.suffix}") for more in chain([""], (f"-{number}" for number in count(2)))
    )
    aside = next(name for name in names if not name.exists())
    try:
        with open_store(path) as store:
            store.copy_to(aside)
    except StoreError:  # it cannot be read, which may be why it is replaced: it is kept as it is
        for end in BESIDE:
            if (beside := path.with_name(f"{path.name}{end}")).exists():
                with write_whole(aside.with_name(f"{aside.name}{end}")) as part:
                    shutil.copy2(beside, part)
                if end:
                    beside.unlink()
    say_written(aside)
