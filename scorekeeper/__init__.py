"""Scorekeeper: referee and score sheet for card games played with real cards."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__version__ = "1.1.0"


def create_app() -> "Flask":
    """Return the application for Flask's own commands: `flask --app scorekeeper run`, `routes`, `shell`.

    Imported when called, so that the rules as a library need no web.
    """
    from scorekeeper.commands.flask_app import create_app_with_hint

    return create_app_with_hint()
