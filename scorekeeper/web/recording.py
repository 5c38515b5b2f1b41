"""From a form to the log and to every phone: the one path that all recording screens share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import g, request

from scorekeeper.bookkeeper import Stale
from scorekeeper.errors import Problem, RuleError
from scorekeeper.messages import Message, message
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import TableState
from scorekeeper.web.access import check_command
from scorekeeper.web.forms import Form, integer
from scorekeeper.web.services import services


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a form. `status` is 200, 409 when it came too late, or 422 when it was refused.

    `draft` is what the form held, to be shown again; nothing was recorded unless `status` is 200.
    """

    ledger: Ledger
    status: int = 200
    draft: Form | None = None
    problems: tuple[Problem, ...] = ()
    notice: Message | None = None


def record_form(table_id: str, read: Callable[[TableState, Form], Any]) -> Outcome:
    """Record what the request's form asks for in the visitor's name, and publish it."""
    books, form, visitor = services().books, request.form, g.visitor
    try:
        version = integer(form, "version")
        command = read(books.ledger(table_id).state, form)
        check_command(visitor, command)
        key = request.headers.get("Idempotency-Key") or form.get("key") or f"{visitor.device}-{version}-{request.path}"
        ledger = books.record(table_id, command, version=version, recorder=visitor.recorder, key=key)
    except Stale as stale:
        return Outcome(stale.ledger, 409, form, notice=who_recorded(stale.ledger))
    except RuleError as refusal:
        return Outcome(books.ledger(table_id), 422, form, refusal.problems)
    services().hub.publish(table_id, ledger.version)
    return Outcome(ledger)


def who_recorded(ledger: Ledger) -> Message:
    """The notice of a form that came too late."""
    player = ledger.last.stamp.player if ledger.last else None
    return message("form.stale", player=player) if player else message("form.stale_unknown")
