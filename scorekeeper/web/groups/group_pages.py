"""Groups of people who meet again: membership, the all-time table, the people, the link."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError
from scorekeeper.export import history_bytes
from scorekeeper.games.game import Game
from scorekeeper.settlement import Amount
from scorekeeper.store import (
    Group,
    GroupPerson,
    HasPlayed,
    InAnotherGroup,
    NameInUse,
    NameLooksInUse,
    SameNight,
    UnknownGroup,
    UnknownPerson,
    is_same_token,
)
from scorekeeper.table.evenings import AllTimeTally, Evening, count_evenings, every_entry, games_of, tally_all_time
from scorekeeper.table.names import check_name, tidy_text
from scorekeeper.table.statistics import EveningStatistics
from scorekeeper.web.evening.export import SQLITE
from scorekeeper.web.evening.figures import (
    Figure,
    FigureCell,
    Teammate,
    called_friends,
    detail_figures,
    headline_figures,
    main_count,
    maker_partners,
    overall_figures,
    share_cell,
)
from scorekeeper.web.http.derived_tokens import derive_own_token
from scorekeeper.web.http.heavy_pages import delegate
from scorekeeper.web.http.invitations import public_url
from scorekeeper.web.http.security import EXPENSIVE, GUESSABLE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import device, device_label
from scorekeeper.web.page.forms import Form, integer, text
from scorekeeper.web.page.group_access import member_of
from scorekeeper.web.page.group_nights import (
    GroupHistory,
    list_lookalike_questions,
    load_group_history,
    may_add_night,
    night_rows,
    seat_names,
)
from scorekeeper.web.page.large_tables import count_moves
from scorekeeper.web.page.qr_codes import qr_data_url
from scorekeeper.web.page.template_helpers import label_text
from scorekeeper.web.setup.rule_sets import name_problems, read_kept_set, read_set, shared_page

blueprint = Blueprint("groups", __name__)

MOST_GROUPS = 6
"""The groups of one phone: a cookie has no room for more."""

MANY_MOVES = 1_500
"""The moves of all nights from which on the pages of a group are heavy: 0.06 ms each where no table is in memory."""

P = ParamSpec("P")
T = TypeVar("T")


# --- Who belongs to a group ---


def in_group(*, as_host: bool = False) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a view be reached by the phones of a group alone; to all others there is no such group."""

    def decorate(view: Callable[P, T]) -> Callable[P, T]:
        @wraps(view)
        def call_for_member(*args: P.args, **kwargs: P.kwargs) -> T:
            phone = member_of(str(kwargs["group_id"]))
            if phone is None:
                abort(404)
            g.phone = phone
            if as_host and phone.kind != "host":
                abort(403)
            return view(*args, **kwargs)

        return call_for_member

    return decorate


def heavy_if_many_nights(view: Callable[P, T]) -> Callable[P, T | Response]:
    """Let another process answer a view of a group whose nights have many moves. For views that only read."""

    @wraps(view)
    def call_or_delegate(*args: P.args, **kwargs: P.kwargs) -> T | Response:
        nights = services().store.groups.get(str(kwargs["group_id"])).nights
        heavy = count_moves(night.table_id for night in nights) >= MANY_MOVES
        return (delegate(services().heavy_pages) if heavy else None) or view(*args, **kwargs)

    return call_or_delegate


def join_with_phone(group_id: str, admit: Callable[[str], object]) -> None:
    """Make this phone a member of a group: `admit` stores the token by which it is. Sent again, it is the same token.

    Raises `RuleError` where its cookie has no room.
    """
    known = {each: token for each, token in session.get("groups", {}).items() if each != group_id and member_of(each)}
    if len(known) >= MOST_GROUPS:
        raise RuleError("group.too_many", most=MOST_GROUPS)
    token = derive_own_token("group phone", group_id, device())
    admit(token)
    session["groups"] = {**known, group_id: token}


def link_token(group: Group) -> str:
    """Return the token of a group's link. It follows from the server's own key: looking at it stores nothing."""
    return derive_own_token("group", group.id, group.link)


