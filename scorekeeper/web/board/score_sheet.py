"""The score sheet as rows of a table: contract and result, the parts played, and everyone's gain."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from babel.support import NullTranslations
from flask import Flask, render_template
from markupsafe import Markup

from scorekeeper.games.game import Amounts, HandRole, Player
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import Adjustment, Entry, HandRecord, SheetRow, TableState, score_sheet
from scorekeeper.web.board.hand_result import result_panel_of
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.language import catalogue, gettext
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.page.template_helpers import contract_text, label_text
from scorekeeper.web.page.wording import with_sign

UPRIGHT_TO = 8
"""The most upright columns that have room for amounts of every size."""

MOST_ROWS = 5_000
"""The most rows in the cache, in all languages: some 2 KB each, and the entries that they keep alive."""

MOST_SHEETS = 50
"""The most whole sheets in the cache, each as long as its evening: those that are watched during play."""


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.globals.update(
        sheet_rows=sheet_rows,
        render_rows=render_rows,
        last_lines=last_lines,
        sheet_layout=sheet_layout,
        legend_of=legend_of,
        outcomes_of=outcomes_of,
        marks_of_rows=marks_of_rows,
        has_recorded_amounts=has_recorded_amounts,
    )


class GainCell(NamedTuple):
    """A player's gain by a hand. `part` is lead or helper for the side that promised something, `role` its word."""

    shown: str
    role: str = ""
    part: str = ""


class OutcomeMark(NamedTuple):
    """A mark of a result in a line, what it means, and its place among the marks of its game."""

    place: int
    mark: str
    meaning: str


class SheetLine(NamedTuple):
    """A line of the sheet: a hand, which has a number, or another change.

    `brief` is the result in short, and `outcomes` are the marks in it. `won` is whether what was promised was reached;
    None where nobody won or a game does not say.
    """

    number: int | None
    contract: Markup
    cells: tuple[GainCell, ...]
    brief: str = ""
    outcomes: tuple[OutcomeMark, ...] = ()
    won: bool | None = None
    void: bool = False
    corrected: bool = False
    differs: bool = False


# --- The sheet as a live fragment ---


class SheetContent(NamedTuple):
    """Everything of a table that its sheet shows."""

    entries: tuple[Entry, ...]
    sheets: tuple[object, ...]
    session: object
    people: object
    ending: object
    kept_from: int | None

    def is_same_as(self, now: "SheetContent") -> bool:
        """Return whether two contents are the same. Entries are compared by identity: none of them changes."""
        return self.entries is now.entries and self.sheets is now.sheets and self[2:] == now[2:]


class SheetFragment(NamedTuple):
    """A sheet as it was drawn at a version; it is the same at later ones, as long as it shows the same."""

    shown: SheetContent
    version: int
    html: str


fragments: dict[tuple[str, NullTranslations], SheetFragment] = {}


def sheet_fragment(table_id: str, ledger: Ledger) -> SheetFragment:
    """Return a table's score sheet in the current language, rendered again only where it has changed."""
    state, key = ledger.state, (table_id, catalogue())
    shown = SheetContent(state.entries, state.sheets, state.session, state.people, state.ending, state.kept_from)
    last = fragments.get(key)
    if last and last.shown.is_same_as(shown):
        return last
    if len(fragments) >= MOST_SHEETS:
        fragments.clear()
    html = render_template("evening/sheet/all_sheets.html", table_id=table_id, state=state, version=ledger.version)
    fragments[key] = fragment = SheetFragment(shown, ledger.version, html)
    return fragment


# --- Its lines ---


class CachedRow(NamedTuple):
    """A line, of which entry it was made if of any, and how it was drawn, by the look of the sheet and its address.

    `context` is what else it shows: a language, a game and the names of all columns. `looks` are a cell of each look in
    it, `marks` what else it has that a legend explains, and `short` whether all of it fits an upright column.
    """

    entry: Entry | None
    context: tuple[object, ...]
    line: SheetLine
    looks: dict[str, GainCell]
    marks: frozenset[str]
    short: bool
    rendered: dict[tuple[str, str | None], Markup]


rows: dict[tuple[int, int], CachedRow] = {}
row_contexts: dict[tuple[object, ...], tuple[object, ...]] = {}
"""One object for each context, so that rows can be looked up by its identity."""


def sheet_rows(state: TableState, entries: tuple[Entry, ...]) -> Iterator[CachedRow]:
    """Yield the rows of a score sheet, each from the cache if it was made before."""
    names = tuple((person.number, person.name) for person in state.people.values())
    context: tuple[object, ...] = (catalogue(), state.game.key, names)
    context = row_contexts.setdefault(context, context)
    for row in score_sheet(entries):
        key = (id(row.entry), id(context))
        kept = rows.get(key)
        if kept is None or kept.entry is not row.entry or kept.context is not context:
            line = hand_line(state, row.hand, row.amounts) if row.hand else adjustment_line(state, row)
            kept = build_row(row.entry, context, line)
            if len(rows) >= MOST_ROWS:
                rows.clear()
                row_contexts.clear()
            rows[key] = kept
        yield kept


