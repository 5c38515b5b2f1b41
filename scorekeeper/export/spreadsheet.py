"""The score sheet of a table in the reader's language: its cells, and CSV.

There is a row for each hand, each adjustment and the first standings, and a column for each player that sums to the
last row. Where that is no standing as the table says it, such as of levels, a row with the words follows.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC
from fractions import Fraction

from scorekeeper.export.wording import Translate, english, find_sentence, format_fact, format_value, player_facts, tell
from scorekeeper.games.game import Amounts, Player, Summary
from scorekeeper.messages import message
from scorekeeper.settlement import Amount
from scorekeeper.table.state import Adjustment, Entry, HandRecord, TableState, score_sheet
from scorekeeper.table.statistics import end_of
from scorekeeper.zones import find_zone, localize_time

Cell = int | float | str | None
Row = dict[str | Player, Cell]
"""Cells by column: the code of its title, the name of a fact, or a player's number."""

FORMULA = frozenset("=+-@\t\r\n")
"""Characters that spreadsheet programs read as the beginning of a formula, or skip before one."""

PASSED_OVER = " \u200c\u200d"
"""Characters that some programs skip at the beginning of a cell."""

SPLIT_FORMULA = re.compile(f"([;\t\r\n][;\t\r\n{PASSED_OVER}]*)(?=[=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊⩵⩶-])")
"""The end of a cell, to programs that split lines at semicolons or tabs, before what begins a formula.

They do not know the quotes around a cell in the middle of their own.
"""

FIRST = ("sheet.hand", "sheet.kind", "sheet.begins", "sheet.contract")
LAST = ("sheet.finished", "sheet.finished_utc", "sheet.zone", "sheet.result", "sheet.reason")


def export_csv(state: TableState, translate: Translate = english) -> bytes:
    """Return the score sheet of a table as CSV: UTF-8 with a byte order mark for Excel, lines as in RFC 4180."""
    file = io.StringIO(newline="")
    lines = build_cells(state, translate)
    csv.writer(file, lineterminator="\r\n").writerows([escape_formula(cell) for cell in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")


def build_cells(state: TableState, translate: Translate) -> list[list[Cell]]:
    """Return the score sheet of the present session: its head, its lines, and the standings."""
    summaries = {record.number: state.summary(record) for record in state.hands}
    columns: list[str | Player] = [*FIRST, *find_game_columns(state, summaries.values()), *LAST, *state.people]
    head: list[Cell] = [column_title(column, state, translate) for column in columns]
    return [head, *([row.get(column) for column in columns] for row in build_rows(state, summaries, translate))]


def find_game_columns(state: TableState, summaries: Iterable[Summary]) -> Iterator[str]:
    """Yield the columns of the game, the same at every evening: its roles, and the facts of its hands."""
    yield from (code for code in state.game.sentences if code.startswith("role."))
    told = (code.removeprefix("column.") for code in state.game.sentences if code.startswith("column."))
    yield from dict.fromkeys((*told, *(name for summary in summaries for name in summary.facts)))


def column_title(column: str | Player, state: TableState, translate: Translate) -> str:
    """Return the head of a column: a player's name, the words for a code or a fact, or the fact's own name."""
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
        yield cells | time_cells(state, entry) | amount_cells(amounts)
    totals = {player: standing.value for player, standing in state.standings.items()}
    said = said_standings(state, translate)
    sums = "sheet.gained" if said else "sheet.standing"
    yield {"sheet.kind": tell(message(sums), state, translate), **amount_cells(totals)}
    if said:
        last: Row = {"sheet.kind": tell(message("sheet.standing"), state, translate)}
        yield last | dict(said.items())


def said_standings(state: TableState, translate: Translate) -> dict[Player, str]:
    """Return everyone's standing in words, where their numbers do not say it, such as of levels; else nothing."""
    if all(standing.value in standing.said.facts.values() for standing in state.standings.values()):
        return {}
    return {player: tell(standing.said, state, translate) for player, standing in state.standings.items()}


def sheet_lines(state: TableState) -> Iterator[tuple[Entry | None, Amounts]]:
    """Yield the lines of the score sheet with their gains. The entry is None for what players began with."""
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
    """Yield the line of what players began with, unless that is nothing."""
    if any(start.values()):
        yield None, {player: amount for player, amount in start.items() if amount}


def kind_of(entry: Entry | None) -> str:
    """Return the code of the kind of a line."""
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


def time_cells(state: TableState, entry: Entry | None) -> Row:
    """Return when a line was recorded: by the clock of the table, in UTC, and the zone of that clock."""
    if entry is None or entry.stamp is None:
        return {}
    at = end_of(entry) if isinstance(entry, HandRecord) else None
    local = localize_time(at.isoformat() if at else entry.stamp.at, find_zone(state.zone))
    return {
        "sheet.finished": f"{local:%Y-%m-%d %H:%M:%S}",
        "sheet.finished_utc": f"{local.astimezone(UTC):%Y-%m-%d %H:%M:%SZ}",
        "sheet.zone": state.zone or f"{local:%Z}",
    }


def roles_of(state: TableState, summary: Summary) -> dict[str, list[str]]:
    """Return the names of the players with each role in a hand, in the game's order of roles."""
    had = {role.code for roles in summary.roles.values() for role in roles}
    return {
        code: [state.name(player) for player, roles in summary.roles.items() if code in {role.code for role in roles}]
        for code in state.game.sentences
        if code in had
    }


def fact_cell(name: str, value: str | int | None, state: TableState, translate: Translate) -> Cell:
    """Return a fact as a cell: numbers stay numbers, players are named."""
    if value is None or (type(value) is int and name not in player_facts(state.game)):
        return value
    return format_fact(name, value, state, translate)


def amount_cells(amounts: Amounts) -> Row:
    """Return amounts as numbers, fractions as decimals: spreadsheet programs read "1/3" as a date."""
    return {
        player: round(float(amount), 6) if isinstance(amount, Fraction) else amount
        for player, amount in amounts.items()
    }


def escape_formula(cell: Cell) -> Cell:
    """Return a cell that no program runs: text that looks like a formula gets an apostrophe before it."""
    if not isinstance(cell, str):
        return cell
    rest = cell.lstrip(f"\t\r\n{PASSED_OVER}")
    harmless = cell[: len(cell) - len(rest)] + SPLIT_FORMULA.sub(r"\1'", rest)
    begins = unicodedata.normalize("NFKC", cell).lstrip(PASSED_OVER)[:1]
    return f"'{harmless}" if {begins, cell[:1]} & FORMULA else harmless