@contextmanager
def store_refusals() -> Iterator[None]:
    """Raise what the store refuses as `RuleError`."""
    try:
        yield
    except NameInUse as error:
        raise RuleError("name.taken", name=str(error)) from None
    except NameLooksInUse as error:
        raise RuleError("name.looks_taken", name=str(error)) from None
    except UnknownPerson:
        raise RuleError("group.unknown_person") from None
    except SameNight:
        raise RuleError("group.same_night") from None
    except HasPlayed:
        raise RuleError("group.has_played") from None
    except InAnotherGroup:
        raise RuleError("group.another") from None


def read_name(form: Form, field: str = "name") -> str:
    """A name of a form, as it is kept. Raises `RuleError`."""
    name = tidy_text(form.get(field, ""))
    problems = check_name(name)
    if problems:
        raise RuleError(problems=problems)
    return name


# --- The group ---


def id_for(name: str, key: str) -> str:
    """The id of the group that a form of this phone makes: the same when it is sent again, and nobody else's."""
    told = "\0".join((str(current_app.secret_key), device(), key or secrets.token_hex(8), name))
    return hashlib.sha256(told.encode(errors="replace")).hexdigest()[:12]


@blueprint.get("/groups/new")
def new() -> str:
    """A name for a new group. The device has its name from here on: who sends the form again has the same group."""
    device()
    return new_page()


def new_page(problems: tuple[Problem, ...] = ()) -> str:
    """The form for a new group; from a table, which is its first night then."""
    table_id = request.values.get("table", "")
    return render_template(
        "groups/new.html",
        problems=problems,
        name=request.form.get("name", ""),
        table_id=table_id if may_be_first_night(table_id) else "",
    )


def may_be_first_night(table_id: str) -> bool:
    """Return whether this phone may make a table the first night of a new group."""
    return may_add_night(table_id) and services().store.groups.group_of(table_id) is None


@blueprint.post("/groups")
@limiter.limit(EXPENSIVE)
def create() -> Response | tuple[str, int]:
    """Make a group. Who sends the form again comes to the one that it made."""
    try:
        name = read_name(request.form)
        group_id = id_for(name, request.form.get("key", ""))
        table_id = request.form.get("table", "")
        night = table_id if may_be_first_night(table_id) else None
        names = seat_names(services().books.ledger(night).state) if night else {}
        groups, label = services().store.groups, device_label()
        join_with_phone(
            group_id, lambda token: groups.create(group_id, name, token=token, label=label, night=night, names=names)
        )
    except RuleError as refusal:
        return new_page(refusal.problems), 422
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.get("/g/<group_id>")
@in_group()
@heavy_if_many_nights
def page(group_id: str) -> str:
    """The all-time table, the nights, the people, the rules."""
    return group_page(load_group_history(group_id))


def group_page(met: GroupHistory, problems: tuple[Problem, ...] = ()) -> str:
    """The page of a group; what was refused stands beside the field for a name."""
    return render_template(
        "groups/page.html",
        group=met.group,
        sheets=[all_time_of(game, evenings) for game, evenings in group_by_game(met)],
        names={person.number: person.name for person in met.group.people},
        nights=night_rows(met),
        lookalikes=list_lookalike_questions(met),
        own=met.own,
        sets=[(each, found) for each in met.group.rules if (found := read_kept_set(each.fields))],
        problems=problems,
        name=request.form.get("name", ""),
    )


@blueprint.get("/g/<group_id>/export.db")
@in_group()
@heavy_if_many_nights
def as_history(group_id: str) -> Response:
    """All nights of the group as a database for other programs."""
    store = services().store
    nights = [night.table_id for night in store.groups.get(group_id).nights]
    infos = store.events.tables(nights, limit=len(nights)) if nights else []
    oldest_first = sorted(infos, key=lambda info: info.created)
    response = Response(history_bytes(store.events, store.groups, oldest_first), content_type=SQLITE)
    response.headers.set("Content-Disposition", "attachment", filename="scorekeeper-history.db")
    return response


