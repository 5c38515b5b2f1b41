"""Phones and what they tap, as they send it: what the processes need that load a server, and no more."""

import json
from typing import Any, NamedTuple

import msgspec

PLAYERS = ("Ana", "Bo", "Cho", "Dan", "Eun")


class Device(msgspec.Struct, frozen=True):
    """A phone that keeps the score at a table: its cookie, and the token that its forms send."""

    table_id: str
    cookie: str = ""
    csrf: str = ""
    language: str = "en"


class Form(NamedTuple):
    """A form of the dock, filled in."""

    name: str
    fields: dict[str, Any]


def build_hand_forms(number: int) -> tuple[Form, ...]:
    """The taps of one hand of which only the result is kept; contracts, sides and results change from hand to hand."""
    declarer = number % len(PLAYERS) + 1
    friend = declarer % len(PLAYERS) + 1
    return (
        Form("start_hand", {}),
        Form("enter_contract", {"declarer": declarer, "level": 14, "trump": "SDHC"[number % 4]}),
        Form("result", {"side": f"card|{friend}", "points": (16, 9, 20)[number % 3]}),
    )


def read_version(html: bytes) -> int:
    """The version of the table that a page or fragment shows."""
    before, _, rest = html.partition(b'data-version="')
    if not rest:
        raise ValueError(f"no table in {before[:200]!r}")
    return int(rest.partition(b'"')[0])


def to_json_line(value: Any) -> str:
    """One line that another process reads."""
    return json.dumps(msgspec.to_builtins(value))
