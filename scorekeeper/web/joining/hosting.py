"""A host's phone is away: a seated phone asks to host too, others say yes, and the host decides when back."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Player
from scorekeeper.web.board.frames import SEATS, audience_of
from scorekeeper.web.board.host_away import YES_NEEDED, is_host_away, list_voters
from scorekeeper.web.http.security import CLAIMS, GUESSABLE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Presence, Role, at_table, device, end_takeover, presence, refuse_deputy
from scorekeeper.web.page.forms import integer

blueprint = Blueprint("hosting", __name__, url_prefix="/t/<table_id>/host")


@blueprint.get("")
@at_table(Role.PLAYER)
def page(table_id: str) -> Response | str:
    """Render the question whether to host instead of a phone that is away, and who has said yes; then that it hosts."""
    if g.visitor.is_host and not g.visitor.is_deputy:
        return redirect(url_for("table.page", table_id=table_id))
    here = presence(table_id)
    others = list_voters(table_id, here) - {asker_of(here) or g.visitor.player}
    return render_template(
        "joining/hosting.html",
        table_id=table_id,
        state=services().books.ledger(table_id).state,
        here=here,
        away=is_host_away(table_id),
        others=others,
        needed=min(YES_NEEDED, len(others)),
        may_vote=g.visitor.player in others,
        seats=services().hub.frame(table_id, audience_of(g.visitor, SEATS)).html,
        visitor=g.visitor,
    )


@blueprint.post("")
@at_table(Role.PLAYER)
@limiter.limit(CLAIMS)
def ask(table_id: str) -> Response:
    """Ask the other seated phones whether this one is to host while no host is there."""
    if g.visitor.is_host:
        return redirect(url_for("table.page", table_id=table_id))
    here = presence(table_id)
    voters = list_voters(table_id, here)
    check_away(table_id)
    if g.visitor.player not in voters:
        raise RuleError("host.late")
    if len(voters) < 2:
        raise RuleError("host.nobody")
    if here.takeover is None:
        end_takeover(table_id)  # one that is too old
    services().grants.takeovers.ask(table_id, g.visitor.player, device())
    services().hub.publish_access_change(table_id)
    return redirect(url_for("hosting.page", table_id=table_id))


@blueprint.post("/answer")
@at_table(Role.PLAYER)
@limiter.limit(GUESSABLE)
def answer(table_id: str) -> Response:
    """Say yes or no to the phone that asks to host. One no ends it; enough yes make it host too."""
    here = presence(table_id)
    asked = here.takeover
    if asked is None or asked.id != integer(request.form, "takeover") or asked.player not in here.seats:
        raise RuleError("host.no_request")
    check_away(table_id)
    voters = list_voters(table_id, here)
    if g.visitor.player not in voters:
        raise RuleError("host.late")
    if request.form.get("answer") != "yes":
        services().grants.revoke(table_id, asked.id)
    elif g.visitor.player == asked.player:
        raise RuleError("access.own_claim")
    else:
        needed = min(YES_NEEDED, len(voters - {asked.player}))
        services().grants.takeovers.vote(table_id, asked.id, g.visitor.player, needed)
    services().hub.publish_access_change(table_id)
    if request.headers.get("HX-Request"):
        return Response(services().hub.frame(table_id, audience_of(g.visitor)).html)
    return redirect(url_for("table.page", table_id=table_id), 303)


@blueprint.post("/keep")
@at_table(Role.HOST)
def keep(table_id: str) -> Response:
    """Decide on a phone that hosts since this one was away: it stays a host, or is none any more."""
    refuse_deputy()
    deputy = integer(request.form, "deputy")
    if deputy not in {grant.id for grant in presence(table_id).deputies}:
        raise RuleError("host.no_request")
    if request.form.get("answer") == "keep":
        services().grants.takeovers.confirm(table_id, deputy)
    else:
        services().grants.revoke(table_id, deputy)
    services().hub.publish_access_change(table_id)
    if request.headers.get("HX-Request"):
        return Response(services().hub.frame(table_id, audience_of(g.visitor)).html)
    return redirect(url_for("table.page", table_id=table_id), 303)


def asker_of(here: Presence) -> Player | None:
    """Return the player who asks to host."""
    return here.takeover.player if here.takeover else None


def check_away(table_id: str) -> None:
    """Raise `RuleError` while a host's phone is there."""
    if not is_host_away(table_id):
        raise RuleError("host.here")
