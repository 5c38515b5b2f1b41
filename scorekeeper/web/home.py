"""The first screen: the games, this device's tables, and the same players once more."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from flask import Blueprint, abort, make_response, redirect, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.bookkeeper import Recorder
from scorekeeper.games import GAMES
from scorekeeper.games.game import Player
from scorekeeper.store import KeyReused, SeatTaken, StoreUnavailable, TableInfo, UnknownTable
from scorekeeper.table import moves as m
from scorekeeper.table.course import leaders_of
from scorekeeper.table.state import TableState
from scorekeeper.web.access import Forbidden, Role, own_tables, remember, visitor_of
from scorekeeper.web.dates import reader_zone_name, write_day
from scorekeeper.web.display import equals_in_short, standing
from scorekeeper.web.escaping import escape
from scorekeeper.web.groups import member_of, own_groups
from scorekeeper.web.language import LANGUAGES, gettext, listed, speaking, with_facts
from scorekeeper.web.links import seat_token
from scorekeeper.web.nights import add_night, names_again
from scorekeeper.web.rule_sets import kept
from scorekeeper.web.screens import SCREENS
from scorekeeper.web.security import EXPENSIVE, limiter
from scorekeeper.web.services import services
from scorekeeper.web.setup import most_players
from scorekeeper.web.wording import isolated, word

blueprint = Blueprint("home", __name__)

RUNNING = timedelta(hours=18)
"""How long after something was recorded a table counts as the one that is being played at."""

TABLES_SHOWN, MOST_TABLES = 24, 10_000
"""So many tables are listed at once, and the last of all stands no further down."""


class Known(NamedTuple):
    """A table in the list: its state, whether its log is damaged, what it is called by, and this device's own seat.

    `may_repeat` says whether this device may have the same players once more.
    """

    info: TableInfo
    state: TableState
    damaged: bool
    day: Markup
    title: Markup
    own: Player | None
    may_repeat: bool

    @property
    def leaders(self) -> tuple[Player, ...]:
        """Who leads, once anything was played; nobody while all stand alike."""
        return leaders_of(self.state.standings) if self.state.last_hand else ()

    @property
    def lead(self) -> Markup:
        """Who leads or has won, in words; else who is there."""
        if not self.leaders:
            return listed(person.name for person in self.state.people.values()) or escape(gettext("Empty table"))
        facts = {"name": isolated(self.state.name(self.leaders[0])), "score": standing(self.state, self.leaders[0])}
        if len(self.leaders) == 1:
            return with_facts(gettext("%(name)s won") if self.state.ending else gettext("%(name)s leads"), facts)
        names = equals_in_short(list(map(self.state.name, self.leaders)), str)
        return with_facts(gettext("%(names)s tied at %(score)s"), {**facts, "names": names})

    @property
    def names(self) -> str:
        """Who sits there, in order of turn."""
        return listed(map(self.state.name, self.state.seating))

    @property
    def is_running(self) -> bool:
        """Whether people are playing at it."""
        recent = datetime.now(UTC) - datetime.fromisoformat(self.info.changed) < RUNNING
        return recent and self.state.ending is None and bool(self.state.seating)


@blueprint.get("/")
def home() -> str:
    """New table, the tables this device has been at with the latest first, the same players again, import.

    `from` in the address is for older tables.
    """
    tables, more = known_tables(min(max(request.args.get("from", 0, int), 0), MOST_TABLES))
    return render_template(
        "home.html",
        games=GAMES,
        setups={key: SCREENS[key].setup for key in GAMES},
        counts={key: most_players(game) for key, game in GAMES.items()},
        tables=tables,
        more=more,
        running=next((table for table in tables if table.is_running), None),
        again=next((table for table in tables if table.may_repeat), None),
        sets=kept(),
        groups=own_groups(),
    )


@blueprint.post("/again")
@limiter.limit(EXPENSIVE)
def again() -> Response:
    """The same players once more: a new table with the names, the order and the rules of another.

    Whoever had a seat there has the same seat here, and leads the table as its host.
    """
    table_id = request.form.get("table", "")
    visitor = visitor_of(table_id, session)
    if not visitor.reaches(Role.PLAYER):
        raise Forbidden(Role.PLAYER)
    state = services().books.ledger(table_id).state
    names = names_again(table_id, state)
    rules, zone = state.rules.as_dict(), reader_zone_name()
    move = m.CreateTable(state.game.key, state.preset, rules, names, state.hand_limit, zone=zone)
    recorder = Recorder(device=session.get("device"))
    new_id = services().books.create(move, recorder, key=request.form.get("key"))
    remember(new_id, services().grants.issue(new_id, "host"))
    group_id = services().store.groups.group_of(table_id)
    if group_id and member_of(group_id):
        add_night(group_id, new_id)
    if visitor.player in state.seating:
        place = state.seating.index(visitor.player) + 1
        with suppress(SeatTaken, KeyReused):  # where it was sent before by another phone, that one sits
            taken = services().grants.take_seat(new_id, place, request.user_agent.platform, token=seat_token(new_id))
            remember(new_id, taken)
    return redirect(url_for("table.page", table_id=new_id), 303)


def known_tables(start: int = 0) -> tuple[list[Known], int | None]:
    """Some tables of this device that can still be read, the latest first, and where the next begin if there are any.

    Each is read in whole to tell how it stands, so never all of them at once.
    """
    end = start + TABLES_SHOWN
    found = services().store.events.tables(own_tables(), limit=end + 1)
    tables = [table for info in found[start:end] if (table := known(info))]
    return tables, end if len(found) > end else None


def known(info: TableInfo) -> Known | None:
    """A table of this device, None when it cannot be read any more."""
    try:
        ledger = services().books.ledger(info.table_id)
    except (UnknownTable, StoreUnavailable):  # one that cannot be read at all hides no other
        return None
    state = ledger.state
    day = write_day(info.created)
    title = with_facts(gettext("%(day)s · %(game)s"), {"day": day, "game": word(state.game.name)})
    visitor = visitor_of(info.table_id, session)
    may_repeat = visitor.reaches(Role.PLAYER) and len(state.seating) > 1
    return Known(info, state, ledger.damaged, day, title, visitor.player, may_repeat)


def people_known() -> list[str]:
    """The names of those who played on this device before, the latest table first."""
    names: dict[str, Any] = {}
    with suppress(StoreUnavailable):  # without them names are typed
        for table in known_tables()[0]:
            for person in table.state.people.values():
                names.setdefault(person.name.casefold(), person.name)
    return list(names.values())


@blueprint.get("/seat-<int:player>-<tag>.css")
def seat_style(player: Player, tag: str) -> Response:
    """What looks otherwise on the phone of one seat than on all others, in a language: the same at every table."""
    if tag not in LANGUAGES:
        abort(404)
    with speaking(tag):
        response = make_response(render_template("table/seat.css", player=player))
    response.mimetype = "text/css"
    response.cache_control.public = True
    response.cache_control.max_age = 3600
    return response