@blueprint.post("/g/<group_id>/people")
@in_group()
def add_person(group_id: str) -> Response | tuple[str, int]:
    """Name somebody who has not played yet."""
    try:
        services().store.groups.add_person(group_id, read_name(request.form))
    except RuleError as refusal:
        return group_page(load_group_history(group_id), refusal.problems), 422
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.post("/g/<group_id>/rules")
@in_group()
def keep_rules(group_id: str) -> Response | tuple[str, int]:
    """Keep a set of rules, from its page, for all nights to come."""
    found = read_set(request.form)
    refused = name_problems(found.name)
    if refused:
        return shared_page(found, refused), 422
    services().store.groups.keep_rules(group_id, found.name, found._replace(by="").fields)
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.post("/g/<group_id>/rules/drop")
@in_group()
def drop_rules(group_id: str) -> Response:
    """Keep rules no longer."""
    services().store.groups.drop_rules(group_id, text(request.form, "name"))
    return redirect(url_for("groups.page", group_id=group_id), 303)


# --- A person ---


@blueprint.get("/g/<group_id>/people/<int:person>")
@in_group()
@heavy_if_many_nights
def person(group_id: str, person: int) -> str:
    """Render a person's evenings and names."""
    return person_page(load_group_history(group_id), person)


def person_page(met: GroupHistory, number: int, problems: tuple[Problem, ...] = ()) -> str:
    """The page of somebody; what was refused stands in it."""
    found = person_of(met.group, number)
    return render_template(
        "groups/person.html",
        group=met.group,
        person=found,
        own=met.own,
        careers=careers_of(met, found.number),
        nights=night_rows(met, found.number),
        has_played=any(found.number in night.seats.values() for night in met.group.nights),
        others=[each for each in met.group.people if each != found],
        problems=problems,
        name=request.form.get("name", ""),
    )


def count_hands(evenings: Iterable[Evening[int]]) -> int:
    """Return the number of hands that were played."""
    return sum(entry.counts for each in evenings for entry in every_entry(each.state))


class AllTime(NamedTuple):
    """The all-time table of one game: its rows, all hands, and the game's own share by person, under its label.

    `overall` is what all together did.
    """

    game: Game
    rows: list[AllTimeTally[int]]
    hands: int
    label: Markup
    shares: Mapping[int, FigureCell]
    overall: tuple[Figure, ...]


def all_time_of(game: Game, evenings: list[Evening[int]]) -> AllTime:
    """The all-time table of evenings of a game."""
    rows, main, found = tally_all_time(evenings), main_count(game), count_evenings(evenings)
    told = tuple(overall_figures(game, found)) if found.hands else ()
    if main is None:
        return AllTime(game, rows, count_hands(evenings), Markup(""), {}, told)
    shares = {int(person): share_cell(main, personal) for person, personal in found.people.items()}
    return AllTime(game, rows, count_hands(evenings), label_text(main.code, game), shares, told)


class Career(NamedTuple):
    """A person's career in one game: the row in the all-time table, and the best and worst evenings.

    `heads` and `figures` are the statistics of their hands, `called` and `partners` with whom they play.
    """

    game: Game
    tally: AllTimeTally[int]
    best: list[Evening[int]]
    worst: list[Evening[int]]
    heads: tuple[Figure, ...]
    figures: tuple[Figure, ...]
    called: list[tuple[str, Teammate]]
    partners: list[tuple[str, Teammate]]


def careers_of(met: GroupHistory, number: int) -> list[Career]:
    """Return a person's careers, game by game."""
    careers = []
    for game, evenings in group_by_game(met):
        row = next((row for row in tally_all_time(evenings) if row.person == number), None)
        played = [each for each in evenings if each.hands[number]]
        if row and played:
            careers.append(career_of(met, game, row, played, count_evenings(evenings)))
    return careers


def career_of(
    met: GroupHistory, game: Game, row: AllTimeTally[int], played: list[Evening[int]], found: EveningStatistics
) -> Career:
    """Return a person's career in a game, from the evenings at which they played it."""
    person, names = str(row.person), {str(each.number): each.name for each in met.group.people}
    best, worst = (equal_evenings(played, row.person, most) for most in (max, min))
    personal = found.people.get(person)
    if personal is None:
        return Career(game, row, best, worst, (), (), [], [])
    return Career(
        game,
        row,
        best,
        worst,
        heads=tuple(headline_figures(personal)),
        figures=tuple(detail_figures(game, personal)),
        called=[(names[each.person], each) for each in called_friends(personal)],
        partners=[(names[each.person], each) for each in maker_partners(person, found)],
    )


