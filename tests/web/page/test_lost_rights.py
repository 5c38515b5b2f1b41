"""Phones that had a right and lost it: at every address they are what they were before."""

from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.web.page.access import Role
from tests.cases import for_each
from tests.tiers import share_of
from tests.web.page.test_access import ROLES, SENT, addresses, phones_by_role, reason_of
from tests.web.phones import Phone, Table, open_table

pytestmark = pytest.mark.exhaustive


# --- At a table ---


def lose_rights(table: Table) -> dict[str, tuple[Phone, Role]]:
    """Return phones that have lost a right at a table, with the role that each has left."""
    lost: dict[str, tuple[Phone, Role]] = {}
    lost["logged out with everybody else"] = table.take_seat(3), Role.STRANGER
    revoke(table, kind="others")
    lost["joined, taken back, and its link revoked"] = sit_down_anew(table, "Fay"), Role.STRANGER
    table.record("undo")
    revoke(table, kind="join")
    lost["was a host"] = table.stranger(), Role.STRANGER
    lost["was a host"][0].post(f"/l/{table.services.grants.issue(table.id, 'host')}")
    revoke(table, kind="host")
    table.take_seat(2)
    table.limit_scorers(2)
    lost["saw a night that was taken out of its group"] = open_night(table, "Friday"), Role.STRANGER
    table.host.post(f"{table.path}/group/out")
    lost["was sent away from the group of a night"] = open_night(table, "Monday"), Role.STRANGER
    send_away(table)
    seated = table.take_seat(4)
    lost["was let in by a phone that lost its seat"] = table.stranger(), Role.STRANGER
    lost["was let in by a phone that lost its seat"][0].get(table.links(seated)[0])
    lost["lost its seat"] = seated, Role.JOINER
    revoke(table, kind="seat", grant=seat_of(table, 4))
    lost["moved its seat on"] = move_seat(table, table.take_seat(5)), Role.WATCHER
    move_seat(table, lost["moved its seat on"][0])
    lost["joined and was taken back"] = sit_down_anew(table, "Gil"), Role.JOINER
    table.record("undo")
    return lost


def revoke(table: Table, **fields: object) -> None:
    assert table.host.post(f"{table.path}/links/revoke", fields).status_code == 302


def sit_down_anew(table: Table, name: str) -> Phone:
    """Return a phone that has joined as somebody new."""
    phone = table.joiner()
    assert phone.post(f"{table.path}/seat", {"version": table.version, "name": name}).status_code == 302
    return phone


def seat_of(table: Table, player: int) -> int:
    """Return the number of the grant of a seat."""
    return next(each.id for each in table.services.grants.list_of_players(table.id) if each.player == player)


def move_seat(table: Table, phone: Phone) -> Phone:
    """Return another phone, to which a seat has moved by its link."""
    other = table.stranger()
    assert other.post(table.seat_link(phone)).status_code == 302
    return other


def open_night(table: Table, name: str) -> Phone:
    """Return a phone that watches the table because it is a night of a group of the host's."""
    fields = {"name": name, "key": "k", "table": table.id}
    group = str(table.host.post("/groups", fields).location)
    phone = join_group(table.host, group)
    assert phone.post(f"{group}/nights/{table.id}/sheet").status_code == 303
    assert phone.get(table.path).status_code == 200
    return phone


def join_group(host: Phone, group: str) -> Phone:
    """Return a phone that has joined a group by its link."""
    link = next(each.text for each in host.page(f"{group}/links").all("p") if "data-link" in each.attributes)
    phone = Phone(host.app)
    assert phone.post(urlsplit(link).path).status_code == 303
    return phone


def send_away(table: Table) -> None:
    """Send the only other phone of the table's group away."""
    group = table.services.store.groups.group_of(table.id)
    page = table.host.page(f"/g/{group}/links")
    fields = {"phone": next(each.attributes["value"] for each in page.all("input", name="phone"))}
    assert table.host.post(f"/g/{group}/links", fields).status_code == 303


class Lost:
    """A table in its second hand, and the phones that have lost a right at it."""

    def __init__(self, app: Flask) -> None:
        self.table = open_table(app)
        self.table.play_hand()
        self.table.record("start_hand")
        self.phones = lose_rights(self.table)
        self.group = f"group-{self.table.id}"
        self.table.services.store.groups.create(self.group, "Friday")


@pytest.fixture(scope="module")
def spare_tables() -> list[Lost]:
    """The table for requests that change nothing, once there is one. A case that fails does not give it back."""
    return []


def changes_something(method: str, path: str, expected: tuple[int, ...]) -> bool:
    """Return whether one of these phones gets a right or records something at an address."""
    left = {expected[ROLES.index(role)] for role in (Role.STRANGER, Role.WATCHER, Role.JOINER)}
    return path.startswith("/l/") or (method == "POST" and min(left) < 400)


@for_each(*addresses())
def test_who_lost_a_right_is_answered_as_one_who_never_had_it(
    method: str, path: str, expected: tuple[int, ...], *, app: Flask, spare_tables: list[Lost]
) -> None:
    changes = changes_something(method, path, expected)
    lost = Lost(app) if changes or not spare_tables else spare_tables.pop()
    table, grants = lost.table, lost.table.services.grants
    here = path.replace("ID", table.id).replace("GROUP", lost.group)
    here = here.replace("JOIN", grants.issue(table.id, "join")).replace("HOST", grants.issue(table.id, "host"))
    for number, (name, (phone, left)) in share_of(f"{method} {path}", 2, enumerate(lost.phones.items())):
        sent = SENT.get(f"{method} {path}", {})
        form = {"version": table.version, "name": f"Guest {number}", **sent}
        form = {key: table.id if value == "ID" else value for key, value in form.items()}
        before = table.log
        response = phone.get(here) if method == "GET" else phone.post(here, form)
        assert response.status_code == expected[ROLES.index(left)], name
        if response.status_code >= 400:
            assert table.log == before, name
            assert reason_of(response), "a refusal says why"
        response.close()
    if not changes:
        spare_tables.append(lost)


