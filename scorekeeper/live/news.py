"""What other processes have recorded, brought to the phones of this one."""

from contextlib import suppress

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.live.hub import Hub
from scorekeeper.store import UnknownTable


class News:
    """Keeps the ledgers of a process up with the database, as far as it has any, and shows what is new.

    A process is told of every action by its table and version alone, and reads the rest. It may miss some: while its
    connection was lost, or where too much was told at once. So it compares versions besides, now and then.
    """

    def __init__(self, books: Bookkeeper, hub: Hub) -> None:
        self._books = books
        self._hub = hub

    def heard(self, table_id: str, version: int) -> None:
        """A table is at `version`, or a later one."""
        with suppress(UnknownTable):  # it was deleted meanwhile
            if ledger := self._books.catch_up(table_id, version):
                self._hub.publish(table_id, ledger.version)

    def compare(self) -> None:
        """Look at the versions of all tables that are known here."""
        for info in self._books.store.tables(known := self._books.known(), limit=len(known)):
            self.heard(info.table_id, info.version)
