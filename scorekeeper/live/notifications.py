"""Notifications of other processes on the same database, for the phones of this one."""

from contextlib import suppress

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.live.hub import Hub
from scorekeeper.store import StoreUnavailable, UnknownTable, ViewerCounts


class Notifications:
    """Keeps the ledgers of a process up to date with the database, and shows their changes to phones.

    A process is notified of every action by table and version, and reads the rest. It may miss notifications while its
    connection is lost, or where too many came at once; so it also compares versions now and then. `watching` has the
    processes exchange their numbers of phones; None for a process that is alone.
    """

    def __init__(self, books: Bookkeeper, hub: Hub, watching: ViewerCounts | None = None) -> None:
        self._books = books
        self._hub = hub
        self._watching = watching

    @property
    def is_alone(self) -> bool:
        """Whether no other process serves tables of this database."""
        return self._watching is None

    def on_notify(self, table_id: str, version: int) -> None:
        """Show a table that is at `version` or a later one; version 0: its rights changed, or it was deleted."""
        with suppress(UnknownTable):  # it was deleted meanwhile
            if version and (ledger := self._books.catch_up(table_id, version)):
                self._hub.publish(table_id, ledger.version)
            elif not self._hub.has_published(table_id, version):  # a request here has caught up, which shows nothing
                self._hub.publish(table_id, version)
        if not version:
            if self._books.store.version(table_id) is None:
                self._books.forget(table_id)
            self._hub.publish_access_change(table_id)

    def on_connected(self) -> None:
        """Catch up once notifications arrive: earlier ones may have been missed."""
        self.compare_versions()
        for table_id in self._hub.count_watching():
            self.on_notify(table_id, 0)

    def compare_versions(self) -> None:
        """Compare the versions of all cached tables with the database."""
        for info in self._books.store.tables(known := self._books.list_remembered(), limit=len(known)):
            self.on_notify(info.table_id, info.version)

    def refresh(self, table_id: str) -> None:
        """Bring a table up to date before it is read, since a notification may still be on its way."""
        if self._watching and (version := self._books.store.version(table_id)):
            self.on_notify(table_id, version)

    def keep_up(self) -> None:
        """Catch up with missed notifications and exchange counts. Nothing where the database cannot be reached."""
        if self._watching:
            with suppress(StoreUnavailable):
                self.compare_versions()
                self._hub.count_elsewhere(self._watching.exchange(self._hub.count_watching()))
