"""Links that follow from the database's own key: one is shown again and again, and stored once somebody follows it.

A token names its source, which is a grant or the table itself, and proves it by 128 bits of an HMAC. These cover how
often links of its kind were revoked at the table, so that a revocation ends also those links that nobody has followed.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple, cast

from scorekeeper.store.errors import UnknownTable
from scorekeeper.store.sql import Connection

# fmt: off
Kind = Literal[
    "join", "watch", "host", "seat", "claim", "code", "television", "television_code", "program", "takeover", "vote",
    "deputy",
]
# fmt: on
"""The purpose of a token. A claim is a seat's grant that waits for somebody at the table to allow it. A code is a short
token that people type to get a link to join, or with "television_code" that of a television: it watches, and shows the
QR to join. A program reads the table as JSON and sees no page. A takeover asks to host while no host is there, for the
player of a seat; each vote for it is derived from it. Once there are enough it is a deputy's: a host, whom a host may
end or make one for good."""

OF_TABLES: tuple[Kind, ...] = ("join", "television", "program")
"""The kinds of links that are their table's own, and derived from no grant."""

LINK = re.compile("([0-9A-Za-z_-]{1,64})-[0-9A-Za-z_-]{22}")
NUMBER = re.compile("[1-9][0-9]{,17}")

NOBODY = 0
"""The heir of a grant whose holder gave it up and has no other: what was derived from it stays."""


class Link(NamedTuple):
    """A link in force, at a table and of a kind."""

    table_id: str
    kind: Kind

    named: int | None
    """The grant that its token names, None where that is the table."""

    source: int | None
    """The grant with which it ends: that one, or what came in its place; None where there is none."""


class LinkGeneration(NamedTuple):
    """A table, and how often links of some kind were revoked there: of another generation a token is another."""

    created: str
    times: int


def read_generation(db: Connection, table_id: str, kind: Kind) -> LinkGeneration:
    """Return the generation of a table's links of a kind. Raises `UnknownTable`."""
    sql = """
        select created,
            coalesce((select times from revocations where table_id = tables.table_id and kind = ?), 0)
        from tables where table_id = ?
    """
    row = db.execute(sql, [kind, table_id]).fetchone()
    if row is None:
        raise UnknownTable(table_id)
    return LinkGeneration(*row)


def note_revocations(db: Connection, table_id: str, kinds: Collection[Kind]) -> None:
    """Make links and codes of these kinds worthless that were shown and are not stored."""
    sql = """
        insert into revocations (table_id, kind, times) select table_id, ?, 1 from tables where table_id = ?
        on conflict (table_id, kind) do update set times = revocations.times + 1
    """
    for kind in kinds:
        db.execute(sql, [kind, table_id])


def derive_token(key: bytes, *parts: object) -> str:
    """Return 128 bits that follow from `parts` for the holder of the key, and for nobody else."""
    digest = hmac.digest(key, "\0".join(map(str, parts)).encode(errors="replace"), "sha256")
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def is_same_token(right: str, token: str) -> bool:
    """Return whether somebody's token is the right one, in the same time for every wrong one."""
    return hmac.compare_digest(right.encode(), token.encode(errors="replace"))


def derive_link(db: Connection, key: bytes, table_id: str, kind: Kind, named: int | None) -> str:
    """Return the token of a link that names a grant, or its table. Raises `UnknownTable`."""
    name = table_id if named is None else named
    return f"{name}-{derive_token(key, 'link', kind, table_id, name, *read_generation(db, table_id, kind))}"


def is_link(token: str) -> bool:
    """Return whether a token has the form of a link that follows from the key."""
    return LINK.fullmatch(token) is not None


def find_link(db: Connection, key: bytes, token: str) -> Link | None:
    """Return the link of a token; None where it is wrong, was revoked, or has ended with its source."""
    asked = LINK.fullmatch(token)
    if not asked:
        return None
    for link in list_possible_links(db, asked[1]):
        try:
            right = derive_link(db, key, link.table_id, link.kind, link.named)
        except UnknownTable:
            continue
        if is_same_token(right, token):
            return link
    return None


def list_possible_links(db: Connection, name: str) -> Iterator[Link]:
    """Yield the links whose tokens may name a table or a grant by `name`."""
    for kind in OF_TABLES:
        yield Link(name, kind, None, None)
    if not NUMBER.fullmatch(name):
        return
    named = int(name)
    row = db.execute("select table_id, kind from grants where grant_id = ?", [named]).fetchone()
    heir = find_heir(db, named)
    if row and heir is not None:
        yield Link(row[0], "watch", named, heir or None)
        if row[1] == "host":
            yield Link(row[0], "host", named, heir or None)


def find_heir(db: Connection, grant_id: int) -> int | None:
    """Return the grant in force that has what `grant_id` passed on: itself, or the one to which its holder left it.

    `NOBODY` where it stays without one; None where it has ended.
    """
    seen = set[int]()
    while grant_id not in seen:
        seen.add(grant_id)
        row = db.execute("select revoked, heir from grants where grant_id = ?", [grant_id]).fetchone()
        if row is None:
            return None
        revoked, heir = row
        if revoked is None:
            return grant_id
        if heir is None or heir == NOBODY:
            return cast(int | None, heir)
        grant_id = heir
    return None
