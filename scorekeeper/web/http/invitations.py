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
from scorekeeper.web.http.bodies import is_host_forwarded
from scorekeeper.web.http.security import code_length

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are taken for one another: 32 characters."""

CODE_LASTS = timedelta(hours=12)
TABLES_IN_MEMORY = 500

T = TypeVar("T")

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Invitation(NamedTuple):
    """The token of the link to join, and the code that stands for it."""

    token: str
    code: str

    @property
    def spaced_code(self) -> str:
        """The code in two halves, as it is read out."""
        half = len(self.code) // 2
        return f"{self.code[:half]} {self.code[half:]}"


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
        code = "".join(typed.upper().split()).replace("-", "")
        grant = self._grants.find(code) if len(code) >= code_length() else None
        return grant.table_id if grant and grant.kind == "code" and age(grant) < CODE_LASTS else None

    def note_address(self, table_id: str) -> None:
        """Remember the address at which this request reached the server, for frames that are drawn without one.

        Every phone at the table is shown it, so it is one that the server knows to be its own (see `public_url`).
        """
        known = self._addresses.get(table_id)
        if known == asked_address() or (known and is_local() and current_app.config["LAN_URL"] is None):
            return
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
    """Return a code that can be typed, longer where many wrong ones were tried."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in random[: code_length()])


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
    """Return the address at which phones reach this server: the configured one, or one that the server found itself.

    Of several networks that of this request, whose Host header is believed for an address of this machine, or where a
    trusted proxy wrote it. A guest could write any other there.
    """
    config = current_app.config
    if config["PUBLIC_URL"] or not has_request_context():
        return str(config["PUBLIC_URL"] or config["LAN_URL"] or "").rstrip("/")
    if is_host_forwarded(request.environ):
        return asked_address()
    return find_own_address(asked_address()) or config["LAN_URL"] or socket_address()


def asked_address() -> str:
    """Return the address that this request names, which may be made up."""
    return request.url_root.rstrip("/")


def find_own_address(asked: str) -> str | None:
    """Return the address of this machine in one of its networks that equals `asked`; None where none does."""
    config, wanted = current_app.config, without_usual_port(asked)
    if config["LAN_URL"] and wanted == without_usual_port(config["LAN_URL"]):
        return str(config["LAN_URL"])
    # A phone in the usual network never comes here: looking at all networks takes half a millisecond.
    found = () if is_local() else config["LAN_URLS"]()
    return next((each for each in found if without_usual_port(each) == wanted), None)


def without_usual_port(address: str) -> str:
    """Return an address as browsers write it: without the port that its scheme has anyway."""
    address = address.rstrip("/")
    return address.removesuffix(":80" if address.startswith("http:") else ":443")


def socket_address() -> str:
    """Return the address of the socket that took this request, for servers that look for no address (`flask run`)."""
    server, port = request.environ["SERVER_NAME"], request.environ["SERVER_PORT"]
    host = f"[{server}]" if ":" in server else server
    return without_usual_port(f"{request.scheme}://{host}:{port}")
