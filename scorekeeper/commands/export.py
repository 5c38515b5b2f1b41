"""`scorekeeper export`, `import` and `check`. Results go to standard output, everything else to standard error."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from scorekeeper.bookkeeper import fold_undamaged, take_last
from scorekeeper.commands.options import database_option, file_argument, replace_option
from scorekeeper.errors import RuleError
from scorekeeper.export.datasette import render_metadata
from scorekeeper.export.describe import export_document
from scorekeeper.export.document import LARGEST_FILE
from scorekeeper.export.history import export_history
from scorekeeper.export.spreadsheet import export_csv
from scorekeeper.export.verification import MOST_TABLES, check_document, find_damage, import_document
from scorekeeper.export.wording import tell
from scorekeeper.export.workbook import export_xlsx
from scorekeeper.store import (
    EventStore,
    NewerSchema,
    OlderSchema,
    Store,
    StoreError,
    StoreUnavailable,
    TableInfo,
    UnknownTable,
    copy_for_reading,
    default_database,
    find_server_address,
    is_default,
    is_same_database,
    is_server,
    open_store,
    parse_url,
    without_secrets,
)
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.whole_files import PART, write_whole
from scorekeeper.zones import find_zone, localize_time

MOST_LISTED = 10_000
MOST_NAMED = 5
HALF_A_FILE = "{path} is half a file, which a command left that was interrupted. Delete it."
SQLITE = b"SQLite format 3\0"


@click.command("export")
@click.argument("table", required=False)
@click.option("--format", "form", type=click.Choice(["json", "csv", "xlsx"]), default="json", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write.")
@click.option(
    "--to",
    "history",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write TABLE, or all tables, into this SQLite file; what is there already is brought up to date.",
)
@click.option("--group", metavar="NAME", help="With --to: the tables of this group.")
@click.option(
    "--metadata",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --to: write a description of the columns for Datasette, as YAML.",
)
@replace_option
@database_option
def export_command(
    table: str | None,
    form: str,
    output: Path | None,
    history: Path | None,
    group: str | None,
    metadata: Path | None,
    replace: bool,
    database: str | None,
) -> None:
    """Write TABLE as a file, or list the tables when none is named; with --to, write a database for other programs."""
    if history is not None:
        if output is not None:
            raise click.UsageError("--to and --output exclude each other.")
        write_history(history, table, group, metadata, database)
        return
    if group is not None or metadata is not None:
        raise click.UsageError("--group and --metadata need --to.")
    write = FORMATS[form]
    with report_errors(), open_for_command(database) as store:
        content = list_tables(store.events) if table is None else write(store.events, table)
        if output is None:
            click.echo(content, nl=False)
            return
        with write_whole(output, replace=replace) as part:
            part.write_bytes(content if isinstance(content, bytes) else content.encode())
    say_written(output)


def write_history(
    file: Path, table: str | None, group: str | None, metadata: Path | None, database: str | None
) -> None:
    """Write tables into a history, with a bar on standard error that shows how far it is."""
    with report_errors(), open_for_command(database) as store:
        infos = find_exported(store, table, group)
        with click.progressbar(infos, label="Exporting", file=sys.stderr) as bar:
            done = export_history(file, store.events, store.groups, bar)
        if metadata is not None:
            with write_whole(metadata, replace=True) as part:
                part.write_text(render_metadata(file.stem), encoding="utf-8")
            say_written(metadata)
    parts = (f"{done.new} new", f"{done.changed} changed", f"{done.same} as before")
    say_written(file, f": {count_in_words(sum(done), 'evening')}, {', '.join(parts)}")


def find_exported(store: Store, table: str | None, group: str | None) -> list[TableInfo]:
    """Return the tables to export, the oldest first: all but those to try, those of a group, or one.

    Raises `UnknownTable`, or `click.ClickException` for a group that there is not, or is more than once.
    """
    if table is not None:
        if group is not None:
            raise click.UsageError("Name a table or a group, not both.")
        if not (found := store.events.tables([table])):
            raise UnknownTable(table)
        return found
    if group is None:
        every = store.events.tables(limit=MOST_TABLES)
        return sorted((info for info in every if info.until is None), key=lambda info: info.created)
    named = store.groups.find_named(group)
    if len(named) != 1:
        raise click.ClickException(
            f"There are {len(named)} groups called {group}." if named else f"There is no group called {group}."
        )
    nights = [night.table_id for night in store.groups.get(named[0]).nights]
    return sorted(store.events.tables(nights, limit=MOST_TABLES), key=lambda info: info.created)


@click.command("import")
@file_argument
@click.option("--again", is_flag=True, help="Keep a table that is here already a second time, without asking.")
@database_option
def import_command(file: Path, again: bool, database: str | None) -> None:
    """Check FILE, an exported JSON document, and keep it as a new table; or bring in another database.

    Of a database every table and group that is new here is replayed and brought in, and what is here stays as it is.
    The server may be running.
    """
    from scorekeeper.commands.merge import merge_database, open_copy

    with report_errors():
        check_exists(database or default_database())
        if is_database(file):
            refuse_itself(file, database)
            with open_copy(file) as other, open_for_command(database) as store:
                for line in merge_database(file, other, store):
                    click.echo(line)
            return
        with open_for_command(database) as store:
            table = import_document(store.events, read_file(file), on_known=(lambda _: None) if again else ask_again)
            token = store.grants.issue(table, "host")
            click.echo(f"Kept as table {table}. To be its host, {open_link(store.url, f'/l/{token}')}")


def ask_again(table_id: str) -> None:
    """Ask whether an evening is to be kept twice. Raises `click.Abort`."""
    click.confirm(f"This evening is here already, as table {table_id}. Keep it as another one (--again)?", abort=True)


def refuse_itself(file: Path, database: str | None) -> None:
    """Raise `click.ClickException` where a database would be brought into itself."""
    if is_same_database(str(file), database or default_database()):
        raise click.ClickException(f"{file} is the database itself.")


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@database_option
def check_command(file: Path | None, database: str | None) -> None:
    """Check FILE, an exported JSON document or a database; without one, the database. Every table is replayed.

    Of a document every payment, standing and rule is compared; of one that an older edition of the rules' code wrote,
    the figures are.
    """
    with report_errors():
        if file is None or is_database(file):
            check_database(str(file or database or default_database()))
            return
        state = check_document(read_file(file)).ledger.state
        click.echo(f"{file} is right: {count_in_words(count_hands(state), 'hand')}. {format_standings(state)}")
        if state.kept_from is not None:
            click.echo(f"Edition {state.kept_from} of the rules wrote it: its figures agree, but it was not refereed.")


def is_database(file: Path) -> bool:
    """Return whether a file is a SQLite database."""
    if str(file) == "-":
        return False
    with file.open("rb") as opened_file:
        return opened_file.read(len(SQLITE)) == SQLITE


def check_database(url: str) -> None:
    """Replay every table; the server may be running. Raises `click.ClickException` with the damage."""
    with open_for_command(url, read_only=True) as store:
        if found := list(find_damage(store)):
            raise click.ClickException("\n".join([f"{without_secrets(url)} is damaged.", *found]))
        click.echo(
            f"{without_secrets(url)} is whole: {count_in_words(len(store.events.tables(limit=MOST_TABLES)), 'table')}."
        )


@contextmanager
def report_errors() -> Iterator[None]:
    """Turn errors of the block into messages of a line or two, and exit status 1."""
    try:
        yield
    except RuleError as refusal:
        raise click.ClickException("\n".join(tell(problem) for problem in refusal.problems)) from refusal
    except StoreError as error:
        raise click.ClickException(sentence_of(error)) from error
    except IsADirectoryError as error:
        raise click.ClickException(f"{error.filename} is a folder: name a file.") from error
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename} is there already. --replace writes over it.") from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}.") from error


@contextmanager
def open_for_command(database: str | None, *, read_only: bool = False) -> Iterator[Store]:
    """Open the store that a command works with, which must be there: `scorekeeper serve` alone makes one."""
    url = database or default_database()
    check_exists(url)
    try:
        with open_read_only(parse_url(url)[0]) if read_only and not is_server(url) else open_store(url) as store:
            yield store
    except UnknownTable as error:
        lists = command_line("export", url)
        raise click.ClickException(f"There is no table {error}. `{lists}` lists them all.") from error
    except (NewerSchema, OlderSchema) as error:
        raise StoreError(f"{without_secrets(url)}: {error}") from error


@contextmanager
def open_read_only(path: Path) -> Iterator[Store]:
    """Open a database for reading; one that an earlier version wrote as a copy in today's form."""
    with ExitStack() as opened:
        try:
            store = open_store(f"sqlite:///{path}?mode=ro")
        except StoreUnavailable as error:
            if error.reason != "read_only":
                raise
            store = open_store(opened.enter_context(copy_for_reading(path)))
        yield opened.enter_context(store)


