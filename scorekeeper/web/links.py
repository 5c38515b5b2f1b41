"""Links and seats: how phones come to a table, and how they are shown the door."""

import hmac
from base64 import b64encode, urlsafe_b64encode
from io import BytesIO
from typing import Any

import qrcode
from flask import Blueprint, Flask, abort, current_app, g, redirect, render_template, request, session, url_for
from qrcode.image.svg import SvgPathFillImage
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.store import Grant, KeyReused, SeatTaken
from scorekeeper.table import moves as m
from scorekeeper.table.names import tidy
from scorekeeper.web.access import Forbidden, Role, Visitor, at_table, forget, remember, visitor_of
from scorekeeper.web.forms import integer
from scorekeeper.web.recording import record_form
from scorekeeper.web.security import GUESSABLE, limiter
from scorekeeper.web.services import services

blueprint = Blueprint("links", __name__)

LINKS = {"join": Role.SCORER, "watch": Role.WATCHER, "host": Role.HOST}
"""The kinds of link, and who may show one."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@blueprint.get("/t/<table_id>/links")
@at_table()
def page(table_id: str) -> str:
    """The links this visitor may pass on, each with its QR, and for the host the phones that hold a seat."""
    kinds = [kind for kind, least in LINKS.items() if g.visitor.reaches(least)]
    grants = services().grants
    return render_template(
        "links/page.html",
        table_id=table_id,
        state=services().books.ledger(table_id).state,
        links={kind: shown(link_for(table_id, kind)) for kind in kinds},
        seats=[grant for grant in grants.list(table_id) if grant.kind == "seat"],
        scorers=grants.scorers(table_id),
        visitor=g.visitor,
    )


@blueprint.get("/l/<token>")
@limiter.limit(GUESSABLE)
def use(token: str) -> Response | str:
    """A link that was scanned. Joining and watching happen at once; moving a seat or the hosting asks first."""
    grant = living(token)
    if grant.kind in ("host", "seat"):
        state = services().books.ledger(grant.table_id).state
        return render_template("links/confirm.html", grant=grant, token=token, state=state)
    remember(grant.table_id, token)
    keep_link(grant.table_id, grant.kind, token)
    sitting = visitor_of(grant.table_id, session).player is not None
    target = "links.seat" if grant.kind == "join" and not sitting else "table.page"
    return redirect(url_for(target, table_id=grant.table_id))


@blueprint.post("/l/<token>")
@limiter.limit(GUESSABLE)
def move(token: str) -> Response:
    """Move a seat to this phone, or make this phone a host. Who sends the form again has what it asked for."""
    grants, own = services().grants, seat_token()
    grant = grants.find(token) or (grants.find(own) if own else None) or living(token)
    if grant.kind == "seat" and grant.player is not None:
        try:
            taken = grants.take_seat(grant.table_id, grant.player, device_label(), instead_of=grant.id, token=own)
        except SeatTaken:
            raise RuleError("access.link_dead") from None
        except KeyReused:
            raise RuleError("form.key_reused") from None
        leave_other_seats(visitor_of(grant.table_id, session), grant.player)
        remember(grant.table_id, taken)
        # When the seat moves on, this phone goes on watching.
        remember(grant.table_id, grants.issue(grant.table_id, "watch"))
    elif grant.kind == "host":
        remember(grant.table_id, grants.issue(grant.table_id, "host", label=device_label()))
    else:
        abort(405)
    services().hub.publish_access_change(grant.table_id)
    return redirect(url_for("table.page", table_id=grant.table_id))


@blueprint.get("/t/<table_id>/seat")
@at_table(Role.JOINER)
def seat(table_id: str) -> str:
    """Tap your name, or type a new one."""
    return seat_page(table_id)


@blueprint.post("/t/<table_id>/seat")
@at_table(Role.JOINER)
@limiter.limit(GUESSABLE)
def take(table_id: str) -> Response | tuple[str, int]:
    """Sit down: as a player who is named already, or as someone new."""
    try:
        player = integer(request.form, "player") if "player" in request.form else newcomer(table_id)
        if player not in services().books.ledger(table_id).state.people:
            raise RuleError("player.unknown")
        own = next((grant.id for grant in g.visitor.grants if grant.kind == "seat" and grant.player == player), None)
        token = services().grants.take_seat(table_id, player, device_label(), instead_of=own, token=seat_token())
    except SeatTaken:
        return seat_page(table_id, (problem("access.seat_taken", player=player),)), 409
    except KeyReused:
        return seat_page(table_id, (problem("form.key_reused"),)), 422
    except RuleError as refusal:
        return seat_page(table_id, refusal.problems), 422
    leave_other_seats(g.visitor, player)
    remember(table_id, token)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("table.page", table_id=table_id))


def seat_token() -> str | None:
    """The token of the seat that a form asks for: the same when it is sent again. None for a form without a key."""
    key = request.form.get("key")
    if not key:
        return None
    secret = str(current_app.secret_key).encode()
    return urlsafe_b64encode(hmac.digest(secret, key.encode(), "sha256")[:16]).decode().rstrip("=")


def newcomer(table_id: str) -> Player:
    """Let someone new sit down. Raises `RuleError`."""
    name = request.form.get("name", "")
    # Five friends scan and type at once, perhaps while a hand is recorded: that is nobody's business here.
    outcome = record_form(table_id, lambda _state, _form: m.JoinTable(name), whenever=True)
    refuse(outcome.problems)
    people = outcome.ledger.state.people.values()
    return next(person.number for person in people if person.name == tidy(name))


@blueprint.get("/t/<table_id>/move")
@at_table(Role.PLAYER)
def move_page(table_id: str) -> str:
    """A QR that moves this phone's seat to another one."""
    if g.visitor.player is None:
        raise Forbidden(Role.PLAYER)
    own = next(grant for grant in g.visitor.grants if grant.player == g.visitor.player)
    token = next(token for token in session["tables"][table_id] if services().grants.find(token) == own)
    return render_template(
        "links/move.html",
        table_id=table_id,
        link=shown(token),
        state=services().books.ledger(table_id).state,
        visitor=g.visitor,
    )


