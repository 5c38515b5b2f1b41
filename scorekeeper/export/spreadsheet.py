"""A table as a spreadsheet, in the reader's language: CSV, and XLSX as Excel writes it.

A row a hand, an adjustment or what players began with, a column a player; each player's column adds up to the last
row.
"""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from xlsxwriter import Workbook

from scorekeeper.export.wording import Translate, english, find_sentence, format_fact, format_value, player_facts, tell
from scorekeeper.games.game import Amounts, Player, Summary
from scorekeeper.messages import message
from scorekeeper.settlement import Amount
from scorekeeper.table.state import Adjustment, Entry, HandRecord, TableState, score_sheet

Cell = int | float | str | None
Row = dict[str | Player, Cell]
"""Cells by column: the code of its title, the name of a fact, or a player's number."""

FORMULA = frozenset("=+-@\t\r\n")
"""What a spreadsheet program may take for the beginning of a formula, or step over to reach one."""

PASSED_OVER = " \u200c\u200d"
"""What some programs do not count as the beginning."""

FIRST = ("sheet.hand", "sheet.kind", "sheet.begins", "sheet.contract")
LAST = ("sheet.result", "sheet.reason")


def export_csv(state: TableState, translate: Translate = english) -> bytes:
    """The score sheet of a table as CSV: UTF-8 with the mark that makes Excel read it as such, lines as in RFC 4180."""
    file = io.StringIO(newline="")
    lines = build_cells(state, translate)
    csv.writer(file, lineterminator="\r\n").writerows([escape_formula(cell) for cell in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")


def export_xlsx(state: TableState, translate: Translate = english) -> bytes:
    """The score sheet of a table as XLSX. Text is written as text, so that no program takes it for a formula."""
    head, *body = build_cells(state, translate)
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet()
        for row, line in enumerate([head, *body]):
            look = bold if row in (0, len(body)) else None
            for column, cell in enumerate(line):
                if isinstance(cell, str):
                    sheet.write_string(row, column, cell, look)
                elif cell is not None:
                    sheet.write_number(row, column, cell, look)
        sheet.freeze_panes(1, 0)
        sheet.autofit()
    return file.getvalue()


def build_cells(state: TableState, translate: Translate) -> list[list[Cell]]:
    """The score sheet of the present session: its head, its lines, and how all stand."""
    summaries = {record.number: state.summary(record) for record in state.hands}
    had = {role for summary in summaries.values() for role in roles_of(state, summary)}
    roles = [code for code in state.game.sentences if code in had]
    facts = dict.fromkeys(name for summary in summaries.values() for name in summary.facts)
    columns: list[str | Player] = [*FIRST, *roles, *facts, *LAST, *state.people]
    head: list[Cell] = [column_title(column, state, translate) for column in columns]
    return [head, *([row.get(column) for column in columns] for row in build_rows(state, summaries, translate))]


def column_title(column: str | Player, state: TableState, translate: Translate) -> str:
    """The head of a column: a player's name, or words for a code or a fact; a fact without words is its own."""
    if not isinstance(column, str):
        return state.name(column)
    for code in (column, f"column.{column}"):
        with suppress(KeyError):
            words = translate(find_sentence(code, state.game).text)
            return words[:1].upper() + words[1:]
    return column


def build_rows(state: TableState, summaries: Mapping[int, Summary], translate: Translate) -> Iterator[Row]:
    """Yield the rows: the first standings, every entry, and the last standings."""
    for entry, amounts in sheet_lines(state):
        cells: Row = {"sheet.kind": tell(message(kind_of(entry)), state, translate)}
        if isinstance(entry, HandRecord):
            cells |= hand_cells(state, entry, summaries[entry.number], translate)
        if isinstance(entry, Adjustment):
            cells["sheet.reason"] = entry.reason
        yield cells | amount_cells(amounts)
    totals = {player: standing.value for player, standing in state.standings.items()}
    yield {"sheet.kind": tell(message("sheet.standing"), state, translate), **amount_cells(totals)}


def sheet_lines(state: TableState) -> Iterator[tuple[Entry | None, Amounts]]:
    """The lines of the score sheet, with what they gave; None for what players began with before them."""
    stood: Amounts = {}
    start: dict[Player, Amount] = {}
    for entry in (*state.entries, *state.pending):
        stands = {player: standing.value for player, standing in entry.after.standings.items()}
        if any(score_sheet((entry,))):
            yield from start_line(start)
            yield entry, entry.amounts
            start = {}
        else:
            start = {player: start.get(player, 0) + value - stood.get(player, 0) for player, value in stands.items()}
        stood = stands
    yield from start_line(start)


def start_line(start: Amounts) -> Iterator[tuple[None, Amounts]]:
    """The line of what players began with, if it was anything."""
    if any(start.values()):
        yield None, {player: amount for player, amount in start.items() if amount}


def kind_of(entry: Entry | None) -> str:
    """Return the kind of a line of the sheet."""
    match entry:
        case None:
            return "sheet.start"
        case HandRecord():
            return "sheet.played" if entry.voided is None else "sheet.void"
        case Adjustment(penalized=int()):
            return "sheet.penalty"
    return "sheet.adjustment"


def hand_cells(state: TableState, record: HandRecord, summary: Summary, translate: Translate) -> Row:
    """Return the cells of a hand, by column."""
    begins = record.hand.session.begins
    facts: Row = {name: fact_cell(name, value, state, translate) for name, value in summary.facts.items()}
    return {
        "sheet.hand": record.number,
        "sheet.begins": None if begins is None else state.name(begins),
        "sheet.contract": None if summary.contract is None else format_value(summary.contract),
        "sheet.result": tell(summary.result, state, translate) if summary.result else None,
        "sheet.reason": record.voided,
        **{role: ", ".join(names) for role, names in roles_of(state, summary).items()},
        **facts,
    }


def roles_of(state: TableState, summary: Summary) -> dict[str, list[str]]:
    """The names of those who had each role of a hand, in the game's order of roles."""
    had = {role.code for roles in summary.roles.values() for role in roles}
    return {
        code: [state.name(player) for player, roles in summary.roles.items() if code in {role.code for role in roles}]
        for code in state.game.sentences
        if code in had
    }


def fact_cell(name: str, value: str | int | None, state: TableState, translate: Translate) -> Cell:
    """A fact as a cell: numbers stay numbers, players have their names."""
    if value is None or (type(value) is int and name not in player_facts(state.game)):
        return value
    return format_fact(name, value, state, translate)


def amount_cells(amounts: Amounts) -> Row:
    """Amounts that spreadsheet programs take for numbers; "1/3" is a date to them."""
    return {
        player: round(float(amount), 6) if isinstance(amount, Fraction) else amount
        for player, amount in amounts.items()
    }


def escape_formula(cell: Cell) -> Cell:
    """A cell that no program runs: text that looks like a formula begins with an apostrophe, which keeps it text."""
    if not isinstance(cell, str):
        return cell
    begins = unicodedata.normalize("NFKC", cell).lstrip(PASSED_OVER)[:1]
    return f"'{cell}" if {begins, cell[:1]} & FORMULA else cell
