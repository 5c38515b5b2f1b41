"""A table taken off one phone, everything taken off one, everybody else logged out, a table deleted."""

import pytest
from flask import Flask

from tests.cases import for_each
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table


def held_seats(table: Table) -> set[int | None]:
    """The seats that phones hold."""
    return {grant.player for grant in table.services.grants.list(table.id) if grant.kind == "seat"}


@pytest.fixture
def table(table: Table) -> Table:
    """A table with something to take back."""
    table.record("start_hand")
    return table


def test_a_phone_that_leaves_frees_its_seat_and_may_come_back(table: Table) -> None:
    phone = table.take_seat(1)
    asked = phone.page(f"{table.path}/forget").one("main").text
    assert "The seat of Ana is free then" in asked
    assert "No other phone is host" not in asked
    phone.submit(f"{table.path}/forget", f"{table.path}/forget")
    assert (table.role_of(phone), held_seats(table)) == ("stranger", set())
    phone.get(table.links()[0])
    phone.post(f"{table.path}/seat", {"player": 1})
    assert table.role_of(phone) == "scorer"


def test_the_last_host_is_told_to_make_another_first(table: Table) -> None:
    assert "No other phone is host" in table.host.page(f"{table.path}/forget").one("main").text
    another = Phone(table.app)
    another.post(table.links()[2])
    assert "No other phone is host" not in table.host.page(f"{table.path}/forget").one("main").text
    table.host.submit(f"{table.path}/forget", f"{table.path}/forget")
    assert (table.role_of(table.host), table.role_of(another)) == ("stranger", "host")


def test_a_phone_forgets_everything_it_holds_and_nothing_that_others_hold(app: Flask) -> None:
    one, other = open_table(app), open_table(app)
    one.record("start_hand")
    friend, phone = one.take_seat(2), one.take_seat(1)
    phone.get(other.links()[0])
    phone.post(f"{other.path}/seat", {"player": 3})
    phone.post("/rules/keep", {"game": "mighty", "preset": "pagat", "name": "Sundays"})
    asked = phone.page("/forget").one("main").text
    assert "The seat of Ana is free then" in asked
    assert "The seat of Cho is free then" in asked
    phone.submit("/forget", "/forget")
    home = phone.page("/").one("main").text
    assert "No table yet" in home
    assert "Sundays" not in home
    assert (one.role_of(phone), other.role_of(phone)) == ("stranger", "stranger")
    assert (held_seats(one), held_seats(other), one.role_of(friend)) == ({2}, set(), "scorer")


def test_the_host_logs_out_everybody_else(table: Table) -> None:
    phones = [table.take_seat(1), table.take_seat(2), table.joiner(), table.watcher()]
    second_host = Phone(table.app)
    second_host.post(table.links()[2])
    table.host.post(f"{table.path}/seat", {"player": 3})
    before, code = table.links(), table.services.invitations.for_table(table.id).code
    moving = table.seat_link(table.host)
    forms = table.host.page(f"{table.path}/links").all("form", action=f"{table.path}/links/revoke")
    (sends,) = [form.sends() for form in forms if form.sends()["kind"] == "others"]
    table.host.post(f"{table.path}/links/revoke", sends)
    assert [table.role_of(each) for each in (*phones, second_host)] == ["stranger"] * 5
    assert (table.role_of(table.host), held_seats(table)) == ("host", {3})
    for link in (*before, moving):
        assert Phone(table.app).get(link).status_code == Phone(table.app).post(link).status_code == 422
    assert Phone(table.app).get(table.seat_link(table.host)).status_code == 200, "a new one is good"
    assert Phone(table.app).post("/join", {"code": code}).status_code == 422
    assert table.role_of(table.take_seat(1)) == "scorer", "the new links are good"


def test_a_table_is_deleted_for_everybody_once_the_host_has_been_asked(table: Table) -> None:
    seated, link = table.take_seat(1), table.links()[0]
    row = table.host.page(f"{table.path}/people").one("a", href=f"{table.path}/delete")
    assert "Delete this table" in row.text
    asked = table.host.page(f"{table.path}/delete").one("main")
    assert "1 phone has a seat here." in asked.text
    assert table.host.get(asked.one("a", href=f"{table.path}/export.json").attributes["href"]).status_code == 200
    answer = table.host.submit(f"{table.path}/delete", f"{table.path}/delete")
    assert (answer.status_code, answer.location) == (302, "/")
    for phone in (table.host, seated):
        assert phone.get(table.path).status_code == 403
        assert phone.post(f"{table.path}/record/start_hand", {"version": 3}).status_code == 403
        assert "No table yet" in phone.page("/").one("main").text
    assert Phone(table.app).get(link).status_code == 422
    assert table.services.store.events.version(table.id) is None
    assert table.services.store.events.tables([table.id]) == []


def test_a_table_deleted_is_told_to_who_watches_and_harms_no_other(app: Flask, table: Table) -> None:
    one, other = open_table(app), open_table(app)
    other.play_hand()
    before = other.log
    one.host.post(f"{one.path}/delete")
    assert other.log == before
    assert other.host.get(other.path).status_code == 200
    watcher = table.watcher()
    with watcher.client.get(f"/live/{table.id}", headers=watcher.headers) as stream:
        news = stream.iter_encoded()
        next(news)
        table.host.post(f"{table.path}/delete")
        assert b"event: denied" in b"".join(news)


@for_each(role=["seated", "watcher", "joiner"])
def test_only_the_host_deletes(role: str, *, table: Table) -> None:
    phone = table.take_seat(1) if role == "seated" else getattr(table, role)()
    refused = phone.post(f"{table.path}/delete")
    assert refused.status_code == 403
    assert parse(refused.text).one("main").text
    assert table.host.get(table.path).status_code == 200