@blueprint.post("/t/<table_id>/links/revoke")
@at_table(Role.HOST)
def revoke(table_id: str) -> Response:
    """Make every link of a kind worthless, or take a seat from a phone. What was revoked can be issued anew."""
    grants = services().grants
    kind = request.form.get("kind", "")
    if kind in ("join", "watch"):
        grants.revoke_kind(table_id, kind)  # type: ignore[arg-type]
    elif kind == "host":
        own = [grant.id for grant in g.visitor.grants if grant.kind == "host"]
        for grant in grants.list(table_id):
            if grant.kind == "host" and grant.id not in own:
                grants.revoke(table_id, grant.id)
    elif kind == "seat":
        grants.revoke(table_id, integer(request.form, "grant"))
    else:
        abort(400)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.page", table_id=table_id))


@blueprint.post("/t/<table_id>/links/scorers")
@at_table(Role.HOST)
def limit_scorers(table_id: str) -> Response:
    """Say which seats keep the score."""
    state = services().books.ledger(table_id).state
    chosen = [player for player in state.people if f"scorer_{player}" in request.form]
    everyone = len(chosen) == len(state.people)
    services().grants.limit_scorers(table_id, None if everyone else chosen)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.page", table_id=table_id))


@blueprint.post("/t/<table_id>/forget")
@at_table()
def leave(table_id: str) -> Response:
    """Take this table off this phone. A seat it held is free again."""
    for grant in g.visitor.grants:
        if grant.kind == "seat":
            services().grants.revoke(table_id, grant.id)
    forget(table_id)
    return redirect(url_for("home.home"))


def living(token: str) -> Grant:
    """The grant of a link. Raises `RuleError` when it is wrong or was revoked."""
    grant = services().grants.find(token)
    if grant is None:
        raise RuleError("access.link_dead")
    return grant


def link_for(table_id: str, kind: Any) -> str:
    """The link of a kind that this phone passes on: the one it passed on before while that is good, else a new one.

    Only hashes of tokens are stored, so a link that another phone made cannot be shown again.
    """
    known = session.get("links", {}).get(table_id, {}).get(kind)
    if known and services().grants.find(known):
        return str(known)
    token = services().grants.issue(table_id, kind)
    keep_link(table_id, kind, token)
    return token


def keep_link(table_id: str, kind: str, token: str) -> None:
    """Remember a link of this table in the session, to show it again. A cookie has no room for those of all."""
    session["links"] = {table_id: {**session.get("links", {}).get(table_id, {}), kind: token}}


def shown(token: str) -> dict[str, str]:
    """A link as an address and as the data of an image of its QR."""
    address = public_url() + url_for("links.use", token=token)
    return {"address": address, "qr": drawn_qr(address)}


def drawn_qr(address: str) -> str:
    """An address as a QR: the data of an image."""
    return "data:image/svg+xml;base64," + b64encode(qr_svg(address)).decode()


def qr_svg(text: str) -> bytes:
    """An SVG image of `text` as a QR code, readable on any page: dark modules on their own white ground."""
    image = qrcode.make(text, image_factory=SvgPathFillImage, border=3, box_size=10)
    written = BytesIO()
    image.save(written)
    return written.getvalue()


def public_url() -> str:
    """Where phones reach this server: as configured, or as this request did.

    A browser on the server's own machine may have come by an address that means another machine to a phone.
    """
    local = request.host.rsplit(":", 1)[0] in LOOPBACK
    reached: str = (current_app.config["LAN_URL"] if local else None) or request.url_root
    return str(current_app.config["PUBLIC_URL"] or reached).rstrip("/")


def device_label() -> str:
    """What a phone calls itself, shortly."""
    agent = request.user_agent.string
    return next((name for name in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux") if name in agent), "")


def seat_page(table_id: str, problems: tuple[Problem, ...] = ()) -> str:
    """The list of names, those on another phone marked."""
    ledger = services().books.ledger(table_id)
    taken = {grant.player for grant in services().grants.list(table_id) if grant.kind == "seat"}
    return render_template(
        "links/seat.html",
        table_id=table_id,
        ledger=ledger,
        state=ledger.state,
        taken=taken,
        problems=problems,
        name=request.form.get("name", ""),
        visitor=g.visitor,
    )


def leave_other_seats(visitor: Visitor, player: Player) -> None:
    """One phone, one seat: give back the others it held."""
    for grant in visitor.grants:
        if grant.kind == "seat" and grant.player != player:
            services().grants.revoke(grant.table_id, grant.id)


def init_app(app: Flask) -> None:
    """Make links known to templates that show one."""
    app.jinja_env.globals.update(link_for=link_for, shown_link=shown)
