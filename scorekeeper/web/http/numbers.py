"""Numbers in addresses: short enough for every database."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class ShortNumber(IntegerConverter):
    """Converts up to nine digits, the most that a form may send too. There is no page at a longer number.

    SQLite refuses numbers of 64 bits and more, PostgreSQL those of 32, and Python those of 4,300 digits.
    """

    regex = r"\d{1,9}"


def init_app(app: Flask) -> None:
    """Read every ``<int:…>`` of an address as a short number. The blueprints come after it."""
    app.url_map.converters["int"] = ShortNumber
