"""The short way of a tap: from the event loop to the log, without a page around it.

It is open to a form of a board whose page has a stream, which brings the new board, and whose phone has been checked.
It takes what can be recorded and nothing else: whatever is against a tap is found and told by the table's own view, to
which it comes then as if it had come there at once. What was recorded already has its key there.
"""

import re
from io import BytesIO

from flask import Flask
from werkzeug.formparser import FormDataParser

from scorekeeper.store import StoreUnavailable
from scorekeeper.web.access import Role, visitor_of
from scorekeeper.web.bodies import FORM, Message
from scorekeeper.web.recording import KEPT_BY, TROUBLE, Tap, record, version_of
from scorekeeper.web.services import Aimed, Take, services
from scorekeeper.web.table import read_move

ROUTE = "/t/<table_id>/record/<form_name>"
ADDRESS = re.compile(r"/t/([^/]+)/record/([^/]+)")

STREAMING = b"streaming"
"""The header of a page whose stream is open: it needs no board in the answer."""

FORM_TYPE = b"application/x-www-form-urlencoded"


def aim_of(scope: Message) -> Aimed | None:
    """What a request is aimed at that may go the short way; None for any other."""
    if scope["method"] != "POST" or scope["query_string"]:
        return None
    found = ADDRESS.fullmatch(str(scope["path"]).removeprefix(scope.get("root_path", "")))
    headers = dict(scope["headers"]) if found else {}
    if not found or STREAMING not in headers or b"hx-request" not in headers or KEPT_BY.lower().encode() in headers:
        return None
    return Aimed(found[1], found[2]) if headers.get(b"content-type", b"").startswith(FORM_TYPE) else None


def short_way(app: Flask) -> Take:
    """The short way of an application's taps."""

    def take(scope: Message, aimed: Aimed, body: bytes) -> int | None:
        with app.app_context():
            try:
                return recorded(tap_of(scope, aimed, body))
            except StoreUnavailable as trouble:
                scope[TROUBLE] = trouble
            except Exception:  # the table's view comes to the same, and tells it
                return None
        return None

    return take


def recorded(tap: Tap | None) -> int | None:
    """The version of the table after a tap, if there is one. Raises whatever is against it."""
    if tap is None:
        return None
    return record(tap, lambda state, form: read_move(state, tap.name, form), version_of(tap.form), tap.key).version


def tap_of(scope: Message, aimed: Aimed, body: bytes) -> Tap | None:
    """The tap of a request; None where its phone, or the form, has to be checked first."""
    cookie = services().checked_phones.cookie(scope)
    if cookie is None or "device" not in cookie:
        return None
    parser = FormDataParser(max_form_memory_size=FORM.size)
    _, form, _ = parser.parse(BytesIO(body), FORM_TYPE.decode(), len(body))
    if any(field.endswith("csrf_token") for field in form):
        return None
    key = dict(scope["headers"]).get(b"idempotency-key", b"").decode("latin-1")
    visitor = visitor_of(aimed.table_id, cookie)
    return Tap(*aimed, form, visitor, key or form.get("key") or None) if visitor.reaches(Role.WATCHER) else None
