"""A file as a table again: chosen, checked elsewhere while a page shows how far it is, opened."""

import hmac

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.export import LARGEST_FILE
from scorekeeper.export.importing import Import
from scorekeeper.store import Grants
from scorekeeper.web.http import bodies
from scorekeeper.web.http.security import EXPENSIVE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.http.write_bounds import count_file
from scorekeeper.web.page.access import device
from scorekeeper.web.page.opening import check_may_open
from scorekeeper.web.setup.rule_files import read_rule_file

blueprint = Blueprint("importing", __name__)

Answer = str | tuple[str, int] | Response

SECONDS_AT_ONCE = 1.5
"""The seconds to wait for an import before a page shows its progress: most evenings take less."""


@blueprint.get("/import")
def import_form() -> str:
    """Choose a file. The device has its name from here on: whoever sends it again has the table that it made."""
    device()
    return import_page()


@blueprint.post("/import")
@limiter.limit(EXPENSIVE)
def upload_file() -> Answer:
    """A file as a new table, of which whoever brings it is host. The same file again leads to the table it made.

    A file with a rule set leads to that set.
    """
    file = request.files.get("file")
    data = file.read(LARGEST_FILE + 1) if file else b""
    try:
        if not data:
            raise RuleError("import.no_file")
        if rules := read_rule_file(data):
            return redirect(rules.address(), 303)
        check_may_open()
        count_file(len(data))
        one = services().imports.begin(data, importer(), device())
    except RuleError as refusal:
        return import_page(refusal.problems), 422
    imports = services().imports
    if imports.waits:
        one.over.wait()
    elif imports.count_ahead(one) == 0:
        one.over.wait(SECONDS_AT_ONCE)
    return answer_import(one) if one.over.is_set() else redirect(url_for("importing.progress", import_id=one.id), 303)


@blueprint.get("/import/<import_id>")
def progress(import_id: str) -> Answer:
    """Render the progress of an import; once it is over, lead to its table, or say what was wrong."""
    one = find_own_import(import_id)
    if one.over.is_set():
        return answer_import(one)
    return render_template("evening/export/import_progress.html", one=one, ahead=services().imports.count_ahead(one))


@blueprint.post("/import/<import_id>")
def give_up(import_id: str) -> Response:
    """Let an import be."""
    services().imports.give_up(find_own_import(import_id))
    return redirect(url_for("importing.import_form"), 303)


def find_own_import(import_id: str) -> Import:
    """An import that this phone has begun."""
    return services().imports.find(import_id, device()) or abort(404)


def answer_import(one: Import) -> Answer:
    """Render the state of an import."""
    if one.table is None:
        return import_page(one.problems), 422 if one.problems else 200
    return redirect(url_for("table.page", table_id=one.table), 303)


def make_host(grants: Grants, phone: str, table_id: str) -> None:
    """Make the phone that brought a file the host of its table, also where it is one that the file made before."""
    grants.make_host(table_id, phone)


def importer() -> str:
    """Return the owner's key of this device's imports; nobody else can make it up."""
    secret = str(current_app.secret_key).encode()
    return hmac.digest(secret, b"import" + device().encode(), "sha256").hex()


@blueprint.url_value_preprocessor
def allow_a_file(endpoint: str | None, _values: object) -> None:
    """Let this one form be as large as a file. Here, since checking for forgery reads it before any view does."""
    if endpoint == "importing.upload_file":
        request.max_content_length = bodies.FILE.size


@blueprint.errorhandler(413)
def too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    """A file of 100 MB is refused by what it says of its length; its bytes stay unread."""
    return import_page((problem("import.too_large", most=LARGEST_FILE // 2**20),)), 413


def import_page(problems: tuple[Problem, ...] = ()) -> str:
    """The form, with why a file was not taken."""
    return render_template("evening/export/import.html", problems=problems, largest=LARGEST_FILE)
