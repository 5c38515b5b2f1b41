"""A table as a spreadsheet: CSV that spreadsheet programs open as it is, in the reader's language.

A row a hand, an adjustment or a beginning balance, a column a player; each player's column adds up to the last
row. Bytes are UTF-8 with the mark that makes Excel read it as such, lines as RFC 4180 has them.
"""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from scorekeeper.export.wording import Translate, as_text, english, fact, sentence, tell
from scorekeeper.games.game import Player, Summary
from scorekeeper.messages import PLAYER_FACTS, message
from scorekeeper.settlement import Amount
from scorekeeper.table.state import Adjustment, HandRecord, TableState

Cell = int | float | str | None
Row = dict[str | Player, Cell]
"""Cells by column: the code of its title, the name of a fact, or a player's number."""

FORMULA = frozenset("=+-@\t\r\n")
"""What a spreadsheet program may take for the beginning of a formula, or step over to reach one."""

PASSED_OVER = " \u200c\u200d"
"""What some programs do not count as the beginning."""

FIRST = ("sheet.hand", "sheet.kind", "sheet.dealer", "sheet.contract")
LAST = ("sheet.result", "sheet.reason")


def export_csv(state: TableState, translate: Translate = english) -> bytes:
    """The score sheet of a table as CSV."""
    summaries = {record.number: state.summary(record) for record in state.hands}
    played = {role for summary in summaries.values() for role in summary.roles.values()}
    roles = [code for code in state.game.sentences if code in played]
    facts = dict.fromkeys(name for summary in summaries.values() for name in summary.facts)
    columns: list[str | Player] = [*FIRST, *roles, *facts, *LAST, *state.people]
    rows: list[list[Cell]] = [[title(column, state, translate) for column in columns]]
    rows += [[row.get(column) for column in columns] for row in rows_of(state, summaries, translate)]
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def title(column: str | Player, state: TableState, translate: Translate) -> str:
    """The head of a column: a player's name, or words for a code or a fact; a fact without words is its own."""
    if isinstance(column, Player):
        return state.name(column)
    for code in (column, f"column.{column}"):
        with suppress(KeyError):
            words = translate(sentence(code, state.game).text)
            return words[:1].upper() + words[1:]
    return column


def rows_of(state: TableState, summaries: Mapping[int, Summary], translate: Translate) -> Iterator[Row]:
    """Beginning balances where there are any, then every entry, then what they come to."""

    def kind(code: str) -> Row:
        return {"sheet.kind": tell(message(code), state, translate)}

    if any(person.start for person in state.people.values()):
        yield kind("sheet.start") | numbers({number: person.start for number, person in state.people.items()})
    for entry in state.entries:
        if isinstance(entry, Adjustment):
            code = "sheet.adjustment" if entry.penalized is None else "sheet.penalty"
            yield kind(code) | {"sheet.reason": entry.reason} | numbers(entry.amounts)
        else:
            code = "sheet.played" if entry.voided is None else "sheet.void"
            yield kind(code) | hand_cells(state, entry, summaries[entry.number], translate) | numbers(entry.amounts)
    yield kind("sheet.balance") | numbers(state.balances)


def hand_cells(state: TableState, record: HandRecord, summary: Summary, translate: Translate) -> Row:
    """What a hand was, in its columns."""
    facts: Row = {name: fact_cell(name, value, state, translate) for name, value in summary.facts.items()}
    return {
        "sheet.hand": record.number,
        "sheet.dealer": state.name(record.hand.situation.dealer),
        "sheet.contract": None if summary.contract is None else as_text(summary.contract),
        "sheet.result": tell(summary.result, state, translate) if summary.result else None,
        "sheet.reason": record.voided,
        **{role: ", ".join(names) for role, names in roles_of(state, summary).items()},
        **facts,
    }


def roles_of(state: TableState, summary: Summary) -> dict[str, list[str]]:
    """The names of those who had each role of a hand, in the game's order of roles."""
    played = set(summary.roles.values())
    return {
        code: [state.name(player) for player, role in summary.roles.items() if role == code]
        for code in state.game.sentences
        if code in played
    }


def fact_cell(name: str, value: str | int | None, state: TableState, translate: Translate) -> Cell:
    """A fact as a cell: numbers stay numbers, players have their names."""
    return (
        value
        if value is None or (type(value) is int and name not in PLAYER_FACTS)
        else fact(name, value, state, translate)
    )


def numbers(amounts: Mapping[Player, Amount]) -> Row:
    """Amounts that spreadsheet programs take for numbers; "1/3" is a date to them."""
    return {
        player: round(float(amount), 6) if isinstance(amount, Fraction) else amount
        for player, amount in amounts.items()
    }


def harmless(cell: Cell) -> Cell:
    """A cell that no program runs: text that looks like a formula begins with an apostrophe, which keeps it text."""
    if not isinstance(cell, str):
        return cell
    begins = unicodedata.normalize("NFKC", cell).lstrip(PASSED_OVER)[:1]
    return f"'{cell}" if {begins, cell[:1]} & FORMULA else cell
