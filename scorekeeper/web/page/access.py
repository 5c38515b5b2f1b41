"""Access rights: capabilities that a phone holds, roles, and the one table of what each role may record.

There are no accounts. A link carries a random token; a phone that uses it holds the token's grant from then on. The
database stores the grants of each phone under the phone's name, which alone is in its signed cookie. Every request
looks them up again, so that a revoked grant is worth nothing.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import IntEnum
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qs

from flask import g, request, session

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Move, Player
from scorekeeper.store import Grant, Grants, StoreUnavailable, now
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.web.http.invitations import age
from scorekeeper.web.http.services import services
from scorekeeper.web.page.screens import SCREENS

CLAIM_LASTS = timedelta(minutes=10)


class Role(IntEnum):
    """A visitor's role at a table; each may do all that those before may."""

    STRANGER = 0
    WATCHER = 1
    JOINER = 2
    PLAYER = 3
    SCORER = 4
    HOST = 5


MOVE_ROLES: Mapping[type, Role] = {
    m.JoinTable: Role.JOINER,
    m.ReturnToTable: Role.JOINER,
    m.ChangeRules: Role.HOST,
    m.LimitHands: Role.HOST,
    m.EndSession: Role.HOST,
    m.ResumeSession: Role.HOST,
    m.SetToken: Role.HOST,
}
"""The least role that may record a move, where that is not a scorer."""

OWN_BUSINESS: frozenset[type] = frozenset({m.RenamePlayer})
"""The moves that a player may record of themselves without keeping the score, besides those of a game's screens."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request about a table: the role, and the seat when there is one."""

    role: Role
    player: Player | None = None
    device: str | None = None
    grants: tuple[Grant, ...] = ()

    @property
    def recorder(self) -> Recorder:
        """Return the recorder for the log."""
        return Recorder(self.player, self.device)

    @property
    def owner_key(self) -> str:
        """The id of the grant by which the phone's owner sits or hosts; empty for anybody else."""
        given = [grant for grant in self.grants if grant.kind in ("seat", "host")]
        return str(min(given, key=lambda grant: (grant.kind != "seat", grant.id)).id) if given else ""

    @property
    def source(self) -> int | None:
        """The id of the grant that gives this visitor their role, of which what they pass on is derived.

        Of a link that could not be stored yet, the one that it is derived from.
        """
        for kind in ("host", "seat", "join", "television", "watch"):
            for grant in self.grants:
                if grant.kind == kind and (kind != "seat" or grant.player == self.player):
                    return grant.id or grant.source
        return None

    def reaches(self, least: Role) -> bool:
        """Return whether this visitor's role is at least `least`."""
        return self.role >= least

    @property
    def may_record(self) -> bool:
        """Whether this visitor keeps the score."""
        return self.reaches(Role.SCORER)

    @property
    def may_sit_down(self) -> bool:
        """Whether this visitor may take a seat."""
        return self.reaches(Role.JOINER)

    @property
    def shows_invitation(self) -> bool:
        """Whether this visitor may show others the link to join: who keeps the score, and a television by its code."""
        return self.may_record or any(grant.kind == "television" for grant in self.grants)

    @property
    def is_host(self) -> bool:
        """Whether the table is this visitor's."""
        return self.reaches(Role.HOST)

    @property
    def is_deputy(self) -> bool:
        """Whether this visitor hosts while no host is there, and may end nothing that others have."""
        return self.is_host and all(grant.kind != "host" for grant in self.grants)


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats that phones hold, the hosts' seats, and the claims to seats that are held."""

    seats: Mapping[Player, Grant]
    hosts: frozenset[Player]
    claims: tuple[Grant, ...]
    takeover: Grant | None = None
    """The request of somebody to host while no host is there."""
    yes: frozenset[Player] = frozenset()
    """The players who said yes to it."""
    deputies: tuple[Grant, ...] = ()

    @property
    def latest_seat(self) -> Grant | None:
        """The seat that was taken last."""
        return max(self.seats.values(), key=lambda seat: seat.created, default=None)

    @property
    def fingerprint(self) -> str:
        """A text that changes with every seat and claim, for phones that are shown the same version again."""
        asked = (self.takeover,) if self.takeover else ()
        known = (*self.seats.values(), *self.claims, *asked, *self.deputies)
        return "-".join((*(str(grant.id) for grant in known), *map(str, sorted(self.yes))))


def presence(table_id: str) -> Presence:
    """Return who is at a table with a phone."""
    grants = services().grants.list_of_players(table_id)
    seats = {grant.player: grant for grant in grants if grant.kind == "seat" and grant.player is not None}
    hosts = {grant.player for grant in grants if grant.kind == "host" and grant.player in seats}
    claims = tuple(grant for grant in grants if grant.kind == "claim" and age(grant) < CLAIM_LASTS)
    asked = (grant for grant in grants if grant.kind == "takeover" and age(grant) < CLAIM_LASTS)
    return Presence(
        seats,
        frozenset(player for player in hosts if player),
        claims,
        next((grant for grant in asked if grant.created > HEARD.get(table_id, "")), None),
        frozenset(grant.player for grant in grants if grant.kind == "vote" and grant.player is not None),
        tuple(grant for grant in grants if grant.kind == "deputy"),
    )


