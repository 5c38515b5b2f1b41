"""Questions to the referee. Nothing asked here reaches the log, the store or another phone."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, g, render_template, request
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Problem, RuleError
from scorekeeper.table.state import TableState
from scorekeeper.web.access import at_table
from scorekeeper.web.forms import Form
from scorekeeper.web.frames import table_context
from scorekeeper.web.screens import screens_for
from scorekeeper.web.services import Context, services

blueprint = Blueprint("referee", __name__, url_prefix="/t/<table_id>/referee")


@dataclass(frozen=True, slots=True)
class Answered:
    """A tool of the referee: what its template reads, what was asked of it, and why that cannot be answered."""

    context: Context
    asked: Form
    problems: tuple[Problem, ...] = ()


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Every question the game's referee answers."""
    return shown(table_id, "", MultiDict())


@blueprint.get("/<tool>")
@at_table()
def own_page(table_id: str, tool: str) -> str:
    """A question that this phone asks by itself."""
    return shown_alone(table_id, tool, request.args)


@blueprint.post("/<tool>")
@at_table()
def answer(table_id: str, tool: str) -> str:
    """The answer to one question, beside its form. Sent in a body, so that a hand is in no address and no log."""
    ledger = services().books.ledger(table_id)
    if tool in screens_for(ledger.state.game.key).pages:
        return shown_alone(table_id, tool, request.form)
    return shown(table_id, tool, request.form)


def shown_alone(table_id: str, tool: str, form: Form) -> str:
    """A page that is about one phone's seat; its template draws only what changes when a script asks."""
    ledger = services().books.ledger(table_id)
    screens = screens_for(ledger.state.game.key)
    if tool not in screens.pages:
        abort(404)
    answer = answered(ledger.state, lambda state, asked: screens.pages[tool](state, g.visitor.player, asked), form)
    return render_template(
        f"{screens.folder}/{tool}.html",
        table_id=table_id,
        ledger=ledger,
        visitor=g.visitor,
        tool=answer.context,
        problems=answer.problems,
        layout="referee/answer.html" if "HX-Request" in request.headers else "referee/own.html",
        **table_context(ledger.state),
    )


def shown(table_id: str, asked_of: str, form: Form) -> str:
    """The page with the answer of one tool; only the tool when a script puts it into its place."""
    ledger = services().books.ledger(table_id)
    screens = screens_for(ledger.state.game.key)
    if asked_of and asked_of not in screens.referee:
        abort(404)
    only_this = asked_of and request.headers.get("HX-Request")
    tools = {
        tool: answered(ledger.state, ask, form if tool == asked_of else MultiDict())
        for tool, ask in screens.referee.items()
        if tool == asked_of or not only_this
    }
    return render_template(
        "referee/tools.html" if only_this else "referee/page.html",
        table_id=table_id,
        ledger=ledger,
        state=ledger.state,
        game=ledger.state.game,
        screens=screens,
        tools=tools,
        visitor=g.visitor,
    )


def answered(state: TableState, ask: Callable[[TableState, Form], Context], form: Form) -> Answered:
    """What a tool says to a form; to nobody's question when it is not one."""
    try:
        return Answered(ask(state, form), form)
    except RuleError as refusal:
        return Answered(ask(state, MultiDict()), form, refusal.problems)
