"""A table as XLSX in the reader's language: the score sheet, the standings with their chart, and the house rules."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from xlsxwriter import Workbook
from xlsxwriter.chart import Chart
from xlsxwriter.worksheet import Worksheet

from scorekeeper.export.spreadsheet import Cell, amount_cells, build_cells, said_standings
from scorekeeper.export.wording import Translate, english, tell
from scorekeeper.games.game import Player, Standing
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import message
from scorekeeper.table.standings_over_time import track_standings
from scorekeeper.table.state import TableState

Cells = list[list[Cell]]

SHEETS = ("book.hands", "book.standings", "book.rules")
"""The codes of the names of the sheets, in their order."""

CHART_SIZE = {"width": 800, "height": 420}
"""The size of the chart in pixels."""


def export_xlsx(state: TableState, translate: Translate = english) -> bytes:
    """Return the present session of a table as XLSX. Text is stored as text, so that no program runs it."""
    file = io.BytesIO()
    names = [tell(message(code), state, translate) for code in SHEETS]
    with Workbook(file, {"in_memory": True}) as book:
        hands, standings, rules = (book.add_worksheet(name) for name in names)
        write_cells(book, hands, build_cells(state, translate), is_last_bold=True)
        course, said = standing_cells(state, translate), said_cells(state, translate)
        write_cells(book, standings, [*course, *said], is_last_bold=bool(said))
        if len(course) > 1 and state.people:
            standings.insert_chart(0, len(course[0]) + 1, build_chart(book, names[1], course))
        write_cells(book, rules, rule_cells(state, translate))
    return file.getvalue()


def write_cells(book: Workbook, sheet: Worksheet, cells: Cells, *, is_last_bold: bool = False) -> None:
    """Write cells into a sheet: the head bold and always in sight, and the last line bold where it is a sum."""
    bold = book.add_format({"bold": True})
    for row, line in enumerate(cells):
        look = bold if row == 0 or (is_last_bold and row == len(cells) - 1) else None
        for column, cell in enumerate(line):
            if isinstance(cell, str):
                sheet.write_string(row, column, cell, look)
            elif cell is not None:
                sheet.write_number(row, column, cell, look)
    sheet.freeze_panes(1, 0)
    sheet.autofit()


def standing_cells(state: TableState, translate: Translate) -> Cells:
    """Return everyone's standing, as numbers, before the first line of the score sheet and after each."""
    course = track_standings((*state.entries, *state.pending))
    players = list(state.people)
    head: list[Cell] = [tell(message("sheet.hand"), state, translate), *(state.name(player) for player in players)]
    numbers: Iterable[int | None] = (0, *course.numbers) if course.lines else ()
    return [head, *standing_lines(numbers, course.standings, players)]


def standing_lines(
    numbers: Iterable[int | None], standings: Sequence[Mapping[Player, Standing]], players: Sequence[Player]
) -> Iterator[list[Cell]]:
    """Yield a line for each of the standings: the number of the hand, None for another entry, and the amounts."""
    for number, everyone in zip(numbers, standings, strict=False):
        amounts = amount_cells({player: stands.value for player, stands in everyone.items()})
        yield [number, *(amounts.get(player) for player in players)]


def said_cells(state: TableState, translate: Translate) -> Cells:
    """Return a last line with everyone's standing in words, where the numbers do not say it; else none."""
    said = said_standings(state, translate)
    if not said:
        return []
    return [[tell(message("sheet.standing"), state, translate), *(said.get(player) for player in state.people)]]


def build_chart(book: Workbook, sheet: str, course: Cells) -> Chart:
    """Return the chart of the evening: a line for each player over the hands, which follows the cells."""
    chart = book.add_chart({"type": "line"})
    last = len(course) - 1
    for column in range(1, len(course[0])):
        chart.add_series(
            {
                "name": [sheet, 0, column],
                "categories": [sheet, 1, 0, last, 0],
                "values": [sheet, 1, column, last, column],
                "marker": {"type": "automatic"},
            }
        )
    chart.set_title({"name": sheet})
    chart.set_x_axis({"name": str(course[0][0]), "label_position": "low"})
    chart.set_legend({"position": "bottom"})
    chart.show_blanks_as("gap")
    chart.set_size(CHART_SIZE)
    return chart


def rule_cells(state: TableState, translate: Translate) -> Cells:
    """Return the house rules that matter: section, rule, choice, and what the set has where that is another."""
    preset = state.game.presets[state.preset]
    head: list[Cell] = [tell(message(code), state, translate) for code in ("book.section", "book.rule", "book.choice")]
    cells: Cells = [[*head, translate(preset.label)]]
    for key, rule in house_rules(state.game.rules).items():
        if rule.applies(state.rules) and rule.block in state.game.blocks:
            chosen, usual = getattr(state.rules, key), getattr(preset.rules, key)
            before = translate(rule.choices[usual]) if usual != chosen else None
            section = translate(state.game.blocks[rule.block])
            cells.append([section, translate(rule.label), translate(rule.choices[chosen]), before])
    return cells
