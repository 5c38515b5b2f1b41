"""Evenings from files, as a phone brings them by the import page."""

from io import BytesIO
from pathlib import Path

from flask import Flask

from tests.web.pages import parse
from tests.web.phones import Phone, Table

EVENINGS = Path(__file__).parent / "evenings"
"""Small evenings, each with something that was once summed up wrongly."""


def imported(app: Flask, name: str, phone: Phone | None = None) -> Table:
    """The table of a file of `EVENINGS`, and the phone that brought it."""
    phone = phone or Phone(app)
    phone.page("/import")
    data = (EVENINGS / f"{name}.json").read_bytes()
    response = phone.post("/import", {"file": [(BytesIO(data), f"{name}.json")]})
    assert response.status_code == 303, parse(response.text).problems
    return Table(phone, response.location.split("/")[2])
