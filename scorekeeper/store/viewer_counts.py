"""The number of phones that watch a table, over all processes that share a database."""

import secrets
from collections.abc import Mapping

from scorekeeper.store.sql import Connection, Database

SECONDS_UNTIL_GONE = 15
"""The silence after which a process counts as stopped."""


class ViewerCounts:
    """Counts of viewers that processes exchange through PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = secrets.token_hex(8)
        self._said: dict[str, int] = {}

    def exchange(self, here: Mapping[str, int]) -> dict[str, int]:
        """Store how many phones watch each table here, and return how many watch at other processes.

        Call it often, and from one thread.
        """
        changed = {table_id: here.get(table_id, 0) for table_id in {**here, **self._said}}
        changed = {table_id: phones for table_id, phones in changed.items() if phones != self._said.get(table_id, 0)}
        elsewhere = self._database.write(lambda db: self._exchange(db, here, changed), of="/watching")
        self._said = dict(here)
        return elsewhere

    def _exchange(self, db: Connection, here: Mapping[str, int], changed: Mapping[str, int]) -> dict[str, int]:
        known = db.execute("update processes set seen = now() where process = ?", [self._process]).rowcount
        if not known:  # new, or deleted by others after a long silence
            db.execute("insert into processes values (?, now())", [self._process])
            changed = here
        for table_id, phones in changed.items():
            db.execute(
                """
                insert into watching (process, table_id, phones) values (?, ?, ?)
                on conflict (table_id, process) do update set phones = excluded.phones
                """,
                [self._process, table_id, phones],
            )
        db.execute("delete from watching where process = ? and phones = 0", [self._process])
        db.execute(
            "delete from processes where seen < now() - make_interval(secs => ?) and process <> ?",
            [SECONDS_UNTIL_GONE, self._process],
        )
        sql = "select table_id, cast(sum(phones) as bigint) from watching where process <> ? group by table_id"
        return dict(db.execute(sql, [self._process]).fetchall())
