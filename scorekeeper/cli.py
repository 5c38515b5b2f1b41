"""The `scorekeeper` command."""

import click

from scorekeeper import __version__
from scorekeeper.export import backups, commands, pruning
from scorekeeper.hosting import host_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Keep the score of card games played with real cards."""


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), help="[default: the first free one from 8000]")
@click.option("--database", envvar="SCOREKEEPER_DATABASE", help="SQLite file. [default: one in your data folder]")
@click.option("--public-url", envvar="SCOREKEEPER_PUBLIC_URL", help="Where phones find this server, if behind a proxy.")
@click.option(
    "--proxies",
    envvar="SCOREKEEPER_PROXIES",
    type=click.IntRange(0, 5),
    default=0,
    help="How many proxies stand before this server. [default: 0]",
)
def serve(host: str, port: int | None, database: str | None, public_url: str | None, proxies: int) -> None:
    """Serve tables to the phones around you until Ctrl+C."""
    from scorekeeper.serve import serve as serve_tables

    serve_tables(host, port, database, public_url, proxies)


for command in (*commands.COMMANDS, *backups.COMMANDS, *pruning.COMMANDS, host_command):
    main.add_command(command)
