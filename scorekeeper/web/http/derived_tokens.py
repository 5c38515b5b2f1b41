"""Tokens that follow from the key of the server: none of them is stored as it is."""

from flask import current_app

from scorekeeper.store import derive_token


def derive_own_token(*parts: object) -> str:
    """Return a token of 128 bits that follows from `parts` for this server, and for nobody else."""
    return derive_token(str(current_app.secret_key).encode(), *parts)