HEARD: OrderedDict[str, str] = OrderedDict()
"""When a phone of a host was heard last at each table, the latest last, as far as this process knows."""

MOST_HEARD = 20_000
"""The number of tables whose hosts are remembered: those heard before them were heard long ago."""


def note_if_host(table_id: str, visitor: Visitor) -> Visitor:
    """Note that a host's phone is there, and return the visitor."""
    if visitor.is_host:
        HEARD[table_id] = now()
        HEARD.move_to_end(table_id)
        if len(HEARD) > MOST_HEARD:
            HEARD.popitem(last=False)
    return visitor


def end_takeover(table_id: str) -> None:
    """End a request to host, for a host is there."""
    asked = [grant for grant in services().grants.list_of_players(table_id) if grant.kind == "takeover"]
    with suppress(StoreUnavailable):
        for grant in asked:
            services().grants.revoke(table_id, grant.id)
    if asked:
        services().hub.publish_access_change(table_id)


def may_record_alone(table_id: str, here: Presence, player: Player) -> bool:
    """Return whether a player has a phone at a table that may record."""
    if player not in here.seats:
        return False
    scorers = services().grants.scorers(table_id)
    return scorers is None or player in scorers or player in here.hosts


def is_every_seat_taken(table_id: str) -> bool:
    """Return whether each player has a phone, and they are enough for a hand."""
    state = services().books.ledger(table_id).state
    seats = presence(table_id).seats
    return len(state.seating) >= state.game.seat_counts(state.rules)[0] and seats.keys() >= set(state.seating)


def visitor_of(table_id: str, cookie: Mapping[str, Any]) -> Visitor:
    """The visitor whose session is `cookie`, at that table."""
    known, held_by = services(), (cookie.get("device"), tokens_in(cookie, table_id))
    return note_if_host(table_id, find_visitor(known.grants, known.books, table_id, *held_by))


def find_visitor(
    grants: Grants, books: Bookkeeper, table_id: str, device: str | None, tokens: Iterable[str] = ()
) -> Visitor:
    """The visitor whose phone has the name `device`, or holds these tokens, at that table.

    Where somebody's joining was taken back, their seat is nobody's, and gives no right until they are there again.
    """
    visitor = holder_of(grants, table_id, device, tokens)
    if visitor.player is None or visitor.player in books.ledger(table_id).state.people:
        return visitor
    return replace(visitor, role=role_of(grants, table_id, visitor.grants, None), player=None)


def tokens_in(cookie: Mapping[str, Any], table_id: str) -> tuple[str, ...]:
    """The tokens of a table that the cookie itself holds until the database does (see `move_tokens`)."""
    return tuple(cookie.get("tables", {}).get(table_id, ()))


