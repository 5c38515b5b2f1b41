"""The stream of a table to one phone. Under `scorekeeper serve` it is answered before it reaches Flask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request, session

from scorekeeper.store import Grants
from scorekeeper.web.access import Role, holder_of
from scorekeeper.web.asgi import Outdated
from scorekeeper.web.frames import audience_of
from scorekeeper.web.services import Admitted, services

blueprint = Blueprint("stream", __name__)


@dataclass(frozen=True, slots=True)
class StillAdmitted:
    """Asks whether the holder of these tokens still has this role. There is one for every phone, so it is small."""

    grants: Grants
    table_id: str
    tokens: tuple[str, ...]
    role: Role

    def __call__(self) -> bool:
        """Whether it is so."""
        return holder_of(self.grants, self.table_id, self.tokens).role == self.role


def admission(app: Flask, grants: Grants) -> Callable[[Mapping[str, Any], str], Admitted | None]:
    """The check of a stream's request, given as WSGI variables: whom it is for, and whether that is still so.

    It raises `Outdated` for a page that another edition of the program drew.
    """

    def admit(environ: Mapping[str, Any], table_id: str) -> Admitted | None:
        with app.request_context(dict(environ)):
            tokens = tuple(session.get("tables", {}).get(table_id, ()))
            visitor = holder_of(grants, table_id, tokens)  # by role alone: the evening need not be read for a stream
            if not visitor.reaches(Role.WATCHER):
                return None
            edition = current_app.extensions["program"]
            if request.args.get("program", edition) != edition:
                raise Outdated
            services().invitations.note_address(table_id)
            audience = audience_of(visitor, request.args.get("view"))
        return audience, StillAdmitted(grants, table_id, tokens, visitor.role)

    return admit


@blueprint.get("/live/<table_id>")
def live(table_id: str) -> Response:
    """The stream without an event loop, for tests and `flask run`."""
    try:
        admitted = services().admit(request.environ, table_id)
    except Outdated:
        abort(HTTPStatus.PRECONDITION_FAILED)
    if admitted is None:
        abort(403)
    return Response(services().hub.stream_blocking(table_id, *admitted), mimetype="text/event-stream")
