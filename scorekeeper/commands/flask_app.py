"""The application for Flask's own commands: `flask --app scorekeeper …`."""

import click
from flask import Flask

from scorekeeper.web import create_app

HINT = "This server has no live updates: phones see a tap of another only when they load the page again."
COMMAND = "`scorekeeper serve` has them, and prints the address and a QR."


def create_app_with_hint() -> Flask:
    """Return the application; under `flask run` say first that live updates need `scorekeeper serve`."""
    context = click.get_current_context(silent=True)
    if context and context.info_name == "run":
        click.echo(f"{HINT} {COMMAND}", err=True)
    return create_app()
