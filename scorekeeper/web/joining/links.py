"""Links and seats: how phones get access to a table, and how it is revoked."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.lookalikes import looks_alike
from scorekeeper.store import (
    Codes,
    Grant,
    KeyReused,
    Kind,
    SeatTaken,
    StatementBatch,
    StoreUnavailable,
    is_same_token,
    plan_codes,
    plan_seat,
)
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.names import LONGEST_NAME, number_name, tidy_text
from scorekeeper.table.state import TableState
from scorekeeper.web.board.frames import NAMES, SEATS, audience_of
from scorekeeper.web.board.playing_on import ways_to_play
from scorekeeper.web.board.recording import Read, player_named, record_form, sent_key
from scorekeeper.web.evening.picture import is_fetched_for_a_chat, render_chat_preview
from scorekeeper.web.http.derived_tokens import derive_own_token
from scorekeeper.web.http.invitations import CODE_KINDS, public_url
from scorekeeper.web.http.security import CLAIMS, GUESSABLE, check_code_tries, code_length, count_wrong_code, limiter
from scorekeeper.web.http.services import Context, services
from scorekeeper.web.page.access import (
    Forbidden,
    Presence,
    Role,
    Visitor,
    at_table,
    device,
    device_label,
    is_every_seat_taken,
    own_tables,
    presence,
    refuse_deputy,
    remember_grant,
    visitor_of,
)
from scorekeeper.web.page.forms import integer, small_number
from scorekeeper.web.page.opening import is_opening_link
from scorekeeper.web.page.qr_codes import qr_data_url, qr_svg
from scorekeeper.web.page.template_helpers import standing_text

blueprint = Blueprint("links", __name__)

LINKS: Mapping[Kind, Role] = {"join": Role.SCORER, "watch": Role.WATCHER, "host": Role.HOST}
"""The kinds of link, and who may show one."""

TELEVISIONS: tuple[Kind, ...] = ("television", "television_code")

REVOKED: Mapping[str, tuple[Kind, ...]] = {
    "join": ("join", "code", *TELEVISIONS),
    "watch": ("watch", *TELEVISIONS, "program"),
    "program": ("program",),
    "host": ("host", "takeover", "vote", "deputy"),
    "others": ("join", "code", "watch", *TELEVISIONS, "program", "host", "seat", "claim", "takeover", "vote", "deputy"),
}
"""The kinds of grants that are revoked with a kind of link, or with all access of other phones. A television watches
and shows the link to join, so it ends with either."""


@blueprint.get("/t/<table_id>/links")
@at_table()
def page(table_id: str) -> str:
    """The links this visitor may pass on, each with its QR, and for the host the phones that hold a seat."""
    kinds = [kind for kind, least in LINKS.items() if g.visitor.reaches(least)]
    if g.visitor.is_deputy:
        kinds.remove("host")
    grants = services().grants
    may_invite = "join" in kinds
    others = own_addresses() if g.visitor.is_host else ()
    usual = services().invitations.address_for_reader(table_id)
    at = next((other for other in others if other == request.args.get("at")), usual)
    state, taken = services().books.ledger(table_id).state, presence(table_id).seats
    may_sit_down = g.visitor.may_sit_down and g.visitor.player is None
    return render_template(
        "joining/links/page.html",
        table_id=table_id,
        state=state,
        free=[player for player in state.seating if player not in taken] if may_sit_down else [],
        links={kind: link_with_qr(table_id, link_for(table_id, kind), at) for kind in kinds},
        others=[other for other in others if other != at],
        may_invite=may_invite,
        code=services().invitations.for_table(table_id).spaced_code if may_invite else None,
        here=services().hub.frame(table_id, audience_of(g.visitor, SEATS)).html,
        seats=list(taken.values()),
        scorers=grants.scorers(table_id),
        in_group=services().store.groups.group_of(table_id) is not None,
        visitor=g.visitor,
    )


@blueprint.post("/t/<table_id>/links/code")
@at_table(Role.SCORER)
def renew_code(table_id: str) -> Response:
    """Make a code where the last one is over: to show one, it has to be stored first.

    Where every seat is taken it is for somebody who comes late, and ends when they sit.
    """
    services().grants.keep_codes(table_id, services().invitations.codes(table_id))
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.page", table_id=table_id))


@blueprint.post("/t/<table_id>/links/address")
@at_table(Role.HOST)
def choose_address(table_id: str) -> Response:
    """Show the phones of this table another address of this machine, where they cannot open the present one."""
    address = request.form.get("address", "")
    if address not in own_addresses():
        abort(400)
    services().invitations.choose_address(table_id, address)
    return redirect(url_for("links.page", table_id=table_id, at=address))


def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine in its networks, where phones come to it by one of them."""
    config = current_app.config
    return () if config["PUBLIC_URL"] else tuple(config["LAN_URLS"]())


