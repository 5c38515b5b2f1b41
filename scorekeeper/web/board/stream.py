"""The stream of a table to one phone. Under `scorekeeper serve` it is answered before it reaches Flask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from flask import Blueprint, Flask, Response, abort, request, session

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.store import Grants
from scorekeeper.values import RecentValues
from scorekeeper.web.board.frames import LIVE_JSON, audience_for
from scorekeeper.web.http.asgi import OutdatedPage
from scorekeeper.web.http.services import Admission, services
from scorekeeper.web.http.verified_cookies import PHONES_IN_MEMORY, device_fields, reader_fingerprint
from scorekeeper.web.page.access import Role, find_visitor, note_if_host, program_tokens, tokens_in
from scorekeeper.web.page.language import language

blueprint = Blueprint("stream", __name__)


class RequestReader(NamedTuple):
    """The reader of a phone's request: its cookie and its language."""

    cookie: Mapping[str, Any]
    language: str


@dataclass(frozen=True, slots=True)
class AdmissionCheck:
    """A check whether a phone still has these rights. Each phone that watches has one, so it is small."""

    grants: Grants
    books: Bookkeeper
    table_id: str
    device: str | None
    tokens: tuple[str, ...]
    role: Role
    shows_invitation: bool

    def __call__(self) -> bool:
        """Return whether the role is unchanged, and whether the visitor may show the link to join."""
        visitor = find_visitor(self.grants, self.books, self.table_id, self.device, self.tokens)
        return (visitor.role, visitor.shows_invitation) == (self.role, self.shows_invitation)


def build_admission(
    app: Flask, grants: Grants, books: Bookkeeper
) -> Callable[[Mapping[str, object], str], Admission | None]:
    """Return the check of a stream's request: from its WSGI variables, the audience and the check that it still holds.

    It raises `OutdatedPage` for a page that another version of the program drew.
    """
    readers = RecentValues[bytes, RequestReader](PHONES_IN_MEMORY)

    def admit_reader(reader: RequestReader, environ: Mapping[str, Any], table_id: str) -> Admission | None:
        asked = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
        brought = program_tokens(environ) if asked.get("view") == [LIVE_JSON] else ()
        device, tokens = reader.cookie.get("device"), (*tokens_in(reader.cookie, table_id), *brought)
        visitor = note_if_host(table_id, find_visitor(grants, books, table_id, device, tokens))
        if not visitor.reaches(Role.WATCHER):
            return None
        version = app.extensions["program"]
        if asked.get("program", [version])[0] != version:
            raise OutdatedPage
        audience = audience_for(visitor, asked.get("view", [None])[0], reader.language)
        check = AdmissionCheck(grants, books, table_id, device, tokens, visitor.role, visitor.shows_invitation)
        return audience, check

    def admit(environ: Mapping[str, Any], table_id: str) -> Admission | None:
        # Phones that lost their connections come back together, and send what they had sent before.
        fingerprint = reader_fingerprint(environ)
        if known := readers.get(fingerprint):
            return admit_reader(known, environ, table_id)
        with app.request_context(dict(environ)):
            reader = RequestReader(device_fields(session), language())
            if found := admit_reader(reader, environ, table_id):
                services().invitations.note_address(table_id)
                readers.keep(fingerprint, reader)
        return found

    return admit


@blueprint.get("/live/<table_id>")
def live(table_id: str) -> Response:
    """The stream without an event loop, for tests and `flask run`."""
    try:
        admitted = services().admit(request.environ, table_id)
    except OutdatedPage:
        abort(HTTPStatus.PRECONDITION_FAILED)
    if admitted is None:
        abort(403)
    return Response(services().hub.stream_blocking(table_id, *admitted), mimetype="text/event-stream")