@pytest.fixture(scope="module")
def limited_table(app: Flask) -> tuple[Table, list[Phone]]:
    """A table whose host limited the hands last, and all others' phones."""
    table = open_table(app)
    table.play_hand()
    table.record("start_hand")
    every = [*phones_by_role(table)[:-1], *(phone for phone, _ in lose_rights(table).values())]
    table.record("limit_hands", hands=9)
    return table, every


@for_each(*[path for method, path, _ in addresses() if method == "POST"])
def test_no_form_takes_back_what_the_host_alone_may(path: str, *, limited_table: tuple[Table, list[Phone]]) -> None:
    """Each form says that it takes the place of the last action, which is the host's."""
    table, every = limited_table
    here = path.replace("ID", table.id).replace("GROUP", "nowhere")
    here = here.replace("JOIN", "nothing").replace("HOST", "nothing")
    before = table.log
    for number, phone in share_of(path, 4, enumerate(every)):
        form = {"version": table.version, "name": f"Guest {number}", **SENT.get(f"POST {path}", {}), "instead": "yes"}
        phone.post(here, {key: table.id if value == "ID" else value for key, value in form.items()})
        for turn in ("undo", "redo"):
            phone.post(f"{here.rpartition('/')[0]}/{turn}", {"version": table.version})
        assert table.state.hand_limit == 9, number
    if table.log != before:  # somebody may record here; the next form is tried after an action of the host's again
        table.record("limit_hands", hands=8)
        table.record("limit_hands", hands=9)


# --- In a group ---

OF_A_GROUP = """
GET  /g/GROUP                 404 404 200 200
POST /g/GROUP/people          404 404 303 303
GET  /g/GROUP/people/1        404 404 200 200
POST /g/GROUP/people/1        404 404 303 303
POST /g/GROUP/people/1/join   404 404 422 422
POST /g/GROUP/people/1/part   404 404 303 303
POST /g/GROUP/people/1/alike  404 404 422 422
POST /g/GROUP/people/1/remove 404 404 422 422
GET  /g/GROUP/mighty/hands    404 404 200 200
GET  /g/GROUP/people/1/mighty/hands 404 404 200 200
POST /g/GROUP/rules           404 404 303 303
POST /g/GROUP/rules/drop      404 404 303 303
GET  /g/GROUP/season          404 404 200 200
GET  /g/GROUP/season/chart.svg 404 404 200 200
GET  /g/GROUP/season/table.csv 404 404 200 200
GET  /g/GROUP/season/table.xlsx 404 404 200 200
GET  /g/GROUP/export.db       404 404 200 200
GET  /g/GROUP/join/nothing    404 404 404 404
POST /g/GROUP/join/nothing    404 404 404 404
GET  /g/GROUP/links           404 404 200 200
POST /g/GROUP/links           404 404 403 303
POST /g/GROUP/name            404 404 303 303
GET  /g/GROUP/leave           404 404 200 200
POST /g/GROUP/leave           404 404 303 303
POST /g/GROUP/delete          404 404 403 303
GET  /g/GROUP/nights/ID       404 404 200 200
POST /g/GROUP/nights/ID/seats 404 404 303 303
POST /g/GROUP/nights/ID/rules 404 404 303 303
POST /g/GROUP/nights/ID/out   404 404 303 303
POST /g/GROUP/nights/ID/sheet 404 404 303 303
"""
"""Every address of a group for a phone that never belonged to it, one that was sent away, a member, and its host."""

FIELDS = {"into": 2, "joined": 1, "player": 1, "person": 2, "game": "mighty", "preset": "pagat"}


def group_addresses() -> list[tuple[str, str, tuple[int, ...]]]:
    rows = (line.split() for line in OF_A_GROUP.strip().splitlines())
    return [(method, path, tuple(map(int, statuses))) for method, path, *statuses in rows]


@pytest.mark.parametrize(("method", "path", "expected"), group_addresses(), ids=lambda value: str(value))
def test_every_address_of_a_group_answers_every_phone(
    app: Flask, table: Table, method: str, path: str, expected: tuple[int, ...]
) -> None:
    table.play_hand()
    group = str(table.host.post("/groups", {"name": "Friday", "key": "k", "table": table.id}).location)
    away = join_group(table.host, group)
    send_away(table)
    phones = [Phone(app), away, join_group(table.host, group), table.host]
    here = path.replace("/g/GROUP", group).replace("ID", table.id)
    groups, statuses = table.services.store.groups, []
    for phone, status in zip(phones, expected, strict=True):
        before = groups.get(group[3:])
        response = phone.get(here) if method == "GET" else phone.post(here, {"name": f"Name {status}", **FIELDS})
        statuses.append(response.status_code)
        if response.status_code >= 400:
            assert groups.get(group[3:]) == before
    assert tuple(statuses) == expected


def test_every_address_of_a_group_has_its_row() -> None:
    every = {(method, path) for method, path, _ in addresses() if path.startswith("/g/")}
    assert {(method, path) for method, path, _ in group_addresses()} == every
