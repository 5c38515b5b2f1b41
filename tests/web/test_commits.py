"""Requests store in one transaction: a server that is killed meanwhile leaves all of a request or nothing."""

import io
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.store import StoreUnavailable
from scorekeeper.store.sql import TABLES, Connection, Database, Rows
from tests.cases import for_each
from tests.tiers import share_of
from tests.web.conftest import MakeApp
from tests.web.fixing import Fix
from tests.web.page.test_access import SENT as SENT_IN_FORMS
from tests.web.page.test_access import addresses, phones_by_role
from tests.web.phones import NAMES, Phone, Table, open_table

T = TypeVar("T")

WRITES = ("insert", "update", "delete")


class WatchedConnection:
    """A connection that tells the watch of every statement that writes."""

    def __init__(self, db: Connection, watch: "Watch") -> None:
        self._db = db
        self._watch = watch

    def execute(self, sql: str, values: Sequence[Any] | dict[str, Any] = (), /) -> Rows:
        """Run a statement, unless the watch stops it."""
        if sql.split(None, 1)[0].lower() in WRITES:
            self._watch.note_statement()
        return self._db.execute(sql, values)


class Watch:
    """Counts the transactions that write to a database, and stops all work at a statement that writes."""

    def __init__(self, database: Database) -> None:
        self.transactions = 0
        self.statements = 0
        self.stops_at: int | None = None
        self._begun = False
        self._database = database
        self._write = database.write
        database.write = self.write  # type: ignore[method-assign]

    def close(self) -> None:
        """Let the database write unwatched again."""
        del self._database.write  # the method of the class again, not an attribute that hides it

    def write(self, work: Callable[[Connection], T], *, of: str | tuple[str, ...] = "") -> T:
        """Write as the database does."""

        def watch_work(db: Connection) -> T:
            self._begun = False
            return work(WatchedConnection(db, self))

        return self._write(watch_work, of=of)

    def note_statement(self) -> None:
        """Count a statement that writes. Raises `StoreUnavailable` at the one to stop at, and at all that follow."""
        if self.stops_at is not None and self.statements >= self.stops_at:
            raise StoreUnavailable("full")
        self.statements += 1
        if not self._begun:
            self._begun = True
            self.transactions += 1


@pytest.fixture
def evening(make_app: MakeApp, url: str) -> Table:
    """A table that has had one hand and plays its second, whose host has no seat; Ana and Bo have theirs."""
    table = open_table(make_app(DATABASE=url))
    table.play_hand()
    table.record("start_hand")
    return table


def contents(table: Table) -> dict[str, list[Any]]:
    """Return every row of the database."""
    rows = table.services.store.database.read(
        lambda db: {name: [tuple(row) for row in db.execute(f"select * from {name}")] for name in TABLES},  # noqa: S608
        at_once=True,
    )
    return {name: sorted(found, key=repr) for name, found in rows.items()}


Send = Callable[[], int]
"""Sends a request and returns its status."""


def post(phone: Phone, path: str, **fields: Any) -> Send:
    return lambda: phone.post(path, fields).status_code


def make_group(table: Table, host: Phone) -> str:
    """Return the path of a group whose first night is this table."""
    return str(host.post("/groups", {"name": "Friday", "key": "k", "table": table.id}).location)


def send_new_table(table: Table) -> Send:
    group = make_group(table, table.host)
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES, 1)}
    lots = {"draw_seats": "yes", "draw_leader": "yes", "group": group[3:], "key": "form"}
    return post(table.host, "/new", game="mighty", preset="pagat", **names, **lots)


def send_rematch(table: Table) -> Send:
    make_group(table, table.host)
    table.host.post(f"{table.path}/seat", {"player": 3})
    return post(table.host, "/again", table=table.id, key="form")


def send_import(table: Table) -> Send:
    file, phone = table.host.get(f"{table.path}/export.json").data, table.stranger()
    phone.get("/import")

    def send() -> int:
        answer = phone.post("/import", {"file": [(io.BytesIO(file), "evening.json")]})
        return 503 if "cannot be kept" in answer.text or "was not kept" in answer.text else answer.status_code

    return send


def send_seat(table: Table) -> Send:
    """The last seat, which ends the code, and is the host's."""
    for player in (1, 2, 3, 4):
        table.take_seat(player)
    table.host.get(f"{table.path}/links")
    return post(table.host, f"{table.path}/seat", player=5, key="form")


def send_newcomer(table: Table) -> Send:
    make_group(table, table.host)
    return post(table.joiner(), f"{table.path}/seat", name="Zoe", key="form", version=table.version)


def send_moved_seat(table: Table) -> Send:
    ana, other = table.take_seat(1), table.take_seat(2)
    link = table.seat_link(ana)
    return post(other, link, key="form")


def send_hosting(table: Table) -> Send:
    phone = table.take_seat(1)
    return post(phone, f"/l/{table.services.grants.issue(table.id, 'host')}", key="form")


def send_claim(table: Table) -> Send:
    for player in (1, 2):
        table.take_seat(player)
    phone = table.take_seat(3)
    phone.post(f"{table.path}/seat/1/ask")
    return post(phone, f"{table.path}/seat/2/ask")


def send_claim_of_a_host(table: Table) -> Send:
    table.take_seat(1)
    table.host.post(f"{table.path}/seat", {"player": 3})
    return post(table.host, f"{table.path}/seat/1/ask")


def send_answer(table: Table) -> Send:
    table.take_seat(1)
    asking = table.take_seat(2)
    asking.post(f"{table.path}/seat/1/ask")
    (claim,) = [grant.id for grant in table.services.grants.list(table.id) if grant.kind == "claim"]
    return post(table.host, f"{table.path}/seat/answer", claim=claim, answer="yes")