def check_exists(url: str) -> None:
    """Raise `click.ClickException` where a URL names no file, with those that are known, or a part of one."""
    if is_server(url):
        return
    path = parse_url(url)[0]
    check_whole(path)
    if not path.exists():
        default = default_database()
        around = [Path(default)] if not is_server(default) else []
        known = sorted({each for each in (*around, *path.parent.glob("*.db")) if each.is_file() and is_database(each)})
        here = f" There is one at {', '.join(map(str, known[:MOST_NAMED]))}." if known else ""
        raise click.ClickException(f"There is no database at {path}.{here}")


def check_whole(path: Path) -> None:
    """Raise `click.ClickException` for a file that a command left half written."""
    if path.suffix == PART:
        raise click.ClickException(HALF_A_FILE.format(path=path))


def is_new(url: str) -> bool:
    """Return whether a server would make the database. Raises `click.ClickException` where it has no folder to be in.

    The folder of the default database is made with it.
    """
    if is_server(url):
        return False
    path = parse_url(url)[0]
    check_whole(path)
    if path.exists():
        return False
    if not path.parent.is_dir() and not is_default(path):
        raise click.ClickException(f"There is no folder {path.parent} for a new database: make it first.")
    return True


def command_line(command: str, url: str) -> str:
    """Return a command as somebody types it to work with the database at `url`."""
    return (
        f"scorekeeper {command}{'' if is_same_database(url, default_database()) else f' --database {shlex.quote(url)}'}"
    )


