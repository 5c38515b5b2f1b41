"""Record moves: complete, check, play and append each to the log, and keep the ledger in memory.

A tap costs the new move: the ledger of each table in use is kept, and folded further as the log grows. It remembers
the last steps alone; what goes further back is folded from the log anew.
"""

import hashlib
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError, refuse
from scorekeeper.games.game import EDITION, Move, Session
from scorekeeper.house_rules import share_values
from scorekeeper.store import (
    EventStore,
    KeyReused,
    NewerSchema,
    OlderSchema,
    PlannedTable,
    StaleVersion,
    StatementBatch,
    StoredAction,
    StoreUnavailable,
    UnknownTable,
    now,
    plan_table,
)
from scorekeeper.table.carried_rows import expand_rows, shorten_rows
from scorekeeper.table.ledger import (
    Action,
    Ledger,
    StepNotKept,
    add_move,
    check_move,
    complete_move,
    count_steps_to_keep,
    fold_action,
)
from scorekeeper.table.moves import (
    SCHEMA,
    ChangeRules,
    CreateTable,
    PlayOn,
    SeatLatecomer,
    Undo,
    move_decoder,
    rows_decoder,
)
from scorekeeper.table.state import Row, Stamp, TableState

STEPS_KEPT = 10
"""Steps that a ledger in memory keeps: that many undos need no reading of the log."""

STEPS_RECALLED = 100
"""Steps kept after an undo that went back further than `STEPS_KEPT`: more such undos are likely to follow."""

MOVES_IN_MEMORY = 200_000
"""The moves of all ledgers that are remembered: a thousand evenings of 60 hands by their results.

It is the score sheet that takes room. A move takes 0.6 KB where results alone are recorded, and less card by card; 2 KB
in a game that keeps an account for every player. So this is some 120 MB, and 300 MB where all of it is such a game.
What is watched is kept beyond it.
"""

MOVES_OF_A_TABLE = 20
"""What a table takes besides its sheet, in moves."""

logger = logging.getLogger("scorekeeper")


@dataclass(frozen=True, slots=True)
class Recorder:
    """The seat and the device that record, as far as they are known."""

    player: int | None = None
    device: str | None = None


