"""The panel beside the board on a large screen: the chart and the last hands, as the score sheet has them."""

from flask import Blueprint, g, render_template, request

from scorekeeper.web.board.frames import SHEET, audience_of
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table

blueprint = Blueprint("side_panel", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/beside")
@at_table()
def page(table_id: str) -> str | tuple[str, int]:
    """Render the panel; nothing for a browser that shows it for this version already."""
    version = services().hub.frame(table_id, audience_of(g.visitor, SHEET)).version
    if request.args.get("shown", type=int) == version:
        return "", 204
    state = services().books.ledger(table_id).state
    return render_template("board/side_panel.html", table_id=table_id, state=state, version=version, visitor=g.visitor)
