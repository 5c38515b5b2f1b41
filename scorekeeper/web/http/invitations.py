"""The invitation to a table as all its phones show it: the link to join, its code, and the address to type it at."""

import hmac
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Lock
from typing import NamedTuple, TypeVar

from flask import current_app, has_request_context, request

from scorekeeper.store import Grant, Grants, Kind, now

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

    The database knows only their hashes. They are made of `secret`, which signs the cookies too, so that every process
    that serves a table shows the same, and one that starts anew. `address_changed` is the time at which the server's
    address in its network changed while it ran.
    """

    def __init__(self, grants: Grants, secret: bytes) -> None:
        self._grants = grants
        self._secret = secret
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()
        self.address_changed: str | None = None

    def for_table(self, table_id: str) -> Invitation:
        """Return the invitation to show: a new one where its link was revoked or its code is over."""
        code, grant = self._find_or_issue(table_id, "code", derive_code)
        if age(grant) >= CODE_LASTS:
            self._grants.revoke(table_id, grant.id)
            code, _ = self._find_or_issue(table_id, "code", derive_code)
        return Invitation(self._find_or_issue(table_id, "join", derive_token)[0], code)

    def find_table(self, typed: str) -> str | None:
        """Return the table of a typed code, ignoring case, spaces and hyphens; None where there is none."""
        grant = self._grants.find("".join(typed.upper().split()).replace("-", ""))
        return grant.table_id if grant and grant.kind == "code" and age(grant) < CODE_LASTS else None

    def note_address(self, table_id: str) -> None:
        """Remember the address at which this request reached the server, for frames that are drawn without one."""
        if not (is_local() and current_app.config["LAN_URL"] is None and table_id in self._addresses):
            keep_recent(self._addresses, table_id, public_url())

    def replace_address(self, earlier: str, address: str) -> None:
        """Replace an address of the server by its new one, for all tables."""
        self.address_changed = now()
        with self._lock:
            for table_id, known in self._addresses.items():
                if known == earlier:
                    self._addresses[table_id] = address

    def address(self, table_id: str) -> str:
        """Return the address at which phones of this table find the server."""
        return self._addresses.get(table_id) or public_url()

    def _find_or_issue(self, table_id: str, kind: Kind, text_from: Callable[[bytes], str]) -> tuple[str, Grant]:
        """Return a table's grant of this kind with its text; issue the next where the last was revoked."""
        revoked = self._grants.count_revoked(table_id, kind)
        for number in count():
            marked = f"{kind} {table_id} {revoked} {number}".encode()
            text = text_from(hmac.digest(self._secret, marked, "sha256"))
            if not self._grants.find(text):
                self._grants.issue_as(table_id, kind, text)
            grant = self._grants.find(text)
            if grant and (grant.table_id, grant.kind) == (table_id, kind):  # else it was taken already
                return text, grant
        raise AssertionError("numbers never end")


def derive_token(random: bytes) -> str:
    """Return a token of 128 bits."""
    return urlsafe_b64encode(random[:16]).decode().rstrip("=")


def derive_code(random: bytes) -> str:
    """Return a code that can be typed."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in random[:CODE_LENGTH])


def keep_recent(known: OrderedDict[str, T], table_id: str, value: T) -> None:
    """Keep the value of a table in use; the one used longest ago makes room."""
    known[table_id] = value
    known.move_to_end(table_id)
    if len(known) > TABLES_IN_MEMORY:
        known.popitem(last=False)


def age(grant: Grant) -> timedelta:
    """Return the time since a grant was made."""
    return datetime.now(UTC) - datetime.fromisoformat(grant.created)


def is_local() -> bool:
    """Return whether the browser is on the server's own machine, by the address that it used."""
    return request.host.rsplit(":", 1)[0] in LOOPBACK


def public_url() -> str:
    """Return the address at which phones reach this server: the configured one, or that of this request.

    A browser on the server's own machine may have come by an address that means another machine to a phone.
    """
    config, asked = current_app.config, request.url_root if has_request_context() else ""
    reached = (config["LAN_URL"] or asked) if not asked or is_local() else asked
    return str(config["PUBLIC_URL"] or reached).rstrip("/")
