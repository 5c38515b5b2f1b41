"""The score sheet, each hand's explanation, and its correction."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.table import moves as m
from scorekeeper.table.state import TableState
from scorekeeper.web.access import Role, at_table
from scorekeeper.web.forms import Form
from scorekeeper.web.frames import SHEET, audience_of
from scorekeeper.web.recording import Outcome, record_form
from scorekeeper.web.screens import screens_for
from scorekeeper.web.services import services

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<table_id>/sheet")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Hands by players with running totals."""
    frame = services().hub.frame(table_id, audience_of(g.visitor, SHEET))
    return render_template("sheet/page.html", table_id=table_id, main=frame.html, visitor=g.visitor)


@blueprint.get("/<int:number>")
@at_table()
def hand(table_id: str, number: int) -> str:
    """One hand: what was played, what it paid and why, its earlier versions, and the form to correct it."""
    return shown(table_id, number, Outcome(services().books.ledger(table_id)), "")


@blueprint.post("/<int:number>")
@at_table(Role.SCORER)
def correct(table_id: str, number: int) -> Response | tuple[str, int]:
    """Replace what was recorded of a hand; everything after it is recomputed."""

    def read(state: TableState, form: Form) -> m.CorrectHand[Any]:
        screens = screens_for(state.game.key)
        return m.CorrectHand(number, (screens.forms[screens.correction](state, form),))

    return after(table_id, number, record_form(table_id, read), "correct")


@blueprint.post("/<int:number>/void")
@at_table(Role.SCORER)
def void(table_id: str, number: int) -> Response | tuple[str, int]:
    """Give a hand up, with a reason."""
    outcome = record_form(table_id, lambda _state, form: m.VoidHand(number, form.get("reason", "")))
    return after(table_id, number, outcome, "void")


def after(table_id: str, number: int, outcome: Outcome, form_name: str) -> Response | tuple[str, int]:
    """Back to the hand, or the hand again with what was wrong."""
    if outcome.status == 200:
        return redirect(url_for("sheet.hand", table_id=table_id, number=number), 303)
    return shown(table_id, number, outcome, form_name), outcome.status


def shown(table_id: str, number: int, outcome: Outcome, refused: str) -> str:
    """The page of one hand, with what was refused beside the form that asked."""
    state = outcome.ledger.state
    record = state.find_hand(number)
    if record is None:
        abort(404)
    screens = screens_for(state.game.key)
    return render_template(
        "sheet/hand.html",
        table_id=table_id,
        state=state,
        game=state.game,
        record=record,
        summary=state.summary(record),
        screens=screens,
        correction=screens.correction_fields(state, record, outcome.draft if refused == "correct" else None),
        outcome=outcome,
        refused=refused,
        draft=outcome.draft or {},
        visitor=g.visitor,
    )
