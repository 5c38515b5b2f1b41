"""Rate limits on what could be guessed or flooded."""

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=False)

GUESSABLE = "60 per minute"
"""Links and seats: tokens have 128 bits, so this only keeps a log from filling up."""

EXPENSIVE = "20 per minute"
"""New tables and imports."""


def init_app(app: Flask) -> None:
    """Set the limits; RATELIMIT_ENABLED = False turns them off."""
    limiter.init_app(app)
