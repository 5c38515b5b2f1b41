"""The table for other programs: as JSON, and as an overlay for streaming software that reads nothing else."""

from flask import Blueprint, Response, g, make_response, render_template, request, session

from scorekeeper.export.live_table import describe_live
from scorekeeper.web.board.frames import LIVE_JSON
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Forbidden, Role, at_table, find_visitor, program_tokens, tokens_in
from scorekeeper.web.page.language import gettext, language

blueprint = Blueprint("live_table", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/live.json")
def as_json(table_id: str) -> Response:
    """Send the table as it is now, or 304 where the program has that version already."""
    admit_program(table_id)
    ledger = services().books.ledger(table_id)
    response = make_response(describe_live(ledger.state, ledger.version, gettext))
    response.content_type = "application/json"
    response.set_etag(f"{ledger.version}-{language()}")
    response.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    response.make_conditional(request)
    return response


@blueprint.get("/overlay")
def overlay(table_id: str) -> str:
    """Render the page for streaming software: large type on nothing, kept up to date by the stream."""
    admit_program(table_id)
    return render_template("board/overlay.html", table_id=table_id, token=request.args.get("token", ""))


@blueprint.get("/programs")
@at_table(Role.SCORER)
def page(table_id: str) -> str:
    """Render the addresses for other programs. Their token follows from the table: looking at it stores nothing."""
    token = services().grants.derive_link(table_id, "program")
    server = services().invitations.address_for_reader(table_id)
    here = f"{server}/t/{table_id}"
    return render_template(
        "board/programs.html",
        table_id=table_id,
        addresses={name: f"{here}/{name}?token={token}" for name in ("live.json", "overlay")},
        stream=f"{server}/live/{table_id}?view={LIVE_JSON}&token={token}",
        visitor=g.visitor,
    )


def admit_program(table_id: str) -> None:
    """Raise `Forbidden` unless the phone, or the program that brings a token, may watch the table."""
    services().notifications.refresh(table_id)
    tokens = (*tokens_in(session, table_id), *program_tokens(request.environ))
    visitor = find_visitor(services().grants, services().books, table_id, session.get("device"), tokens)
    if not visitor.reaches(Role.WATCHER):
        raise Forbidden(Role.WATCHER)
