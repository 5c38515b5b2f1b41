"""The score sheet, each hand's explanation, and its correction."""

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.access import Role, at_table
from scorekeeper.web.disputes import refusal_address
from scorekeeper.web.fixing import Fixed, read_correction, unchanged, would_be
from scorekeeper.web.forms import Form
from scorekeeper.web.frames import SHEET, audience_of
from scorekeeper.web.moments import handovers_of
from scorekeeper.web.recording import Outcome, record_form
from scorekeeper.web.screens import screens_for
from scorekeeper.web.services import services

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<table_id>/sheet")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Hands by players with running totals."""
    frame = services().hub.frame(table_id, audience_of(g.visitor, SHEET))
    pays = services().books.ledger(table_id).state.game.pays
    return render_template("sheet/page.html", table_id=table_id, main=frame.html, pays=pays, visitor=g.visitor)


@blueprint.get("/<int:number>")
@at_table()
def hand(table_id: str, number: int) -> str:
    """One hand: what was played, what it paid and why, and its earlier versions."""
    return shown(table_id, number, Outcome(services().books.ledger(table_id)), "")


@blueprint.get("/<int:number>/chips")
@at_table()
def chips(table_id: str, number: int) -> str:
    """Who hands how many chips to whom after a hand."""
    state = services().books.ledger(table_id).state
    record = hand_of(state, number)
    rows = handovers_of(state, record)
    return render_template(
        "sheet/chips.html", table_id=table_id, state=state, record=record, rows=rows, visitor=g.visitor
    )


@blueprint.post("/<int:number>")
@at_table(Role.SCORER)
def correct(table_id: str, number: int) -> Response | tuple[str, int]:
    """Replace what was recorded of a hand; everything after it is recomputed."""
    outcome = record_form(table_id, lambda state, form: read_correction(state, number, form))
    if outcome.status == 200:
        return redirect(url_for("sheet.hand", table_id=table_id, number=number), 303)
    return fix_page("sheet/fix.html", table_id, number, outcome, outcome.draft), outcome.status


@blueprint.get("/<int:number>/fix")
@at_table(Role.SCORER)
def fix(table_id: str, number: int) -> str:
    """The form that corrects a hand, as it was recorded."""
    return fix_page("sheet/fix.html", table_id, number, Outcome(services().books.ledger(table_id)), None)


@blueprint.post("/<int:number>/fix")
@at_table(Role.SCORER)
def preview_fix(table_id: str, number: int) -> str:
    """The same form with what was changed in it, and what that would come to. Nothing is recorded."""
    outcome = Outcome(services().books.ledger(table_id))
    return fix_page("sheet/fix_form.html", table_id, number, outcome, request.form)


def fix_page(template: str, table_id: str, number: int, outcome: Outcome, draft: Form | None) -> str:
    """The form of a correction with its preview; what was refused is told in it."""
    state = outcome.ledger.state
    record = hand_of(state, number)
    if record.after is None:
        abort(404)
    screens = screens_for(state.game.key)
    fixed = Fixed() if draft is None else would_be(state, record, draft)
    return render_template(
        template,
        table_id=table_id,
        state=state,
        game=state.game,
        record=record,
        screens=screens,
        correction=screens.correction_fields(state, record, draft),
        fixed=fixed if fixed.rows else fixed._replace(rows=unchanged(state, record), note=fixed.note),
        outcome=outcome,
        why=refusal_address(state, outcome.asked or fixed.asked),
        draft=draft or {},
        visitor=g.visitor,
    )


@blueprint.post("/<int:number>/void")
@at_table(Role.SCORER)
def void(table_id: str, number: int) -> Response | tuple[str, int]:
    """Give a hand up, with a reason."""
    outcome = record_form(table_id, lambda _state, form: m.VoidHand(number, form.get("reason", "")))
    if outcome.status == 200:
        return redirect(url_for("sheet.hand", table_id=table_id, number=number), 303)
    return shown(table_id, number, outcome, "void"), outcome.status


def hand_of(state: TableState, number: int) -> HandRecord:
    """The hand of that number; there is no page of any other."""
    record = state.find_hand(number)
    if record is None:
        abort(404)
    return record


def shown(table_id: str, number: int, outcome: Outcome, refused: str) -> str:
    """The page of one hand, with what was refused beside the form that asked."""
    state = outcome.ledger.state
    record = hand_of(state, number)
    return render_template(
        "sheet/hand.html",
        table_id=table_id,
        state=state,
        game=state.game,
        record=record,
        screens=screens_for(state.game.key),
        outcome=outcome,
        refused=refused,
        draft=outcome.draft or {},
        visitor=g.visitor,
    )