def equal_evenings(
    played: list[Evening[int]], person: int, most: Callable[[Iterable[Amount]], Amount]
) -> list[Evening[int]]:
    """Return the evenings with somebody's greatest or least gain, as `most` chooses, the latest first."""
    amount = most(evening.gains[person] for evening in played)
    return [evening for evening in played if evening.gains[person] == amount]


def group_by_game(met: GroupHistory) -> list[tuple[Game, list[Evening[int]]]]:
    """The evenings of each game: what they gave does not add up across games."""
    return [(game, [each for each in met.evenings if each.state.game is game]) for game in games_of(met.evenings)]


def person_of(group: Group, number: int) -> GroupPerson:
    """Return a person of a group; abort for anybody else."""
    found = next((each for each in group.people if each.number == number), None)
    if found is None:
        abort(404)
    return found


def answer_change(
    group_id: str, person: int, change: Callable[[], object], after: int | None = None
) -> ResponseReturnValue:
    """Make a change to a person, and lead to the person `after` it, or show why it was refused."""
    try:
        with store_refusals():
            change()
    except RuleError as refusal:
        return person_page(load_group_history(group_id), person, refusal.problems), 422
    if after is None:
        return redirect(url_for("groups.page", group_id=group_id), 303)
    return redirect(url_for("groups.person", group_id=group_id, person=after), 303)


@blueprint.post("/g/<group_id>/people/<int:person>")
@in_group()
def rename_person(group_id: str, person: int) -> ResponseReturnValue:
    """Call somebody otherwise from now on."""
    groups = services().store.groups
    return answer_change(
        group_id, person, lambda: groups.rename_person(group_id, person, read_name(request.form)), person
    )


@blueprint.post("/g/<group_id>/people/<int:person>/join")
@in_group()
def join_people(group_id: str, person: int) -> ResponseReturnValue:
    """Say that this is another person of the group, who keeps their name."""
    groups, into = services().store.groups, integer(request.form, "into")
    return answer_change(group_id, person, lambda: groups.join_people(group_id, person, into), into)


@blueprint.post("/g/<group_id>/people/<int:person>/alike")
@in_group()
def answer_lookalikes(group_id: str, person: int) -> ResponseReturnValue:
    """Say whether somebody is the person whose name looks alike, who keeps their name; and go back to the page."""
    groups, other, night = services().store.groups, integer(request.form, "other"), request.form.get("night")
    change = groups.join_people if text(request.form, "answer") == "same" else groups.tell_apart
    answered = answer_change(group_id, other, lambda: change(group_id, person, other))
    if isinstance(answered, tuple) or not night:
        return answered
    return redirect(url_for("group_nights.page", group_id=group_id, table_id=night), 303)


@blueprint.post("/g/<group_id>/people/<int:person>/part")
@in_group()
def part_people(group_id: str, person: int) -> ResponseReturnValue:
    """Say that somebody who was joined with this person is a person of their own after all."""
    groups, joined = services().store.groups, integer(request.form, "joined")
    return answer_change(group_id, person, lambda: groups.separate_people(group_id, joined), joined)


@blueprint.post("/g/<group_id>/people/<int:person>/remove")
@in_group()
def remove_person(group_id: str, person: int) -> ResponseReturnValue:
    """Take somebody who never played out of the group."""
    return answer_change(group_id, person, lambda: services().store.groups.remove_person(group_id, person))


# --- Its link, and its phones ---


@blueprint.get("/g/<group_id>/join/<token>", endpoint="invited")
@limiter.limit(GUESSABLE)
def invitation_page(group_id: str, token: str) -> Response | str:
    """Render the question whether this phone is to belong to the group of a link."""
    group = find_linked_group(group_id, token)
    if member_of(group_id):
        return redirect(url_for("groups.page", group_id=group_id))
    return render_template("groups/join.html", group=group, token=token, problems=())


