"""Settling up: what a point is worth, who gives whom how much, and who has paid."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal
from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Move
from scorekeeper.numerals import read_number
from scorekeeper.settlement import Amount, to_whole_number
from scorekeeper.table import moves as m
from scorekeeper.table.settling import format_hundredths, settle_up
from scorekeeper.table.state import Payment, Stakes, TableState
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.forms import Form, field_name, gather, integer, text
from scorekeeper.web.page.language import gettext, locale
from scorekeeper.web.page.wording import set_apart

blueprint = Blueprint("settling", __name__, url_prefix="/t/<table_id>/settle")

COINS = (1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000)
"""What payments can be rounded to, in hundredths."""

EVERYTHING = "all"
"""Says in a form that all payments that are left were made."""


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """The fewest payments that clear the table, and those that were made."""
    return render_settling(table_id, FormOutcome(services().books.ledger(table_id)))


@blueprint.post("/<form_name>")
@at_table()
def record_settling(table_id: str, form_name: str) -> Response | tuple[str, int]:
    """Record what a point is worth or who has paid, and come back to the page."""
    outcome = record_form(table_id, lambda state, form: read_settling_move(state, form_name, form))
    if outcome.status == 200:
        return redirect(url_for("settling.page", table_id=table_id), 303)
    return render_settling(table_id, outcome, form_name), outcome.status


def render_settling(table_id: str, outcome: FormOutcome, refused: str = "") -> str:
    """The page, with what was refused beside the form that asked."""
    state = outcome.ledger.state
    settling = settle_up(state)
    latest = outcome.ledger.latest
    return render_template(
        "evening/settle.html",
        table_id=table_id,
        state=state,
        outcome=outcome,
        refused=refused,
        asks=bool(state.ending and settling.payments) and request.args.get("ask") == EVERYTHING,
        undoes=latest is not None and any(isinstance(move, m.RecordPayments) for move in latest.action.moves),
        draft=outcome.draft or {},
        settling=settling,
        told=payments_text(state, settling.payments),
        coins=[(coin, format_money(coin)) for coin in sorted({*COINS, state.stakes.coin})],
        shown=format_money,
        key_of=payment_key,
        money=format_hundredths,
        points_of=points_of,
        visitor=g.visitor,
    )


# --- Forms ---


def read_settling_move(state: TableState, form_name: str, form: Form) -> Move:
    """The move that a form of this page asks for. Raises `RuleError`."""
    if form_name not in FORMS:
        raise RuleError("move.unknown")
    return FORMS[form_name](state, form)


def read_stakes(_state: TableState, form: Form) -> m.SetStakes:
    """Read the worth of a point. The coins of the form are in hundredths. Raises `RuleError`."""
    read = gather(worth=lambda: hundredths(form, "worth"), coin=lambda: integer(form, "coin"))
    return m.SetStakes(**read, unit=form.get("unit", ""))


def read_payments(state: TableState, form: Form) -> m.RecordPayments:
    """The payments that are left which a form says were made."""
    asked = form.getlist("paid")
    due = settle_up(state).payments
    return m.RecordPayments(tuple(each for each in due if EVERYTHING in asked or payment_key(each) in asked))


def read_payment_back(state: TableState, form: Form) -> m.TakeBackPayment:
    """The payment that a form says was not made. Raises `RuleError`."""
    asked = text(form, "paid")
    payment = next((each for each in state.paid if payment_key(each) == asked), None)
    if payment is None:
        raise RuleError("payment.unknown")
    return m.TakeBackPayment(payment)


FORMS: Mapping[str, Callable[[TableState, Form], Move]] = {
    "stakes": read_stakes,
    "pay": read_payments,
    "unpay": read_payment_back,
    "undo": lambda _state, _form: m.Undo(),
}
"""What each form of the page asks for."""


def hundredths(form: Form, field: str) -> int:
    """An amount of money. Raises `RuleError` ``form.missing`` or ``form.not_an_amount``."""
    written = read_number(text(form, field))
    if written is None or written < 0 or (written * 100).denominator != 1:
        raise RuleError("form.not_an_amount", what=field_name(field))
    return int(written * 100)


def payment_key(payment: Payment) -> str:
    """Return the key of a payment in a form."""
    return f"{payment.giver}-{payment.receiver}-{payment.amount}"


# --- As it is shown ---


def format_money(amount: int, unit: str = "") -> str:
    """Hundredths as the reader writes them: 3,100 ₩."""
    pattern = "#,##0.00" if amount % 100 else "#,##0"
    number = format_decimal(Decimal(amount) / 100, pattern, locale=locale())
    return f"{number} {unit}".rstrip()


def points_of(payment: Payment, stakes: Stakes) -> Amount | None:
    """Return a payment in points; None where it was rounded."""
    points = Fraction(payment.amount, stakes.worth)
    return to_whole_number(points) if points.denominator <= 4 else None  # thirds and quarters come of the rules


def payments_text(state: TableState, payments: tuple[Payment, ...]) -> str:
    """Return the payments as text, to be sent to a chat."""
    line = gettext("%(giver)s → %(receiver)s: %(amount)s")
    return "\n".join(
        line
        % {
            "giver": set_apart(state.name(each.giver)),
            "receiver": set_apart(state.name(each.receiver)),
            "amount": format_money(each.amount, state.stakes.unit),
        }
        for each in payments
    )