class Stale(Exception):
    """The table has moved on since the form was drawn; `ledger` is the table now. Nothing was recorded."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(f"the table is at version {ledger.version}")
        self.ledger = ledger


def count_nobody(_table_id: str) -> int:
    """Return 0: the default for `watchers`, when nobody counts the phones of a table."""
    return 0


def count_nothing(_table_id: str, _actions: Sequence[StoredAction]) -> None:
    """Do nothing: the default for `meter`, when nobody counts what is stored."""


ExtraWrites = Callable[[str, Ledger], Sequence[StatementBatch]]
"""The works that are done together with what is recorded, by the table and its ledger after that."""


def plan_nothing(_table_id: str, _ledger: Ledger) -> Sequence[StatementBatch]:
    """Return no works."""
    return ()


class Bookkeeper:
    """Tables in a store, read and recorded from any thread.

    `watchers` returns how many phones watch a table: a watched ledger is never dropped from memory. `meter` is called
    with the actions that a request adds to a table, before they are stored; nothing is stored where it raises.
    """

    def __init__(
        self,
        store: EventStore,
        watchers: Callable[[str], int] = count_nobody,
        meter: Callable[[str, Sequence[StoredAction]], None] = count_nothing,
    ) -> None:
        self.store = store
        self.watchers = watchers
        self.meter = meter
        self._ledgers: OrderedDict[str, Ledger] = OrderedDict()
        self._moves = 0
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._guard = Lock()

    def create(
        self,
        move: CreateTable,
        recorder: Recorder,
        key: str | None = None,
        *,
        then: Iterable[Move] = (),
        extra_writes: ExtraWrites = plan_nothing,
    ) -> str:
        """Open a new table and return its id. Raises `RuleError`; nothing is stored then.

        The same key with the same move returns the table that was opened first; with another move it opens another
        table. Keys are secrets. The moves of `then` are recorded as well where nothing is against them, and the works
        of `extra_writes` are done: all of it is stored or nothing.
        """
        ledgers = [apply_stamped_move(Ledger(), move, Stamp(1, now(), recorder.player, recorder.device))]
        for each in then:
            with suppress(RuleError):
                ledgers.append(apply_move(ledgers[-1], each, recorder))
        table = self.plan_played(move, ledgers, key, extra_writes=extra_writes)
        self.store.create_planned(table)
        return table.id

    def plan_played(
        self,
        move: CreateTable,
        ledgers: Sequence[Ledger],
        key: str | None = None,
        *,
        extra_writes: ExtraWrites = plan_nothing,
        until: str | None = None,
    ) -> PlannedTable:
        """Plan a new table of the actions after which `ledgers` stand; `move` is the first of them.

        With `until` the table is one to try, which is deleted after that time.
        """
        table_id = hashlib.sha256(encode((key, move))).hexdigest()[:12] if key else secrets.token_hex(6)
        actions = [encode_last_action(ledger) for ledger in ledgers]
        self.meter(table_id, actions)
        batches = extra_writes(table_id, ledgers[-1])
        return plan_table(table_id, move.game, *actions, key=key or None, extra_writes=batches, until=until)

    def ledger(self, table_id: str) -> Ledger:
        """The table now. Raises `UnknownTable`."""
        return self.find_remembered(table_id) or self._catch_up(table_id)

    def find_remembered(self, table_id: str) -> Ledger | None:
        """Return the table as it is in memory, None where it is not there."""
        with self._guard:
            if table_id in self._ledgers:
                self._ledgers.move_to_end(table_id)
            return self._ledgers.get(table_id)

    def record(
        self,
        table_id: str,
        move: Move,
        *,
        version: int,
        recorder: Recorder,
        key: str,
        content: str | None = None,
        replaces_last: bool = False,
        extra_writes: ExtraWrites = plan_nothing,
    ) -> Ledger:
        """Record `move`, asked of the table at `version`, and return the table after it.

        `replaces_last` takes back the last action first: both are stored or neither, and so are the batches of
        `extra_writes`. A key that was recorded before with the same `content` records nothing again; with another it is
        refused. Raises `RuleError` when the move is refused and `Stale` when the table has moved on.
        """
        content = content or hashlib.sha256(encode(move)).hexdigest()[:16]
        with self._lock_table(table_id), refuse_reused_keys():
            if repeated := self.find_recorded(table_id, version=version, key=key, content=content):
                return repeated
            ledger = self.ledger(table_id)
            recorded: list[Ledger] = []
            for each in (Undo(), move) if replaces_last else (move,):
                recorded.append(apply_move(recorded[-1] if recorded else ledger, each, recorder))
            return self._append(table_id, recorded, key, content, extra_writes)

    def find_recorded(self, table_id: str, *, version: int, key: str, content: str | None = None) -> Ledger | None:
        """The table now if `key` has been recorded; None if not and the table is still at `version`.

        Ask this before reading a form whose meaning depends on the table. Raises `Stale` when the table has moved on
        without `key`, and `RuleError` when the key was recorded for another `content`.
        """
        ledger = self.ledger(table_id)
        if version != ledger.version:
            ledger = self._catch_up(table_id)
        if version == ledger.version:
            return None
        with refuse_reused_keys():
            if self.store.version_after(table_id, key, content) is None:
                raise Stale(ledger)
        return ledger

    def list_remembered(self) -> tuple[str, ...]:
        """Return the ids of the tables whose ledgers are in memory."""
        with self._guard:
            return tuple(self._ledgers)

    def catch_up(self, table_id: str, version: int) -> Ledger | None:
        """Fold what another process has recorded, when the table came to `version`; None where that is not new here.

        A table that nobody has asked for is not read.
        """
        with self._lock_table(table_id):
            with self._guard:
                known = self._ledgers.get(table_id)
            return self._catch_up(table_id) if known and known.version < version else None

    def delete(self, table_id: str, *, overdue: str | None = None) -> None:
        """Delete a table for good; with a time `overdue` only one to try whose time is over. Raises `UnknownTable`."""
        with self._lock_table(table_id):
            self.store.delete(table_id, overdue=overdue)
        self.forget(table_id)

    def delete_overdue(self, at: str) -> list[str]:
        """Delete the tables to try whose time is over at `at`, and return their ids."""
        deleted = []
        for table_id in self.store.find_overdue(at):
            with suppress(UnknownTable):  # another server was faster, or somebody has just kept it
                self.delete(table_id, overdue=at)
                deleted.append(table_id)
        return deleted

    def forget(self, table_id: str) -> None:
        """Drop a table from memory; the next request reads it from the store."""
        with self._guard:
            self._drop(table_id)

    def read_log(self, table_id: str) -> Iterator[Action]:
        """Yield the actions of the whole log."""
        return (folded.last for folded in fold_undamaged(self.store.load(table_id)) if folded.last)

    def load_since(self, table_id: str, version: int) -> tuple[Ledger, ...]:
        """Return the ledgers from `version` on, one per action. Raises `RuleError` for an unknown version."""
        ledgers = tuple(ledger for ledger in fold_undamaged(self.store.load(table_id)) if ledger.version >= version)
        if not ledgers or ledgers[0].version != version:
            raise RuleError("form.unreadable")
        return ledgers

    def _append(
        self, table_id: str, ledgers: Sequence[Ledger], key: str, content: str, extra_writes: ExtraWrites
    ) -> Ledger:
        """Store the last actions of `ledgers`, all or none, and return the table after them. Raises `Stale`."""
        actions = [encode_last_action(ledger) for ledger in ledgers]
        self.meter(table_id, actions)
        try:
            batches = extra_writes(table_id, ledgers[-1])
            appended = self.store.append(table_id, *actions, key=key, content=content, extra_writes=batches)
        except StaleVersion:
            raise Stale(self._catch_up(table_id)) from None
        if appended.repeated:
            return self._catch_up(table_id)
        ledger = ledgers[-1]
        return self._keep(table_id, self._load_recent(table_id) if ledger.is_short_of_steps else ledger)

    def _catch_up(self, table_id: str) -> Ledger:
        """Fold the ledger to the end of the stored log, whichever process wrote it."""
        known = self.find_remembered(table_id)
        if known and known.damaged:
            return known
        since = self.store.load(table_id, known.version if known else 0)
        try:
            ledger = take_last(fold_readable(since, known), known) if known else fold_recent_steps(since, STEPS_KEPT)
        except StepNotKept:
            ledger = self._load_recent(table_id)
        if ledger.latest is None:
            raise StoreUnavailable("broken", f"table {table_id}")
        return self._keep(table_id, self._load_recent(table_id) if ledger.is_short_of_steps else ledger)

    def _load_recent(self, table_id: str) -> Ledger:
        """Fold the whole log, keeping `STEPS_RECALLED` steps instead of `STEPS_KEPT`."""
        return replace(fold_recent_steps(self.store.load(table_id), STEPS_RECALLED), keeps=STEPS_KEPT)

    def _keep(self, table_id: str, ledger: Ledger) -> Ledger:
        """Remember the ledger, unless a faster thread has remembered a later one, and return the later."""
        with self._guard:
            known = self._ledgers.get(table_id)
            latest = known if known and known.version > ledger.version else ledger
            self._drop(table_id)
            self._ledgers[table_id] = latest
            self._moves += moves_in_memory(latest)
            self._forget()
        return latest

    def _drop(self, table_id: str) -> None:
        """Drop a table from memory. The caller holds `_guard`."""
        if ledger := self._ledgers.pop(table_id, None):
            self._moves -= moves_in_memory(ledger)

    def _forget(self) -> None:
        """Drop the least recently used ledgers until the rest fit; a watched table counts as just used."""
        for _ in range(len(self._ledgers) - 1):
            if self._moves <= MOVES_IN_MEMORY:
                return
            oldest = next(iter(self._ledgers))
            if self.watchers(oldest):
                self._ledgers.move_to_end(oldest)
            else:
                self._drop(oldest)

    @contextmanager
    def _lock_table(self, table_id: str) -> Iterator[None]:
        """Let one thread at a time record at a table. The lock lives while a thread holds it or waits for it."""
        with self._guard:
            lock = self._locks.setdefault(table_id, Lock())
        with lock:
            yield


def moves_in_memory(ledger: Ledger) -> int:
    """Return the memory that a ledger takes, in moves."""
    return ledger.version + MOVES_OF_A_TABLE


def apply_stamped_move(ledger: Ledger, move: Move, stamp: Stamp) -> Ledger:
    """Return the ledger after `move`, completed. Raises `RuleError` with every reason against it."""
    whole = complete_move(ledger, move)
    refuse(check_move(ledger, whole))
    return add_move(ledger, stamp, whole, EDITION)


def apply_move(ledger: Ledger, move: Move, recorder: Recorder) -> Ledger:
    """Return the ledger after `move`, made now by `recorder`. Raises `RuleError` with every reason against it."""
    return apply_stamped_move(ledger, move, Stamp(ledger.version + 1, now(), recorder.player, recorder.device))


@contextmanager
def refuse_reused_keys() -> Iterator[None]:
    """Raise `RuleError` ``form.key_reused`` when a key is used again with other content."""
    try:
        yield
    except KeyReused:
        raise RuleError("form.key_reused") from None


# --- Between the log and its moves ---


def encode_last_action(ledger: Ledger, *, whole: bool = False) -> StoredAction:
    """Encode the last action of a ledger for the store, without the rows that follow from others.

    With `whole` all its rows are encoded, as documents have them.
    """
    assert ledger.last is not None
    stamp, action = ledger.last.stamp, ledger.last
    before = ledger.latest.before if ledger.latest else None
    rows, carried = shorten_rows(before, action.rows) if action.rows and before and not whole else (action.rows, ())
    return StoredAction(
        version=stamp.version,
        at=stamp.at,
        moves=tuple(encode(move) for move in action.moves),
        schema=SCHEMA,
        rows=encode(rows) if rows is not None else None,
        edition=action.edition,
        player=stamp.player,
        device=stamp.device,
        carried=encode(carried) if carried else None,
    )


def fold_log(actions: Iterable[StoredAction], ledger: Ledger | None = None) -> Ledger:
    """Return the ledger of stored `actions`, which continue the log folded in `ledger`."""
    return take_last(fold_each(actions, ledger), ledger or Ledger())


def fold_recent_steps(actions: Sequence[StoredAction], keeps: int) -> Ledger:
    """Return the ledger of a whole stored log, as far as it can be read, with its last `keeps` steps."""
    empty = Ledger(keeps=keeps + count_steps_to_keep(map(is_undo, actions)))
    return take_last(fold_readable(actions, empty), empty).trim(keeps)


class Tag(msgspec.Struct):
    """The name of a stored move."""

    type: str


tag_of = msgspec.json.Decoder(Tag).decode
UNDOES = b"table.und"
"""The beginning of the tag of an undo, in every schema."""


def is_undo(action: StoredAction) -> bool:
    """Return whether an action is an undo; an unreadable one is not."""
    if len(action.moves) != 1 or UNDOES not in action.moves[0]:
        return False
    with suppress(msgspec.MsgspecError):
        return tag_of(action.moves[0]).type.startswith(UNDOES.decode())
    return False


def take_last(ledgers: Iterable[Ledger], otherwise: Ledger) -> Ledger:
    """Return the last of `ledgers`, or `otherwise` when there is none."""
    found = deque(ledgers, maxlen=1)
    return found.pop() if found else otherwise


def fold_each(actions: Iterable[StoredAction], ledger: Ledger | None = None) -> Iterator[Ledger]:
    """Yield the ledger after each stored action. Raises `NewerSchema` for an action that a newer program wrote."""
    ledger = ledger or Ledger()
    for action in actions:
        ledger = fold_action(ledger, decode_action(action, ledger))
        yield ledger


def fold_readable(actions: Iterable[StoredAction], ledger: Ledger | None = None) -> Iterator[Ledger]:
    """Like `fold_each`, but at the first unreadable action yield the last good ledger with `damaged=True` and stop."""
    whole = ledger or Ledger()
    try:
        for whole in fold_each(actions, ledger):
            yield whole
    except (NewerSchema, StepNotKept):
        raise
    except Exception:  # a damaged row may break whatever reads it
        logger.exception("a log is damaged after version %s", whole.version)
        yield replace(whole, damaged=True)


def fold_undamaged(actions: Sequence[StoredAction]) -> Iterator[Ledger]:
    """Yield the ledger after each readable action of a whole log; it keeps only the steps that the log's undos need."""
    empty = Ledger(keeps=count_steps_to_keep(map(is_undo, actions)))
    return (ledger for ledger in fold_readable(actions, empty) if not ledger.damaged)


