"""Boards as they are sent to phones."""

from flask import Flask

from scorekeeper.live import Audience
from scorekeeper.web.board.frames import render_main


def draw_boards(app: Flask, table_id: str) -> list[str]:
    """Return the board of a table for every audience in two languages."""
    audiences = [
        Audience(role, language) for role in ("recording", "reading", "television") for language in ("en", "ko")
    ]
    ledger = app.extensions["scorekeeper"].books.ledger(table_id)
    with app.test_request_context():
        return [render_main(table_id, ledger, audience) for audience in audiences]
