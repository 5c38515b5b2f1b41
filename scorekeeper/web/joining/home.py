"""The first screen: the games, this device's tables, and the same players once more."""

from collections.abc import Sequence

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.bookkeeper import Recorder
from scorekeeper.demo import HOURS_TO_TRY
from scorekeeper.games import GAMES
from scorekeeper.games.game import Player
from scorekeeper.store import StatementBatch, plan_codes, plan_host, plan_seat
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.web.http.security import EXPENSIVE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.joining.links import codes_of, seat_token
from scorekeeper.web.joining.tables_to_try import may_try
from scorekeeper.web.page.access import Forbidden, Role, become_host, device, visitor_of
from scorekeeper.web.page.dates import reader_zone_name
from scorekeeper.web.page.game_setup import most_players
from scorekeeper.web.page.group_access import member_of, own_groups
from scorekeeper.web.page.group_nights import names_for_rematch, plan_group_night
from scorekeeper.web.page.known_tables import known_tables
from scorekeeper.web.page.language import LANGUAGES, use_language
from scorekeeper.web.page.opening import check_may_open, may_open
from scorekeeper.web.page.screens import SCREENS
from scorekeeper.web.setup.rule_sets import kept_sets

blueprint = Blueprint("home", __name__)

MOST_TABLES = 10_000
"""The greatest offset in the list of tables."""


@blueprint.get("/")
def home() -> str:
    """New table, the tables this device has been at with the latest first, the same players again, import.

    `from` in the address is for older tables.
    """
    tables, more = known_tables(min(max(request.args.get("from", 0, int), 0), MOST_TABLES))
    opens = may_open()
    return render_template(
        "joining/home.html",
        games=GAMES,
        setups={key: SCREENS[key].setup for key in GAMES},
        counts={key: most_players(game) for key, game in GAMES.items()},
        tables=tables,
        more=more,
        running=next((table for table in tables if table.is_running), None),
        may_open=opens,
        again=next((table for table in tables if table.may_repeat and opens), None),
        sets=kept_sets(),
        groups=own_groups(),
        offers_to_try=opens and not tables and may_try(),
        hours_to_try=None if current_app.config["DEMO"] else HOURS_TO_TRY,
    )


@blueprint.post("/again", endpoint="again")
@limiter.limit(EXPENSIVE)
def repeat_table() -> Response:
    """Open a new table with the names, the order and the rules of another.

    Whoever had a seat there has the same seat here, and leads the table as its host.
    """
    check_may_open()
    table_id = request.form.get("table", "")
    visitor = visitor_of(table_id, session)
    if not visitor.reaches(Role.PLAYER):
        raise Forbidden(Role.PLAYER)
    state = services().books.ledger(table_id).state
    names = names_for_rematch(table_id, state)
    rules, zone = state.rules.as_dict(), reader_zone_name()
    move = m.CreateTable(state.game.key, state.preset, rules, names, state.hand_limit, zone=zone)
    group_id, holder = services().store.groups.group_of(table_id), device()

    def plan(new_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        batches: list[StatementBatch] = [plan_host(new_id, holder)]
        batches += plan_group_night(group_id if group_id and member_of(group_id) else None, new_id, ledger.state)
        if visitor.player in state.seating:
            place = state.seating.index(visitor.player) + 1
            batches.append(
                plan_seat(new_id, place, request.user_agent.platform, token=seat_token(new_id), holder=holder)
            )
        return [*batches, plan_codes(new_id, codes_of(new_id, ledger.state))]

    new_id = services().books.create(move, Recorder(device=holder), key=request.form.get("key"), extra_writes=plan)
    become_host(new_id)  # sent again, perhaps by another phone at the table
    return redirect(url_for("table.page", table_id=new_id), 303)


@blueprint.get("/seat-<int:player>-<tag>.css")
def seat_style(player: Player, tag: str) -> Response:
    """Send the style sheet of one seat in a language; it is the same at every table."""
    if tag not in LANGUAGES:
        abort(404)
    with use_language(tag):
        response = make_response(render_template("board/seat.css", player=player))
    response.mimetype = "text/css"
    response.cache_control.public = True
    response.cache_control.max_age = 3600
    return response
