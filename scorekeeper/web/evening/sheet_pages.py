"""The score sheet, each hand's explanation, and its correction: of the present sheet and of earlier ones."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.table import moves as m
from scorekeeper.table.state import TableState, open_sheet
from scorekeeper.web.board.corrections import (
    CorrectionPreview,
    correction_context,
    list_without_change,
    preview_correction,
    read_correction,
)
from scorekeeper.web.board.frames import SHEET, audience_of
from scorekeeper.web.board.hand_addresses import hand_address, reasons_address, sheet_address
from scorekeeper.web.board.hand_result import handovers_of
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.board.reopening import ReopenedHand
from scorekeeper.web.board.ruling_links import refusal_link
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.screens import screens_for

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<table_id>")

PRESENT, EARLIER = "/sheet/<int:number>", "/sheets/<int:sheet>/<int:number>"
"""Where a hand is: of the present sheet, and of an earlier one, of which the first is number 1."""


@blueprint.get("/sheet")
@at_table()
def page(table_id: str) -> str:
    """Hands by players with running totals."""
    frame = services().hub.frame(table_id, audience_of(g.visitor, SHEET))
    pays = services().books.ledger(table_id).state.game.pays
    return render_template("evening/sheet/page.html", table_id=table_id, main=frame.html, pays=pays, visitor=g.visitor)


@blueprint.get(PRESENT)
@blueprint.get(EARLIER)
@at_table()
def hand(table_id: str, number: int, sheet: int | None = None) -> str:
    """Render a hand: what was played, what it paid and why, and its earlier versions."""
    return render_hand(table_id, number, sheet, FormOutcome(services().books.ledger(table_id)), "")


@blueprint.get(f"{PRESENT}/chips")
@blueprint.get(f"{EARLIER}/chips")
@at_table()
def chips(table_id: str, number: int, sheet: int | None = None) -> str:
    """Render the chips that change hands after a hand."""
    found = hand_context(services().books.ledger(table_id).state, table_id, number, sheet)
    rows = handovers_of(found["state"], found["record"])
    return render_template("evening/sheet/chips.html", rows=rows, visitor=g.visitor, **found)


@blueprint.post(PRESENT, endpoint="correct")
@blueprint.post(EARLIER, endpoint="correct")
@at_table(Role.SCORER)
def correct_hand(table_id: str, number: int, sheet: int | None = None) -> Response | tuple[str, int]:
    """Record the correction of a hand; all later hands are recomputed. Lead to the hand, or to the table during it."""
    going_on = is_in_progress(services().books.ledger(table_id).state, number, sheet)
    outcome = record_form(table_id, lambda state, form: read_correction(state, number, form, sheet))
    if outcome.status == 200:
        return redirect(f"/t/{table_id}" if going_on else hand_address(table_id, number, sheet), 303)
    return render_correction(
        "evening/sheet/correct_hand.html", table_id, number, sheet, outcome, outcome.draft
    ), outcome.status


@blueprint.get("/fix", endpoint="fix_now")
@at_table(Role.SCORER)
def correct_latest_hand(table_id: str) -> Response:
    """Lead to the form that corrects the hand in progress, or the one that was played last."""
    state = services().books.ledger(table_id).state
    record = state.current or state.last_hand or abort(404)
    opened = request.query_string.decode()
    return redirect(f"{hand_address(table_id, record.number)}/fix{opened and '?'}{opened}")


@blueprint.get(f"{PRESENT}/fix", endpoint="fix")
@blueprint.get(f"{EARLIER}/fix", endpoint="fix")
@at_table(Role.SCORER)
def correction_page(table_id: str, number: int, sheet: int | None = None) -> str:
    """Render the form that corrects a hand, filled in as it was recorded."""
    return render_correction(
        "evening/sheet/correct_hand.html", table_id, number, sheet, FormOutcome(services().books.ledger(table_id)), None
    )


@blueprint.post(f"{PRESENT}/fix", endpoint="preview_fix")
@blueprint.post(f"{EARLIER}/fix", endpoint="preview_fix")
@at_table(Role.SCORER)
def redraw_correction(table_id: str, number: int, sheet: int | None = None) -> str:
    """Render the form again as it is filled in, with a preview of the result. Nothing is recorded."""
    outcome = FormOutcome(services().books.ledger(table_id))
    return render_correction("evening/sheet/correct_hand_form.html", table_id, number, sheet, outcome, request.form)


def render_correction(
    template: str, table_id: str, number: int, sheet: int | None, outcome: FormOutcome, draft: Form | None
) -> str:
    """The form of a correction with its preview; what was refused is told in it."""
    found = hand_context(outcome.ledger.state, table_id, number, sheet)
    state, record = found["state"], found["record"]
    fixed = CorrectionPreview() if draft is None else preview_correction(state, record, draft)
    return render_template(
        template,
        **found,
        **correction_context(state, record, draft),
        game=state.game,
        screens=screens_for(state.game.key),
        going_on=record.after is None,
        fixed=fixed if fixed.rows else fixed._replace(rows=list_without_change(state, record), note=fixed.note),
        reopened={
            "hand": hand_address(table_id, number, sheet),
            "lines": ReopenedHand(outcome.ledger.state, number, sheet).lines,
            "place": None,
        },
        outcome=outcome,
        why=refusal_link(outcome.ledger.state, outcome.asked) or refusal_link(state, fixed.asked),
        draft=draft or {},
        visitor=g.visitor,
    )


@blueprint.post(f"{PRESENT}/void", endpoint="void")
@blueprint.post(f"{EARLIER}/void", endpoint="void")
@at_table(Role.SCORER)
def void_hand(table_id: str, number: int, sheet: int | None = None) -> Response | tuple[str, int]:
    """Give a hand up, with a reason."""
    outcome = record_form(table_id, lambda _state, form: m.VoidHand(number, form.get("reason", ""), sheet=sheet))
    if outcome.status == 200:
        return redirect(hand_address(table_id, number, sheet), 303)
    return render_hand(table_id, number, sheet, outcome, "void"), outcome.status


def hand_context(state: TableState, table_id: str, number: int, sheet: int | None) -> dict[str, Any]:
    """Return the context of every page of a hand: the table with its sheet, the hand, their addresses; else abort."""
    table = open_sheet(state, sheet) or abort(404)
    record = table.find_hand(number) or abort(404)
    hands, reasons = sheet_address(table_id, sheet), reasons_address(table_id, sheet)
    return {"table_id": table_id, "state": table, "record": record, "hands": hands, "reasons": reasons}


def is_in_progress(state: TableState, number: int, sheet: int | None) -> bool:
    """Return whether this is the hand in progress."""
    return sheet is None and state.current is not None and state.current.number == number


def render_hand(table_id: str, number: int, sheet: int | None, outcome: FormOutcome, refused: str) -> str:
    """The page of one hand, with what was refused beside the form that asked."""
    found = hand_context(outcome.ledger.state, table_id, number, sheet)
    state: TableState = found["state"]
    return render_template(
        "evening/sheet/hand.html",
        **found,
        game=state.game,
        screens=screens_for(state.game.key),
        outcome=outcome,
        refused=refused,
        draft=outcome.draft or {},
        visitor=g.visitor,
    )