@blueprint.post("/g/<group_id>/join/<token>")
@limiter.limit(GUESSABLE)
def join(group_id: str, token: str) -> Response | tuple[str, int]:
    """Let this phone belong to the group of a link."""
    group = find_linked_group(group_id, token)
    try:
        if not member_of(group_id):
            groups, label = services().store.groups, device_label()
            join_with_phone(group_id, lambda token: groups.admit(group_id, "member", label, token=token))
    except RuleError as refusal:
        return render_template("groups/join.html", group=group, token=token, problems=refusal.problems), 422
    return redirect(url_for("groups.page", group_id=group_id), 303)


def find_linked_group(group_id: str, token: str) -> Group:
    """Return the group of a link; abort where the link is wrong or was revoked."""
    try:
        group = services().store.groups.get(group_id)
    except UnknownGroup:
        abort(404)
    if not is_same_token(link_token(group), token):
        abort(404)
    return group


@blueprint.get("/g/<group_id>/links")
@in_group()
def links(group_id: str) -> str:
    """The link of the group with its QR, its name, and for the host its phones."""
    return links_page(group_id)


def links_page(group_id: str, problems: tuple[Problem, ...] = ()) -> str:
    """The page of a group's link; what was refused stands beside its name."""
    group = services().store.groups.get(group_id)
    address = public_url() + url_for("groups.invited", group_id=group_id, token=link_token(group))
    return render_template(
        "groups/links.html",
        group=group,
        link={"address": address, "qr": qr_data_url(address)},
        phones=[each for each in services().store.groups.phones(group_id) if each != g.phone],
        phone=g.phone,
        problems=problems,
        name=request.form.get("name", ""),
    )


@blueprint.post("/g/<group_id>/name")
@in_group()
def rename(group_id: str) -> Response | tuple[str, int]:
    """Call the group otherwise."""
    try:
        services().store.groups.rename(group_id, read_name(request.form))
    except RuleError as refusal:
        return links_page(group_id, refusal.problems), 422
    return redirect(url_for("groups.page", group_id=group_id), 303)


@blueprint.post("/g/<group_id>/links")
@in_group(as_host=True)
def revoke(group_id: str) -> Response:
    """Make the link worthless, or send a phone away: it comes back by the link alone."""
    if "phone" in request.form:
        services().store.groups.send_away(group_id, integer(request.form, "phone"))
        publish_to_nights(services().store.groups.get(group_id))
    else:
        services().store.groups.renew_link(group_id)
    return redirect(url_for("groups.links", group_id=group_id), 303)


# --- Leaving it ---


@blueprint.get("/g/<group_id>/leave")
@in_group()
def ask_to_leave(group_id: str) -> str:
    """Render the question whether to leave a group, or for its host to delete it."""
    groups = services().store.groups
    alone = len(groups.phones(group_id)) == 1
    return render_template("groups/leave.html", group=groups.get(group_id), phone=g.phone, alone=alone)


@blueprint.post("/g/<group_id>/leave")
@in_group()
def leave(group_id: str) -> Response:
    """Take the group off this phone. It stays as it is for all others."""
    services().store.groups.send_away(group_id, g.phone.id)
    publish_to_nights(services().store.groups.get(group_id))
    return drop_membership(group_id)


@blueprint.post("/g/<group_id>/delete")
@in_group(as_host=True)
def delete(group_id: str) -> Response:
    """Delete the group for everybody, for good. Its tables stay with those who have them."""
    group = services().store.groups.get(group_id)
    services().store.groups.delete(group_id)
    publish_to_nights(group)
    return drop_membership(group_id)


def publish_to_nights(group: Group) -> None:
    """Ask the phones at the nights of a group whether they may still watch."""
    for night in group.nights:
        services().hub.publish_access_change(night.table_id)


def drop_membership(group_id: str) -> Response:
    """Take a group off this phone and lead home."""
    session["groups"] = {known: token for known, token in session.get("groups", {}).items() if known != group_id}
    return redirect(url_for("home.home"), 303)
