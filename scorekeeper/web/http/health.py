"""Health and version of the server, for other programs. Nobody is known here."""

from flask import Blueprint, Response, current_app, jsonify

from scorekeeper import __version__
from scorekeeper.store import StoreUnavailable
from scorekeeper.web.http.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def health() -> Response:
    """``ok``, or 503 and in a word why nothing could be read or recorded now (see `StoreUnavailable`)."""
    try:
        services().store.check_usable()
    except StoreUnavailable as error:
        return Response(error.reason, 503, mimetype="text/plain")
    return Response("ok", mimetype="text/plain")


@blueprint.get("/version")
def version() -> Response:
    """The version of the program, and the mark of its pages: a page with another mark is loaded anew."""
    return jsonify(version=__version__, pages=current_app.extensions["program"])