def send_leaving(table: Table) -> Send:
    table.host.post(f"{table.path}/seat", {"player": 3})
    return post(table.host, f"{table.path}/forget")


def send_forgetting(table: Table) -> Send:
    """By a phone that has seats at two tables, and a group."""
    phone = table.host
    for each in (table, open_table(table.app)):
        phone.get(each.links()[0])
        phone.post(f"{each.path}/seat", {"player": 3})
    make_group(table, phone)
    return post(phone, "/forget")


def send_trying(table: Table) -> Send:
    table.app.config["DEMO"] = True
    return post(table.stranger(), "/try", key="form")


def send_group(table: Table) -> Send:
    return post(table.host, "/groups", name="Friday", key="k", table=table.id)


def send_night_sheet(table: Table) -> Send:
    group = make_group(table, table.host)
    link = next(each.text for each in table.host.page(f"{group}/links").all("p") if "data-link" in each.attributes)
    phone = table.stranger()
    phone.post(urlsplit(link).path)
    return post(phone, f"{group}/nights/{table.id}/sheet")


def send_group_leaving(table: Table) -> Send:
    """By its only host, who watches another's night."""
    group = make_group(table, table.host)
    link = next(each.text for each in table.host.page(f"{group}/links").all("p") if "data-link" in each.attributes)
    phone = table.stranger()
    phone.post(urlsplit(link).path)
    phone.post(f"{group}/nights/{table.id}/sheet")
    table.host.post(f"{group}/leave")
    return post(phone, f"{group}/leave")


def send_log_out(table: Table) -> Send:
    make_group(table, table.host)
    table.take_seat(1)
    return post(table.host, f"{table.path}/links/revoke", kind="others")


def send_instead(table: Table) -> Send:
    bidder = table.state.current.hand.auction.turn  # type: ignore[union-attr]
    table.record("pass", player=bidder)
    bid = {"player": bidder, "level": 14, "trump": "H", "version": table.version}
    return post(table.host, f"{table.path}/record/place_bid", **bid, instead="yes")


def send_correction(table: Table) -> Send:
    fix = Fix(table).record("result", points=18)
    return post(table.host, f"{fix.at}/save", version=table.version)


def send_joining(table: Table) -> Send:
    make_group(table, table.host)
    return post(table.host, f"{table.path}/people/join", name="Zoe", version=table.version)


def send_deletion(table: Table) -> Send:
    make_group(table, table.host)
    return post(table.host, f"{table.path}/delete")


SENT: dict[str, Callable[[Table], Send]] = {
    "a new table with lots, in a group": send_new_table,
    "a rematch": send_rematch,
    "a file": send_import,
    "the last seat": send_seat,
    "a newcomer's seat": send_newcomer,
    "a seat that moves": send_moved_seat,
    "the hosting": send_hosting,
    "a claim": send_claim,
    "a claim of a host": send_claim_of_a_host,
    "an answer to a claim": send_answer,
    "leaving a table": send_leaving,
    "forgetting a phone": send_forgetting,
    "tables to try": send_trying,
    "a group": send_group,
    "the sheet of a night": send_night_sheet,
    "leaving a group": send_group_leaving,
    "logging out all others": send_log_out,
    "a correction": send_correction,
    "an entry in the place of another": send_instead,
    "a joining for somebody else": send_joining,
    "deleting a table": send_deletion,
}
"""Requests that store several things, each after what leads to it."""


@pytest.mark.parametrize("name", SENT)
def test_whatever_stops_a_request_it_stores_all_or_nothing(evening: Table, name: str) -> None:
    """It is stopped at each of its statements in turn, as by a server that is killed there."""
    send = SENT[name](evening)
    before, watch = contents(evening), Watch(evening.services.store.database)
    for statement in share_of(name, 2, range(1000)):
        watch.statements, watch.transactions, watch.stops_at = 0, 0, statement
        status = send()
        if watch.statements < statement or status < 400:
            break
        assert contents(evening) == before, f"{statement} statements are stored without the rest"
    assert status in (302, 303)
    assert watch.transactions == 1
    assert watch.statements > 1
    assert contents(evening) != before


def begin_with_phones(app: Flask) -> tuple[Table, list[Phone]]:
    """Return a table that plays its second hand, and a phone of each role."""
    table = open_table(app)
    table.play_hand()
    table.record("start_hand")
    return table, phones_by_role(table)


@pytest.fixture(scope="module")
def table_to_look_at(app: Flask) -> tuple[Table, list[Phone]]:
    return begin_with_phones(app)


@pytest.mark.exhaustive
@for_each(*[row[:2] for row in addresses() if "GROUP" not in row[1]])
def test_no_address_stores_twice(
    method: str, path: str, *, app: Flask, table_to_look_at: tuple[Table, list[Phone]]
) -> None:
    """One that is new and does so belongs among those that are stopped above."""
    table, phones = table_to_look_at if method == "GET" else begin_with_phones(app)
    grants, most = table.services.grants, 0
    here = path.replace("ID", table.id)
    here = here.replace("JOIN", grants.issue(table.id, "join")).replace("HOST", grants.issue(table.id, "host"))
    for number, phone in enumerate(phones):
        sent = {**SENT_IN_FORMS.get(f"{method} {path}", {}), "key": f"{number}"}
        form = {"version": table.version, "name": f"Guest {number}", **sent}
        form = {key: table.id if value == "ID" else value for key, value in form.items()}
        watch = Watch(table.services.store.database)
        try:
            (phone.get(here) if method == "GET" else phone.post(here, form)).close()
        finally:
            watch.close()
        most = max(most, watch.transactions)
    assert most <= 1
