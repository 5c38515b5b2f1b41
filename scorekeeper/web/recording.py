"""From a form to the log and to every phone: the one path that all recording screens share."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from flask import Request, g, request

from scorekeeper.bookkeeper import Stale
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.game import Player
from scorekeeper.messages import Message, message
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import JoinTable, Undo
from scorekeeper.table.names import tidy
from scorekeeper.table.state import TableState
from scorekeeper.web import bodies
from scorekeeper.web.access import OtherPhone, Visitor, check_may_record
from scorekeeper.web.forms import Form, integer
from scorekeeper.web.nights import note_newcomer
from scorekeeper.web.screens import QUESTION, is_asked
from scorekeeper.web.security import count_tap
from scorekeeper.web.services import services

LONGEST_KEY = 200

KEPT_BY = "Kept-By"
"""The header of a tap that a phone kept while it had no connection: whose phone it was then."""

INSTEAD = "instead"
"""The field of a form that takes the place of the last action."""

NOT_CONTENT = frozenset({"csrf_token", "key", "version", QUESTION})
"""Fields of a form that say nothing of what it asks for."""

TROUBLE = "scorekeeper.trouble"
"""Where a request holds what the store said of its tap: it need not be asked, and waited for, once more."""

Read = Callable[[TableState, Form], Any]
"""Reads a form at a table into the move that it asks for. Raises `RuleError`."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A form that was sent: for which table, under which name, what it holds, by whom, and by which key it is known.

    `kept_by` is the mark of the phone that had to keep it, when it had to.
    """

    table_id: str
    name: str
    form: Form
    visitor: Visitor
    sent_key: str | None
    kept_by: str | None = None

    @property
    def content(self) -> str:
        """What tells it from another under the same key: its name, whichever door it came by, and what it holds."""
        fields = sorted((name, values) for name, values in self.form.lists() if name not in NOT_CONTENT)
        return hashlib.sha256(repr((self.name, fields)).encode()).hexdigest()[:16]

    @property
    def key(self) -> str:
        """What tells a form that comes again from a new one. Raises `RuleError`."""
        key = self.sent_key or f"{self.visitor.device}-{version_of(self.form)}-{self.content}"
        if len(key) > LONGEST_KEY:
            raise RuleError("form.unreadable")
        return key


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a form. `status` is 200, 409 when it came too late, or 422 when it was refused.

    `draft` is what the form held, to be shown again; nothing was recorded unless `status` is 200. `asked` is the move
    that was refused, where the form could be read into one.
    """

    ledger: Ledger
    status: int = 200
    draft: Form | None = None
    problems: tuple[Problem, ...] = ()
    notice: Message | None = None
    asked: Any = None


def record_form(table_id: str, read: Read, *, whenever: bool = False) -> Outcome:
    """Record what the request's form asks for in the visitor's name, and publish it.

    `whenever` is for what means the same whatever others have recorded meanwhile. Raises `Forbidden`.
    """
    form, name = request.form, request.path.rpartition("/")[2]
    if trouble := scope_of(request).get(TROUBLE):
        raise trouble
    tap = Tap(table_id, name, form, g.visitor, sent_key(form), request.headers.get(KEPT_BY))
    try:
        version = version_of(form)
        key = tap.key
        while True:
            try:
                return Outcome(record(tap, read, version, key))
            except Stale as stale:
                if not whenever:
                    return Outcome(stale.ledger, 409, form, notice=who_recorded(stale.ledger, form))
                version = stale.ledger.version
    except RuleError as refusal:
        ledger = services().books.ledger(table_id)
        return Outcome(ledger, 422, form, refusal.problems, asked=asked_in(ledger, read, form))


def asked_in(ledger: Ledger, read: Read, form: Form) -> Any:
    """The move that a refused form asks for; None where it cannot be read, or would take the place of another."""
    if INSTEAD in form:
        return None
    try:
        return read(ledger.state, form)
    except RuleError:
        return None


def record(tap: Tap, read: Read, version: int, key: str) -> Ledger:
    """The table after a tap at `version`, or as it is if that was recorded before. Raises `Stale` and `RuleError`.

    The form is read last: that a hand is over is no reason to refuse the form that ended it, when it comes again.
    """
    books, table_id, content = services().books, tap.table_id, tap.content
    ledger = books.recorded_before(table_id, version=version, key=key, content=content)
    if ledger is None:
        check_same_phone(tap)
        instead = INSTEAD in tap.form
        move = read(state_for(books.ledger(table_id), instead=instead), tap.form)
        for each in (Undo(), move) if instead else (move,):
            check_may_record(tap.visitor, each)
        count_tap(tap.visitor.device)
        ledger = books.record(
            table_id, move, version=version, recorder=tap.visitor.recorder, key=key, content=content, instead=instead
        )
        if isinstance(move, JoinTable):
            note_newcomer(table_id, ledger.state, tidy(move.name))
    services().hub.publish(table_id, ledger.version)
    return ledger


def state_for(ledger: Ledger, *, instead: bool) -> TableState:
    """The table as a form is read: as it is, or as it was before the action that the form takes the place of."""
    if not instead or ledger.latest is None or ledger.latest.before is None:
        return ledger.state
    return ledger.latest.before


def scope_of(request: Request) -> bodies.Message:
    """The request as the event loop had it; empty where there is none."""
    return cast(bodies.Message, request.environ.get("asgi.scope", {}))


def check_same_phone(tap: Tap) -> None:
    """Refuse a tap that was kept by a phone while it was somebody else's. Raises `OtherPhone`."""
    if tap.kept_by not in (None, tap.visitor.mark):
        raise OtherPhone


def version_of(form: Form) -> int:
    """The version of the table that a form was drawn from. Raises `RuleError`."""
    try:
        return integer(form, "version")
    except RuleError:
        raise RuleError("form.unreadable") from None


def sent_key(form: Form) -> str | None:
    """What the phone itself tells a form by."""
    return request.headers.get("Idempotency-Key") or form.get("key") or None


def who_recorded(ledger: Ledger, form: Form) -> Message:
    """The notice of a form that came too late: to a question that is still asked, or to one that others answered."""
    code = "form.stale" if is_asked(ledger.state, form) else "form.overtaken"
    return by_whom(code, ledger.last.stamp.player if ledger.last else None)


def by_whom(code: str, player: Player | None) -> Message:
    """A message about what somebody recorded; its code ends on ``_unknown`` where nobody knows who that was."""
    return message(code, player=player) if player else message(f"{code}_unknown")