@blueprint.get("/l/<token>", endpoint="use")
@limiter.limit(GUESSABLE)
def use_link(token: str) -> Response | str:
    """Use a scanned link. Joining and watching happen at once; moving a seat or the hosting asks first.

    A chat that shows its readers what is at the link to watch gets a page that tells it. The link of whoever runs the
    server leads to the first page, where this phone may open tables from then on. A page on the home screen starts here
    each time: once it has what the link brings, it is led to the table.
    """
    if is_opening_link(token):
        session["opens"] = token
        return redirect(url_for("home.home"))
    started = request.args.get("table", "")
    if started in own_tables() and has_followed(started, token):
        return redirect(url_for("table.page", table_id=started))
    grant = find_valid_grant(token)
    if grant.kind in ("host", "seat"):
        return render_template(
            "joining/links/confirm.html",
            grant=grant,
            token=token,
            state=services().books.ledger(grant.table_id).state,
            is_from_home_screen=bool(started),
            is_of_host=grant.player in presence(grant.table_id).hosts,
        )
    if grant.kind == "watch" and is_fetched_for_a_chat():
        return render_chat_preview(grant, token)
    remember_grant(grant.table_id, token)
    sitting = visitor_of(grant.table_id, session).player is not None
    target = "links.seat" if grant.kind == "join" and not sitting else "table.page"
    return redirect(url_for(target, table_id=grant.table_id))


def has_followed(table_id: str, token: str) -> bool:
    """Return whether this phone watches a table, and the link of a seat brings nothing that it lacks."""
    visitor, grant = visitor_of(table_id, session), find_grant(token)
    lacks = grant is not None and grant.kind == "seat" and visitor.player is None
    return visitor.reaches(Role.WATCHER) and not lacks


@blueprint.get("/join")
def code_page() -> str:
    """Type the code that stands beside the QR."""
    return render_code_page()


@blueprint.post("/join")
def enter_code() -> Response | tuple[str, int]:
    """Exchange a typed code for the link that it stands for. Raises `TooManyRequests` after too many wrong ones."""
    check_code_tries(device())
    code = services().invitations.find_code(request.form.get("code", ""))
    if code is None:
        return refuse_code(), 422
    table_id = code.table_id
    if code.kind == "television_code":
        remember_grant(table_id, services().grants.derive_link(table_id, "television"))
        return redirect(url_for("table.television", table_id=table_id))
    remember_grant(table_id, services().grants.derive_link(table_id, "join"))
    sitting = visitor_of(table_id, session).player is not None
    return redirect(url_for("table.page" if sitting else "links.seat", table_id=table_id))


def refuse_code() -> str:
    """Count a wrong code and render the refusal.

    Where so many were tried that codes are longer from now on, every table that somebody watches shows its new one.
    """
    length = code_length()
    count_wrong_code(device())
    if code_length() != length:
        for table_id in services().hub.count_watching():
            services().hub.publish_access_change(table_id)
    return render_code_page(problem("access.no_code"))


def render_code_page(*problems: Problem) -> str:
    """Render the field for a code, with the reasons that a refused one may have."""
    address = public_url().partition("://")[2]
    return render_template("joining/links/code.html", problems=problems, address=address, length=code_length())


@blueprint.get("/t/<table_id>/join.svg")
@at_table()
def join_image(table_id: str) -> Response:
    """The QR of the link to join, for those who may show it."""
    if not g.visitor.shows_invitation or (not g.visitor.may_record and is_every_seat_taken(table_id)):
        raise Forbidden(Role.SCORER)
    token = services().invitations.for_table(table_id).token
    response = make_response(qr_svg(address_of(table_id, token)))
    response.mimetype = "image/svg+xml"
    return response


