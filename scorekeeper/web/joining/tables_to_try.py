"""Tables to try: opened for whoever finds none, deleted by themselves unless somebody keeps them."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from flask import Blueprint, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.demo import HOURS_TO_TRY, open_tables
from scorekeeper.store import StatementBatch, TableExists, plan_codes, plan_host
from scorekeeper.table.ledger import Ledger
from scorekeeper.web.http.derived_tokens import derive_own_token
from scorekeeper.web.http.security import EXPENSIVE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.joining.links import codes_of
from scorekeeper.web.page.access import Role, at_table, become_host, device
from scorekeeper.web.page.dates import reader_zone_name
from scorekeeper.web.page.opening import check_may_open

blueprint = Blueprint("trying", __name__)


def may_try() -> bool:
    """Return whether tables to try are offered to a phone that has no table: where there is none, or on a demo."""
    return bool(current_app.config["DEMO"]) or not services().store.events.has_tables()


@blueprint.post("/try")
@limiter.limit(EXPENSIVE)
def open_set() -> Response:
    """Open the tables to try, of which this phone is the host. Where there are other tables nothing is opened.

    A demo opens them once, and makes every phone that asks a host of the same tables.
    """
    check_may_open()
    on_demo, at, holder = current_app.config["DEMO"], datetime.now(UTC), device()
    key = derive_own_token("demo") if on_demo else request.form.get("key") or derive_own_token("try", holder)

    def plan(table_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        return [plan_host(table_id, holder), plan_codes(table_id, codes_of(table_id, ledger.state))]

    until = None if on_demo else at + timedelta(hours=HOURS_TO_TRY)
    with suppress(TableExists):
        for table_id in open_tables(services().books, key, at, until=until, zone=reader_zone_name(), extra_writes=plan):
            become_host(table_id)  # sent again, by a phone that has another name if the first answer was lost
    return redirect(url_for("home.home"), 303)


@blueprint.post("/t/<table_id>/keep")
@at_table(Role.HOST)
def keep(table_id: str) -> Response:
    """Make a table to try a table like any other, which is not deleted by itself and no longer plays."""
    services().store.events.keep(table_id)
    return redirect(url_for("table.page", table_id=table_id), 303)
