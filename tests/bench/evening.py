"""Evenings to measure: tables in a database, the devices that sit at them, and what they tap."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.store import Store, over_sqlite
from scorekeeper.store.database import SqliteFile
from scorekeeper.table import moves as m
from scorekeeper.web import create_app
from scorekeeper.web.sessions import COOKIE

PLAYERS = ("Ana", "Bo", "Cho", "Dan", "Eun")
PRESET = "pagat"


@dataclass(frozen=True, slots=True)
class Tap:
    """A move as a form asks for it, and as the library takes it."""

    form: str
    fields: dict[str, Any]
    move: Any


class Device(msgspec.Struct, frozen=True):
    """A phone that keeps the score at a table: its cookie, and the token that its forms send."""

    table_id: str
    cookie: str = ""
    csrf: str = ""
    language: str = "en"


def hand(number: int) -> tuple[Tap, ...]:
    """The taps of one hand of which only the result is kept; contracts, sides and results change from hand to hand."""
    declarer = number % len(PLAYERS) + 1
    friend = declarer % len(PLAYERS) + 1
    trump = "SDHC"[number % 4]
    bid, call, points = mighty.Bid(14, Suit(trump)), mighty.Call.parse("card"), (16, 9, 20)[number % 3]
    return (
        Tap("start_hand", {}, m.StartHand()),
        Tap("enter_contract", {"declarer": declarer, "level": 14, "trump": trump}, mighty.EnterContract(declarer, bid)),
        Tap(
            "result",
            {"side": f"card|{friend}", "points": points},
            mighty.RecordHand(declarer, bid, call, points, friend),
        ),
    )


class Seeder:
    """Fills a database with tables before a server opens it."""

    def __init__(self, store: Store, app: Flask) -> None:
        self.store = store
        self.books = Bookkeeper(store.events)
        self.app = app

    def table(self, hands: int = 0, *, begun: bool = False) -> str:
        """A new table after `hands` hands, perhaps with one more `begun`."""
        table_id = self.books.create(m.CreateTable("mighty", PRESET, {}, PLAYERS), Recorder())
        for number in range(hands):
            self.play(table_id, *hand(number))
        if begun:
            self.play(table_id, hand(hands)[0])
        return table_id

    def play(self, table_id: str, *taps: Tap) -> None:
        """Record `taps`."""
        for tap in taps:
            version = self.books.ledger(table_id).version
            self.books.record(table_id, tap.move, version=version, recorder=Recorder(), key=f"seed-{version}")

    def device(self, table_id: str, language: str = "en") -> Device:
        """A phone of the table's host, whose browser asks for a language."""
        token = self.store.grants.issue(table_id, "host")
        with self.app.test_request_context():
            session["tables"] = {table_id: [token]}
            session["device"] = token[:8]
            csrf = generate_csrf()
            serializer = self.app.session_interface.get_signing_serializer(self.app)  # type: ignore[attr-defined]
            return Device(table_id, f"{COOKIE}={serializer.dumps(dict(session))}", csrf, language)


@contextmanager
def seeding(database: Path) -> Iterator[Seeder]:
    """Fill `database`, without waiting for the disk."""
    with over_sqlite(SqliteFile(database, durable=False)) as store:
        app = create_app({"DATABASE": str(database), "SECRET_KEY": store.settings.secret_key()})
        yield Seeder(store, app)
        app.extensions["scorekeeper"].store.close()


def version_in(html: bytes) -> int:
    """The version of the table that a page or fragment shows."""
    before, _, rest = html.partition(b'data-version="')
    if not rest:
        raise ValueError(f"no table in {before[:200]!r}")
    return int(rest.partition(b'"')[0])


def as_json(value: Any) -> str:
    """One line that another process reads."""
    return json.dumps(msgspec.to_builtins(value))
