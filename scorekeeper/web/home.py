"""The first screen, and the way to a new table."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.bookkeeper import Recorder
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES, find_game
from scorekeeper.store import UnknownTable
from scorekeeper.table import moves as m
from scorekeeper.web.access import remember
from scorekeeper.web.forms import Form, optional_integer
from scorekeeper.web.rules import changes_from, chosen
from scorekeeper.web.security import EXPENSIVE, limiter
from scorekeeper.web.services import services

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """New table, import, and the tables this device has been at, the latest first."""
    known = services().store.events.tables(list(session.get("tables", {})))
    return render_template("home.html", games=GAMES, tables=[with_state(info) for info in known])


@blueprint.get("/new")
def new() -> str:
    """The form for a new table: game and preset, house rules, names."""
    return form_page(request.args)


@blueprint.get("/new/rules")
def new_rules() -> str:
    """The house rules of a chosen preset, for the form."""
    game = find_game(request.args.get("game", next(iter(GAMES))))
    preset = game.presets.get(request.args.get("preset", ""), next(iter(game.presets.values())))
    return render_template("rules/fields.html", game=game, preset=preset, rules=preset.rules)


@blueprint.post("/new")
@limiter.limit(EXPENSIVE)
def create() -> tuple[str, int] | Response:
    """Open the table; whoever opens it is its host, and is led to its links."""
    form = request.form
    try:
        command = read_table(form)
        recorder = Recorder(device=session.get("device"))
        table_id = services().books.create(command, recorder, key=form.get("key"))
    except RuleError as refusal:
        return form_page(form, refusal), 422
    remember(table_id, services().grants.issue(table_id, "host"))
    return redirect(url_for("links.page", table_id=table_id, new=1))


def read_table(form: Form) -> m.CreateTable:
    """The table a form asks for. Empty name fields are seats nobody has yet. Raises `RuleError`."""
    game = find_game(form.get("game", ""))
    preset = form.get("preset", "")
    changes = changes_from(game, preset, form) if preset in game.presets else {}
    names = [form.get(f"name_{seat}", "") for seat in range(1, m.MOST_PLAYERS + 1)]
    players = tuple(name for name in names if name.strip())
    return m.CreateTable(game.key, preset, changes, players, optional_integer(form, "hands"))


def form_page(form: Form, refusal: RuleError | None = None) -> str:
    """The form with what was typed so far."""
    game = GAMES.get(form.get("game", ""), next(iter(GAMES.values())))
    preset = game.presets.get(form.get("preset", ""), next(iter(game.presets.values())))
    return render_template(
        "new.html",
        games=GAMES,
        game=game,
        preset=preset,
        rules=chosen(game, preset, form),
        form=form,
        problems=refusal.problems if refusal else (),
        most_players=m.MOST_PLAYERS,
    )


def with_state(info: Any) -> dict[str, Any]:
    """A table in the list: what it is called by, who leads, when it was last used."""
    try:
        state = services().books.ledger(info.table_id).state
    except UnknownTable:
        state = None
    return {"info": info, "state": state}
