"""Rows that a log need not store: those of later entries that only carry on what an earlier entry changed.

Who corrects the first of a thousand hands changes all standings after it. The log stores the row of that hand, and says
of its sheet that the change is carried on: every later row follows from the rows before the action. Rows that do
not follow are stored, such as that of a level that is no longer passed.

How rows follow is part of the stored form and must never change. It judges and pays nothing, so that later editions of
the rules' code read the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from msgspec.structs import replace

from scorekeeper.games.game import Game, Session
from scorekeeper.house_rules import Ruleset
from scorekeeper.table.ledger import row_content
from scorekeeper.table.state import Entry, Row, TableState, open_sheet

Rows = tuple[Row[Session], ...]
Sheets = tuple[int | None, ...]
"""Numbers of sheets, from 1; None for the present one."""

ABSENT = object()


# --- Standings that are carried on ---


def carry_session(game: Game, rules: Ruleset, was: Any, now: Any, after: Any) -> Any:
    """Return the session after an entry that is applied to `now`, where it led from `was` to `after`.

    Each field is carried by itself: a field that the entry left as it was is that of `now`, an amount by player is
    shifted, and any other is what the entry made it.
    """
    changes = {}
    for name in after.__struct_fields__:
        made = getattr(after, name)
        carried = carry_field(game, rules, getattr(was, name), getattr(now, name), made)
        if carried is not made:
            changes[name] = carried
    return replace(after, **changes) if changes else after


def carry_field(game: Game, rules: Ruleset, was: Any, now: Any, after: Any) -> Any:
    """Return a field of the session after an entry (see `carry_session`)."""
    if was == now:
        return after
    if after == was:
        return now
    if not isinstance(after, Mapping):
        return after
    carried = {}
    for player in dict.fromkeys((*after, *now)):
        amounts = (was.get(player, ABSENT), now.get(player, ABSENT), after.get(player, ABSENT))
        amount = carry_amount(game, rules, *amounts)
        if amount is not ABSENT:
            carried[player] = amount
    return carried


def carry_amount(game: Game, rules: Ruleset, was: object, now: object, after: object) -> object:
    """Return the amount of a player after an entry: points, rungs or a level. `ABSENT` is none."""
    if was == now:
        return after
    if after == was:
        return now
    absent = was is ABSENT or now is ABSENT or after is ABSENT
    return after if absent else game.shift_amount(rules, was, now, after)


# --- Rows ---


def expand_rows(state: TableState, rows: Rows, carried: Sequence[int | None]) -> Rows:
    """Return all rows of an action at `state`: the stored ones, and on the sheets of `carried` those that follow."""
    return tuple(
        row
        for sheet, stored in group_by_sheet(rows)
        for row in (follow_rows(state, stored) if sheet in carried else stored)
    )


def shorten_rows(state: TableState, rows: Rows) -> tuple[Rows, Sheets]:
    """Return the rows of an action at `state` that have to be stored, and the sheets on which others follow."""
    groups = group_by_sheet(rows)
    carried = tuple(sheet for sheet, written in groups if len(written) > 1 and is_in_order(state, written))
    if not carried or len({sheet for sheet, _ in groups}) < len(groups):
        return rows, ()
    stored = tuple(
        row for sheet, written in groups for row in (find_stored_rows(state, written) if sheet in carried else written)
    )
    return (stored, carried) if len(stored) < len(rows) else (rows, ())


def is_in_order(state: TableState, written: Rows) -> bool:
    """Return whether the rows of a sheet are what this program writes: in order, and each for what has changed.

    A file of an older program may have others, which a log keeps as they are.
    """
    entries = entries_of(state, written[0].sheet)
    in_order = all(row.entry < later.entry for row, later in pairwise(written))
    return in_order and all(
        row.refused or row.entry >= len(entries) or (row.session, row.gains) != row_content(entries[row.entry])
        for row in written
    )


def group_by_sheet(rows: Iterable[Row[Session]]) -> list[tuple[int | None, Rows]]:
    """Return rows by their sheet, in their order."""
    return [(sheet, tuple(group)) for sheet, group in groupby(rows, key=lambda row: row.sheet)]


def entries_of(state: TableState, sheet: int | None) -> tuple[Entry, ...]:
    """Return the entries of a sheet; none where there is no such sheet."""
    table = open_sheet(state, sheet)
    return table.entries if table else ()


def follow_rows(state: TableState, stored: Rows) -> Iterator[Row[Session]]:
    """Yield the rows of a sheet: those stored, and between and after them those that follow."""
    by_place, sheet = {row.entry: row for row in stored}, stored[0].sheet
    was, now = None, stored[0].session
    for place, entry in list(enumerate(entries_of(state, sheet)))[stored[0].entry :]:
        known, gains = row_content(entry)
        row = by_place.pop(place, None)
        if row is None:
            row = Row(place, carry_session(state.game, entry.rules, was, now, known), gains, sheet=sheet)
        if row.refused or (row.session, row.gains) != (known, gains):
            yield row
        was, now = known, row.session
    yield from by_place.values()


def find_stored_rows(state: TableState, written: Rows) -> Iterator[Row[Session]]:
    """Yield the rows of a sheet that do not follow from those before them; `written` are all its rows."""
    by_place, sheet = {row.entry: row for row in written}, written[0].sheet
    was, now = None, written[0].session
    for place, entry in list(enumerate(entries_of(state, sheet)))[written[0].entry :]:
        known, gains = row_content(entry)
        row = by_place.pop(place, None) or Row(place, known, gains, sheet=sheet)
        if place == written[0].entry or not does_follow(state, entry, (was, now), row):
            yield row
        was, now = known, row.session
    yield from by_place.values()


def does_follow(state: TableState, entry: Entry, before: tuple[object, object], row: Row[Session]) -> bool:
    """Return whether the row of an entry follows from the sessions before it: the known one, and the one of now."""
    known, gains = row_content(entry)
    carried = carry_session(state.game, entry.rules, *before, known)
    return not row.refused and row.gains == gains and bool(row.session == carried)
