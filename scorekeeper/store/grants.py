"""Grants: random tokens, each of which gives its holder a right at a table. The database has only their hashes."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from scorekeeper.store.errors import UnknownTable
from scorekeeper.store.event_store import now
from scorekeeper.store.grant_rows import (
    COLUMNS,
    NOT_STORED,
    OF_PLAYERS,
    Grant,
    admit_claim,
    drop_night,
    find_grants_in_force,
    find_held,
    find_seat,
    hash_token,
    insert_followed,
    insert_grant,
    insert_seat,
    let_hold,
    let_watch,
    note_source,
    revoke,
    revoke_alone,
    revoke_kinds,
    settle_phone,
)
from scorekeeper.store.links import OF_TABLES, Kind, LinkGeneration, derive_link, find_link, is_link, read_generation
from scorekeeper.store.settings import Settings
from scorekeeper.store.sql import Connection, Database, StatementBatch, run_batches
from scorekeeper.store.takeovers import Takeovers

T = TypeVar("T")

MOST_TABLES = 2_000
"""The number of tables whose grants with players are cached at once."""


class Codes(NamedTuple):
    """The codes of a table: `of` returns those of a generation, of which each is good where it was made after `since`.

    A code is given once: where another table has or had one of them, the codes of the next generation are given.
    `until` are the players who may still join by them: once all of these have a seat, there are none. `kind` is that of
    their grants.
    """

    of: Callable[[LinkGeneration], Collection[str]]
    since: str
    until: Collection[int] = ()
    kind: Kind = "code"


class Grants:
    """Issues, finds and revokes grants. A lookup is one indexed read, so that revoking works at once.

    Only servers give seats. Where this process is the server `alone`, it caches them until it changes a grant itself.
    """

    def __init__(self, database: Database, *, alone: bool = False) -> None:
        self._database = database
        self._alone = alone
        self._of_players: dict[str, tuple[Grant, ...]] = {}
        self.takeovers = Takeovers(database, self._write)

    @cached_property
    def _key(self) -> bytes:
        """The key of the database, from which links follow."""
        return Settings(self._database).secret_key()

    def forget(self) -> None:
        """Drop the cache of grants with players."""
        self._of_players = {}

    def _write(
        self,
        table_id: str | tuple[str, ...],
        work: Callable[[Connection], T],
        extra_writes: Sequence[StatementBatch] = (),
    ) -> T:
        """Write to the grants of a table, or of several, and do further works, all or nothing, and drop the cache."""

        def do_all(db: Connection) -> T:
            result = work(db)
            run_batches(db, extra_writes)
            return result

        try:
            return self._database.write(do_all, of=table_id)
        finally:
            self.forget()

    def issue(
        self,
        table_id: str,
        kind: Kind,
        player: int | None = None,
        label: str | None = None,
        *,
        derived_from: int | None = None,
        group_phone: int | None = None,
        holder: str | None = None,
    ) -> str:
        """Return a new token of 128 random bits, which is stored only as a hash. Raises `UnknownTable`.

        It is revoked with the grant that it is `derived_from`, and once the `group_phone` or the table has left their
        group. Where that is so already, the token is worth nothing. `holder` is a phone that holds the grant from then
        on.
        """
        if (kind in OF_PLAYERS) is (player is None):
            raise ValueError("the grant of a seat or of a claim to one, and no other, names a player")

        def work(db: Connection) -> str:
            token = insert_grant(db, table_id, kind, player, label)
            if derived_from is not None or group_phone is not None:
                note_source(db, table_id, token, derived_from, group_phone)
            if holder is not None:
                let_hold(db, holder, table_id, token)
            return token

        return self._write(table_id, work)

    def take_seat(
        self,
        table_id: str,
        player: int,
        label: str | None = None,
        *,
        instead_of: int | None = None,
        token: str | None = None,
        holder: str | None = None,
        watches: bool = False,
        extra_writes: Sequence[StatementBatch] = (),
    ) -> str:
        """Seat a device. Returns a new token, or `token`, which becomes the only one for this seat.

        The same `token` again for the same seat changes nothing; for another seat it raises `KeyReused`. A link that
        moves a seat is a seat's grant from `issue`; with its id in `instead_of` the seat is taken from the old device,
        whose grant is revoked together with the link. Raises `SeatTaken` where somebody else holds the seat, so that of
        two devices at once one gets it.

        `holder` is the phone that holds the seat from then on, and gives back any other that it has. A host sits there
        then. With `watches` it goes on watching when the seat moves on. `extra_writes` are batches that are done with
        it.
        """
        work = plan_seat(table_id, player, label, instead_of=instead_of, token=token, holder=holder, watches=watches)
        return self._write(table_id, work, extra_writes)

    def claim_seat(
        self,
        table_id: str,
        player: int,
        label: str | None = None,
        *,
        holder: str,
        source: int | None = None,
        admits: bool = False,
    ) -> None:
        """Let a phone claim a seat that another holds, and no other any more. With `admits` it is given at once.

        The claim ends with the grant `source` by which the phone may sit down.
        """

        def work(db: Connection) -> None:
            for grant in find_held(db, holder, table_id):
                if grant.kind == "claim":
                    revoke_alone(db, table_id, grant.id)
            token = insert_grant(db, table_id, "claim", player, label)
            note_source(db, table_id, token, source, None)
            claim_id = let_hold(db, holder, table_id, token)
            if admits:
                admit_claim(db, table_id, claim_id)

        self._write(table_id, work)

    def make_host(
        self, table_id: str, holder: str, label: str | None = None, *, extra_writes: Sequence[StatementBatch] = ()
    ) -> None:
        """Make a phone a host, unless it is one. `extra_writes` are batches that are done with it."""
        self._write(table_id, plan_host(table_id, holder, label), extra_writes)

    def list_devices(self, table_id: str, kind: Kind) -> frozenset[str]:
        """Return the phones that hold a grant of a kind in force at a table."""
        sql = """
            select device from phone_grants join grants using (grant_id, table_id)
            where table_id = ? and kind = ? and revoked is null
        """
        return self._database.read(lambda db: frozenset(row[0] for row in db.execute(sql, [table_id, kind]).fetchall()))

    def derive_link(self, table_id: str, kind: Kind, source: int | None = None) -> str:
        """Return the token of a link of a kind: its table's own, or derived from the grant `source`. Stores nothing.

        It is the same until links of its kind are revoked or its source ends. Raises `UnknownTable`.
        """
        if (source is None) is not (kind in OF_TABLES):
            raise ValueError("a link to join, of a television or of a program, and no other, is its table's own")
        key = self._key
        return self._database.read(lambda db: derive_link(db, key, table_id, kind, source))

    def read_generation(self, table_id: str, kind: Kind) -> LinkGeneration:
        """Return the generation of a table's links of a kind, which each revocation changes. Raises `UnknownTable`."""
        return self._database.read(lambda db: read_generation(db, table_id, kind))

    def keep_codes(self, table_id: str, codes: Codes) -> None:
        """See that a table has codes as long as somebody may use them. Raises `UnknownTable`."""
        self._write(table_id, plan_codes(table_id, codes))

    def admit(self, table_id: str, claim_id: int) -> Grant | None:
        """Give a seat to the device that claims it, and take it from its holder. Returns the claim.

        The device's token becomes that of the seat, and it gives back the other seats that it has at the table. Returns
        None where the claim no longer exists.
        """
        return self._write(table_id, lambda db: admit_claim(db, table_id, claim_id))

    def find(self, token: str) -> Grant | None:
        """Return the grant of a token, or of a link that nobody has followed; None for a wrong or revoked one."""
        sql = f"select {COLUMNS}, revoked from grants where token_sha256 = ?"  # noqa: S608
        row = self._database.read(lambda db: db.execute(sql, [hash_token(token)]).fetchone())
        if row is None:
            return self._find_unused(token)
        return Grant(*row[:-1]) if row[-1] is None else None

    def _find_unused(self, token: str) -> Grant | None:
        """Return the grant that following a link would store, None where its token is worth nothing."""
        if not is_link(token):
            return None
        key = self._key
        link = self._database.read(lambda db: find_link(db, key, token))
        return Grant(NOT_STORED, link.table_id, link.kind, None, now(), None, link.named) if link else None

    def get(self, grant_id: int) -> Grant | None:
        """Return the grant of this number, None where it is revoked or unknown."""
        sql = f"select {COLUMNS} from grants where grant_id = ? and revoked is null"  # noqa: S608
        row = self._database.read(lambda db: db.execute(sql, [grant_id]).fetchone())
        return Grant(*row) if row else None

    def hold(self, device: str, table_id: str, tokens: Iterable[str]) -> None:
        """Let a phone hold the grants of these tokens at a table. Wrong and revoked tokens are ignored.

        The first phone that follows a link stores its grant.
        """
        key = self._key

        def work(db: Connection) -> None:
            for token in tokens:
                link = None if find_seat(db, token) else find_link(db, key, token)
                if link and link.table_id == table_id:
                    insert_followed(db, token, link)
                let_hold(db, device, table_id, token)

        self._database.write(work, of=table_id)

    def list_held(self, device: str, table_id: str) -> tuple[Grant, ...]:
        """Return the grants in force that a phone holds at a table, oldest first."""
        return self._database.read(lambda db: find_held(db, device, table_id))

    def tables_of(self, device: str) -> list[str]:
        """Return the ids of all tables at which a phone holds a grant in force."""
        sql = """
            select distinct table_id from phone_grants join grants using (grant_id, table_id)
            where device = ? and revoked is null order by table_id
        """
        return self._database.read(lambda db: [table_id for (table_id,) in db.execute(sql, [device])])

    def leave(
        self, device: str, own: Mapping[str, Iterable[int]], *, extra_writes: Sequence[StatementBatch] = ()
    ) -> None:
        """Let a phone hold no grant at some tables any more, and revoke those that it alone held, named by table.

        What was derived from them stays, as all its other grants do.
        """

        def work(db: Connection) -> None:
            for table_id, grant_ids in own.items():
                revoke(db, table_id, grant_ids, keeps=True)
                db.execute("delete from phone_grants where device = ? and table_id = ?", [device, table_id])

        self._write((*sorted(own), ""), work, extra_writes)

    def list(self, table_id: str) -> list[Grant]:
        """Return the grants of a table that are in force, oldest first."""
        return self._database.read(lambda db: find_grants_in_force(db, table_id))

    def list_of_players(self, table_id: str) -> tuple[Grant, ...]:
        """Return the grants in force that name a player, oldest first: seats, claims, and hosts with a seat."""
        known = self._of_players  # a read that overlaps a change fills the dict that `forget` has dropped
        found = known.get(table_id)
        if found is None:
            found = tuple(grant for grant in self.list(table_id) if grant.player is not None)
            if self._alone:
                known[table_id] = found
            if len(known) > MOST_TABLES:
                self.forget()
        return found

    def revoke(self, table_id: str, grant_id: int, *, extra_writes: Sequence[StatementBatch] = ()) -> bool:
        """Revoke one grant of this table and all that was derived from it. Returns False where it is not in force.

        `extra_writes` are batches that are done with it.
        """
        return self._write(table_id, lambda db: revoke(db, table_id, [grant_id]), extra_writes) > 0

    def revoke_kinds(
        self,
        table_id: str,
        kinds: Collection[Kind],
        *,
        but: Collection[int] = (),
        leaves_group: bool = False,
        extra_writes: Sequence[StatementBatch] = (),
    ) -> int:
        """Revoke every grant of some kinds `but` these, and all that was derived from them. Returns their number.

        Links of these kinds that nobody has followed are worth nothing from then on. With `leaves_group`, take the
        table out of its group as well. `extra_writes` are batches that are done with it.
        """

        def work(db: Connection) -> int:
            for kept in but:
                db.execute("update grants set derived_from = null, group_phone = null where grant_id = ?", [kept])
            count = revoke_kinds(db, table_id, kinds, but)
            if leaves_group:
                drop_night(db, table_id)
            return count

        return self._write(table_id, work, extra_writes)

    def leave_group(self, table_id: str) -> None:
        """Take a table out of its group, and revoke what it gave the phones of the group."""
        self._write(table_id, lambda db: drop_night(db, table_id))

    def scorers(self, table_id: str) -> frozenset[int] | None:
        """Return the players who may record, None for all of them. Raises `UnknownTable`."""
        sql = "select scorers from tables where table_id = ?"
        row = self._database.read(lambda db: db.execute(sql, [table_id]).fetchone())
        if row is None:
            raise UnknownTable(table_id)
        return None if row[0] is None else frozenset(json.loads(row[0]))

    def limit_scorers(self, table_id: str, players: Collection[int] | None) -> None:
        """Let only `players` record, or everybody with None. Raises `UnknownTable`."""
        scorers = None if players is None else json.dumps(sorted(players))
        sql = "update tables set scorers = ? where table_id = ?"
        if self._write(table_id, lambda db: db.execute(sql, [scorers, table_id]).rowcount) == 0:
            raise UnknownTable(table_id)


