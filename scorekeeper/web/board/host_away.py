"""A host's phone is away: seated phones make another one host too, and the host decides on it when back.

A host is added, never replaced. Only phones that sat here while a host was there have a say, a seat each; whatever a
host's phone asks of the server, and whatever stream it has, ends a request. This is known of one server alone: where
several serve a database, nobody takes over.
"""

from datetime import UTC, datetime, timedelta

from flask import Flask

from scorekeeper.games.game import Player
from scorekeeper.messages import Message, message
from scorekeeper.store import now
from scorekeeper.web.board.stream import AdmissionCheck
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import HEARD, Presence, Role

AWAY_AFTER = timedelta(minutes=5)
"""The silence after which a host's phone counts as away."""

YES_NEEDED = 2

STARTED = now()
"""When this process began to listen: what it has not heard yet may have been said before."""


def is_host_away(table_id: str) -> bool:
    """Return whether no phone of a host was heard for a while, nor has a stream, as far as this process can know."""
    if not services().notifications.is_alone or services().hub.has_phone(table_id, is_hosts):
        return False
    last = datetime.fromisoformat(max(HEARD.get(table_id, ""), STARTED))
    return datetime.now(UTC) - last >= AWAY_AFTER


def is_hosts(check: object) -> bool:
    """Return whether the check of a stream is that of a host's phone."""
    return isinstance(check, AdmissionCheck) and check.role is Role.HOST


def list_voters(table_id: str, here: Presence) -> frozenset[Player]:
    """Return the players whose phones have sat here since a host was there: those who come later have no say."""
    since = HEARD.get(table_id) or find_last_recorded(table_id)
    return frozenset(player for player, seat in here.seats.items() if seat.created <= since) - here.hosts


def find_last_recorded(table_id: str) -> str:
    """Return when a host's phone last recorded anything, "" for never: all that a server knows that was restarted."""
    hosts = services().grants.list_devices(table_id, "host")
    times = (action.stamp.at for action in services().books.read_log(table_id) if action.stamp.device in hosts)
    return max(times, default="")


def told_of_hosting(table_id: str) -> list[tuple[str, Message]]:
    """Return what the history says of hosts who were away, with the times, oldest first."""
    lines = []
    for each in services().grants.takeovers.list(table_id):
        lines.append((each.asked, message("host.asked", player=each.player)))
        lines += [(at, message("host.said_yes", player=player)) for player, at in each.votes]
        if each.kind != "takeover":
            lines.append((each.votes[-1][1], message("host.became", player=each.player)))
        if each.ended:
            over = "host.ended" if each.kind == "takeover" else "host.over"
            lines.append((each.ended, message(over, player=each.player)))
    return lines


def init_app(app: Flask) -> None:
    """Let templates ask whether a host is away."""
    app.jinja_env.globals["is_host_away"] = is_host_away
