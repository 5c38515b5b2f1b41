"""The tables of a phone, and the people of them."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from flask import session
from markupsafe import Markup

from scorekeeper.demo import plays_itself
from scorekeeper.games.game import Player
from scorekeeper.lookalikes import fold_lookalikes
from scorekeeper.store import StoreUnavailable, TableInfo, UnknownTable
from scorekeeper.table.standings_over_time import find_leaders
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, own_tables, visitor_of
from scorekeeper.web.page.dates import write_day
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.language import gettext, join_list, with_facts
from scorekeeper.web.page.template_helpers import standing_text, tied_names
from scorekeeper.web.page.wording import isolate, word

TABLES_SHOWN = 24
RUNNING = timedelta(hours=18)
"""The time after the last action for which a table counts as being played at."""


class KnownTable(NamedTuple):
    """A table in the list: its state, whether its log is damaged or made by itself, its day and game, and the own seat.

    `may_repeat` says whether this device may have the same players once more: those of a table to try are nobody.
    """

    info: TableInfo
    state: TableState
    damaged: bool
    plays_itself: bool
    day: Markup
    occasion: Markup
    own: Player | None
    may_repeat: bool

    @property
    def leaders(self) -> tuple[Player, ...]:
        """The players who lead, once anything was played; nobody while all stand alike."""
        return find_leaders(self.state.standings) if self.state.last_hand else ()

    @property
    def lead(self) -> Markup:
        """The sentence on who leads or has won; nothing before the first hand, but that nobody is there."""
        if not self.leaders:
            return escape("" if self.state.people else gettext("Empty table"))
        facts = {"name": isolate(self.state.name(self.leaders[0])), "score": standing_text(self.state, self.leaders[0])}
        if len(self.leaders) == 1:
            return with_facts(gettext("%(name)s won") if self.state.ending else gettext("%(name)s leads"), facts)
        names = tied_names(list(map(self.state.name, self.leaders)), str)
        return with_facts(gettext("%(names)s tied at %(score)s"), {**facts, "names": names})

    @property
    def names(self) -> Markup:
        """The names of the seated players, in order of turn; of all players once everybody has left."""
        return join_list(isolate(self.state.name(player)) for player in self.state.seating or self.state.people)

    @property
    def is_running(self) -> bool:
        """Whether people are playing at it."""
        recent = datetime.now(UTC) - datetime.fromisoformat(self.info.changed) < RUNNING
        return recent and self.state.ending is None and bool(self.state.seating)


def known_tables(start: int = 0) -> tuple[list[KnownTable], int | None]:
    """Return some readable tables of this device, the latest first, and where the next begin if there are any.

    Each is read in whole to tell how it stands, so never all of them at once.
    """
    end = start + TABLES_SHOWN
    found = services().store.events.tables(own_tables(), limit=end + 1)
    tables = [table for info in found[start:end] if (table := read_known_table(info))]
    return tables, end if len(found) > end else None


def read_known_table(info: TableInfo) -> KnownTable | None:
    """Return a table of this device; None when it cannot be read any more, or this device has no right to it now."""
    try:
        visitor = visitor_of(info.table_id, session)
        ledger = services().books.ledger(info.table_id) if visitor.reaches(Role.WATCHER) else None
    except (UnknownTable, StoreUnavailable):  # one that cannot be read at all hides no other
        return None
    if ledger is None:
        return None
    state = ledger.state
    day = write_day(info.created)
    occasion = with_facts(gettext("%(day)s · %(game)s"), {"day": day, "game": word(state.game.name)})
    may_repeat = visitor.reaches(Role.PLAYER) and len(state.seating) > 1 and info.until is None
    return KnownTable(info, state, ledger.damaged, plays_itself(ledger), day, occasion, visitor.player, may_repeat)


def known_names() -> list[str]:
    """Return the names of those who played on this device before, the latest table first; of names alike the latest."""
    names: dict[str, Any] = {}
    with suppress(StoreUnavailable):  # without them names are typed
        for table in known_tables()[0]:
            for person in () if table.info.until else table.state.people.values():
                names.setdefault(fold_lookalikes(person.name), person.name)
    return list(names.values())
