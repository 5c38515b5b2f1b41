"""An evening of three players, two of whom record."""

from typing import Any

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.store import EventStore
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger

ANA, BO, CHO = 1, 2, 3
NEW_TABLE = m.CreateTable("toy", "plain", {}, ("Ana", "Bo", "Cho"))
PHONE, OTHER_PHONE = Recorder(ANA, "phone"), Recorder(BO, "other phone")


def record(books: Bookkeeper, table: str, *moves: Any, phone: Recorder = PHONE) -> Ledger:
    """Record moves one after the other, each with a new key, at the bookkeeper's version."""
    ledger = books.ledger(table)
    for move in moves:
        key = f"{phone.device}-{ledger.version}"
        ledger = books.record(table, move, version=ledger.version, recorder=phone, key=key)
    return ledger


def open_cold(store: EventStore, table: str) -> Ledger:
    """Return the ledger as a program that has just started reads it."""
    return Bookkeeper(store).ledger(table)
