"""Error handlers: every error as a page or a line in the reader's language. No traceback reaches a browser."""

from collections.abc import Mapping
from datetime import timedelta
from math import ceil

from flask import Flask, current_app, g, jsonify, make_response, render_template, request
from flask_babel import format_timedelta, gettext, lazy_gettext
from flask_wtf.csrf import CSRFError
from markupsafe import Markup
from werkzeug.exceptions import BadHost, HTTPException, TooManyRequests
from werkzeug.wrappers import Response

from scorekeeper.errors import RuleError
from scorekeeper.messages import N_, message
from scorekeeper.store import StoreError, StoreUnavailable, UnknownGroup, UnknownTable
from scorekeeper.table.state import HandRecord
from scorekeeper.web.http import request_log
from scorekeeper.web.http.heavy_pages import SECONDS_UNTIL_RETRY, HeavyPageRefused
from scorekeeper.web.http.security import TooManyCodes, find_waiting_time
from scorekeeper.web.http.services import services
from scorekeeper.web.http.write_bounds import TooMuchWritten
from scorekeeper.web.page.access import Forbidden, OtherPhone, Role
from scorekeeper.web.page.escaping import join_html
from scorekeeper.web.page.wording import plain_text, say

STATUS_SENTENCES = {
    400: lazy_gettext("That request cannot be read. Load the page again."),
    403: lazy_gettext("You may not do that here."),
    404: lazy_gettext("There is nothing at this address."),
    405: lazy_gettext("That cannot be done here."),
    413: lazy_gettext("That is too large to read."),
    429: lazy_gettext("Too many requests. Wait a moment."),
    500: lazy_gettext("Something went wrong here. Load the page again to see what is recorded."),
    503: lazy_gettext("The server is busy. Try again in a moment."),
}

TOO_MUCH_SENTENCES = {
    "table": N_("Too much was recorded at this table in a short time. This was not recorded; try again in %(time)s."),
    "code": N_("Too many wrong codes came from here. Scan the QR instead, or try again in %(time)s."),
    "network": N_("Too much came from this network in a short time. Nothing was recorded; try again in %(time)s."),
}

STORE_SENTENCES = {
    "locked": lazy_gettext("The database is busy with another program. Nothing was recorded; try again in a moment."),
    "read_only": lazy_gettext("The database cannot be written. Nothing was recorded; ask whoever runs this server."),
    "full": lazy_gettext("The disk of this server is full. Nothing was recorded; ask whoever runs it."),
    "broken": lazy_gettext("The database cannot be read. Nothing was recorded; ask whoever runs this server."),
    "vanished": lazy_gettext(
        "The database file was deleted or replaced. Nothing is recorded any more; tell whoever runs this server."
    ),
    "closed": lazy_gettext("The server is stopping. Nothing was recorded; try again in a moment."),
}

LINE_SENTENCES = {
    429: lazy_gettext("Too many files and long pages are being made for this network. Try again in half a minute."),
    503: lazy_gettext("The server is making as many files and long pages as it can. Try again in half a minute."),
}

FORBIDDEN_SENTENCES = {
    Role.WATCHER: "access.no_link",
    Role.JOINER: "access.no_link",
    Role.PLAYER: "access.player_only",
    Role.SCORER: "access.scorer_only",
    Role.HOST: "access.host_only",
}


def init_app(app: Flask) -> None:
    """Answer every error in words."""
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(BadHost, handle_bad_host)
    app.register_error_handler(CSRFError, handle_forged_form)
    app.register_error_handler(Forbidden, handle_forbidden)
    app.register_error_handler(OtherPhone, handle_other_phone)
    app.register_error_handler(RuleError, handle_refusal)
    app.register_error_handler(HeavyPageRefused, handle_heavy_page)
    app.register_error_handler(StoreError, handle_store_error)
    app.register_error_handler(Exception, handle_unexpected)


def answer_error(status: int, text: object) -> tuple[str, int] | tuple[Response, int]:
    """Return an error as a line for htmx, as JSON for programs, and as a page for people.

    From 500 on it has the request's number.
    """
    number = request_log.request_number() if status >= 500 else ""
    if request.headers.get("HX-Request"):
        line = plain_text(text) if isinstance(text, Markup) else str(text)
        return jsonify(message=f"{line} ({number})" if number else line), status
    if is_for_program():
        return jsonify(status=status, message=plain_text(text) if isinstance(text, Markup) else str(text)), status
    last = last_hand() if status >= 500 else None
    return render_template("page/error.html", status=status, text=text, number=number, last=last), status


def is_for_program() -> bool:
    """Return whether a program asks, which reads no page: for the live table, or for JSON alone."""
    live = request.path.endswith("/live.json") or request.args.get("view") == "json"
    return live or request.accept_mimetypes.best == "application/json"


