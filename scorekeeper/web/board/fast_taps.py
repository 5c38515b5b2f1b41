"""The fast path of a tap: from the event loop to the log, without rendering a page.

It takes forms of boards whose page has a stream, which brings the new board, and whose phone has a verified cookie. A
tap that is refused by the table goes on to its view, which finds the reason again and answers with it.
"""

from io import BytesIO

from flask import Flask
from werkzeug.exceptions import TooManyRequests
from werkzeug.formparser import FormDataParser
from werkzeug.wrappers import Response

from scorekeeper.store import StoreUnavailable
from scorekeeper.web.board.recording import Tap, record_tap
from scorekeeper.web.board.table import read_move
from scorekeeper.web.http.asgi import FORM_TYPE, client_of
from scorekeeper.web.http.bodies import FORM, Message, wsgi_environ
from scorekeeper.web.http.security import network_of
from scorekeeper.web.http.services import RecordFastTap, Target, services
from scorekeeper.web.http.write_bounds import begin_writing, count_request
from scorekeeper.web.page.access import Role, visitor_of
from scorekeeper.web.page.errors import answer_early_error


def fast_tap_recorder(app: Flask) -> RecordFastTap:
    """Return the function that records the fast taps of an application."""

    def record_fast_tap(scope: Message, target: Target, body: bytes) -> int | Response | None:
        with app.app_context():
            try:
                tap = read_tap(scope, target, body)
                if tap is None:
                    return None
                network = network_of(client_of(scope))
                begin_writing(network)
                ledger = record_tap(tap, lambda state, form: read_move(state, target.form_name, form))
                count_request(network)
            except (StoreUnavailable, TooManyRequests) as trouble:
                return answer_early_error(app, wsgi_environ(scope, body), trouble)
            except Exception:  # the view finds the same reason, and answers with it
                return None
            return ledger.version

    return record_fast_tap


def read_tap(scope: Message, target: Target, body: bytes) -> Tap | None:
    """Return the tap of a request; None where its phone or its form has to be checked first."""
    cookie = services().verified_cookies.cookie(scope)
    if cookie is None or "device" not in cookie:
        return None
    parser = FormDataParser(max_form_memory_size=FORM.size)
    _, form, _ = parser.parse(BytesIO(body), FORM_TYPE.decode(), len(body))
    if any(field.endswith("csrf_token") for field in form):
        return None
    key = dict(scope["headers"]).get(b"idempotency-key", b"").decode("latin-1")
    visitor = visitor_of(target.table_id, cookie)
    return Tap(*target, form, visitor, key or form.get("key") or None) if visitor.reaches(Role.WATCHER) else None
