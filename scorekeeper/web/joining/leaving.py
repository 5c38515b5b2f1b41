"""Leaving: taking a table or everything off this phone, or deleting a table for everybody."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, g, redirect, render_template, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.store import Grant, StatementBatch, plan_send_away
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import (
    Role,
    at_table,
    device,
    forget_table,
    holder_of,
    own_tables,
    presence,
    refuse_deputy,
    tokens_in,
)
from scorekeeper.web.page.group_access import member_of, own_groups
from scorekeeper.web.page.known_tables import known_tables
from scorekeeper.web.setup import rule_sets

blueprint = Blueprint("leaving", __name__)


@blueprint.get("/t/<table_id>/forget")
@at_table()
def ask_to_leave(table_id: str) -> str:
    """Render the question whether to take this table off this phone."""
    hosts = [grant for grant in services().grants.list(table_id) if grant.kind == "host"]
    return render_template(
        "joining/leaving/table.html",
        table_id=table_id,
        state=services().books.ledger(table_id).state,
        visitor=g.visitor,
        last_host=g.visitor.is_host and all(grant in g.visitor.grants for grant in hosts),
    )


@blueprint.post("/t/<table_id>/forget")
@at_table()
def leave(table_id: str) -> Response:
    """Take this table off this phone. A seat it held is free again."""
    leave_tables({table_id: g.visitor.grants})
    return redirect(url_for("home.home"))


@blueprint.get("/forget")
def ask_to_forget() -> str:
    """Render the question whether to take everything off this phone."""
    tables, more = known_tables()
    return render_template("joining/leaving/phone.html", tables=tables, more=more, groups=own_groups())


@blueprint.post("/forget")
def forget_phone() -> Response:
    """Take every table, rule set and link off this phone, all or nothing. Seats it held are free again."""
    grants, name = services().grants, session.get("device")
    held = {each: holder_of(grants, each, name, tokens_in(session, each)).grants for each in own_tables()}
    phones = [(group.id, phone.id) for group in own_groups() if (phone := member_of(group.id))]
    leave_tables(held, [plan_send_away(*phone) for phone in phones])
    session.clear()
    answer = redirect(url_for("home.home"))
    answer.delete_cookie(rule_sets.COOKIE)
    answer.headers["Clear-Site-Data"] = '"storage"'  # a tap that was kept; browsers do so on encrypted pages alone
    return answer


@blueprint.get("/t/<table_id>/delete")
@at_table(Role.HOST)
def ask_to_delete(table_id: str) -> str:
    """Render the question whether to delete this table, and what can be saved before."""
    refuse_deputy()
    state = services().books.ledger(table_id).state
    phones = len(presence(table_id).seats)
    return render_template(
        "joining/leaving/delete.html", table_id=table_id, state=state, phones=phones, visitor=g.visitor
    )


@blueprint.post("/t/<table_id>/delete")
@at_table(Role.HOST)
def delete(table_id: str) -> Response:
    """Delete this table for everybody, for good."""
    refuse_deputy()
    services().books.delete(table_id)
    services().hub.publish_access_change(table_id)
    forget_table(table_id)
    return redirect(url_for("home.home"))


def leave_tables(held: Mapping[str, tuple[Grant, ...]], extra_writes: Sequence[StatementBatch] = ()) -> None:
    """Take tables off this phone, and end what it alone holds there: its seats, and that it is a host."""
    own = {
        table_id: [grant.id for grant in grants if grant.kind in ("seat", "host", "claim", "takeover", "deputy")]
        for table_id, grants in held.items()
    }
    services().grants.leave(device(), own, extra_writes=extra_writes)
    for table_id in held:
        forget_table(table_id)
        services().hub.publish_access_change(table_id)
