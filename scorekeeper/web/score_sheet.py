"""The score sheet as rows of a table: what was promised and made of it, who played what part, and what everyone got."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.games.game import Amounts, Player, Role
from scorekeeper.table.state import Adjustment, Entry, HandRecord, SheetRow, TableState, score_sheet
from scorekeeper.web.display import labelled, promised
from scorekeeper.web.language import gettext
from scorekeeper.web.moments import moment_of
from scorekeeper.web.wording import signed

UPRIGHT_TO = 8
"""So many columns have room for amounts of every size."""


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.globals.update(
        sheet_rows=sheet_rows, last_lines=last_lines, sheet_look=sheet_look, legend_of=legend_of
    )


class Cell(NamedTuple):
    """What a hand gave a player. `look` is lead or helper for the side that promised something, `role` its word."""

    shown: str
    role: str = ""
    look: str = ""


class Line(NamedTuple):
    """A line of the sheet: a hand, which has a number, or another change.

    `brief` is the result in short and `won` whether what was promised was reached; None where a game does not say.
    """

    number: int | None
    contract: Markup
    cells: tuple[Cell, ...]
    brief: str = ""
    won: bool | None = None
    void: bool = False
    corrected: bool = False
    differs: bool = False


def sheet_rows(state: TableState, entries: tuple[Entry, ...]) -> Iterator[Line]:
    """A score sheet's lines as its table shows them."""
    for row in score_sheet(entries):
        yield hand_line(state, row.hand, row.amounts) if row.hand else other_line(state, row)


def last_lines(state: TableState, count: int) -> list[tuple[Line, list[Player]]]:
    """The hands played last, the latest first, each with who promised something; void ones are left out."""
    played = [record for record in state.hands if record.voided is None][-count:]
    return [(hand_line(state, record, record.amounts), makers_of(state, record)) for record in reversed(played)]


def makers_of(state: TableState, record: HandRecord) -> list[Player]:
    """Who promised something in a hand, in the order in which their parts are told."""
    roles = state.summary(record).roles
    return [player for player, held in roles.items() if any(role.side == "makers" for role in held)]


def hand_line(state: TableState, record: HandRecord, amounts: Amounts) -> Line:
    """A hand as a line."""
    summary, moment = state.summary(record), moment_of(state, record)
    makers = makers_of(state, record)
    void = record.voided is not None
    return Line(
        record.number,
        promised(summary) or escape(gettext("void") if void else ""),
        tuple(cell(state, amounts, summary.roles.get(player, ()), player, makers) for player in state.people),
        moment.brief if moment else "",
        moment.won if moment else None,
        void,
        bool(record.earlier),
        record.recorded is not None,
    )


def cell(state: TableState, amounts: Amounts, roles: tuple[Role, ...], player: Player, makers: list[Player]) -> Cell:
    """What one player got, and the part played on the makers' side: the first of them leads it."""
    word = next((str(labelled(role.code, state.game)) for role in roles if role.side == "makers"), "")
    look = "" if player not in makers else "lead" if player == makers[0] else "helper"
    return Cell(signed(amounts[player]) if player in amounts else "", word, look)


def other_line(state: TableState, row: SheetRow) -> Line:
    """A penalty or another change by hand as a line."""
    reason = row.entry.reason if isinstance(row.entry, Adjustment) else gettext("recorded by an older edition")
    shown = (signed(row.amounts[player]) if row.amounts.get(player) else "" for player in state.people)
    return Line(None, escape(reason), tuple(map(Cell, shown)), differs=row.entry.recorded is not None)


def sheet_look(rows: Iterable[Line], players: int) -> str:
    """How so many columns fit: a line each, upright names, or two players in a column."""
    if players <= 6:
        return "wide"
    short = all(len(cell.shown) <= 2 for row in rows for cell in row.cells)
    return "upright" if players <= UPRIGHT_TO or short else "lines"


def legend_of(rows: Iterable[Line]) -> dict[str, str]:
    """The words of the looks that occur, in the order lead, helper."""
    words = {cell.look: cell.role for row in rows for cell in row.cells if cell.look}
    return {look: words[look] for look in ("lead", "helper") if look in words}
