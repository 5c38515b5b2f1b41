"""Dates and weekdays are those of the reader's browser; in files, pictures and BG Stats those of the table."""

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from msgspec.structs import replace

from scorekeeper.web.evening import picture
from scorekeeper.web.page.dates import write_time
from scorekeeper.web.page.language import use_language
from tests.table.many_hands import evening_moves
from tests.web.evening.test_picture import chat_preview, fetch_for_chat
from tests.web.groups.test_groups import add_to_group, make_group
from tests.web.imported_tables import import_table
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table
from tests.web.restored_tables import restore_table

EVENING = "evening-across-midnight-utc"
"""Played in America on October 3, 2026, from 21:35 in New York, which was October 4 in UTC."""

FIRST, LAST = "Pacific/Kiritimati", "Pacific/Pago_Pago"
"""25 hours apart: at no moment do both have the same weekday."""


def phone_in(app: Flask, zone: str) -> Phone:
    phone = Phone(app)
    phone.client.set_cookie("zone", zone)
    return phone


@pytest.fixture
def svgs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SVG of every picture, before it is painted."""
    drawn: list[str] = []

    def keep(svg: str) -> bytes:
        drawn.append(svg)
        return b"png"

    monkeypatch.setattr(picture, "render_png", keep)
    picture.pictures.clear()
    return drawn


def names_of_files(table: Table, phone: Phone) -> set[str]:
    paths = ("export.json", "export.csv", "export.xlsx", "picture.png")
    headers = [phone.get(f"{table.path}/{path}").headers["Content-Disposition"] for path in paths]
    return {header.partition("filename=")[2].rpartition(".")[0] for header in headers}


def told_to_bg_stats(table: Table, phone: Phone) -> str:
    links = [each.attributes["href"] for each in phone.page(f"{table.path}/export").all("a")]
    (link,) = [link for link in links if link.startswith("bgstats:")]
    date: str = json.loads(unquote(link.partition("data=")[2]))["playDate"]
    return date


@pytest.mark.parametrize(
    ("zone", "day", "clock"),
    [("America/New_York", "3", "21:35"), ("America/Los_Angeles", "3", "18:35"), ("Asia/Seoul", "4", "10:35")],
)
def test_an_evening_is_dated_by_the_clock_of_its_readers(
    app: Flask, svgs: list[str], zone: str, day: str, clock: str
) -> None:
    """The table does not say where it was opened, so its files are dated by whoever asks for them."""
    phone = phone_in(app, zone)
    table = import_table(app, EVENING, phone)
    group = make_group(phone)
    add_to_group(table, group)
    short = f"{day} Oct 2026"
    assert short in phone.page(group).one("main").text
    assert phone.page(f"{group}/nights/{table.id}").one("title").text == short
    assert short in phone.page(f"{group}/mighty/hands").one("main").text
    assert f"{short}, {clock}" in phone.page(f"{table.path}/print").text
    assert f"Recorded {short}, {clock}" in phone.page(f"{table.path}/sheet/1").one("main").text
    assert names_of_files(table, phone) == {f"scorekeeper-2026-10-0{day}"}
    assert told_to_bg_stats(table, phone) == f"2026-10-0{day} {clock}:07"
    assert [f"October {day}, 2026" in svg for svg in svgs] == [True]


@pytest.mark.parametrize("zone", [FIRST, LAST])
def test_a_near_day_has_the_name_that_it_has_there(app: Flask, zone: str) -> None:
    phone = phone_in(app, zone)
    table = open_table(app, host=phone)
    (info,) = table.services.store.events.tables([table.id])
    weekday = f"{datetime.fromisoformat(info.created).astimezone(ZoneInfo(zone)):%A}"
    page = phone.page("/")
    assert f"{weekday}: to the table" in page.text
    assert {each.attributes["data-zone"] for each in page.all("time")} == {zone}
    assert table.state.zone == zone


def test_files_are_dated_by_the_clock_of_their_table(app: Flask, svgs: list[str]) -> None:
    """Files have one clock for all readers; pages are dated by the reader's own."""
    opening, *moves = evening_moves("mighty", 5, 1)
    table = restore_table(app, replace(opening, zone=FIRST), *moves)
    reader = phone_in(app, LAST)
    assert reader.get(f"/l/{table.services.grants.issue(table.id, 'watch')}").status_code == 302
    assert names_of_files(table, reader) == {"scorekeeper-2026-01-02"}
    assert told_to_bg_stats(table, reader).startswith("2026-01-02")
    assert "January 2, 2026" in svgs[-1]
    assert "January 2, 2026" in chat_preview(parse(fetch_for_chat(table).text))["title"]
    assert "1 Jan 2026" in reader.page(f"{table.path}/print").text


def test_the_same_players_again_are_where_the_host_is(app: Flask) -> None:
    phone = phone_in(app, FIRST)
    table = open_table(app, host=phone)
    phone.client.set_cookie("zone", LAST)
    response = phone.submit("/", "/again")
    assert Table(phone, response.location.split("/")[2]).state.zone == LAST
    assert table.state.zone == FIRST


@pytest.mark.usefixtures("computer_in_auckland")
@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "America", "../../etc/passwd", "x" * 900, "Asia/Seoul\x00"])
def test_where_nobody_tells_a_zone_the_computer_at_the_table_does(app: Flask, svgs: list[str], zone: str) -> None:
    """Of what is no zone nothing is kept; phone.js puts right what is on pages."""
    phone = phone_in(app, zone) if zone else Phone(app)
    table = import_table(app, EVENING, phone)
    page = phone.page("/")
    assert "4 Oct 2026" in page.text
    assert {each.attributes["data-zone"] for each in page.all("time")} == {""}
    assert names_of_files(table, phone) == {"scorekeeper-2026-10-04"}
    assert open_table(app, host=phone).state.zone is None
    late = restore_table(app, *evening_moves("mighty", 5, 1), clock=lambda _version: timedelta(hours=-9))
    phone.get(f"/l/{late.services.grants.issue(late.id, 'watch')}")
    assert names_of_files(late, phone) == {"scorekeeper-2026-01-02"}, "11:00 in UTC is past midnight there"


def test_what_is_drawn_for_all_is_drawn_in_nobodys_zone(app: Flask) -> None:
    at = datetime.now(UTC).isoformat()
    with app.test_request_context(headers={"Cookie": f"zone={FIRST}"}):
        assert f'data-zone="{FIRST}"' in write_time(at, "short")
        with use_language("en"):
            assert 'data-zone=""' in write_time(at, "short")
