"""Takeovers: a seated phone asks to host while the host's is away, and others say yes."""

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.store.grant_rows import find_grants_in_force, insert_grant, let_hold, note_source, revoke
from scorekeeper.store.links import Kind
from scorekeeper.store.sql import Connection, Database


class Takeover(NamedTuple):
    """A request of a player to host: when it was asked, and ended or None, what it is now, and who said yes when."""

    player: int
    asked: str
    ended: str | None
    kind: Kind
    votes: tuple[tuple[int, str], ...]


class Takeovers:
    """Stores requests to host and their answers, which are grants; `write` changes the grants of a table."""

    def __init__(self, database: Database, write: Callable[[str, Callable[[Connection], object]], object]) -> None:
        self._database = database
        self._write = write

    def ask(self, table_id: str, player: int, holder: str) -> None:
        """Let a phone ask to host, for the player of its seat, unless somebody asks already."""

        def work(db: Connection) -> None:
            grants = find_grants_in_force(db, table_id)
            if all(grant.kind != "takeover" for grant in grants):
                revoke(db, table_id, [grant.id for grant in grants if grant.kind == "vote"])
                let_hold(db, holder, table_id, insert_grant(db, table_id, "takeover", player, None))

        self._write(table_id, work)

    def vote(self, table_id: str, takeover_id: int, player: int, needed: int) -> None:
        """Let a player say yes to a takeover; the `needed` one makes its phone a deputy."""

        def work(db: Connection) -> None:
            grants = find_grants_in_force(db, table_id)
            if not any((grant.id, grant.kind) == (takeover_id, "takeover") for grant in grants):
                return
            sql = "select distinct player from grants where derived_from = ? and kind = 'vote' and revoked is null"
            said = {voter for (voter,) in db.execute(sql, [takeover_id]).fetchall()}
            if player not in said:
                token = insert_grant(db, table_id, "vote", player, None)
                note_source(db, table_id, token, takeover_id, None)
            if len({*said, player}) >= needed:
                db.execute("update grants set kind = 'deputy' where grant_id = ?", [takeover_id])

        self._write(table_id, work)

    def confirm(self, table_id: str, deputy_id: int) -> None:
        """Make a deputy a host for good."""
        sql = "update grants set kind = 'host' where table_id = ? and grant_id = ? and kind = 'deputy'"
        self._write(table_id, lambda db: db.execute(f"{sql} and revoked is null", [table_id, deputy_id]))

    def list(self, table_id: str) -> list[Takeover]:
        """Return every request to host that there was at a table, oldest first."""
        asked = """
            select grant_id, player, created, revoked, kind from grants where table_id = ? and
            (kind in ('takeover', 'deputy') or grant_id in (
                select derived_from from grants where table_id = ? and kind = 'vote'
            ))
            order by grant_id
        """
        votes = "select player, created from grants where derived_from = ? and kind = 'vote' order by grant_id"
        return self._database.read(
            lambda db: [
                Takeover(player, at, ended, kind, tuple(db.execute(votes, [number]).fetchall()))
                for number, player, at, ended, kind in db.execute(asked, [table_id, table_id]).fetchall()
            ]
        )