def plan_seat(
    table_id: str,
    player: int,
    label: str | None = None,
    *,
    instead_of: int | None = None,
    token: str | None = None,
    holder: str | None = None,
    watches: bool = False,
) -> Callable[[Connection], str]:
    """Return the work of `Grants.take_seat`, for a transaction that does more."""

    def work(db: Connection) -> str:
        taken = insert_seat(db, table_id, player, label, instead_of, token)
        if holder is not None:
            seat_id = let_hold(db, holder, table_id, taken)
            settle_phone(db, holder, table_id, seat_id)
            if watches:
                let_watch(db, holder, table_id, seat_id)
        return taken

    return work


def plan_host(table_id: str, holder: str, label: str | None = None) -> Callable[[Connection], None]:
    """Return the work of `Grants.make_host`, for a transaction that does more."""

    def work(db: Connection) -> None:
        held = find_held(db, holder, table_id)
        if all(grant.kind != "host" for grant in held):
            let_hold(db, holder, table_id, insert_grant(db, table_id, "host", None, label))
        seats = [grant.id for grant in held if grant.kind == "seat"]
        if seats:
            settle_phone(db, holder, table_id, seats[0])

    return work


def plan_codes(table_id: str, codes: Codes) -> Callable[[Connection], None]:
    """Return the work of `Grants.keep_codes`, for a transaction that does more."""

    def work(db: Connection) -> None:
        grants = find_grants_in_force(db, table_id)
        seats = {grant.player for grant in grants if grant.kind == "seat"}
        if codes.until and seats.issuperset(codes.until):
            if any(grant.kind == codes.kind for grant in grants):
                revoke_kinds(db, table_id, [codes.kind])
        else:
            renew_codes(db, table_id, codes)

    return work


def renew_codes(db: Connection, table_id: str, codes: Codes) -> None:
    """Give a table new codes in place of its own, unless all of these are in force and new enough."""
    held = "select 1 from grants where token_sha256 = ? and table_id = ? and revoked is null and created > ?"
    wanted = codes.of(read_generation(db, table_id, codes.kind))
    if all(db.execute(held, [hash_token(code), table_id, codes.since]).fetchone() for code in wanted):
        return
    while any(find_seat(db, code) for code in wanted):
        revoke_kinds(db, table_id, [codes.kind])
        wanted = codes.of(read_generation(db, table_id, codes.kind))
    for code in wanted:
        insert_grant(db, table_id, codes.kind, None, None, code)
