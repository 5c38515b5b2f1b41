"""Tables to try: who is offered them, what they look like, and how they go."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from limits import RateLimitItemPerDay

from scorekeeper.commands.serve import look_after_tables_to_try
from scorekeeper.demo import HOURS_TO_TRY
from scorekeeper.web.http import write_bounds
from scorekeeper.web.http.services import Services
from scorekeeper.web.http.sessions import COOKIE
from tests.cases import for_each
from tests.web.conftest import MakeApp
from tests.web.phones import Phone, Table, open_table

OFFER = "Three tables to look at"


@pytest.fixture
def empty(make_app: MakeApp, url: str) -> Flask:
    """The application on a database of either engine without tables."""
    return make_app(DATABASE=url)


@pytest.fixture
def phone(empty: Flask) -> Phone:
    return Phone(empty)


@pytest.fixture
def tables(phone: Phone) -> list[Table]:
    """The tables that a phone opened to try them, the latest first."""
    return try_it(phone)


def try_it(phone: Phone) -> list[Table]:
    assert phone.submit("/", "/try").status_code == 303
    return list_tables(phone)


def list_tables(phone: Phone) -> list[Table]:
    rows = [row for row in phone.page("/").of_class("row") if row.attributes.get("href", "").startswith("/t/")]
    return [Table(phone, row.attributes["href"].removeprefix("/t/")) for row in rows]


def services_of(app: Flask) -> Services:
    services: Services = app.extensions["scorekeeper"]
    return services


def look_later(app: Flask, **later: float) -> None:
    """Let the server look after its tables as it does some time later."""
    look_after_tables_to_try(services_of(app), datetime.now(UTC) + timedelta(**later))


def test_a_phone_that_finds_no_table_opens_three_of_which_it_is_the_host(phone: Phone) -> None:
    assert OFFER in phone.page("/").text
    tables = try_it(phone)
    assert [len(table.state.hands) for table in tables] == [1, 15, 13]
    assert all(phone.page(f"{table.path}/delete") for table in tables)
    home = phone.page("/")
    assert OFFER not in home.text
    told = [row.text.rpartition(" · ")[2] for row in home.of_class("row__detail")[:3]]
    assert told == ["Demo, plays itself", "to try", "to try"]
    assert phone.page(tables[0].path).one("h1").text == "Demo · Auction"
    assert home.of_class("dock")[0].one("a").attributes["href"] == tables[0].path


def test_the_form_sent_again_leads_to_the_same_tables(phone: Phone) -> None:
    """Also where the first answer was lost, and with it the name of the phone."""
    fields, token = phone.page("/").form("/try").sends(), phone.client.get_cookie(COOKIE)
    assert token
    opened = []
    for _ in range(2):
        phone.client.set_cookie(COOKIE, token.value)
        assert phone.post("/try", fields).status_code == 303
        opened.append([table.id for table in list_tables(phone)])
    assert opened[0] == opened[1]
    assert len(opened[0]) == 3


def test_where_there_is_any_table_none_is_offered_or_opened(empty: Flask, phone: Phone) -> None:
    fields = phone.page("/").form("/try").sends()
    table = open_table(empty)
    stranger = Phone(empty)
    assert OFFER not in stranger.page("/").text
    for each, form in ((phone, fields), (stranger, {})):
        assert each.post("/try", form).status_code == 303
    assert [info.table_id for info in services_of(empty).store.events.tables()] == [table.id]


def test_a_second_phone_gets_no_second_set(empty: Flask, phone: Phone) -> None:
    other = Phone(empty)
    fields = other.page("/").form("/try").sends()
    assert len(try_it(phone)) == 3
    assert other.post("/try", fields).status_code == 303
    assert list_tables(other) == []
    assert len(services_of(empty).store.events.tables()) == 3


@for_each(tag=["ko", "ja", "zh-CN"])
def test_each_reader_sees_a_table_in_their_language(tag: str, *, empty: Flask, tables: list[Table]) -> None:
    english = tables[0].watcher().page(tables[0].path).text
    reader = tables[0].watcher(tag).page(tables[0].path).text
    assert reader != english
    assert "Deleted" not in reader
    assert "Ana" in reader


def test_nobody_is_suggested_the_names_or_the_players_of_tables_to_try(phone: Phone, tables: list[Table]) -> None:
    assert "Same players again" not in phone.page("/").text
    assert "Ana" not in phone.page("/new?game=mighty").text
    phone.post(f"{tables[0].path}/keep")
    assert "Same players again" in phone.page("/").text
    assert "Ana" in phone.page("/new?game=mighty").text


def test_a_table_to_try_says_when_it_goes_and_its_host_keeps_it(tables: list[Table]) -> None:
    table = tables[1]
    watcher = table.watcher()
    for phone, buttons in ((table.host, 2), (watcher, 0)):
        page = phone.page(table.path)
        assert [form.text.count("A table to try. It is deleted at") for form in page.of_class("to-try")] == [1, 1]
        assert sum("Keep this table" in form.text for form in page.of_class("to-try")) == buttons
    assert table.host.post(f"{table.path}/keep").status_code == 303
    for phone in (table.host, watcher):
        assert not phone.page(table.path).of_class("to-try")
    look_later(table.app, hours=HOURS_TO_TRY + 1)
    assert [each.id for each in list_tables(table.host)] == [table.id]


def test_an_ordinary_table_says_nothing_of_playing_itself_until_somebody_taps(
    tables: list[Table], table: Table
) -> None:
    for plays in (True, False):
        line = tables[0].host.page(tables[0].path).of_class("to-try")[0].text
        assert ("Plays itself until somebody taps. Deleted at" in line) is plays
        tables[0].record("undo")
    assert not table.host.page(table.path).of_class("to-try")


def test_tables_to_try_go_by_themselves_with_all_that_opens_them(empty: Flask, tables: list[Table]) -> None:
    table, links = tables[0], tables[0].links()
    look_later(empty, hours=HOURS_TO_TRY - 1)
    assert len(list_tables(table.host)) == 3
    look_later(empty, hours=HOURS_TO_TRY + 1)
    assert table.host.get(table.path).status_code == 403
    assert {Phone(empty).get(link).status_code for link in links} == {422}
    assert OFFER in table.host.page("/").text
    assert len(try_it(table.host)) == 3


def test_they_count_for_the_network_that_opens_them(limited_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(limited_app)
    fields = phone.page("/").form("/try").sends()
    monkeypatch.setattr(write_bounds, "BYTES_OF_A_NETWORK", (RateLimitItemPerDay(10_000),))
    assert phone.post("/try", fields).status_code == 429


# --- A demo ---
@pytest.fixture
def demo(make_app: MakeApp) -> Flask:
    """A demo, on which no table is there yet."""
    return make_app(DEMO=True)


def test_at_a_demo_every_phone_is_host_and_nothing_is_deleted_before_its_end(demo: Flask) -> None:
    phone = Phone(demo)
    assert "hours" not in phone.page("/").text
    tables = try_it(phone)
    assert not phone.page(tables[0].path).of_class("to-try")
    look_later(demo, days=2)
    assert len(list_tables(phone)) == 3
    phones = [Phone(demo) for _ in range(3)]
    found = [[table.id for table in try_it(phone)] for phone in phones]
    assert found[0] == found[1] == found[2]
    assert len(services_of(demo).store.events.tables()) == 3
