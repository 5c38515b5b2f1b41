"""Evenings imported from files by the import page."""

from io import BytesIO
from pathlib import Path

from flask import Flask

from tests.web.pages import parse
from tests.web.phones import Phone, Table

EVENINGS = Path(__file__).parent / "evenings"
"""Small evenings, each with a score that was once computed wrongly."""


def import_table(app: Flask, name: str, phone: Phone | None = None) -> Table:
    phone = phone or Phone(app)
    phone.page("/import")
    data = (EVENINGS / f"{name}.json").read_bytes()
    response = phone.post("/import", {"file": [(BytesIO(data), f"{name}.json")]})
    assert response.status_code == 303, parse(response.text).problems
    return Table(phone, response.location.split("/")[2])
