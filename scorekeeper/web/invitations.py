"""The invitation to a table as all its phones show it: the link to join, its code, and the address to type it at."""

import secrets
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import NamedTuple, TypeVar

from flask import current_app, has_request_context, request

from scorekeeper.store import Grant, Grants, now

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are taken for one another: 32 characters."""

CODE_LENGTH = 6
CODE_LASTS = timedelta(hours=12)
TABLES_IN_MEMORY = 500

T = TypeVar("T")

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Invitation(NamedTuple):
    """The token of the link to join, and the code that stands for it."""

    token: str
    code: str


class Invitations:
    """The invitations that are being shown.

    The database knows only hashes, so a server that starts anew makes new ones; those on the wall stay good. `moved` is
    when the server's address in its network changed while it ran.
    """

    def __init__(self, grants: Grants) -> None:
        self._grants = grants
        self._shown: OrderedDict[str, Invitation] = OrderedDict()
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()
        self.moved: str | None = None

    def of(self, table_id: str) -> Invitation:
        """The invitation that is shown, or a new one where its link was revoked or its code is over."""
        with self._lock:
            shown = self._shown.get(table_id, Invitation("", ""))
            if not self._grants.find(shown.token):
                shown = shown._replace(token=self._grants.issue(table_id, "join"))
            if self.table_of(shown.code) is None:
                shown = shown._replace(code=self._new_code(table_id))
            keep(self._shown, table_id, shown)
            return shown

    def table_of(self, typed: str) -> str | None:
        """The table whose code was typed, in capitals or not, in groups or not; None for one that there is not."""
        grant = self._grants.find("".join(typed.upper().split()).replace("-", ""))
        return grant.table_id if grant and grant.kind == "code" and age(grant) < CODE_LASTS else None

    def note_address(self, table_id: str) -> None:
        """Remember where this request reached the server, for frames that are drawn without one."""
        if not (is_local() and current_app.config["LAN_URL"] is None and table_id in self._addresses):
            keep(self._addresses, table_id, public_url())

    def move(self, earlier: str, address: str) -> None:
        """Phones find the server elsewhere now."""
        self.moved = now()
        with self._lock:
            for table_id, known in self._addresses.items():
                if known == earlier:
                    self._addresses[table_id] = address

    def address(self, table_id: str) -> str:
        """Where phones of this table find the server."""
        return self._addresses.get(table_id) or public_url()

    def _new_code(self, table_id: str) -> str:
        """A code that nobody has had, instead of the table's earlier ones."""
        self._grants.revoke_kind(table_id, "code")
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if self._grants.issue_code(table_id, code):
                return code


def keep(known: OrderedDict[str, T], table_id: str, value: T) -> None:
    """Remember what belongs to a table that is in use; the one used longest ago makes room."""
    known[table_id] = value
    known.move_to_end(table_id)
    if len(known) > TABLES_IN_MEMORY:
        known.popitem(last=False)


def age(grant: Grant) -> timedelta:
    """How long ago a grant was made."""
    return datetime.now(UTC) - datetime.fromisoformat(grant.created)


def is_local() -> bool:
    """Whether the browser is on the server's own machine, by the address that it used."""
    return request.host.rsplit(":", 1)[0] in LOOPBACK


def public_url() -> str:
    """Where phones reach this server: as configured, or as this request did, where there is one.

    A browser on the server's own machine may have come by an address that means another machine to a phone.
    """
    config, asked = current_app.config, request.url_root if has_request_context() else ""
    reached = (config["LAN_URL"] or asked) if not asked or is_local() else asked
    return str(config["PUBLIC_URL"] or reached).rstrip("/")
