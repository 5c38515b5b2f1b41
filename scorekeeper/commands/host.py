"""`scorekeeper host`: the way back for a host whose phone lost its cookie, or finds the laptop at another address."""

import click

from scorekeeper.commands.addresses import address_for_phones, qr_text
from scorekeeper.commands.export import open_for_command, report_errors
from scorekeeper.commands.options import database_option
from scorekeeper.commands.serve import DEFAULT_PORT
from scorekeeper.store import UnknownTable, default_database, find_server_address, is_server


@click.command("host")
@click.argument("table", required=False)
@click.option("--renew", is_flag=True, help="Revoke the link to open tables, for all phones; print another.")
@database_option
def host_command(table: str | None, renew: bool, database: str | None) -> None:
    """Print a link and a QR that make a phone the host of TABLE; of the one that was used last, when none is named.

    The last line is the link to open tables, for a server that has `--open-tables hosts`. The server may be running.
    Earlier host links stay good until they are revoked.
    """
    url = database or default_database()
    with report_errors(), open_for_command(url) as store:
        known = [info.table_id for info in store.events.tables(None if table is None else [table], limit=1)]
        if table is not None and not known:
            raise UnknownTable(table)
        if renew:
            store.settings.renew_opening_token()
        opening = store.settings.opening_token()
        token = store.grants.issue(known[0], "host") if known else opening
    address = find_server_address(url) or address_for_phones("0.0.0.0", DEFAULT_PORT)
    click.echo(qr_text(f"{address}/l/{token}"))
    click.echo(f"Host of table {known[0]}: {address}/l/{token}" if known else "There is no table yet.")
    click.echo(f"To open tables, with `serve --open-tables hosts`: {address}/l/{opening}")
    if is_server(url):
        click.echo("Another address of your server takes the place of this one.")
    elif not find_server_address(url):
        click.echo("No server is running. Start it first; its address may be another.")
