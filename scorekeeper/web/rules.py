"""House rules on screen: the form that every game's declarations generate, and the rules in force."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.game import Game
from scorekeeper.house_rules import HouseRule, Preset, Ruleset, Value, house_rules, parse_changes
from scorekeeper.table import moves as m
from scorekeeper.table.state import TableState
from scorekeeper.web.access import Role, at_table
from scorekeeper.web.forms import Form
from scorekeeper.web.recording import Outcome, record_form
from scorekeeper.web.services import services

blueprint = Blueprint("rules", __name__, url_prefix="/t/<table_id>/rules")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """The rules in force in plain words, differences from the preset marked; the host may change them."""
    return shown(table_id, Outcome(services().books.ledger(table_id)))


@blueprint.get("/fields")
@at_table()
def fields(table_id: str) -> str:
    """The fields of another preset, for the form."""
    game = services().books.ledger(table_id).state.game
    preset = game.presets.get(request.args.get("preset", ""), next(iter(game.presets.values())))
    return render_template("rules/fields.html", game=game, preset=preset, rules=preset.rules)


@blueprint.post("")
@at_table(Role.HOST)
def change(table_id: str) -> tuple[str, int] | Response:
    """Play later hands under other rules."""
    outcome = record_form(table_id, read_change)
    if outcome.status == 200:
        return redirect(url_for("rules.page", table_id=table_id))
    return shown(table_id, outcome), outcome.status


def read_change(state: TableState, form: Form) -> m.ChangeRules:
    """The rules a form asks for. Raises `RuleError`."""
    preset = form.get("preset", "")
    changes = changes_from(state.game, preset, form) if preset in state.game.presets else {}
    return m.ChangeRules(preset, changes)


def shown(table_id: str, outcome: Outcome) -> str:
    """The page, with why a change was refused and what had been chosen."""
    state = outcome.ledger.state
    game, draft = state.game, outcome.draft
    preset = game.presets[state.preset]
    wanted = game.presets.get(draft.get("preset", ""), preset) if draft else preset
    return render_template(
        "rules/page.html",
        table_id=table_id,
        ledger=outcome.ledger,
        state=state,
        game=game,
        preset=preset,
        rules=state.rules,
        wanted=wanted,
        chosen=chosen(game, wanted, draft) if draft else state.rules.as_dict(),
        visitor=g.visitor,
        outcome=outcome,
    )


def chosen(game: Game, preset: Preset[Ruleset], form: Form) -> dict[str, Value]:
    """The house rules as a form shows them again: the preset's, but for what was chosen."""
    rules = house_rules(game.rules)
    parsed = {key: rule.parse(form[key]) for key, rule in rules.items() if key in form}
    return preset.rules.as_dict() | {key: value for key, value in parsed.items() if value is not None}


def changes_from(game: Game, preset: str, form: Form) -> dict[str, Value]:
    """What a form of house rules changes over a preset. Raises `RuleError`.

    Fields drawn for another preset change nothing: the tap on this one came before its own fields did.
    """
    if form.get("fields_of", preset) != preset:
        return {}
    values = parse_changes(game.rules, form)
    rules: Ruleset = game.presets[preset].rules
    return rules.changed(values).differences(rules)


def blocks(game: Game) -> Iterator[tuple[str, list[HouseRule]]]:
    """What a table can choose, by the block of the rulebook it stands in, with the block's title."""
    declared: Mapping[str, HouseRule] = house_rules(game.rules)
    for block, rules in groupby(declared.values(), key=lambda rule: rule.block):
        if block in game.blocks:
            yield game.blocks[block], list(rules)
