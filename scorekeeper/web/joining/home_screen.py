"""The manifest of a table's pages, for browsers whose pages on the home screen have cookies of their own."""

from flask import Blueprint, Flask, Response, g, url_for

from scorekeeper.web.http.installation import describe_installation
from scorekeeper.web.joining.links import link_for, moving_token
from scorekeeper.web.page.access import at_table, is_inside_a_chat, opens_apart

blueprint = Blueprint("home_screen", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/manifest.webmanifest")
@at_table()
def manifest(table_id: str) -> Response:
    """Return the manifest whose page brings the seat of this phone along, once; without a seat the right to watch.

    Only browsers that open it apart are told a link: others might send a manifest to those who make apps of it.
    """
    if not opens_apart():
        return describe_installation()
    own = next((grant for grant in g.visitor.grants if grant.kind == "seat"), None)
    token = moving_token(own) if own else link_for(table_id, "watch")
    return describe_installation(url_for("links.use", token=token, table=table_id))


def init_app(app: Flask) -> None:
    """Make known to templates whether this browser opens a page on the home screen apart, and belongs to an app."""
    app.jinja_env.globals.update(opens_apart=opens_apart, is_inside_a_chat=is_inside_a_chat)