def answer_early_error(app: Flask, environ: Mapping[str, object], error: Exception) -> Response:
    """Return the answer to a request, given as its WSGI variables, that ended in `error` before any view was asked."""
    with app.request_context(dict(environ)):
        return app.process_response(app.make_response(app.handle_user_exception(error)))


def last_hand() -> HandRecord | None:
    """Return the last hand of the table that was asked for, for those who may see it."""
    try:
        if "visitor" in g and g.visitor.reaches(Role.WATCHER):
            return services().books.ledger(str((request.view_args or {})["table_id"])).state.last_hand
    except Exception:  # what has failed once may fail again, and is in the log already
        return None
    return None


def handle_http_error(error: HTTPException) -> tuple[str, int] | tuple[Response, int] | Response:
    """Answer an error of HTTP itself; redirects pass through."""
    status = error.code or 500
    if status < 400:
        return error.get_response()
    if isinstance(error, TooManyRequests):
        return refuse_for_now(error)
    return answer_error(status, STATUS_SENTENCES.get(status, STATUS_SENTENCES[400 if status < 500 else 500]))


def refuse_for_now(error: TooManyRequests) -> Response:
    """Answer a request that may come again later, and say when."""
    seconds = find_waiting_time(error)
    if isinstance(error, TooMuchWritten | TooManyCodes):
        wait = format_timedelta(timedelta(minutes=ceil((seconds or 0) / 60)), granularity="minute")
        text = gettext(TOO_MUCH_SENTENCES["code" if isinstance(error, TooManyCodes) else error.writer], time=wait)
    else:
        text = str(STATUS_SENTENCES[429])
    response = make_response(answer_error(429, text))
    if seconds is not None:
        response.headers["Retry-After"] = str(seconds)
    return response


def handle_bad_host(_error: BadHost) -> Response:
    """Answer a request to a name that no server can have, without a page: a page would need addresses."""
    return Response(str(STATUS_SENTENCES[400]), 400, mimetype="text/plain")


def handle_forged_form(_error: CSRFError) -> tuple[str, int] | tuple[Response, int]:
    """Answer a form that this site did not draw, or drew for another session."""
    if not request.cookies:
        return answer_error(
            400, gettext("This browser keeps no cookies, by which a phone is known. Allow them, then try again.")
        )
    return answer_error(400, gettext("This page is no longer valid. Load it again; nothing was recorded."))


def handle_forbidden(error: Forbidden) -> tuple[str, int] | tuple[Response, int]:
    """Answer a request that needs a higher role."""
    text = say(message(FORBIDDEN_SENTENCES[error.least]))
    if not request.cookies:
        cure = gettext("If you opened that, this browser keeps no cookies: allow them, then open the link again.")
        text = join_html(" ", (text, cure))
    return answer_error(403, text)


def handle_other_phone(_error: OtherPhone) -> tuple[str, int] | tuple[Response, int]:
    """Answer a tap that was kept while the phone was somebody else's."""
    return answer_error(403, gettext("This phone had another seat when that was tapped."))


def handle_refusal(error: RuleError) -> tuple[str, int] | tuple[Response, int]:
    """Answer a refusal that no form shows beside its control."""
    return answer_error(422, join_html(" ", (say(problem) for problem in error.problems)))


def handle_heavy_page(error: HeavyPageRefused) -> Response:
    """Answer a request for a file or a long page that is not made now, and say when to ask again."""
    sentences = LINE_SENTENCES if error.line_is_full else STATUS_SENTENCES
    response = current_app.make_response(answer_error(error.status, sentences[error.status]))
    response.headers["Retry-After"] = str(SECONDS_UNTIL_RETRY)
    return response


def handle_store_error(error: StoreError) -> tuple[str, int] | tuple[Response, int]:
    """Answer an error of the database."""
    if isinstance(error, UnknownTable):
        return answer_error(404, gettext("There is no such table."))
    if isinstance(error, UnknownGroup):  # deleted by another phone while this request was on its way
        return answer_error(404, STATUS_SENTENCES[404])
    current_app.logger.error("%s %s: %s", request.method, request.url_rule, error)
    reason = error.reason if isinstance(error, StoreUnavailable) else "broken"
    return answer_error(503, STORE_SENTENCES[reason])


def handle_unexpected(error: Exception) -> tuple[str, int] | tuple[Response, int]:
    """Log a mistake of the program and answer without its details."""
    # Not the address itself: that of a link is a key to its table.
    table_id = (request.view_args or {}).get("table_id")
    current_app.logger.error(
        "unexpected error at %s %s, table %s", request.method, request.url_rule, table_id, exc_info=error
    )
    return answer_error(500, STATUS_SENTENCES[500])
