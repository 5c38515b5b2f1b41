"""House rules on screen: the form that every game's declarations generate, and the rules in force."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Game
from scorekeeper.house_rules import HouseRule, Value, house_rules, parse_changes
from scorekeeper.table import commands as c
from scorekeeper.web.access import Role, at_table, check_command
from scorekeeper.web.forms import Form, integer
from scorekeeper.web.services import services

blueprint = Blueprint("rules", __name__, url_prefix="/t/<table_id>/rules")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """The rules in force in plain words, differences from the preset marked; the host may change them."""
    return shown(table_id)


@blueprint.get("/fields")
@at_table()
def fields(table_id: str) -> str:
    """The fields of another preset, for the form."""
    game = services().books.ledger(table_id).state.game
    preset = game.presets.get(request.args.get("preset", ""), next(iter(game.presets.values())))
    return render_template("rules/fields.html", game=game, preset=preset, rules=preset.rules)


@blueprint.post("")
@at_table(Role.HOST)
def change(table_id: str) -> str | tuple[str, int] | Response:
    """Play later hands under other rules."""
    ledger = services().books.ledger(table_id)
    try:
        preset = request.form.get("preset", "")
        game = ledger.state.game
        changes = changes_from(game, preset, request.form) if preset in game.presets else {}
        command = c.ChangeRules(preset, changes)
        check_command(g.visitor, command)
        version = integer(request.form, "version")
        key = request.form.get("key") or f"{g.visitor.device}-{version}-rules"
        recorded = services().books.record(table_id, command, version=version, recorder=g.visitor.recorder, key=key)
    except RuleError as refusal:
        return shown(table_id, refusal), 422
    services().hub.publish(table_id, recorded.version)
    return redirect(url_for("rules.page", table_id=table_id))


def shown(table_id: str, refusal: RuleError | None = None) -> str:
    """The page, with why a change was refused."""
    ledger = services().books.ledger(table_id)
    state = ledger.state
    return render_template(
        "rules/page.html",
        table_id=table_id,
        ledger=ledger,
        state=state,
        game=state.game,
        preset=state.game.presets[state.preset],
        rules=state.rules,
        visitor=g.visitor,
        problems=refusal.problems if refusal else (),
    )


def changes_from(game: Game, preset: str, form: Form) -> dict[str, Value]:
    """What a form of house rules changes over a preset. Raises `RuleError`."""
    values = parse_changes(game.rules, form)
    return game.presets[preset].rules.changed(values).differences(game.presets[preset].rules)


def blocks(game: Game) -> Iterator[tuple[str, list[HouseRule]]]:
    """The declarations of a game by the block of the rulebook they stand in, with the block's title."""
    declared: Mapping[str, HouseRule] = house_rules(game.rules)
    for block, rules in groupby(declared.values(), key=lambda rule: rule.block):
        yield game.blocks[block], list(rules)
