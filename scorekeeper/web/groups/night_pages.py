"""A night of a group: everyone's gain, and which seat was whose; and a table's page about its group."""

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError
from scorekeeper.table.evenings import Evening
from scorekeeper.web.groups.group_pages import heavy_if_many_nights, in_group, store_refusals
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table, device, refuse_deputy, visitor_of
from scorekeeper.web.page.dates import write_date
from scorekeeper.web.page.forms import integer, text
from scorekeeper.web.page.group_access import member_of, own_groups
from scorekeeper.web.page.group_nights import (
    GroupHistory,
    add_night,
    list_lookalike_questions,
    load_group_history,
    may_add_night,
    own_seat,
    seat_names,
)
from scorekeeper.web.setup.rule_sets import RuleSet, name_problems, read_short_name

blueprint = Blueprint("group_nights", __name__)


@blueprint.get("/g/<group_id>/nights/<table_id>")
@in_group()
@heavy_if_many_nights
def page(group_id: str, table_id: str) -> str:
    """Render a night: everyone's gain, and which seat was whose."""
    return night_page(load_group_history(group_id), table_id)


def night_page(met: GroupHistory, table_id: str, problems: tuple[Problem, ...] = ()) -> str:
    """The page of a night; what was refused stands in it."""
    evening = evening_in(met, table_id)
    gains, hands = evening.gains, evening.hands
    played = [(player, evening.people[player]) for player in evening.state.people if player in evening.people]
    return render_template(
        "groups/night.html",
        group=met.group,
        evening=evening,
        day=write_date(evening.at),
        names={person.number: person.name for person in met.group.people},
        rows=sorted(((seat, person, gains[person], hands[person]) for seat, person in played), key=lambda row: -row[2]),
        missing=[evening.state.name(player) for player in evening.state.people if player not in evening.people],
        lookalikes=list_lookalike_questions(met, table_id),
        own=met.own,
        own_table=own_seat(table_id) is not None or may_add_night(table_id),
        problems=problems,
    )


def evening_in(met: GroupHistory, table_id: str) -> Evening[int]:
    """The evening at a table; there is no page of one that is no night of the group."""
    found = next((each for each in met.evenings if each.table_id == table_id), None)
    if found is None:
        abort(404)
    return found


def redirect_to_night(group_id: str, table_id: str) -> Response:
    """Lead to the page of the night."""
    return redirect(url_for("group_nights.page", group_id=group_id, table_id=table_id), 303)


@blueprint.post("/g/<group_id>/nights/<table_id>/seats")
@in_group()
def move_seat(group_id: str, table_id: str) -> ResponseReturnValue:
    """Say whose seat it was; whoever had the other one has this one then. Or note who is missing."""
    groups, evening = services().store.groups, evening_in(load_group_history(group_id), table_id)
    if "player" not in request.form:
        groups.add_night(group_id, table_id, seat_names(evening.state))
        return redirect_to_night(group_id, table_id)
    player, wanted = integer(request.form, "player"), integer(request.form, "person")
    try:
        with store_refusals():
            groups.move_seat(group_id, table_id, player, wanted)
    except RuleError as refusal:
        return night_page(load_group_history(group_id), table_id, refusal.problems), 422
    return redirect_to_night(group_id, table_id)


@blueprint.post("/g/<group_id>/nights/<table_id>/rules")
@in_group()
def keep_rules(group_id: str, table_id: str) -> ResponseReturnValue:
    """Keep the rules of a night under a name, for all nights to come."""
    state = evening_in(load_group_history(group_id), table_id).state
    name = read_short_name(request.form, "name")
    problems = name_problems(name)
    if problems:
        return night_page(load_group_history(group_id), table_id, problems), 422
    preset = state.game.presets[state.preset]
    changes = {key: value for key, value in state.rules.as_dict().items() if preset.rules.as_dict()[key] != value}
    services().store.groups.keep_rules(group_id, name, RuleSet(state.game, preset, changes, name).fields)
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.post("/g/<group_id>/nights/<table_id>/out")
@in_group()
def drop(group_id: str, table_id: str) -> Response:
    """Let a table be no night of the group any more."""
    services().store.groups.drop_night(group_id, table_id)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.post("/g/<group_id>/nights/<table_id>/sheet")
@in_group()
def open_sheet(group_id: str, table_id: str) -> Response:
    """The score sheet of a night. A phone that was not at the table watches it from now on."""
    evening_in(load_group_history(group_id), table_id)
    if not visitor_of(table_id, session).reaches(Role.WATCHER):
        services().grants.issue(table_id, "watch", group_phone=g.phone.id, holder=device())
    return redirect(url_for("sheet.page", table_id=table_id), 303)


# --- The table's own page about its group ---


@blueprint.get("/t/<table_id>/group")
@at_table(Role.SCORER)
def of_table(table_id: str) -> str:
    """The group that this table belongs to, or those it could."""
    return table_page(table_id)


def table_page(table_id: str, problems: tuple[Problem, ...] = ()) -> str:
    """The page of a table's group."""
    group_id = services().store.groups.group_of(table_id)
    group = services().store.groups.get(group_id) if group_id and member_of(group_id) else None
    return render_template(
        "groups/table.html",
        table_id=table_id,
        state=services().books.ledger(table_id).state,
        group=group,
        elsewhere=group_id is not None and group is None,
        groups=own_groups() if group_id is None else [],
        problems=problems,
        visitor=g.visitor,
    )


@blueprint.post("/t/<table_id>/group/out")
@at_table(Role.HOST)
def leave_group(table_id: str) -> Response:
    """Take this table out of whatever group it is in, also of one that this phone does not belong to."""
    refuse_deputy()
    services().grants.leave_group(table_id)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("group_nights.of_table", table_id=table_id), 303)


@blueprint.post("/t/<table_id>/group")
@at_table(Role.SCORER)
def move_to_group(table_id: str) -> ResponseReturnValue:
    """Let this table be a night of a group of this phone."""
    group_id = text(request.form, "group")
    if not member_of(group_id):
        abort(404)
    try:
        with store_refusals():
            add_night(group_id, table_id)
    except RuleError as refusal:
        return table_page(table_id, refusal.problems), 422
    return redirect(url_for("groups.page", group_id=group_id), 303)
