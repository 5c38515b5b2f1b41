"""Phones and the forms they send. Imports little, since the processes that load a server import this."""

import json
from typing import Any, NamedTuple

import msgspec

PLAYERS = ("Ana", "Bo", "Cho", "Dan", "Eun")


class Device(msgspec.Struct, frozen=True):
    """A phone that keeps the score at a table: its cookie, and the CSRF token for its forms."""

    table_id: str
    cookie: str = ""
    csrf: str = ""
    language: str = "en"


class Form(NamedTuple):
    """A filled-in form of the dock."""

    name: str
    fields: dict[str, Any]


def build_hand_forms(number: int) -> tuple[Form, ...]:
    """Return the forms of one hand recorded as a result only; contracts, sides and results vary with `number`."""
    declarer = number % len(PLAYERS) + 1
    friend = declarer % len(PLAYERS) + 1
    return (
        Form("start_hand", {}),
        Form("enter_contract", {"declarer": declarer, "level": 14, "trump": "SDHC"[number % 4]}),
        Form("result", {"side": f"card|{friend}", "points": (16, 9, 20)[number % 3]}),
    )


def read_version(html: bytes) -> int:
    """Return the table's version shown in a page or fragment. Raises `ValueError` if there is none."""
    before, _, rest = html.partition(b'data-version="')
    if not rest:
        raise ValueError(f"no table in {before[:200]!r}")
    return int(rest.partition(b'"')[0])


def to_json_line(value: Any) -> str:
    """Return `value` as one line of JSON for another process."""
    return json.dumps(msgspec.to_builtins(value))