@blueprint.post("/l/<token>")
@limiter.limit(GUESSABLE)
def move(token: str) -> Response:
    """Move a seat to this phone, or make this phone a host. Who sends the form again has what it asked for."""
    grants, own = services().grants, seat_token(token)
    grant = find_grant(token) or (grants.find(own) if own else None) or find_valid_grant(token)
    extra_writes = [plan_codes(grant.table_id, codes_of(grant.table_id))]
    if grant.kind == "seat" and grant.player is not None:
        try:
            grants.take_seat(
                grant.table_id,
                grant.player,
                device_label(),
                instead_of=grant.id,
                token=own,
                holder=device(),
                watches=True,  # when the seat moves on, for as long as the host leaves it to a phone
                extra_writes=extra_writes,
            )
        except SeatTaken:
            raise RuleError("access.link_dead") from None
        except KeyReused:
            raise RuleError("form.key_reused") from None
    elif grant.kind == "host":
        grants.make_host(grant.table_id, device(), device_label(), extra_writes=extra_writes)
    else:
        abort(405)
    services().hub.publish_access_change(grant.table_id)
    return redirect(url_for("table.page", table_id=grant.table_id))


@blueprint.get("/t/<table_id>/seat")
@at_table(Role.JOINER)
def seat(table_id: str) -> Response | str:
    """Render the names to tap, and the field for a new one. A phone that has a seat is led to the table instead.

    It changes seats by ``?move=1`` alone: the way back through a browser's pages comes here as well.
    """
    if g.visitor.player is not None and "move" not in request.args:
        return redirect(url_for("table.page", table_id=table_id))
    return seat_page(table_id)


@blueprint.post("/t/<table_id>/seat", endpoint="take")
@at_table(Role.JOINER)
@limiter.limit(GUESSABLE)
def take_seat(table_id: str) -> Response | str | tuple[str, int]:
    """Take a seat, as a named player or as somebody new. A seat that another phone holds is asked for.

    A phone that has another seat is asked once more.
    """
    known = "player" in request.form
    wanted = seat_token(table_id, "known" if known else "new") or secrets.token_urlsafe(16)
    is_repeated = services().grants.find(wanted) is not None
    if not is_repeated and (question := question_before(table_id)):
        return question
    try:
        player = seat_returner(table_id, wanted) if known else seat_newcomer(table_id, wanted)
        visitor = g.visitor if known else visitor_of(table_id, session)
        own = next((grant.id for grant in visitor.grants if grant.kind == "seat" and grant.player == player), None)
        if known or own is None:
            extra_writes = [plan_codes(table_id, codes_of(table_id))]
            services().grants.take_seat(
                table_id,
                player,
                device_label(),
                instead_of=own,
                token=wanted,
                holder=device(),
                extra_writes=extra_writes,
            )
    except SeatTaken:
        return redirect(url_for("links.ask", table_id=table_id, player=player))
    except KeyReused:
        return seat_page(table_id, (problem("form.key_reused"),)), 422
    except RuleError as refusal:
        return seat_page(table_id, refusal.problems), 422
    services().hub.publish_access_change(table_id)
    return redirect(url_for("table.page", table_id=table_id))


def name_asked(table_id: str) -> str:
    """Return the name of the seat that a form asks for, or the new name in it; "" where there is no such seat."""
    if "player" not in request.form:
        return tidy_text(request.form.get("name", ""))
    people = services().books.ledger(table_id).state.people
    person = people.get(small_number(request.form["player"]) or 0)
    return person.name if person else ""


def question_before(table_id: str) -> Response | str | None:
    """Return the question before a form gives a seat: whether to leave another one, or whether a name is theirs."""
    if g.visitor.player is not None and "move" not in request.form and (asked := name_asked(table_id)):
        return confirm_other_seat(table_id, asked)
    alike = None if {"player", "another"} & request.form.keys() else find_alike(table_id)
    if alike is None:
        return None
    return redirect(url_for("links.ask", table_id=table_id, player=alike, name=request.form["name"][:60]))