def program_tokens(environ: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the token that a program brings with its request, in its address or as a bearer."""
    told = parse_qs(environ.get("QUERY_STRING", "")).get("token", [])[:1]
    scheme, _, bearer = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return (*told, bearer.strip()) if scheme.lower() == "bearer" else tuple(told)


def holder_of(grants: Grants, table_id: str, device: str | None, tokens: Iterable[str] = ()) -> Visitor:
    """The visitor that a phone is by its grants alone, whatever the log says of its seat."""
    held = grants.list_held(device, table_id) if device else ()
    brought = tuple(grant for token in tokens if (grant := grants.find(token)) and grant.table_id == table_id)
    held = tuple(dict.fromkeys((*held, *brought)))
    player = next((grant.player for grant in held if grant.kind == "seat"), None)
    return Visitor(role_of(grants, table_id, held, player), player, device, held)


def role_of(grants: Grants, table_id: str, held: tuple[Grant, ...], player: Player | None) -> Role:
    """The highest role that these grants give."""
    kinds = {grant.kind for grant in held}
    if kinds & {"host", "deputy"}:
        return Role.HOST
    if player is not None:
        scorers = grants.scorers(table_id)
        return Role.SCORER if scorers is None or player in scorers else Role.PLAYER
    if "join" in kinds:
        return Role.JOINER
    return Role.WATCHER if kinds & {"watch", "television", "program"} else Role.STRANGER


def check_may_record(visitor: Visitor, ledger: Ledger, move: Move) -> None:
    """Raise `Forbidden` unless this visitor may record `move` at a table."""
    least = least_role(ledger, move)
    if not visitor.reaches(least) and not is_own_business(visitor, move):
        raise Forbidden(least)


def least_role(ledger: Ledger, move: Move) -> Role:
    """Return the least role that may record `move`; for an undo or a redo, also what it takes or brings back."""
    step = ledger.latest if isinstance(move, m.Undo) else None
    if isinstance(move, m.Redo) and ledger.undone:
        step = ledger.undone[-1]
    turned = step.action.moves if step else ()
    return max(MOVE_ROLES.get(type(each), Role.SCORER) for each in (move, *turned))


def is_own_business(visitor: Visitor, move: Move) -> bool:
    """Return whether `move` is about this visitor's own seat, and of a kind that players record themselves."""
    if visitor.player is None or getattr(move, "player", None) != visitor.player:
        return False
    return type(move) in OWN_BUSINESS.union(*(screens.recording.own_business for screens in SCREENS.values()))


P = ParamSpec("P")
T = TypeVar("T")


def at_table(least: Role = Role.WATCHER) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a view be reached from `least` upwards only, and put the visitor into ``g.visitor``."""

    def decorate(view: Callable[P, T]) -> Callable[P, T]:
        @wraps(view)
        def call_if_allowed(*args: P.args, **kwargs: P.kwargs) -> T:
            table_id = str(kwargs["table_id"])
            services().notifications.refresh(table_id)
            g.visitor = visitor_of(table_id, session)
            if not g.visitor.reaches(least):
                raise Forbidden(least)
            if g.visitor.is_host:
                end_takeover(table_id)
            services().invitations.note_address(table_id)
            return view(*args, **kwargs)

        return call_if_allowed

    return decorate


class Forbidden(Exception):
    """The visitor's role is below what a page or a command needs."""

    def __init__(self, least: Role) -> None:
        super().__init__(least.name)
        self.least = least


def refuse_deputy() -> None:
    """Refuse the visitor of this request what ends something of others, while only a host may do that."""
    if g.visitor.is_deputy:
        raise RuleError("host.deputy")


class OtherPhone(Exception):
    """A tap that was kept while this phone had another owner: it is not recorded in the name of the present one."""


# --- What a phone holds ---

NAME_LENGTH = 22
"""Characters of a phone's name, which are 128 random bits: by it alone the database finds what the phone holds."""


def device() -> str:
    """Return the name of this phone, which it gets once. It is signed, so that nobody can take another's."""
    if len(session.get("device", "")) < NAME_LENGTH:
        session["device"] = secrets.token_urlsafe(16)
    return str(session["device"])


def remember_grant(table_id: str, token: str) -> None:
    """Let this phone hold the grant of a token from now on.

    While the database can only be read, its cookie holds the token, so that whoever scans a link sees the table.
    """
    try:
        services().grants.hold(device(), table_id, [token])
    except StoreUnavailable:
        tables = session.get("tables", {})
        session["tables"] = {**tables, table_id: [*tables.get(table_id, ()), token]}


def move_tokens(cookie: MutableMapping[str, Any]) -> None:
    """Move the tokens that a cookie got while the database could only be read into the database.

    While the database cannot be written, the cookie stays as it is.
    """
    tables, name = cookie.get("tables"), cookie.get("device")
    if not tables or not name:
        return
    with suppress(StoreUnavailable):
        for table_id, tokens in tables.items():
            services().grants.hold(name, table_id, tokens)
        del cookie["tables"]


def own_tables() -> list[str]:
    """Return the tables of this phone."""
    held = services().grants.tables_of(session["device"]) if "device" in session else []
    return list(dict.fromkeys((*held, *session.get("tables", {}))))


def become_host(table_id: str) -> None:
    """Make this phone a host of a table, unless it is one."""
    if not visitor_of(table_id, session).is_host:
        services().grants.make_host(table_id, device())


def forget_table(table_id: str) -> None:
    """Let the cookie of this phone hold nothing at a table any more."""
    if "tables" in session:
        session["tables"] = {known: tokens for known, tokens in session["tables"].items() if known != table_id}


def device_label() -> str:
    """Return the kind of device by its user agent, such as iPhone; empty for any other."""
    agent = request.user_agent.string
    return next((name for name in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux") if name in agent), "")


def opens_apart() -> bool:
    """Return whether this browser's pages on the home screen have cookies of their own: WebKit on Apple's devices.

    A tablet says that it is a Macintosh; every browser of its shop is WebKit.
    """
    agent = request.user_agent.string
    return device_label() in ("iPhone", "iPad") or (
        "Macintosh" in agent and "Safari/" in agent and "Chrom" not in agent
    )


CHATS = re.compile(r"KAKAOTALK|MicroMessenger|\bLine/|\bFBA[NV]/|Instagram|NAVER\(inapp|; wv\)")
"""The browsers inside chats and other apps, which save no files."""


def is_inside_a_chat() -> bool:
    """Return whether this browser belongs to an app that shows pages itself."""
    return CHATS.search(request.user_agent.string) is not None
