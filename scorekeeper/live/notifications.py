"""News of what other processes recorded, for the phones of this one."""

from contextlib import suppress

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.live.hub import Hub
from scorekeeper.store import StoreUnavailable, UnknownTable, ViewerCounts


class Notifications:
    """Keeps the ledgers of a process up with the database, as far as it has any, and shows what is new.

    A process is told of every action by its table and version alone, and reads the rest. It may miss some: while its
    connection was lost, or where too much was told at once. So it compares versions besides, now and then.
    `watching` is where processes that share a database say how many phones they have; None for one that is alone.
    """

    def __init__(self, books: Bookkeeper, hub: Hub, watching: ViewerCounts | None = None) -> None:
        self._books = books
        self._hub = hub
        self._watching = watching

    def on_notify(self, table_id: str, version: int) -> None:
        """A table is at `version`, or a later one; by 0 it has other rights, or is no more."""
        with suppress(UnknownTable):  # it was deleted meanwhile
            if version and (ledger := self._books.catch_up(table_id, version)):
                self._hub.publish(table_id, ledger.version)
        if not version:
            if self._books.store.version(table_id) is None:
                self._books.forget(table_id)
            self._hub.publish_access_change(table_id)

    def on_connected(self) -> None:
        """From now on everything is heard; what was before may have been missed."""
        self.compare_versions()
        for table_id in self._hub.count_watching():
            self.on_notify(table_id, 0)

    def compare_versions(self) -> None:
        """Look at the versions of all tables that are known here."""
        for info in self._books.store.tables(known := self._books.list_remembered(), limit=len(known)):
            self.on_notify(info.table_id, info.version)

    def refresh(self, table_id: str) -> None:
        """Bring one table up before it is read: what another process has just recorded may not have been told yet."""
        if self._watching and (version := self._books.store.version(table_id)):
            self.on_notify(table_id, version)

    def keep_up(self) -> None:
        """Catch up with what was missed, and exchange counts; where the database is away, the next time."""
        if self._watching:
            with suppress(StoreUnavailable):
                self.compare_versions()
                self._hub.count_elsewhere(self._watching.exchange(self._hub.count_watching()))
