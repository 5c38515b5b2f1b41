"""The `scorekeeper` command."""

import io
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper import __version__
from scorekeeper.commands.options import database_option

if TYPE_CHECKING:
    from scorekeeper.web.http.proxies import Network


class LazyCommand(click.Command):
    """A command of another module, which is imported when the command runs: `--help` needs neither store nor web."""

    def __init__(self, name: str, module: str, summary: str) -> None:
        super().__init__(name, help=summary)
        self.module = module

    @property
    def command(self) -> click.Command:
        """The command itself."""
        found: click.Command = getattr(import_module(f"scorekeeper.commands.{self.module}"), f"{self.name}_command")
        return found

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """Return the context of the command itself."""
        return self.command.make_context(info_name, args, parent, **extra)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Keep the score of card games played with real cards."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may have no letters for a name
            stream.reconfigure(errors="backslashreplace")
    if other := find_other_program():
        click.echo(OTHER_PROGRAM.format(version=other), err=True)


OTHER_PROGRAM = (
    "Another program called scorekeeper ({version}) is installed in the same environment, where each overwrites files"
    " of the other. Give this one an environment of its own: pipx install scorekeeper-cards"
)


def find_other_program() -> str | None:
    """Return the version of the index's other `scorekeeper` where it is installed beside this program."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("scorekeeper")  # this program's distribution is called scorekeeper-cards
    except PackageNotFoundError:
        return None


def parse_proxies_option(_context: click.Context, _option: click.Parameter, text: str) -> "tuple[Network, ...]":
    """Return the networks of ``--trusted-proxies``. Raises `click.BadParameter`."""
    from scorekeeper.web.http.proxies import parse_networks

    try:
        return parse_networks(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


def parse_public_url_option(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Return ``--public-url`` completed, None where it is empty. Raises `click.BadParameter`."""
    if not text or not text.strip():
        return None
    from scorekeeper.commands.addresses import read_public_url

    try:
        return read_public_url(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


SERVER_OPTIONS = (
    click.option(
        "--host", envvar="SCOREKEEPER_HOST", default="0.0.0.0", show_default=True, help="Address to listen on."
    ),
    click.option(
        "--port",
        envvar="SCOREKEEPER_PORT",
        type=click.IntRange(1, 65535),
        help="[default: the first free one from 8000]",
    ),
    click.option(
        "--public-url",
        envvar="SCOREKEEPER_PUBLIC_URL",
        callback=parse_public_url_option,
        metavar="URL",
        help="Where phones find this server, if behind a proxy: https://cards.example.org.",
    ),
    click.option(
        "--trusted-proxies",
        envvar="SCOREKEEPER_TRUSTED_PROXIES",
        callback=parse_proxies_option,
        default="",
        metavar="ADDRESSES",
        help="Proxies to believe, with commas between: 127.0.0.1,10.0.0.0/8. [default: none]",
    ),
    click.option(
        "--open-tables",
        envvar="SCOREKEEPER_OPEN_TABLES",
        type=click.Choice(["anyone", "hosts"]),
        default="anyone",
        show_default=True,
        help="Who may open tables: anyone, or phones that opened the link which is printed here and by `host`.",
    ),
    click.option(
        "--log",
        "log_format",
        envvar="SCOREKEEPER_LOG",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Lines for people about what goes wrong, or for programs about every request, on standard error.",
    ),
    click.option(
        "--log-addresses",
        envvar="SCOREKEEPER_LOG_ADDRESSES",
        is_flag=True,
        help="Write into these lines from which address a request came.",
    ),
)
"""The options of every command that serves."""


def take_server_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a server."""
    for option in reversed(SERVER_OPTIONS):
        command = option(command)
    return command


@main.command()
@take_server_options
@database_option
def serve(**options: Any) -> None:
    """Serve tables to the phones around you until Ctrl+C."""
    from scorekeeper.commands.serve import serve as serve_tables

    serve_tables(**options)


@main.command()
@take_server_options
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep the tables in this SQLite file. [default: they are deleted at the end]",
)
def demo(keep: Path | None, **options: object) -> None:
    """Serve tables to try until Ctrl+C: two evenings, and a hand that plays itself."""
    from scorekeeper.commands.serve import serve_demo

    serve_demo(keep, **options)


for command in (
    LazyCommand(
        "export",
        "export",
        "Write TABLE as a file, or list the tables when none is named; with --to, write a database for other programs.",
    ),
    LazyCommand(
        "import",
        "export",
        "Check FILE, an exported JSON document, and keep it as a new table; or bring in another database.",
    ),
    LazyCommand("check", "export", "Check FILE, an exported JSON document or a database; without one, the database."),
    LazyCommand("backup", "backup", "Copy everything into FILE: tables, links, and the key that signs cookies."),
    LazyCommand(
        "restore",
        "backup",
        "Put the copy FILE in the place of the database, once every table in it has been replayed.",
    ),
    LazyCommand(
        "copy",
        "copy",
        "Copy everything from one database into another, which must be new: tables, links, groups, and the secret key.",
    ),
    LazyCommand(
        "tables",
        "prune",
        "List the tables, the last used first: id, the day of the last tap, game, size, and who sits there.",
    ),
    LazyCommand("delete", "prune", "Delete TABLE for everybody, with its links."),
    LazyCommand("prune", "prune", "Delete tables at which nothing was recorded for so many DAYS, with their links."),
    LazyCommand(
        "host",
        "host",
        "Print a link and a QR that make a phone the host of TABLE; of the one that was used last, when none is named.",
    ),
):
    main.add_command(command)
