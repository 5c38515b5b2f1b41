"""`scorekeeper tables`, `delete` and `prune`: who administers a server sees its tables, and deletes them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import msgspec

from scorekeeper.bookkeeper import fold_undamaged, take_last
from scorekeeper.commands.export import count_in_words, open_for_command, report_errors
from scorekeeper.commands.options import database_option
from scorekeeper.export.describe import export_document
from scorekeeper.export.verification import MOST_TABLES, describe_damage
from scorekeeper.store import EventStore, TableInfo, UnknownTable
from scorekeeper.table.ledger import Ledger
from scorekeeper.whole_files import write_whole
from scorekeeper.zones import find_zone, localize_time


@click.command("prune")
@click.option("--unused-for", "days", type=click.IntRange(1), required=True, metavar="DAYS", help="Since the last tap.")
@click.option("--export-to", type=click.Path(path_type=Path, file_okay=False), help="Save each as a file here first.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@database_option
def prune_command(days: int, export_to: Path | None, yes: bool, database: str | None) -> None:
    """Delete tables at which nothing was recorded for so many DAYS, with their links. The server may be running."""
    with report_errors(), open_for_command(database) as store:
        before = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        unused = [info for info in store.events.tables(limit=MOST_TABLES) if info.changed < before]
        for info in unused:
            click.echo(f"{info.table_id}  last used {localize_time(info.changed, None):%Y-%m-%d}  {info.game}")
        if not unused:
            click.echo(f"No table was unused for {count_in_words(days, 'day')}.")
            return
        if not yes:
            click.confirm(f"Delete {count_in_words(len(unused), 'table')} for good?", abort=True)
        for info in unused:
            if export_to:
                save_table(store.events, info, export_to)
            store.events.delete(info.table_id)
        click.echo(f"Deleted {count_in_words(len(unused), 'table')}.")


@click.command("tables")
@database_option
def tables_command(database: str | None) -> None:
    """List the tables, the last used first: id, the day of the last tap, game, size, and who sits there."""
    with report_errors(), open_for_command(database) as store:
        for info in store.events.tables(limit=MOST_TABLES):
            click.echo(describe_table(store.events, info))


@click.command("delete")
@click.argument("table")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@database_option
def delete_command(table: str, yes: bool, database: str | None) -> None:
    """Delete TABLE for everybody, with its links. The server may be running."""
    with report_errors(), open_for_command(database) as store:
        if not (found := store.events.tables([table])):
            raise UnknownTable(table)
        click.echo(describe_table(store.events, found[0]))
        if not yes:
            click.confirm("Delete this table for good?", abort=True)
        store.events.delete(table)
        click.echo(f"Deleted table {table}.")


def describe_table(events: EventStore, info: TableInfo) -> str:
    """Return a line about a table; of a damaged one with the people up to the damage."""
    log = events.load(info.table_id)
    size = sum(len(move) for action in log for move in action.moves)
    state = take_last(fold_undamaged(log), Ledger()).state_or_none
    people = ", ".join(person.name for person in state.people.values()) if state else "it cannot be read"
    day = f"{localize_time(info.changed, None):%Y-%m-%d}"
    return f"{info.table_id}  {day}  {info.game}  {max(size // 1024, 1)} KB  {people}"


def save_table(events: EventStore, info: TableInfo, folder: Path) -> None:
    """Write a table as a document into the folder, with mode 0600.

    Raises `click.ClickException` where that fails, so that neither this table nor any later one is deleted.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        content = export_document(events, info.table_id)
    except Exception as error:  # a damaged log may raise anything
        raise click.ClickException(
            f"Table {info.table_id} cannot be exported, and was not deleted: {describe_damage(error)}."
        ) from error
    day = localize_time(info.created, find_zone(msgspec.json.decode(content)["table"]["zone"])).date()
    file = folder / f"scorekeeper-{day}-{info.table_id}.json"
    try:
        with write_whole(file, replace=True) as part:  # flushed: the table is deleted next
            part.touch(mode=0o600)
            part.write_bytes(content)
    except OSError as error:
        why = error.strerror or error
        raise click.ClickException(f"{file} cannot be written, and {info.table_id} was not deleted: {why}.") from error
