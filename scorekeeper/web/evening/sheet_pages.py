"""The score sheet, each hand's explanation, and its correction: of the present sheet and of earlier ones."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template
from werkzeug.wrappers import Response

from scorekeeper.table import moves as m
from scorekeeper.table.state import TableState, open_sheet
from scorekeeper.web.board.frames import SHEET, audience_of
from scorekeeper.web.board.hand_addresses import hand_address, reasons_address, sheet_address
from scorekeeper.web.board.hand_result import handovers_of
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table
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
