"""A season as a spreadsheet: CSV, and XLSX with a native chart over the nights."""

import csv
import io
from collections.abc import Mapping, Sequence

from xlsxwriter import Workbook

from scorekeeper.export.spreadsheet import Cell, amount_cells, escape_formula
from scorekeeper.export.wording import Translate, english, tell
from scorekeeper.export.workbook import Cells, build_chart, write_cells
from scorekeeper.messages import message
from scorekeeper.table.evenings import Evening
from scorekeeper.table.seasons import day_of, tally_season, track_totals

HEAD = ("rank", "player", "nights", "hands", "won", "made", "declared", "share", "mean", "total")


def season_cells(evenings: Sequence[Evening[int]], names: Mapping[int, str], translate: Translate) -> Cells:
    """Return the table of a season: a head, and a line for each person."""
    cells: Cells = [[tell(message(f"season.{name}"), translate=translate) for name in HEAD]]
    for row in tally_season(evenings) if evenings else ():
        total = amount_cells({0: row.total})[0]
        share, mean = (
            None if each is None else (int(each) if each.denominator == 1 else round(float(each), 3))
            for each in (row.share, row.mean)
        )
        person: list[Cell] = [row.rank, names[row.person], row.evenings, row.hands, row.won]
        cells.append([*person, row.made, row.declared, share, mean, total])
    return cells


def course_cells(evenings: Sequence[Evening[int]], names: Mapping[int, str], translate: Translate) -> Cells:
    """Return everyone's total after each night: a head, and a line for each night, oldest first."""
    people = [row.person for row in tally_season(evenings)] if evenings else []
    cells: Cells = [[tell(message("season.night"), translate=translate), *(names[person] for person in people)]]
    for evening, totals in zip(reversed(evenings), track_totals(evenings), strict=True):
        amounts = amount_cells(totals)
        cells.append([day_of(evening).isoformat(), *(amounts.get(person) for person in people)])
    return cells


def season_csv(evenings: Sequence[Evening[int]], names: Mapping[int, str], translate: Translate = english) -> bytes:
    """Return the table of a season as CSV, in the form of the score sheet's."""
    file = io.StringIO(newline="")
    lines = season_cells(evenings, names, translate)
    csv.writer(file, lineterminator="\r\n").writerows([escape_formula(cell) for cell in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")


def season_xlsx(evenings: Sequence[Evening[int]], names: Mapping[int, str], translate: Translate = english) -> bytes:
    """Return a season as XLSX: its table, and everyone's total after each night with the chart."""
    file = io.BytesIO()
    table, course = (tell(message(f"season.{name}"), translate=translate) for name in ("table", "course"))
    with Workbook(file, {"in_memory": True}) as book:
        write_cells(book, book.add_worksheet(table), season_cells(evenings, names, translate))
        cells, nights = course_cells(evenings, names, translate), book.add_worksheet(course)
        write_cells(book, nights, cells)
        if len(cells) > 1 and len(cells[0]) > 1:
            nights.insert_chart(0, len(cells[0]) + 1, build_chart(book, course, cells))
    return file.getvalue()