def blank_rows(players: int, count: int) -> list[CachedRow]:
    """Lines to write on, with the numbers of their hands."""
    blank = (GainCell(""),) * players
    return [build_row(None, (), SheetLine(number, Markup(""), blank)) for number in range(1, count + 1)]


def build_row(entry: Entry | None, context: tuple[object, ...], line: SheetLine) -> CachedRow:
    """Return a line with all that a sheet asks of each."""
    looks = {cell.part: cell for cell in line.cells if cell.part}
    marks = frozenset(mark for mark in ("corrected", "differs") if getattr(line, mark))
    return CachedRow(entry, context, line, looks, marks, all(len(cell.shown) <= 2 for cell in line.cells), {})


def render_rows(
    rows: Collection[CachedRow], look: str, hands: str | None, caller: Callable[[SheetLine], Markup]
) -> Markup:
    """Render the rows of a sheet; `caller` renders a line where it was not rendered so before."""
    key = (look, hands)
    for row in rows:
        if key not in row.rendered:
            row.rendered[key] = caller(row.line)
    return join_html("", (row.rendered[key] for row in rows))


def last_lines(state: TableState, count: int) -> list[tuple[SheetLine, tuple[Player, ...]]]:
    """The hands played last, the latest first, each with who promised something; void ones are left out."""
    played = [record for record in state.hands if record.voided is None][-count:]
    return [
        (hand_line(state, record, record.amounts), state.summary(record).players_on("makers"))
        for record in reversed(played)
    ]


def hand_line(state: TableState, record: HandRecord, amounts: Amounts) -> SheetLine:
    """A hand as a line."""
    summary, moment = state.summary(record), result_panel_of(state, record)
    makers = summary.players_on("makers")
    brief, void = moment.brief if moment else "", record.voided is not None
    known = enumerate(screens_for(state.game.key).explaining.outcomes.items())
    return SheetLine(
        record.number,
        contract_text(summary) or escape(gettext("void") if void else ""),
        tuple(gain_cell(state, amounts, summary.roles.get(player, ()), player, makers) for player in state.people),
        brief,
        tuple(OutcomeMark(place, mark, gettext(meaning)) for place, (mark, meaning) in known if mark in brief),
        moment.won if moment else None,
        void,
        bool(record.previous_versions),
        record.recorded is not None,
    )


def gain_cell(
    state: TableState, amounts: Amounts, roles: tuple[HandRole, ...], player: Player, makers: tuple[Player, ...]
) -> GainCell:
    """Return the cell of one player: the gain, and the part on the makers' side, which the first of them leads."""
    word = next((str(label_text(role.code, state.game)) for role in roles if role.side == "makers"), "")
    look = "" if player not in makers else "lead" if player == makers[0] else "helper"
    return GainCell(with_sign(amounts[player]) if player in amounts else "", word, look)


def adjustment_line(state: TableState, row: SheetRow) -> SheetLine:
    """A penalty or another change by hand as a line."""
    reason = row.entry.reason if isinstance(row.entry, Adjustment) else gettext("recorded by an older version")
    shown = (with_sign(row.amounts[player]) if row.amounts.get(player) else "" for player in state.people)
    return SheetLine(None, escape(reason), tuple(map(GainCell, shown)), differs=row.entry.recorded is not None)


def sheet_layout(rows: Iterable[CachedRow], players: int) -> str:
    """Return the layout for so many columns: wide, upright names, or lines with two players in a column."""
    if players <= 6:
        return "wide"
    return "upright" if players <= UPRIGHT_TO or all(row.short for row in rows) else "lines"


def legend_of(rows: Iterable[CachedRow]) -> list[GainCell]:
    """Return the first cell of each look that occurs, in the order lead, helper."""
    looks: dict[str, GainCell] = {}
    for row in rows:
        looks = row.looks | looks
    return [looks[look] for look in ("lead", "helper") if look in looks]


def outcomes_of(rows: Iterable[CachedRow]) -> list[OutcomeMark]:
    """Return the marks of the results that occur, in the order of their game."""
    return sorted({each for row in rows for each in row.line.outcomes})


def marks_of_rows(rows: Iterable[CachedRow]) -> frozenset[str]:
    """Return the marks in rows that a legend explains."""
    return frozenset[str]().union(*{row.marks for row in rows})


def has_recorded_amounts(entries: Iterable[Entry]) -> bool:
    """Return whether today's code pays an entry otherwise than it was recorded."""
    return any(entry.recorded for entry in entries)
