"""Recording of forms: the one path from a form to the log and to every phone."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import g, request

from scorekeeper.bookkeeper import ExtraWrites, Stale, plan_nothing
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.game import Move, Player
from scorekeeper.messages import Message, message
from scorekeeper.store import StatementBatch, plan_newcomer
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import JoinTable, Undo
from scorekeeper.table.names import tidy_text
from scorekeeper.table.state import TableState
from scorekeeper.web.http.asgi import KEPT_BY
from scorekeeper.web.http.security import check_taps, count_tap
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import OtherPhone, Visitor, check_may_record
from scorekeeper.web.page.forms import Form, integer
from scorekeeper.web.page.screens import QUESTION, is_asked

LONGEST_KEY = 200


INSTEAD = "instead"
"""The field of a form that takes the place of the last action."""

NOT_CONTENT = frozenset({"csrf_token", "key", "version", QUESTION})
"""Fields of a form that say nothing of what it asks for."""

Read = Callable[[TableState, Form], Move]
"""Reads a form at a table into the move that it asks for. Raises `RuleError`."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A form that was sent to be recorded, by the fast path or by a view."""

    table_id: str
    form_name: str
    """The last part of the address of the form."""
    form: Form
    visitor: Visitor
    sent_key: str | None
    """The key by which the phone knows the tap, None from a page without scripts."""
    kept_by: str | None = None
    """The mark of the phone that had to keep the tap, None where no phone had to."""
    extra_writes: ExtraWrites = plan_nothing
    """The works that are stored together with what is recorded."""

    @property
    def version(self) -> int:
        """The version of the table that the form was drawn from. Raises `RuleError`."""
        return version_of(self.form)

    @property
    def content(self) -> str:
        """The fingerprint of what the tap asks for. Of two taps with one key, the second is refused if it differs."""
        fields = sorted((name, values) for name, values in self.form.lists() if name not in NOT_CONTENT)
        return hashlib.sha256(repr((self.form_name, fields)).encode()).hexdigest()[:16]

    def find_key(self, version: int, content: str) -> str:
        """Return the key that a tap of this version and content has each time that it is sent. Raises `RuleError`."""
        key = self.sent_key or f"{self.visitor.device}-{version}-{content}"
        if len(key) > LONGEST_KEY:
            raise RuleError("form.unreadable")
        return key


@dataclass(frozen=True, slots=True)
class FormOutcome:
    """The table after a form, and what became of the form. Nothing was recorded unless `status` is 200."""

    ledger: Ledger
    status: int = 200
    """200, 409 when the form came too late, or 422 when it was refused."""
    draft: Form | None = None
    """The fields of the form, to be shown again."""
    problems: tuple[Problem, ...] = ()
    """The reasons of a refusal."""
    notice: Message | None = None
    """What is said of a form that came too late."""
    asked: Move | None = None
    """The move that was refused, where the form could be read into one."""


def record_form(
    table_id: str, read: Read, *, whenever: bool = False, extra_writes: ExtraWrites = plan_nothing
) -> FormOutcome:
    """Record the form of the current request in the visitor's name and publish the table.

    `whenever` is for forms that mean the same whatever others have recorded meanwhile, `extra_writes` are batches that
    are stored with what is recorded. Raises `Forbidden`.
    """
    form, name = request.form, request.path.rpartition("/")[2]
    tap = Tap(table_id, name, form, g.visitor, sent_key(form), request.headers.get(KEPT_BY), extra_writes)
    version = None
    while True:
        try:
            return FormOutcome(record_tap(tap, read, version))
        except Stale as stale:
            if not whenever:
                return FormOutcome(stale.ledger, 409, form, notice=late_notice(stale.ledger, form))
            version = stale.ledger.version
        except RuleError as refusal:
            ledger = services().books.ledger(table_id)
            return FormOutcome(ledger, 422, form, refusal.problems, asked=read_refused_move(ledger, read, form))


def read_refused_move(ledger: Ledger, read: Read, form: Form) -> Move | None:
    """Return the move of a refused form; None where it cannot be read, or would take the place of another."""
    if INSTEAD in form:
        return None
    try:
        return read(ledger.state, form)
    except RuleError:
        return None


def record_tap(tap: Tap, read: Read, version: int | None = None) -> Ledger:
    """Record a tap and publish the table. The fast path and the views meet here.

    Returns the table after the tap, or as it is where the tap was recorded before. `version` is that of the table for
    which the tap is meant, where it is not the one that the form was drawn from. Raises `Stale` where the table has
    moved on, `RuleError`, `Forbidden`, `OtherPhone` and `StoreUnavailable`.
    """
    known, table_id = services(), tap.table_id
    books = known.books
    drawn, content = tap.version, tap.content
    version, key = drawn if version is None else version, tap.find_key(drawn, content)
    ledger = books.find_recorded(table_id, version=version, key=key, content=content)
    if ledger is None:
        if tap.kept_by not in (None, tap.visitor.owner_key):
            raise OtherPhone
        # The form is read last: that a hand is over is no reason to refuse the form that ended it, when it comes again.
        replaces_last = INSTEAD in tap.form
        before = books.ledger(table_id)
        move = read(state_to_read(before, replaces_last=replaces_last), tap.form)
        for each in (Undo(), move) if replaces_last else (move,):
            check_may_record(tap.visitor, before, each)
        check_taps(tap.visitor.device)
        ledger = books.record(
            table_id,
            move,
            version=version,
            recorder=tap.visitor.recorder,
            key=key,
            content=content,
            replaces_last=replaces_last,
            extra_writes=plan_joining(move, tap.extra_writes),
        )
        count_tap(tap.visitor.device)
    known.hub.publish(table_id, ledger.version)
    return ledger


def plan_joining(move: Move, extra_writes: ExtraWrites) -> ExtraWrites:
    """Return the works that are stored with a move: with a joining, the group of the table knows the newcomer."""
    if not isinstance(move, JoinTable):
        return extra_writes
    name = tidy_text(move.name)

    def plan(table_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        return [plan_newcomer(table_id, player_named(ledger.state, name), name), *extra_writes(table_id, ledger)]

    return plan


def player_named(state: TableState, name: str) -> Player:
    """Return the player who has a tidy name."""
    return next(person.number for person in state.people.values() if person.name == name)


def state_to_read(ledger: Ledger, *, replaces_last: bool) -> TableState:
    """Return the state that a form is read at: the present one, or that before the action which the form replaces."""
    if not replaces_last or ledger.latest is None or ledger.latest.before is None:
        return ledger.state
    return ledger.latest.before


def version_of(form: Form) -> int:
    """The version of the table that a form was drawn from. Raises `RuleError`."""
    try:
        return integer(form, "version")
    except RuleError:
        raise RuleError("form.unreadable") from None


def sent_key(form: Form) -> str | None:
    """Return the key that the phone gave a form."""
    return request.headers.get("Idempotency-Key") or form.get("key") or None


def late_notice(ledger: Ledger, form: Form) -> Message:
    """Return the notice for a form that came too late: its question is still asked, or others answered it."""
    code = "form.stale" if is_asked(ledger.state, form) else "form.overtaken"
    return recorder_message(code, ledger.last.stamp.player if ledger.last else None)


def recorder_message(code: str, player: Player | None) -> Message:
    """Return a message about what a player recorded; its code ends on ``_unknown`` where the player is unknown."""
    return message(code, player=player) if player else message(f"{code}_unknown")
