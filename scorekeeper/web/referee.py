"""Questions to the referee. Nothing asked here reaches the log, the store or another phone."""

from flask import Blueprint, abort, g, render_template, request
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Problem, RuleError
from scorekeeper.web.access import at_table
from scorekeeper.web.games import screens_for
from scorekeeper.web.services import services

blueprint = Blueprint("referee", __name__, url_prefix="/t/<table_id>/referee")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Every question the game's referee answers."""
    ledger = services().books.ledger(table_id)
    screens = screens_for(ledger.state.game_key)
    return render_template(
        "referee.html",
        table_id=table_id,
        ledger=ledger,
        state=ledger.state,
        game=ledger.state.game,
        screens=screens,
        tools={tool: ask(ledger.state, MultiDict()) for tool, ask in screens.referee.items()},
        draft={},
        visitor=g.visitor,
    )


@blueprint.post("/<tool>")
@at_table()
def answer(table_id: str, tool: str) -> str | tuple[str, int]:
    """The answer to one question, beside its form. Sent in a body, so that a hand is in no address and no log."""
    ledger = services().books.ledger(table_id)
    screens = screens_for(ledger.state.game_key)
    if tool not in screens.referee:
        abort(404)
    problems: tuple[Problem, ...] = ()
    try:
        context = screens.referee[tool](ledger.state, request.form)
    except RuleError as refusal:
        context, problems = screens.referee[tool](ledger.state, MultiDict()), refusal.problems
    return render_template(
        f"{screens.folder}/referee_{tool}.html",
        table_id=table_id,
        ledger=ledger,
        state=ledger.state,
        game=ledger.state.game,
        tool=context,
        draft=request.form,
        problems=problems,
        visitor=g.visitor,
    )
