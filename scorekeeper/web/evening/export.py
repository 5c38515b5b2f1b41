"""A table as files and on paper."""

from flask import Blueprint, Response, g, render_template
from flask_babel import gettext

from scorekeeper.export import (
    export_csv,
    export_document,
    export_xlsx,
    find_play_time,
    history_bytes,
    play_link,
    roles_of,
)
from scorekeeper.house_rules import house_rules
from scorekeeper.table.state import TableState
from scorekeeper.web.board.score_sheet import blank_rows
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.dates import time_at_table
from scorekeeper.web.page.large_tables import heavy_if_large

blueprint = Blueprint("export", __name__)

LINES_ON_PAPER = 18
"""So many are high enough to write in on one sheet of A4."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

SQLITE = "application/vnd.sqlite3"


@blueprint.get("/t/<table_id>/export")
@at_table()
def page(table_id: str) -> str:
    """The ways to take an evening home."""
    state = services().books.ledger(table_id).state
    when = time_at_table(find_play_time(state, opening_time(table_id)), state)
    return render_template(
        "evening/export/page.html",
        table_id=table_id,
        state=state,
        play_link=play_link(state, table_id, when, gettext) if state.hands else "",
        visitor=g.visitor,
    )


@blueprint.get("/t/<table_id>/export.json")
@at_table()
@heavy_if_large()
def as_json(table_id: str) -> Response:
    """Send the whole log, from which a table can be made again."""
    return download(export_document(services().store.events, table_id), "application/json", table_id, "json")


@blueprint.get("/t/<table_id>/export.csv")
@at_table()
@heavy_if_large()
def as_csv(table_id: str) -> Response:
    """The score sheet for a spreadsheet program, in the reader's language."""
    state = services().books.ledger(table_id).state
    return download(export_csv(state, gettext), "text/csv; charset=utf-8; header=present", table_id, "csv")


@blueprint.get("/t/<table_id>/export.xlsx")
@at_table()
@heavy_if_large()
def as_xlsx(table_id: str) -> Response:
    """The score sheet as Excel writes it, in the reader's language."""
    state = services().books.ledger(table_id).state
    return download(export_xlsx(state, gettext), XLSX, table_id, "xlsx")


@blueprint.get("/t/<table_id>/export.db")
@at_table()
@heavy_if_large()
def as_history(table_id: str) -> Response:
    """The evening as a database for other programs; to whom only watches, nothing tells the group it belongs to."""
    events = services().store.events
    return download(history_bytes(events, None, events.tables([table_id])), SQLITE, table_id, "db")


@blueprint.get("/t/<table_id>/print")
@at_table()
@heavy_if_large()
def paper(table_id: str) -> str:
    """The score sheet as it goes on paper."""
    ledger = services().books.ledger(table_id)
    state = ledger.state
    return render_template(
        "evening/export/print.html",
        table_id=table_id,
        version=ledger.version,
        state=state,
        began=opening_time(table_id),
        changed=changed_rules(state),
        roles_of=roles_of,
        visitor=g.visitor,
    )


@blueprint.get("/t/<table_id>/print/empty")
@at_table()
def empty_paper(table_id: str) -> str:
    """A score sheet to write on, with the names of those who are at the table."""
    state = services().books.ledger(table_id).state
    people = [person for person in state.people.values() if person.present]
    return render_template(
        "evening/export/empty_sheet.html",
        table_id=table_id,
        state=state,
        changed=changed_rules(state),
        people=people,
        rows=blank_rows(len(people), LINES_ON_PAPER),
        visitor=g.visitor,
    )


def download(content: bytes, kind: str, table_id: str, ending: str) -> Response:
    """A file that a browser saves under a name with the evening's date."""
    response = Response(content, content_type=kind)
    when = time_at_table(opening_time(table_id), services().books.ledger(table_id).state)
    name = f"scorekeeper-{when:%Y-%m-%d}.{ending}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def opening_time(table_id: str) -> str:
    """Return the time at which the table was opened."""
    (info,) = services().store.events.tables([table_id])
    return info.created


def changed_rules(state: TableState) -> list[tuple[str, str]]:
    """The house rules that differ from the preset: label and choice, to be translated."""
    preset = state.game.presets[state.preset].rules
    declared = house_rules(state.game.rules)
    differing = state.rules.differences(preset)
    return [(declared[key].label, declared[key].choices[value]) for key, value in differing.items()]