def find_alike(table_id: str) -> Player | None:
    """Return the player whose name a new one looks like, where a phone may ask for that seat."""
    state, name = services().books.ledger(table_id).state, tidy_text(request.form.get("name", ""))
    alike = next((person for person in state.people.values() if name and looks_alike(person.name, name)), None)
    return alike.number if alike and may_ask_for(table_id, alike.number) else None


def may_ask_for(table_id: str, player: Player) -> bool:
    """Return whether this phone may ask for a seat: one that another phone holds, or without a seat a free one."""
    state = services().books.ledger(table_id).state
    return player in presence(table_id).seats or (player in state.people and g.visitor.player is None)


def confirm_other_seat(table_id: str, asked: str) -> Response | str:
    """Ask a phone that has a seat whether it is to have that of `asked`; its own one leads to the table."""
    own = services().books.ledger(table_id).state.people[g.visitor.player].name
    if asked == own:
        return redirect(url_for("table.page", table_id=table_id))
    fields = {name: value for name, value in request.form.items() if name != "csrf_token"}
    return render_template("joining/links/other_seat.html", table_id=table_id, own=own, asked=asked, fields=fields)


def codes_of(table_id: str, state: TableState | None = None) -> Codes:
    """Return the codes of a table, by which others may join until every seat is taken."""
    state = state or services().books.ledger(table_id).state
    enough = len(state.seating) >= state.game.seat_counts(state.rules)[0]
    return services().invitations.codes(table_id, state.seating if enough else ())


# --- A seat that another phone holds ---


@blueprint.get("/t/<table_id>/seat/<int:player>/ask")
@at_table(Role.JOINER)
def ask(table_id: str, player: Player) -> Response | str:
    """Render the question whether a seat is the reader's, or the wait for somebody's answer where another holds it."""
    state = services().books.ledger(table_id).state
    if any(grant.kind == "seat" and grant.player == player for grant in g.visitor.grants):
        return redirect(url_for("table.page", table_id=table_id))
    here = presence(table_id)
    if player not in state.people or not may_ask_for(table_id, player):
        return redirect(url_for("links.seat", table_id=table_id))
    is_free = player not in here.seats
    asked = any(grant.kind == "claim" and grant.player == player for grant in g.visitor.grants)
    return render_template(
        "joining/links/claim.html",
        table_id=table_id,
        state=state,
        player=player,
        is_free=is_free,
        asked=asked and not is_free,
        is_host=player in here.hosts,
        refused="asked" in request.args and not asked,
        typed=tidy_text(request.args.get("name", ""))[:LONGEST_NAME],
        version=services().books.ledger(table_id).version,
        another=number_name(state.name(player), [person.name for person in state.people.values()]),
        free=[state.name(each) for each in state.seating if each not in here.seats and each != player],
        here=services().hub.frame(table_id, audience_of(g.visitor, SEATS)).html,
        visitor=g.visitor,
    )


@blueprint.post("/t/<table_id>/seat/<int:player>/ask")
@at_table(Role.JOINER)
@limiter.limit(CLAIMS)
def claim(table_id: str, player: Player) -> Response:
    """Ask those who sit at the table for a held seat; a host need not ask."""
    if player not in presence(table_id).seats:
        return redirect(url_for("links.seat", table_id=table_id))
    label, source = device_label(), g.visitor.source
    admits = g.visitor.is_host and not g.visitor.is_deputy
    services().grants.claim_seat(table_id, player, label, holder=device(), source=source, admits=admits)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.ask", table_id=table_id, player=player, asked=1))


@blueprint.post("/t/<table_id>/seat/answer")
@at_table()
@limiter.limit(GUESSABLE)
def answer(table_id: str) -> Response:
    """Admit or turn away a claim to a held seat: one tap on any phone with a seat, or a host's.

    The seat of a host is given by the phone that has it, or by a host.
    """
    if g.visitor.player is None and not g.visitor.is_host:
        raise Forbidden(Role.PLAYER)
    claim_id, here = integer(request.form, "claim"), presence(table_id)
    claim = next((grant for grant in here.claims if grant.id == claim_id), None)
    admits = request.form.get("answer") == "yes"
    if claim and (admits or claim not in g.visitor.grants):
        check_may_answer(g.visitor, claim, here)
    if claim and admits:
        services().grants.admit(table_id, claim_id)
    elif claim:
        services().grants.revoke(table_id, claim_id)
    services().hub.publish_access_change(table_id)
    if request.headers.get("HX-Request"):
        # Whoever gave away their own seat sees the table as the watcher they now are.
        return make_response(services().hub.frame(table_id, audience_of(visitor_of(table_id, session))).html)
    return redirect(url_for("table.page", table_id=table_id), 303)


