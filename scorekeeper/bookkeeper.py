"""The one way from a command to the log: fold what stands, decide, append, remember.

A tap costs the new event: the ledger of each table in use is kept, and folded further as the log grows.
"""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from scorekeeper.codec import decoder, encode
from scorekeeper.store import EventStore, Record, StaleVersion
from scorekeeper.table.commands import CreateTable
from scorekeeper.table.events import SCHEMA, TableCreated, event_decoder
from scorekeeper.table.ledger import Action, Ledger, fold, propose, record
from scorekeeper.table.state import Stamp

TABLES_IN_MEMORY = 500


@dataclass(frozen=True, slots=True)
class Recorder:
    """Who records: the seat and the device they do it with, when known."""

    player: int | None = None
    device: str | None = None


class Stale(Exception):
    """The table has moved on since the form was drawn; `ledger` is the table now. Nothing was recorded."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(f"the table is at version {ledger.version}")
        self.ledger = ledger


class Bookkeeper:
    """Reads and records tables in a store, from any thread."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._ledgers: OrderedDict[str, Ledger] = OrderedDict()
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._guard = Lock()

    def create(self, command: CreateTable, recorder: Recorder, key: str | None = None) -> str:
        """Open a new table and return its id. Raises `RuleError`; nothing is stored then.

        Whoever asks for the same table again with the same key gets the one that was opened first: keys are secrets.
        """
        events = propose(Ledger(), command)
        table_id = id_from(key, command) if key else secrets.token_hex(6)
        self.store.create(
            table_id,
            command.game,
            [encode(event) for event in events],
            device=recorder.device,
            key=key or None,
            schema=SCHEMA,
        )
        return table_id

    def ledger(self, table_id: str) -> Ledger:
        """The table now. Raises `UnknownTable`."""
        return self._known(table_id) or self._catch_up(table_id)

    def record(self, table_id: str, command: Any, *, version: int, recorder: Recorder, key: str) -> Ledger:
        """Record `command`, asked of the table at `version`, and return the table after it.

        A key that was recorded before records nothing again. Raises `RuleError` when the command is refused and
        `Stale` when the table has moved on.
        """
        with self._alone(table_id):
            if repeated := self.recorded_before(table_id, version=version, key=key):
                return repeated
            ledger = self.ledger(table_id)
            events = propose(ledger, command)
            try:
                appended = self.store.append(
                    table_id,
                    version,
                    [encode(event) for event in events],
                    player=recorder.player,
                    device=recorder.device,
                    key=key,
                    schema=SCHEMA,
                )
            except StaleVersion:
                raise Stale(self._catch_up(table_id)) from None
            if appended.repeated:
                return self._catch_up(table_id)
            stamp = Stamp(version + 1, appended.at, recorder.player, recorder.device)
            return self._keep(table_id, record(ledger, Action(stamp, events)))

    def recorded_before(self, table_id: str, *, version: int, key: str) -> Ledger | None:
        """The table now if `key` has been recorded; None if not and the table is still at `version`.

        Ask this before reading a form whose meaning depends on the table. Raises `Stale` when the table has moved on
        without `key`.
        """
        ledger = self.ledger(table_id)
        if version != ledger.version:
            ledger = self._catch_up(table_id)
        if version == ledger.version:
            return None
        if self.store.version_after(table_id, key) is None:
            raise Stale(ledger)
        return ledger

    def log(self, table_id: str) -> Iterator[tuple[int, Stamp, Any]]:
        """The whole log: each event with its action's number and its stamp."""
        return read(self.store.load(table_id))

    def _catch_up(self, table_id: str) -> Ledger:
        """The ledger folded to the end of the log, wherever the rest of it came from."""
        known = self._known(table_id)
        after = known.version if known else 0
        return self._keep(table_id, fold(read(self.store.load(table_id, after), known), known))

    def _known(self, table_id: str) -> Ledger | None:
        with self._guard:
            if table_id in self._ledgers:
                self._ledgers.move_to_end(table_id)
            return self._ledgers.get(table_id)

    def _keep(self, table_id: str, ledger: Ledger) -> Ledger:
        """Remember the ledger, unless a faster thread has remembered a later one, and return the later."""
        with self._guard:
            known = self._ledgers.get(table_id)
            latest = known if known and known.version > ledger.version else ledger
            self._ledgers[table_id] = latest
            self._ledgers.move_to_end(table_id)
            if len(self._ledgers) > TABLES_IN_MEMORY:
                self._ledgers.popitem(last=False)
        return latest

    @contextmanager
    def _alone(self, table_id: str) -> Iterator[None]:
        """One recording at a time at a table. The lock lives while somebody holds it or waits for it."""
        with self._guard:
            lock = self._locks.setdefault(table_id, Lock())
        with lock:
            yield


def id_from(key: str, command: CreateTable) -> str:
    """The id of the table that is opened with `key`. A form that was changed before it was sent again opens another."""
    return hashlib.sha256(encode((key, command))).hexdigest()[:12]


def read(records: list[Record], ledger: Ledger | None = None) -> Iterator[tuple[int, Stamp, Any]]:
    """Stored records as events. The first of a log says which game's events the rest are."""
    decode = event_decoder(ledger.state.game_key).decode if ledger and ledger.latest else None
    for stored in records:
        if decode is None:
            decode = event_decoder(game_of(stored)).decode
        stamp = Stamp(stored.action, stored.at, stored.player, stored.device)
        yield stored.action, stamp, decode(stored.event)


def game_of(first: Record) -> str:
    """The game of the log that `first` begins."""
    created: TableCreated = decode_created(first.event)
    return created.game


decode_created = decoder(TableCreated).decode
