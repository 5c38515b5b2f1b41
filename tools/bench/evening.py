"""Evenings to measure: tables in a database, their devices, and the taps that they send."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.store import Store, build_store
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.table import moves as m
from scorekeeper.web import create_app
from scorekeeper.web.http.sessions import COOKIE
from tools.bench.forms import PLAYERS, Device, build_hand_forms

PRESET = "pagat"


@dataclass(frozen=True, slots=True)
class Tap:
    """A move both as a form field set and as the library's object."""

    form: str
    fields: dict[str, Any]
    move: Any


def build_hand_taps(number: int) -> tuple[Tap, ...]:
    """Return the taps of hand `number`."""
    start, contract, result = build_hand_forms(number)
    declarer, points = contract.fields["declarer"], result.fields["points"]
    friend = int(result.fields["side"].partition("|")[2])
    bid, call = mighty.Bid(14, Suit(contract.fields["trump"])), mighty.Call.parse("card")
    return (
        Tap(*start, m.StartHand()),
        Tap(*contract, mighty.EnterContract(declarer, bid)),
        Tap(*result, mighty.RecordHand(declarer, bid, call, points, friend)),
    )


class Seeder:
    """Fills a database with tables before a server opens it."""

    def __init__(self, store: Store, app: Flask) -> None:
        self.store = store
        self.books = Bookkeeper(store.events)
        self.app = app

    def add_table(self, hands: int = 0, *, begun: bool = False) -> str:
        """Create a table with `hands` played hands, and one more started if `begun`."""
        table_id = self.books.create(m.CreateTable("mighty", PRESET, {}, PLAYERS), Recorder())
        for number in range(hands):
            self.play(table_id, *build_hand_taps(number))
        if begun:
            self.play(table_id, build_hand_taps(hands)[0])
        return table_id

    def play(self, table_id: str, *taps: Tap) -> None:
        """Record `taps`."""
        for tap in taps:
            version = self.books.ledger(table_id).version
            self.books.record(table_id, tap.move, version=version, recorder=Recorder(), key=f"seed-{version}")

    def add_device(self, table_id: str, language: str = "en") -> Device:
        """Create a phone with the host's rights at a table, whose browser asks for `language`."""
        token, name = self.store.grants.issue(table_id, "host"), secrets.token_urlsafe(16)
        self.store.grants.hold(name, table_id, [token])
        with self.app.test_request_context():
            session["device"] = name
            csrf = generate_csrf()
            serializer = self.app.session_interface.get_signing_serializer(self.app)  # type: ignore[attr-defined]
            return Device(table_id, f"{COOKIE}={serializer.dumps(dict(session))}", csrf, language)


@contextmanager
def open_seeder(database: Path) -> Iterator[Seeder]:
    """Yield a seeder for `database` that does not wait for the disk."""
    with build_store(SqliteFile(database, durable=False)) as store:
        app = create_app({"DATABASE": str(database), "SECRET_KEY": store.settings.secret_key()})
        yield Seeder(store, app)
        app.extensions["scorekeeper"].store.close()
