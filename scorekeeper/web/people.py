"""Everything about the table between hands: names, seats, penalties, adjustments, the end of the session, the log."""

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.table.history import history
from scorekeeper.web.access import at_table
from scorekeeper.web.recording import Outcome, record_form
from scorekeeper.web.services import services
from scorekeeper.web.table import read_move

blueprint = Blueprint("people", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/people")
@at_table()
def page(table_id: str) -> str:
    """Players and what may be done about them."""
    return shown(table_id, Outcome(services().books.ledger(table_id)))


@blueprint.post("/people/<form_name>")
@at_table()
def record(table_id: str, form_name: str) -> Response | tuple[str, int]:
    """Record a form of this page and come back to it."""
    outcome = record_form(table_id, lambda state, form: read_move(state, form_name, form))
    if outcome.status == 200:
        return redirect(url_for("people.page", table_id=table_id), 303)
    return shown(table_id, outcome, form_name), outcome.status


@blueprint.get("/log")
@at_table()
def log(table_id: str) -> str:
    """Who recorded what and when, from the first action to the last, those taken back among them."""
    books = services().books
    lines = list(history(books.log(table_id)))
    return render_template(
        "table/log.html", table_id=table_id, state=books.ledger(table_id).state, lines=lines, visitor=g.visitor
    )


def shown(table_id: str, outcome: Outcome, form_name: str = "") -> str:
    """The page, with what was refused beside the form that asked."""
    state = outcome.ledger.state
    grants = services().grants
    bound = {grant.player: grant for grant in grants.list(table_id) if grant.kind == "seat"}
    return render_template(
        "table/people.html",
        table_id=table_id,
        state=state,
        game=state.game,
        outcome=outcome,
        draft=outcome.draft or {},
        refused=form_name,
        bound=bound,
        present=[state.people[player] for player in state.seating],
        absent=[person for person in state.people.values() if not person.present],
        scorers=grants.scorers(table_id),
        visitor=g.visitor,
    )
