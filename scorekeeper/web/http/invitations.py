"""The invitation to a table as all its phones show it: the link to join, the codes, and the address to type them at."""

import hmac
import unicodedata
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import current_app, has_request_context, request

from scorekeeper.games.game import Player
from scorekeeper.store import Codes, Grant, Grants, Kind, LinkGeneration, now
from scorekeeper.values import RecentValues
from scorekeeper.web.http.bodies import is_host_forwarded
from scorekeeper.web.http.security import code_length, code_lengths

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are taken for one another: 32 characters."""

HANGUL_KEYS: Mapping[str, str] = {
    chr(first + place): keys
    for first, row in (
        (0x1100, "R R S E E F A Q Q T T D W W C Z X V G"),
        (0x1161, "K O I O J P U P H HK HO HL Y N NJ NP NL B M ML L"),
        (0x11A8, "R R RT S SW SG E F FR FA FQ FT FX FV FG A Q QT T T D W C Z X V G"),
    )
    for place, keys in enumerate(row.split())
}
"""The keys of the usual Korean keyboard that write a letter of Hangul: at a syllable's begin, middle and end."""

LONGEST_TYPED = 40
CODE_LASTS = timedelta(hours=12)
CODE_KINDS: tuple[Kind, ...] = ("code", "television_code")
TABLES_IN_MEMORY = 500


LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Invitation(NamedTuple):
    """The token of the link to join, and the code that stands for it, None while there is none."""

    token: str
    code: str | None

    @property
    def spaced_code(self) -> str | None:
        """The code in two halves, as it is read out."""
        return space_code(self.code)


class Invitations:
    """The invitations that are being shown. Showing one stores nothing.

    A code is stored before it is shown, or nobody would find its table by it; the database knows only its hash. It is
    made of `secret`, which signs the cookies too, so that every process that serves a table shows the same, and one
    that starts anew. `address_changed` is the time at which the server's address in its network changed while it ran.
    """

    def __init__(self, grants: Grants, secret: bytes) -> None:
        self._grants = grants
        self._secret = secret
        self._addresses = RecentValues[str, str](TABLES_IN_MEMORY)
        self._chosen = RecentValues[str, str](TABLES_IN_MEMORY)
        self.address_changed: str | None = None

    def for_table(self, table_id: str) -> Invitation:
        """Return the invitation to show; without a code where that is over or was revoked (see `codes`)."""
        return Invitation(self._grants.derive_link(table_id, "join"), self._code_in_force(table_id, "code"))

    def television_code(self, table_id: str) -> str | None:
        """Return the code to type on a television, in two halves; None where there is none in force (see `codes`)."""
        return space_code(self._code_in_force(table_id, "television_code"))

    def codes(self, table_id: str, until: Collection[Player] = (), kind: Kind = "code") -> Codes:
        """Return the codes of a table, which are good until all players of `until` have a seat.

        There is one of each length, of which only the one in use is shown: a longer one is there once it is needed.
        """
        lengths = code_lengths()
        return Codes(
            lambda generation: [self._derive_code(table_id, generation, length, kind) for length in lengths],
            since=(datetime.now(UTC) - CODE_LASTS).isoformat(timespec="milliseconds"),
            until=until,
            kind=kind,
        )

    def find_code(self, typed: str) -> Grant | None:
        """Return the grant of a typed code, ignoring case, spaces and hyphens; None where there is none."""
        code = read_keys(typed).replace("-", "")
        grant = self._grants.find(code) if len(code) >= code_length() else None
        return grant if grant and grant.kind in CODE_KINDS and age(grant) < CODE_LASTS else None

    def note_address(self, table_id: str) -> None:
        """Remember the address at which this request reached the server, for frames that are drawn without one.

        Every phone at the table is shown it, so it is one that the server knows to be its own (see `public_url`).
        """
        known = self._addresses.get(table_id)
        if known == asked_address() or (known and is_local() and current_app.config["LAN_URL"] is None):
            return
        self._addresses.keep(table_id, public_url())

    def replace_address(self, earlier: str, address: str) -> None:
        """Replace an address of the server by its new one, for all tables."""
        self.address_changed = now()
        for addresses in (self._addresses, self._chosen):
            for table_id, known in list(addresses.items()):
                if known == earlier:
                    addresses.keep(table_id, address)

    def choose_address(self, table_id: str, address: str) -> None:
        """Show the phones of one table this address of the server, whichever they came by."""
        self._chosen.keep(table_id, address)

    def address(self, table_id: str) -> str:
        """Return the address at which phones of this table find the server."""
        return self._chosen.get(table_id) or self._addresses.get(table_id) or public_url()

    def address_for_reader(self, table_id: str) -> str:
        """Return the address to show at this request: the one that a host chose for the table, or the usual one."""
        return self._chosen.get(table_id) or public_url()

    def _code_in_force(self, table_id: str, kind: Kind) -> str | None:
        """Return the code of a kind in the length in use; None where it is over, was revoked or never stored."""
        code = self._derive_code(table_id, self._grants.read_generation(table_id, kind), code_length(), kind)
        found = self.find_code(code)
        return code if found and (found.table_id, found.kind) == (table_id, kind) else None

    def _derive_code(self, table_id: str, generation: LinkGeneration, length: int, kind: Kind) -> str:
        """Return the code of a length that can be typed. It tells nothing of those of other lengths and kinds."""
        told = "\0".join(map(str, (kind, table_id, *generation, length)))
        random = hmac.digest(self._secret, told.encode(), "sha256")
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in random[:length])


def read_keys(typed: str) -> str:
    """Return the Latin capitals and digits of the keys that were typed, also by a keyboard that writes Hangul."""
    letters = unicodedata.normalize("NFKD", typed[:LONGEST_TYPED])
    return "".join("".join(HANGUL_KEYS.get(letter, letter) for letter in letters).upper().split())


def space_code(code: str | None) -> str | None:
    """Return a code in two halves, as it is read out."""
    if code is None:
        return None
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


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
