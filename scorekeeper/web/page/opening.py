"""The right to open tables on this server: everybody's, or that of phones which came by the link of whoever runs it."""

from flask import current_app, session

from scorekeeper.errors import RuleError
from scorekeeper.store import is_same_token
from scorekeeper.web.http.services import services


def is_opening_link(token: str) -> bool:
    """Return whether a token is that of the link by which phones may open tables."""
    return is_same_token(services().store.settings.opening_token(), token)


def may_open() -> bool:
    """Return whether this phone may open tables."""
    return current_app.config["OPEN_TABLES"] == "anyone" or is_opening_link(session.get("opens", ""))


def check_may_open() -> None:
    """Raise `RuleError` unless this phone may open tables."""
    if not may_open():
        raise RuleError("access.may_not_open")