def check_may_answer(visitor: Visitor, claim: Grant, here: Presence) -> None:
    """Refuse an answer to one's own claim, and to that of a host's seat by anybody but that phone or a host."""
    if visitor.is_host and not visitor.is_deputy:
        return
    if claim.player in here.hosts and claim.player != visitor.player:
        raise Forbidden(Role.HOST)
    if claim in visitor.grants:
        raise RuleError("access.own_claim")


def seat_token(*asked: str) -> str | None:
    """The token of the seat that a form asks for: the same when it is sent again. None for a form without a key.

    `asked` is where and how: what another form under the same key asks for is another token, so that whatever was
    recorded for a form is never refused afterwards for its seat.
    """
    key = sent_key(request.form)
    if not key:
        return None
    return derive_own_token(*asked, key)


def seat_newcomer(table_id: str, token: str) -> Player:
    """Seat somebody new, whose phone this is, and return the player. Raises `RuleError`."""
    name = request.form.get("name", "")
    state = record_seated(
        table_id,
        token,
        lambda state, _form: m.build_join(state, name),
        lambda state: player_named(state, tidy_text(name)),
    )
    return player_named(state, tidy_text(name))


def seat_returner(table_id: str, token: str) -> Player:
    """Return the known player whose seat a form asks for; one who went home is back then. Raises `RuleError`."""
    player, state = integer(request.form, "player"), services().books.ledger(table_id).state
    if player not in state.people:
        raise RuleError("player.unknown")
    if player not in (*state.seating, *presence(table_id).seats):
        record_seated(table_id, token, lambda _state, _form: m.build_return(player), lambda _state: player)
    return player