def decode_action(action: StoredAction, ledger: Ledger) -> Action:
    """Decode a stored action. Raises `OlderSchema` or `NewerSchema` for a move in another form."""
    state = ledger.state_or_none
    stamp = Stamp(action.version, action.at, action.player, action.device)
    if action.schema > SCHEMA:
        raise NewerSchema(f"a newer Scorekeeper wrote a move (schema {action.schema}; this one knows {SCHEMA})")
    if action.schema < SCHEMA:
        raise OlderSchema(f"wrote a move in schema {action.schema}")
    if state is None:
        created: CreateTable = decode_created(action.moves[0])
        game_key = created.game
    else:
        game_key = state.game.key
    moves = tuple(map(share_rules, map(move_decoder(game_key).decode, action.moves)))
    rows = decode_rows(action, state, game_key)
    return Action(stamp, moves, rows, action.edition)


def decode_rows(action: StoredAction, state: TableState | None, game_key: str) -> tuple[Row[Session], ...] | None:
    """Decode the rows of an action at `state`, with those that follow from them; None where none were stored."""
    if action.rows is None:
        return None
    rows = rows_decoder(game_key).decode(action.rows)
    return expand_rows(state, rows, read_sheets(action.carried)) if state and action.carried else rows


read_sheets = msgspec.json.Decoder(tuple[int | None, ...]).decode


def share_rules(move: Move) -> Move:
    """Return `move`; a move with a full set of house rules gets the set that other tables share."""
    if isinstance(move, CreateTable | ChangeRules | PlayOn | SeatLatecomer):
        return replace(move, rules=share_values(move.rules))
    return move


decode_created = decoder(CreateTable).decode
