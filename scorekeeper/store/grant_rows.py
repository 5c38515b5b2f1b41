"""The rows of grants, as statements of one transaction: insert, find, hold, derive, revoke."""

import hashlib
import secrets
from collections.abc import Collection, Iterable

import msgspec

from scorekeeper.store.errors import KeyReused, StoreError, UnknownTable
from scorekeeper.store.event_store import now
from scorekeeper.store.links import NOBODY, Kind, Link, note_revocations
from scorekeeper.store.sql import Connection

OF_PLAYERS = ("seat", "claim", "takeover", "vote", "deputy")

COLUMNS = "grant_id, table_id, kind, player, created, label"
"""The columns of a `Grant`."""

NOT_STORED = 0


class SeatTaken(StoreError):
    """Raised where another device holds that seat."""


class Grant(msgspec.Struct, frozen=True):
    """A right of the holder of a token: `kind` at a table, for seats and claims as `player`. `label` names the device.

    Of a host, `player` is the seat that they have, None where none was noted. A link that nobody has followed is not
    stored: its id is `NOT_STORED`, and `source` is the grant that it is derived from.
    """

    id: int
    table_id: str
    kind: Kind
    player: int | None
    created: str
    label: str | None
    source: int | None = None


def hash_token(token: str) -> bytes:
    """Return the stored hash of a token. Its 128 random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


def find_seat(db: Connection, token: str) -> tuple[str, int | None, str | None] | None:
    """Return the table and the player of a token, and when it was revoked; None for an unknown token."""
    sql = "select table_id, player, revoked from grants where token_sha256 = ?"
    row: tuple[str, int | None, str | None] | None = db.execute(sql, [hash_token(token)]).fetchone()
    return row


def insert_grant(
    db: Connection, table_id: str, kind: Kind, player: int | None, label: str | None, token: str | None = None
) -> str:
    """Store a new grant and return its token."""
    token = token or secrets.token_urlsafe(16)
    if not db.execute("select 1 from tables where table_id = ?", [table_id]).fetchone():
        raise UnknownTable(table_id)
    db.execute(
        "insert into grants (table_id, token_sha256, kind, player, label, created) values (?, ?, ?, ?, ?, ?)",
        [table_id, hash_token(token), kind, player, label, now()],
    )
    return token


def insert_seat(
    db: Connection, table_id: str, player: int, label: str | None, instead_of: int | None, token: str | None
) -> str:
    """Store the grant of a seat, unless `token` is that, and return its token. Raises as `Grants.take_seat`."""
    if token and (before := find_seat(db, token)):
        if before != (table_id, player, None):
            raise KeyReused(table_id)
        return token
    grants = find_grants_in_force(db, table_id)
    held = [grant.id for grant in grants if grant.kind == "seat" and grant.player == player]
    if held and instead_of not in held:
        raise SeatTaken(player)
    taken = insert_grant(db, table_id, "seat", player, label, token)
    revoke(db, table_id, held, heir=grant_id_of(db, taken))
    return taken


def admit_claim(db: Connection, table_id: str, claim_id: int) -> Grant | None:
    """Make a claim the grant of its seat, and return the claim; None where it no longer exists."""
    grants = find_grants_in_force(db, table_id)
    claim = next((grant for grant in grants if (grant.id, grant.kind) == (claim_id, "claim")), None)
    if claim is None:
        return None
    same = [grant for grant in grants if grant.kind in OF_PLAYERS and grant.player == claim.player]
    revoke(db, table_id, [grant.id for grant in same if grant is not claim], heir=claim_id)
    db.execute("update grants set kind = 'seat', derived_from = null where grant_id = ?", [claim_id])
    holders = "select device from phone_grants where grant_id = ?"
    for (device,) in db.execute(holders, [claim_id]).fetchall():
        settle_phone(db, device, table_id, claim_id)
    return claim


def settle_phone(db: Connection, device: str, table_id: str, seat_id: int) -> None:
    """Let a phone give back every seat at a table but one, whose player it is as a host, too.

    What it passed on from its other seats is derived from this one then.
    """
    held = find_held(db, device, table_id)
    player = next((grant.player for grant in held if grant.id == seat_id), None)
    for grant in held:
        if grant.kind == "seat" and grant.id != seat_id:
            revoke(db, table_id, [grant.id], heir=seat_id)
        elif grant.kind in ("host", "deputy") and grant.player != player and player is not None:
            db.execute("update grants set player = ? where grant_id = ?", [player, grant.id])


def let_watch(db: Connection, device: str, table_id: str, seat_id: int) -> None:
    """Let a phone hold a grant to watch that is derived from its seat."""
    sql = """
        select 1 from phone_grants join grants using (grant_id, table_id)
        where device = ? and kind = 'watch' and derived_from = ? and revoked is null
    """
    if not db.execute(sql, [device, seat_id]).fetchone():
        token = insert_grant(db, table_id, "watch", None, None)
        note_source(db, table_id, token, seat_id, None)
        let_hold(db, device, table_id, token)


def let_hold(db: Connection, device: str, table_id: str, token: str) -> int:
    """Let a phone hold the grant of a token, and return its number; 0 for a wrong or revoked token."""
    sql = "select grant_id from grants where token_sha256 = ? and table_id = ? and revoked is null"
    row = db.execute(sql, [hash_token(token), table_id]).fetchone()
    if row is None:
        return 0
    sql = "insert into phone_grants (device, table_id, grant_id) values (?, ?, ?) on conflict do nothing"
    db.execute(sql, [device, table_id, row[0]])
    return int(row[0])


def find_held(db: Connection, device: str, table_id: str) -> tuple[Grant, ...]:
    """Return the grants in force that a phone holds at a table, oldest first."""
    sql = f"""
        select {COLUMNS} from phone_grants join grants using (grant_id, table_id)
        where device = ? and table_id = ? and revoked is null order by grant_id
    """  # noqa: S608
    return tuple([Grant(*row) for row in db.execute(sql, [device, table_id])])


def find_grants_in_force(db: Connection, table_id: str) -> list[Grant]:
    """Return the grants of a table that are in force, oldest first."""
    sql = f"select {COLUMNS} from grants where table_id = ? and revoked is null order by grant_id"  # noqa: S608
    return [Grant(*row) for row in db.execute(sql, [table_id])]


def insert_followed(db: Connection, token: str, link: Link) -> None:
    """Store the grant of a link that is followed for the first time, unless its source ends at this very moment."""
    if lock_source(db, link.table_id, link.source, None):
        insert_grant(db, link.table_id, link.kind, None, None, token)
        note_source(db, link.table_id, token, link.source, None)


def grant_id_of(db: Connection, token: str) -> int:
    """Return the number of the grant of a known token."""
    (number,) = db.execute("select grant_id from grants where token_sha256 = ?", [hash_token(token)]).fetchone()
    return int(number)


def note_source(db: Connection, table_id: str, token: str, derived_from: int | None, group_phone: int | None) -> None:
    """Note what a new grant was derived from; it is revoked at once where that is no longer in force."""
    in_force = lock_source(db, table_id, derived_from, group_phone)
    sql = "update grants set derived_from = ?, group_phone = ?, revoked = ? where token_sha256 = ?"
    db.execute(sql, [derived_from, group_phone, None if in_force else now(), hash_token(token)])


def lock_source(db: Connection, table_id: str, derived_from: int | None, group_phone: int | None) -> bool:
    """Return whether what a grant is derived from is in force, and keep it so until this transaction ends.

    Each update changes nothing: it waits for a transaction that ends this very source, or makes that one wait.
    """
    updates = []
    if derived_from is not None:
        sql = "update grants set revoked = null where grant_id = ? and table_id = ? and revoked is null"
        updates.append((sql, [derived_from, table_id]))
    if group_phone is not None:
        updates.append(("update group_phones set label = label where phone_id = ?", [group_phone]))
        sql = """
            update nights set added = added
            where table_id = ? and group_id in (select group_id from group_phones where phone_id = ?)
        """
        updates.append((sql, [table_id, group_phone]))
    return all(db.execute(sql, values).rowcount for sql, values in updates)


def revoke_kinds(db: Connection, table_id: str, kinds: Collection[Kind], but: Collection[int] = ()) -> int:
    """Revoke the grants of some kinds `but` these, and every link of them that is not stored. Return their number."""
    note_revocations(db, table_id, kinds)
    found = [grant for grant in find_grants_in_force(db, table_id) if grant.kind in kinds]
    return revoke(db, table_id, [grant.id for grant in found if grant.id not in but])


def revoke(
    db: Connection, table_id: str, grant_ids: Iterable[int], *, heir: int | None = None, keeps: bool = False
) -> int:
    """Revoke grants and all that was derived from them, and return the number of `grant_ids` that were in force.

    With an `heir`, what was derived from them stays and is derived from that one; with `keeps`, it stays anyway. So do
    links that nobody has followed yet. The rows stay: the log names their devices.
    """
    ended = [each for each in grant_ids if revoke_alone(db, table_id, each)]
    count = len(ended)
    while ended:
        parent = ended.pop()
        if heir is not None or keeps:
            db.execute("update grants set derived_from = ? where derived_from = ?", [heir, parent])
            db.execute("update grants set heir = ? where grant_id = ?", [heir or NOBODY, parent])
            continue
        children = "select grant_id from grants where derived_from = ? and table_id = ? and revoked is null"
        found = [number for (number,) in db.execute(children, [parent, table_id]).fetchall()]
        ended += [each for each in found if revoke_alone(db, table_id, each)]
    return count


def revoke_alone(db: Connection, table_id: str, grant_id: int) -> bool:
    """Revoke one grant without what was derived from it. Returns False where it is not in force."""
    sql = "update grants set revoked = ? where table_id = ? and grant_id = ? and revoked is null"
    return db.execute(sql, [now(), table_id, grant_id]).rowcount > 0


def drop_night(db: Connection, table_id: str) -> None:
    """Take a table out of its group, and revoke what it gave the phones of the group."""
    for rows in ("night_seats", "nights"):
        db.execute(f"delete from {rows} where table_id = ?", [table_id])  # noqa: S608
    sql = "select grant_id from grants where table_id = ? and group_phone is not null and revoked is null"
    revoke(db, table_id, [number for (number,) in db.execute(sql, [table_id]).fetchall()])


def revoke_for_phone(db: Connection, phone_id: int) -> None:
    """Revoke what the nights of a group gave one of its phones."""
    sql = "select table_id, grant_id from grants where group_phone = ? and revoked is null"
    for table_id, grant_id in db.execute(sql, [phone_id]).fetchall():
        revoke(db, table_id, [grant_id])