def record_seated(table_id: str, token: str, read: Read, find: Callable[[TableState], Player]) -> TableState:
    """Record that the player whom `find` returns comes to the table, with the seat of this phone. Raises `RuleError`.

    Several friends may sit down at once, perhaps while a hand is recorded: no version is too old for that.
    """
    label, holder = device_label(), device()

    def plan(table_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        seat = plan_seat(table_id, find(ledger.state), label, token=token, holder=holder)
        return [seat, plan_codes(table_id, codes_of(table_id, ledger.state))]

    outcome = record_form(table_id, read, whenever=True, extra_writes=plan)
    refuse(outcome.problems)
    return outcome.ledger.state


@blueprint.get("/t/<table_id>/move")
@at_table(Role.PLAYER)
def move_page(table_id: str) -> str:
    """Render the QR that moves this phone's seat to another one."""
    if g.visitor.player is None:
        raise Forbidden(Role.PLAYER)
    own = next(grant for grant in g.visitor.grants if grant.kind == "seat" and grant.player == g.visitor.player)
    return render_template(
        "joining/links/move.html",
        table_id=table_id,
        link=link_with_qr(table_id, moving_token(own)),
        state=services().books.ledger(table_id).state,
        visitor=g.visitor,
    )


@blueprint.post("/t/<table_id>/links/revoke")
@at_table(Role.HOST)
def revoke(table_id: str) -> Response:
    """Make links of some kind worthless, or take a seat from a phone. What was revoked can be issued anew.

    What this phone itself sits and hosts by stays good.
    """
    refuse_deputy()
    grants, kind = services().grants, request.form.get("kind", "")
    own = [grant.id for grant in g.visitor.grants if grant.kind in ("host", "seat")]
    extra_writes = [plan_codes(table_id, codes_of(table_id))]
    if kind == "seat":
        grants.revoke(table_id, integer(request.form, "grant"), extra_writes=extra_writes)
    elif kind in REVOKED:
        grants.revoke_kinds(table_id, REVOKED[kind], but=own, leaves_group=kind == "others", extra_writes=extra_writes)
    else:
        abort(400)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.page", table_id=table_id))


@blueprint.post("/t/<table_id>/links/scorers")
@at_table(Role.HOST)
def limit_scorers(table_id: str) -> Response:
    """Say which seats keep the score."""
    refuse_deputy()
    state = services().books.ledger(table_id).state
    chosen = [player for player in state.people if f"scorer_{player}" in request.form]
    everyone = len(chosen) == len(state.people)
    services().grants.limit_scorers(table_id, None if everyone else chosen)
    services().hub.publish_access_change(table_id)
    return redirect(url_for("links.page", table_id=table_id))


def find_valid_grant(token: str) -> Grant:
    """Return the grant of a link. Raises `RuleError` when it is wrong or was revoked."""
    grant = find_grant(token)
    if grant is None or grant.kind in ("claim", "program"):
        raise RuleError("access.link_dead")
    return grant


def find_grant(token: str) -> Grant | None:
    """Return the grant of a link in force: by its token, or by the one that moves its seat."""
    number = token.partition("-")[0]
    moving = services().grants.get(int(number)) if re.fullmatch("[1-9][0-9]{,17}", number) else None
    if moving and moving.kind == "seat" and is_same_token(moving_token(moving), token):
        return moving
    found = services().grants.find(token)
    # A code is no link, nor does any answer tell that there is one: wrong links do not count as wrong codes.
    return None if found and found.kind in CODE_KINDS else found


def moving_token(seat: Grant) -> str:
    """Return the token of the link that moves a seat. It follows from the server's key: no token is stored as it is.

    It ends with the seat, and where the host logs out everybody else.
    """
    times = services().grants.read_generation(seat.table_id, "seat").times
    return f"{seat.id}-{derive_own_token('move', seat.table_id, seat.id, seat.created, times)}"


def link_for(table_id: str, kind: Kind) -> str:
    """Return the token of the link of a kind that this phone passes on, which is the same while that is good.

    That to join is the one that all phones at the table show. Showing a link stores nothing (see `Grants.derive_link`).
    """
    if kind == "join":
        return services().grants.derive_link(table_id, "join")
    if g.visitor.source is None:  # the link by which this phone came cannot be stored now
        raise StoreUnavailable("read_only")
    return services().grants.derive_link(table_id, kind, g.visitor.source)


def address_of(table_id: str, token: str, at: str | None = None) -> str:
    """Return the address of a link; `at` replaces the table's address of the server."""
    return (at or services().invitations.address_for_reader(table_id)) + url_for("links.use", token=token)


def link_with_qr(table_id: str, token: str, at: str | None = None) -> dict[str, str]:
    """Return the address of a link with its QR as the data of an image; `at` replaces the table's address."""
    address = address_of(table_id, token, at)
    return {"address": address, "qr": qr_data_url(address)}


def seat_page(table_id: str, problems: tuple[Problem, ...] = ()) -> str:
    """Render the list of names, marked where somebody sits already."""
    ledger = services().books.ledger(table_id)
    return render_template(
        "joining/links/seat.html",
        table_id=table_id,
        ledger=ledger,
        state=ledger.state,
        names=services().hub.frame(table_id, audience_of(g.visitor, NAMES)).html,
        problems=problems,
        name=request.values.get("name", ""),
        another="another" in request.values,
        late=facts_for_latecomer(ledger.state) if g.visitor.player is None else None,
        visitor=g.visitor,
    )


def facts_for_latecomer(state: TableState) -> Context | None:
    """Return what somebody new begins with, on whose chair, and who plays then; None before the first hand."""
    if not state.last_hand:
        return None
    join = m.build_join(state, "")
    after = join.play(state)
    return {"usual": standing_text(after, max(after.people)), "chair": join.before, **ways_to_play(after)}


def is_offered_seat(table_id: str) -> bool:
    """Return whether a page tells this phone that it has no seat: where it may take one and the table waits for it."""
    visitor = g.get("visitor")
    if visitor is None or not visitor.may_sit_down or visitor.player is not None:
        return False
    return not services().books.ledger(table_id).state.ending and not is_every_seat_taken(table_id)


def init_app(app: Flask) -> None:
    """Make links known to templates that show one, and whether a seat is offered."""
    app.jinja_env.globals.update(link_for=link_for, link_with_qr=link_with_qr, is_offered_seat=is_offered_seat)
