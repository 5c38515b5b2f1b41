"""A table as files and on paper, and a file as a table again."""

import hmac
from datetime import UTC, datetime

from flask import Blueprint, Response, current_app, g, redirect, render_template, request, session, url_for
from flask_babel import gettext
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.export import LARGEST_FILE, export_csv, export_document, import_document, roles_of
from scorekeeper.house_rules import house_rules
from scorekeeper.table.state import TableState
from scorekeeper.web import bodies
from scorekeeper.web.access import at_table, device, remember, visitor_of
from scorekeeper.web.security import EXPENSIVE, limiter
from scorekeeper.web.services import services

blueprint = Blueprint("export", __name__)


@blueprint.get("/t/<table_id>/export")
@at_table()
def page(table_id: str) -> str:
    """The ways to take an evening home."""
    state = services().books.ledger(table_id).state
    return render_template("export/page.html", table_id=table_id, state=state, visitor=g.visitor)


@blueprint.get("/t/<table_id>/export.json")
@at_table()
def as_json(table_id: str) -> Response:
    """Everything, to be kept or taken back."""
    return download(export_document(services().store.events, table_id), "application/json", table_id, "json")


@blueprint.get("/t/<table_id>/export.csv")
@at_table()
def as_csv(table_id: str) -> Response:
    """The score sheet for a spreadsheet program, in the reader's language."""
    state = services().books.ledger(table_id).state
    return download(export_csv(state, gettext), "text/csv; charset=utf-8; header=present", table_id, "csv")


@blueprint.get("/t/<table_id>/print")
@at_table()
def paper(table_id: str) -> str:
    """The score sheet as it goes on paper."""
    state = services().books.ledger(table_id).state
    return render_template(
        "export/print.html",
        table_id=table_id,
        state=state,
        began=began(table_id),
        changed=changed_rules(state),
        roles_of=roles_of,
        visitor=g.visitor,
    )


@blueprint.get("/import")
def form() -> str:
    """Choose a file. The device has its name from here on: whoever sends it again has the table that it made."""
    device()
    return import_page()


@blueprint.post("/import")
@limiter.limit(EXPENSIVE)
def take() -> tuple[str, int] | AnyResponse:
    """A file as a new table, of which whoever brings it is host. The same file again leads to the table it made."""
    file = request.files.get("file")
    data = file.read(LARGEST_FILE + 1) if file else b""
    try:
        if not data:
            raise RuleError("import.no_file")
        table_id = import_document(services().store.events, data, key=importer())
    except RuleError as refusal:
        return import_page(refusal.problems), 422
    if not visitor_of(table_id, session).is_host:
        remember(table_id, services().grants.issue(table_id, "host"))
    return redirect(url_for("table.page", table_id=table_id), 303)


def importer() -> str:
    """What this device's imports are known by; nobody else can make it up."""
    secret = str(current_app.secret_key).encode()
    return hmac.digest(secret, b"import" + device().encode(), "sha256").hex()


@blueprint.url_value_preprocessor
def allow_a_file(endpoint: str | None, _values: object) -> None:
    """Let this one form be as large as a file. Here, since checking for forgery reads it before any view does."""
    if endpoint == "export.take":
        request.max_content_length = bodies.FILE.size


@blueprint.errorhandler(413)
def too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    """A file of 100 MB is refused by what it says of its length; its bytes stay unread."""
    return import_page((problem("import.too_large", most=LARGEST_FILE // 2**20),)), 413


def import_page(problems: tuple[Problem, ...] = ()) -> str:
    """The form, with why a file was not taken."""
    return render_template("export/import.html", problems=problems, largest=LARGEST_FILE)


def download(content: bytes, kind: str, table_id: str, ending: str) -> Response:
    """A file that a browser saves under a name with the evening's date."""
    response = Response(content, content_type=kind)
    name = f"scorekeeper-{datetime.fromisoformat(began(table_id)).astimezone(UTC):%Y-%m-%d}.{ending}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def began(table_id: str) -> str:
    """When the table was opened."""
    (info,) = services().store.events.tables([table_id])
    return info.created


def changed_rules(state: TableState) -> list[tuple[str, str]]:
    """The house rules that differ from the preset: label and choice, to be translated."""
    preset = state.game.presets[state.preset].rules
    declared = house_rules(state.game.rules)
    differing = state.rules.differences(preset)
    return [(declared[key].label, declared[key].choices[value]) for key, value in differing.items()]
