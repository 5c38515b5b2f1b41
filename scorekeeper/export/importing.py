"""Imports of files: one at a time, in a process of its own, so that no page waits for them.

A check may take up to a minute. It shows its progress and can be given up at any moment; the table is stored in one
transaction or not at all.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.export.replay import Progress
from scorekeeper.export.verification import import_document
from scorekeeper.own_process import LIMITS, ResultReceiver, ResultSender, run_in_own_process
from scorekeeper.store import EventStore, StoreUnavailable, open_store

WAITING_AT_MOST = 10
WAITING_IN_REQUESTS = 1
"""The same limit where requests wait: each holds one of the few threads that render pages."""

REMEMBERED = 100

OnMade = Callable[[str, str], None]

ImportMethod = Callable[["Import", Progress], str]
"""Makes a table from a file and returns its id. Raises `RuleError`."""


class ImportCancelled(Exception):
    """Raised where somebody has given an import up."""


@dataclass(eq=False)
class Import:
    """A file that the phone `owner` has uploaded. Once it is `over` it has a `table`, or `problems`, or was given up.

    The phone is the host of the table.
    """

    data: bytes
    key: str
    owner: str
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    entry: int = 0
    entries: int = 0
    table: str | None = None
    problems: tuple[Problem, ...] = ()
    given_up: bool = False
    over: threading.Event = field(default_factory=threading.Event)


class Imports:
    """The imports of a server. `way` makes a table of a file; another than the usual one is for tests.

    `on_made` is called with the owner of a file and the table that it has become, before the import is over.

    Where the next request may reach another process, which knows nothing of them, whoever brings a file `waits` until
    it is over.
    """

    def __init__(self, way: ImportMethod, on_made: OnMade = lambda *_: None, *, waits: bool = False) -> None:
        self._way = way
        self._on_made = on_made
        self.waits = waits
        self._worker = ThreadPoolExecutor(1, "import")
        self._known: OrderedDict[str, Import] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, data: bytes, key: str, owner: str) -> Import:
        """Take a file, and import it after those before it. Raises `RuleError` where too many wait."""
        with self._lock:
            most = WAITING_IN_REQUESTS if self.waits else WAITING_AT_MOST
            if sum(not each.over.is_set() for each in self._known.values()) > most:
                raise RuleError("import.busy")
            one = Import(data, key, owner)
            self._known[one.id] = one
            while len(self._known) > REMEMBERED and next(iter(self._known.values())).over.is_set():
                self._known.popitem(last=False)
        self._worker.submit(self._make, one)
        return one

    def find(self, import_id: str, owner: str) -> Import | None:
        """Return an import of `owner` by its id, None where there is none."""
        one = self._known.get(import_id)
        return one if one and one.owner == owner else None

    def count_ahead(self, one: Import) -> int:
        """Return how many imports run or wait before this one."""
        with self._lock:
            waiting = [each for each in self._known.values() if not each.over.is_set()]
        return waiting.index(one) if one in waiting else 0

    def give_up(self, one: Import) -> None:
        """Give an import up, whether it waits or runs. A finished one stays as it is."""
        one.given_up = True

    def close(self) -> None:
        """Give all imports up, so that the server can stop."""
        for one in tuple(self._known.values()):
            self.give_up(one)
        self._worker.shutdown()

    def _make(self, one: Import) -> None:
        def tell(entry: int, entries: int) -> None:
            one.entry, one.entries = entry, entries
            if one.given_up:
                raise ImportCancelled

        try:
            tell(0, 0)
            table = self._way(one, tell)
            self._on_made(one.owner, table)
            one.table = table
        except RuleError as refusal:
            one.problems = refusal.problems
        except ImportCancelled:
            pass
        except StoreUnavailable:
            one.problems = (problem("import.not_kept"),)
        except Exception:
            one.problems = (problem("import.broke_off"),)
            raise
        finally:
            one.data = b""
            one.over.set()


def import_in_this_process(events: EventStore) -> ImportMethod:
    """Return a method that imports files in this process."""
    return lambda one, tell: import_document(events, one.data, key=one.key, holder=one.owner, progress=tell)


def import_in_own_process(url: str) -> ImportMethod:
    """Return a method that imports each file in a process of its own, into the database at `url`."""

    def way(one: Import, tell: Progress) -> str:
        try:
            with run_in_own_process(make_table, url, one.data, one.key, one.owner, limits=LIMITS) as receiver:
                return follow_import(receiver, tell)
        except EOFError:
            raise RuleError("import.broke_off") from None

    return way


SECONDS_BETWEEN_POLLS = 0.1


def follow_import(receiver: ResultReceiver, tell: Progress) -> str:
    """Return the id of the table that the other process makes, and report its progress meanwhile.

    Raises `RuleError` for its problems, and `EOFError` where it died.
    """
    told = (0, 0)
    while True:
        match receiver.receive(SECONDS_BETWEEN_POLLS):
            case None:
                tell(*told)
            case (int(), int()) as told:
                tell(*told)
            case str(table_id):
                return table_id
            case problems:
                raise RuleError(problems=problems)


def make_table(url: str, data: bytes, key: str, owner: str, sender: ResultSender) -> None:
    """Import a file in the other process: send the progress, and then the table's id or the problems."""

    def tell(entry: int, entries: int) -> None:
        sender.send((entry, entries))

    try:
        with open_store(url) as store:
            sender.send(import_document(store.events, data, key=key, holder=owner, progress=tell))
    except RuleError as refusal:
        sender.send(refusal.problems)
    except StoreUnavailable:
        sender.send((problem("import.not_kept"),))