def open_link(url: str, path: str) -> str:
    """Return how to open a path of the server of a database, in two lines where none is known to run."""
    address = find_server_address(url)
    return f"open {address}{path}" if address else f"open your server's address followed by\n{path}"


def say_written(name: object, more: str = "") -> None:
    """Tell on standard error which file was written."""
    click.echo(f"Wrote {name}{more}.", err=True)


def sentence_of(error: Exception) -> str:
    """Return the text of an error as a sentence, which may begin with the name of a file."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}." if text.partition(" ")[0].isalpha() else f"{text}."


def read_file(path: Path) -> bytes:
    """Return the content of a file, or of standard input for "-"; of too large a one, enough to see that it is."""
    if str(path) == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


FORMATS: Mapping[str, Callable[[EventStore, str], bytes]] = {
    "json": export_document,
    "csv": lambda events, table: export_csv(state_of(events, table)),
    "xlsx": lambda events, table: export_xlsx(state_of(events, table)),
}
"""The writer of each format; spreadsheets are in English."""


def list_tables(events: EventStore) -> str:
    """Return a line for each table, the last used first: id, date, hands of all its sheets, standings."""
    lines = []
    for info in events.tables(limit=MOST_LISTED):
        state = state_of(events, info.table_id)
        hands = count_in_words(count_hands(state), "hand")
        day = localize_time(info.changed, find_zone(state.zone)).date()
        lines.append(f"{info.table_id}  {day}  {state.game.name}, {hands}  {format_standings(state)}\n")
    return "".join(lines)


def count_hands(state: TableState) -> int:
    """Return the number of hands on all sheets of a table."""
    every = (state.entries, *(sheet.entries for sheet in state.sheets))
    return sum(isinstance(entry, HandRecord) for entries in every for entry in entries)


def state_of(events: EventStore, table: str) -> TableState:
    """Return the state of a table; of a damaged one up to the damage. Raises `UnknownTable`."""
    return take_last(fold_undamaged(events.load(table)), Ledger()).state


def format_standings(state: TableState) -> str:
    """Return everyone's standing in one line."""
    return ", ".join(f"{state.name(player)} {tell(stands.said, state)}" for player, stands in state.standings.items())


def count_in_words(number: int, thing: str) -> str:
    """Return a number of things: 1 hand, 2 hands."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
