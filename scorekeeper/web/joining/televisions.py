"""The way of a table to a television: the address to open there, and the code to type."""

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table

blueprint = Blueprint("televisions", __name__, url_prefix="/t/<table_id>/television")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Render the address and the code for a television, for those who keep the score; for all, the way to it here."""
    code = services().invitations.television_code(table_id) if g.visitor.may_record else None
    return render_template(
        "joining/television.html",
        table_id=table_id,
        address=services().invitations.address_for_reader(table_id).partition("://")[2],
        code=code,
        visitor=g.visitor,
    )


@blueprint.post("")
@at_table(Role.SCORER)
def renew_code(table_id: str) -> Response:
    """Make a code where there is none in force, and show it: to show one, it has to be stored first."""
    services().grants.keep_codes(table_id, services().invitations.codes(table_id, kind="television_code"))
    return redirect(url_for("televisions.page", table_id=table_id))
