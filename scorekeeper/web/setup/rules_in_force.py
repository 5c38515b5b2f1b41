"""The rules of a table: those in force in plain words, the form that changes them, and the pack."""

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem
from scorekeeper.table import moves as m
from scorekeeper.table.names import tidy_text
from scorekeeper.table.state import TableState
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.game_setup import presets_for
from scorekeeper.web.page.language import language
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.setup.house_rules import (
    RulesDraft,
    changes_from,
    differences_in_words,
    read_rules,
    sections_in_words,
)
from scorekeeper.web.setup.pack import pack_page
from scorekeeper.web.setup.rule_sets import RuleSet, keep_set, name_problems

blueprint = Blueprint("rules", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/rules")
@at_table()
def page(table_id: str) -> str:
    """The rules in force in plain words, differences from the preset first."""
    state = services().books.ledger(table_id).state
    preset = state.game.presets[state.preset]
    by = state.name(g.visitor.player) if g.visitor.player else ""
    own = RuleSet(state.game, preset, state.rules.differences(preset.rules), by=by)
    return render_template(
        "setup/rules/in_force.html",
        table_id=table_id,
        state=state,
        game=state.game,
        preset=preset,
        changes=state.rules.differences(preset.rules),
        different=differences_in_words(state.game, state.rules, preset.rules),
        groups=list(sections_in_words(state.game, state.rules, preset.rules)),
        passed_on=own.address(),
        back=f"/t/{table_id}",
        visitor=g.visitor,
    )


@blueprint.get("/rules/change")
@at_table(Role.HOST)
def change_page(table_id: str) -> str:
    """The form that changes the rules from the next hand on."""
    return form_page(table_id, FormOutcome(services().books.ledger(table_id)))


@blueprint.post("/rules/draft")
@at_table(Role.HOST)
def redraw(table_id: str) -> Response:
    """The form after a tap in it. Nothing is recorded."""
    outcome = FormOutcome(services().books.ledger(table_id), draft=request.form)
    draft = read_rules_draft(outcome.ledger.state, request.form)
    if request.form.get("do") != "keep" or draft.conflicts:
        return make_response(form_page(table_id, outcome))
    name = request.form.get("set_name", "")
    wrong = name_problems(name)
    answer = make_response(form_page(table_id, outcome, name, wrong))
    if not wrong:
        keep_set(answer, RuleSet(draft.game, draft.preset, draft.changes, tidy_text(name)))
    return answer


@blueprint.post("/rules")
@at_table(Role.HOST)
def change(table_id: str) -> tuple[str, int] | Response:
    """Play later hands under other rules."""
    outcome = record_form(table_id, read_change)
    if outcome.status == 200:
        return redirect(url_for("rules.page", table_id=table_id))
    return form_page(table_id, outcome), outcome.status


@blueprint.get("/pack")
@at_table()
def pack(table_id: str) -> str:
    """Render the pack, and how the next hand is dealt."""
    state = services().books.ledger(table_id).state
    return pack_page(state.game, state.rules, state=state, table_id=table_id, visitor=g.visitor)


def read_change(state: TableState, form: Form) -> m.ChangeRules:
    """The rules a form asks for. Raises `RuleError`."""
    preset = form.get("preset", "")
    changes = changes_from(state.game, preset, form) if preset in state.game.presets else {}
    return m.ChangeRules(preset, changes)


def form_page(table_id: str, outcome: FormOutcome, set_name: str | None = None, wrong: tuple[Problem, ...] = ()) -> str:
    """The form with what is chosen so far, and why it was refused. `set_name` is a name to keep the rules under."""
    state = outcome.ledger.state
    draft = read_rules_draft(state, outcome.draft)
    setup = screens_for(draft.game.key).setup
    return render_template(
        "setup/rules/page.html",
        table_id=table_id,
        state=state,
        game=draft.game,
        draft=draft,
        groups=draft.groups,
        results=draft.draw_results(len(state.seating)),
        presets=presets_for(draft.game, setup, len(state.seating), language()),
        version=outcome.draft.get("version") if outcome.draft and outcome.status == 200 else outcome.ledger.version,
        set_name=set_name,
        wrong=wrong,
        outcome=outcome,
        visitor=g.visitor,
    )


def read_rules_draft(state: TableState, form: Form | None) -> RulesDraft:
    """The rules chosen so far: those in force, until something else is. With those they are compared."""
    game = state.game
    if form is None:
        return RulesDraft(game, game.presets[state.preset], state.rules, state.rules)
    does = form.get("do", "")
    preset = does.removeprefix("start_from:") if does.startswith("start_from:") else form.get("preset", state.preset)
    base = state.rules if preset == state.preset else None
    return read_rules(game, form, base, preset=preset, does=does)
