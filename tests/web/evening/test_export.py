"""An evening taken home and brought back: downloads, paper, and the form for files."""

import csv
import io
import json
import re
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app
from werkzeug.wrappers import Request

from scorekeeper import __version__
from scorekeeper.export import LARGEST_FILE, check_document, import_document
from scorekeeper.export.importing import Import
from scorekeeper.export.replay import Progress
from scorekeeper.web.evening import importing
from scorekeeper.web.evening.export import LINES_ON_PAPER, SQLITE, XLSX
from scorekeeper.web.http.asgi import asgi_application
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.zones import localize_time
from tests.cases import for_each
from tests.server_thread import ServerThread
from tests.web.conftest import MakeApp
from tests.web.pages import find_faults, parse
from tests.web.phones import NAMES, Phone, Table, open_table

MARKUP = "<b>&amp;"


@pytest.fixture
def evening(table: Table) -> Table:
    """Two hands, one of them given up, and a penalty."""
    table.play_hand(points=17)
    table.record("start_hand")
    table.record("void_hand", number=2, reason=MARKUP)
    table.record("penalize", player=1, amount=5, to_others="yes", reason="=revoke")
    return table


def upload(phone: Phone, data: bytes, name: str = "evening.json") -> TestResponse:
    """Choose a file and send the form."""
    return phone.post("/import", {"file": [(io.BytesIO(data), name)]})


def tables(app: Flask) -> int:
    return len(app.extensions["scorekeeper"].store.events.tables(limit=10_000))


def test_there_are_eight_ways_to_take_an_evening_home(evening: Table) -> None:
    page = evening.watcher().page(f"{evening.path}/export")
    assert find_faults(page) == []
    ways = [each.attributes["href"] for each in page.all("a") if "row" in each.attributes.get("class", "").split()]
    *own, to_app = ways
    names = ("export.xlsx", "picture.png", "print", "print/empty", "export.json", "export.csv", "export.db")
    (seldom,) = page.one("main").all("details")
    assert [link.attributes["href"] for link in seldom.all("a")] == ways[5:], "the ways of few lie folded"
    assert own == [f"{evening.path}/{name}" for name in names]
    assert to_app.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=")
    assert evening.id not in to_app
    assert "1 penalty" not in page.text
    assert "2 hands" in page.text


def test_an_evening_without_a_hand_is_no_play_to_send(table: Table) -> None:
    assert "BG Stats" not in table.host.page(f"{table.path}/export").text


@pytest.mark.parametrize("ending", ["json", "csv", "xlsx", "db"])
def test_files_are_saved_under_the_evenings_date(ending: str, evening: Table) -> None:
    response = evening.watcher().get(f"{evening.path}/export.{ending}")
    (info,) = evening.services.store.events.tables([evening.id])
    day = localize_time(info.created, None).date()
    assert response.headers["Content-Disposition"] == f"attachment; filename=scorekeeper-{day}.{ending}"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    kinds = {"json": "application/json", "csv": "text/csv", "xlsx": XLSX, "db": SQLITE}
    assert response.mimetype == kinds[ending]


def test_the_document_is_the_table(evening: Table) -> None:
    data = evening.watcher().get(f"{evening.path}/export.json").data
    assert check_document(data).ledger.state.standings == evening.state.standings
    secrets = [token for tokens in evening.links() for token in [tokens.removeprefix("/l/")]]
    assert not any(secret.encode() in data for secret in secrets)


def test_the_database_has_the_hands_and_tells_no_group(evening: Table, tmp_path: Path) -> None:
    evening.services.store.groups.create("g", "Friday", night=evening.id, names={1: "A name of the group"})
    file = tmp_path / "evening.db"
    file.write_bytes(evening.watcher().get(f"{evening.path}/export.db").data)
    with closing(sqlite3.connect(file)) as db:
        told = dict(db.execute("select name, standing from seats"))
        assert db.execute("select group_name from evenings").fetchall() == [("",)]
        assert db.execute("select count(*) from hands").fetchone() == (2,)
    assert told == {evening.state.name(player): score for player, score in evening.scores.items()}
    assert b"A name of the group" not in file.read_bytes()


@pytest.mark.parametrize(("language", "head"), [("en", "Hand"), ("ko", "판")])
def test_the_spreadsheet_speaks_the_readers_language(language: str, head: str, evening: Table) -> None:
    response = evening.watcher(language).get(f"{evening.path}/export.csv")
    rows = list(csv.reader(io.StringIO(response.data.decode("utf-8-sig"))))
    assert rows[0][0] == head
    assert rows[0][-5:] == list(NAMES)
    assert [row[rows[0].index("Ana") - 1] for row in rows[1:]] == ["", MARKUP, "'=revoke", ""]


def test_paper_has_every_hand_and_every_change(evening: Table) -> None:
    page = evening.watcher().page(f"{evening.path}/print")
    assert find_faults(page) == []
    rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in page.one("table").all("tr")]
    assert [row[0] for row in rows] == ["hand", "1 16 hearts made ✓17", "2 void", "=revoke", "total"]
    assert rows[0][1:] == list(NAMES)
    assert rows[1][1:] == ["+14 declarer", "+7 friend", "−7", "−7", "−7"]
    assert rows[-1][1:] == [page_number(score) for score in evening.scores.values()]
    first, void = (entry.text for entry in page.of_class("entry"))
    assert first == "1 · 16 hearts declarer Ana · friend Bo · defender Cho, Dan, Eun made with 17"
    assert void == f"2 · void {MARKUP}", "markup is text"


def page_number(amount: Any) -> str:
    return str(amount).replace("-", "−")


def test_paper_has_twelve_players(app: Flask) -> None:
    names = tuple(f"Player {number}" for number in range(12))
    table = open_table(app, names=names)
    table.record("penalize", player=1, amount=5, to_others="yes", reason="revoke")
    page = table.host.page(f"{table.path}/print")
    assert {each.text for each in page.of_class("sheet__player")} == set(names)
    assert len(page.of_class("sheet__cell")) == 2 * len(names)


def test_empty_paper_has_the_names_and_a_line_a_hand(evening: Table) -> None:
    page = evening.watcher().page(f"{evening.path}/print/empty")
    assert find_faults(page) == []
    rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in page.one("table").all("tr")]
    blank = [""] * len(NAMES)
    assert rows[0] == ["hand", *NAMES]
    assert rows[1:] == [*([str(number), *blank] for number in range(1, LINES_ON_PAPER + 1)), ["total", *blank]]


def test_empty_paper_of_twelve_at_a_table_of_levels(app: Flask) -> None:
    names = tuple(f"Player {number}" for number in range(12))
    table = open_table(app, "pagat", names, game="zhao_pengyou")
    page = table.host.page(f"{table.path}/print/empty")
    assert [each.text for each in page.of_class("sheet__player")] == list(names)
    assert len(page.of_class("sheet__cell")) == 12 * (LINES_ON_PAPER + 1)


def test_empty_paper_where_nobody_sits(app: Flask) -> None:
    table = open_table(app, names=())
    assert find_faults(table.host.page(f"{table.path}/print/empty")) == []


def test_paper_of_an_evening_without_a_hand(table: Table) -> None:
    assert "No hand yet" in table.host.page(f"{table.path}/print").text


def test_paper_tells_the_house_rules_that_differ(app: Flask) -> None:
    table = open_table(app, min_bid=14)
    assert "Lowest bid: 14" in table.host.page(f"{table.path}/print").text


@pytest.mark.parametrize("way", ["export", "export.json", "export.csv", "export.xlsx", "print", "print/empty"])
def test_strangers_take_nothing_home(way: str, evening: Table) -> None:
    assert evening.stranger().get(f"{evening.path}/{way}").status_code == 403


def test_a_file_makes_one_table_though_its_answer_was_lost(evening: Table) -> None:
    """Also where this is the first that a device does here."""
    data, phone = evening.host.get(f"{evening.path}/export.json").data, evening.stranger()
    phone.page("/import")
    before = phone.client.get_cookie(COOKIE)
    assert before
    first = upload(phone, data).location
    phone.client.set_cookie(COOKIE, before.value)
    assert upload(phone, data).location == first


def test_a_file_imported_twice_makes_one_table(evening: Table) -> None:
    data = evening.host.get(f"{evening.path}/export.json").data
    phone = evening.stranger()
    first = upload(phone, data).location
    table = Table(phone, first.split("/")[2])
    table.record("undo")
    again = upload(phone, data)
    assert (again.status_code, again.location) == (303, first)
    assert len(table.services.grants.list(table.id)) == 1, "no second right to it either"
    assert upload(evening.stranger(), data).location != first, "another device has a table of its own"
    phone.post(f"{table.path}/forget")
    assert upload(phone, data).location == first
    assert table.role_of(phone) == "host"


class SlowImports(NamedTuple):
    """An application whose imports wait, after an entry of two, until they are let go."""

    app: Flask
    waits: threading.Event
    """Set once one of them waits."""
    go: threading.Event


@pytest.fixture
def slow_imports(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowImports]:
    app, waits, go = made = SlowImports(make_app(), threading.Event(), threading.Event())

    def way(one: Import, tell: Progress) -> str:
        tell(1, 2)
        waits.set()
        go.wait()
        tell(2, 2)
        return import_document(app.extensions["scorekeeper"].store.events, one.data, key=one.key)

    monkeypatch.setattr(importing, "SECONDS_AT_ONCE", 0)
    monkeypatch.setattr(app.extensions["scorekeeper"].imports, "_way", way)
    yield made
    go.set()


def test_a_file_that_takes_long_shows_how_far_it_is_and_then_its_table(slow_imports: SlowImports) -> None:
    app, waits, go = slow_imports
    data = (table := open_table(app)).host.get(f"{table.path}/export.json").data
    phone = Phone(app)
    begun = upload(phone, data)
    assert begun.status_code == 303
    assert waits.wait(60)
    page = phone.page(begun.location)
    assert find_faults(page) == []
    assert "1 of 2" in page.one("main").text
    assert phone.page(upload(phone, data + b" ").location).one("main").text.count("1 other file comes first") == 1
    assert Phone(app).get(begun.location).status_code == 404, "nobody else's business"
    go.set()
    one = app.extensions["scorekeeper"].imports.find(begun.location.rpartition("/")[2], phone.device)
    assert one.over.wait(60)
    answer = phone.get(begun.location)
    assert answer.location == f"/t/{one.table}"
    assert Table(phone, one.table).scores == table.scores


def test_an_import_is_given_up(slow_imports: SlowImports) -> None:
    app, _, go = slow_imports
    table = open_table(app)
    before, phone = tables(app), Phone(app)
    begun = upload(phone, table.host.get(f"{table.path}/export.json").data).location
    assert phone.submit(begun, begun).location == "/import"
    go.set()
    assert app.extensions["scorekeeper"].imports.find(begun.rpartition("/")[2], phone.device).over.wait(60)
    assert "Choose" not in phone.page(begun).one("main").text
    assert tables(app) == before


def test_whoever_imports_a_file_is_host_of_the_new_table(evening: Table) -> None:
    data = evening.host.get(f"{evening.path}/export.json").data
    phone = evening.stranger()
    assert find_faults(phone.page("/import")) == []
    response = upload(phone, data)
    assert response.status_code == 303
    table = Table(phone, response.location.split("/")[2])
    assert table.id != evening.id
    assert table.scores == evening.scores
    table.record("undo")
    assert evening.version == table.version - 1, "the table that was exported stays as it is"
    assert phone.page(f"{table.path}/links").text.count("Revoke links") == 1
    assert evening.stranger().get(table.path).status_code == 403


def test_a_file_with_a_tampered_payment_is_not_taken(evening: Table) -> None:
    document = json.loads(evening.host.get(f"{evening.path}/export.json").data)
    document["hands"][0]["gains"]["3"]["amount"] -= 1
    before = tables(evening.app)
    response = upload(evening.host, json.dumps(document).encode())
    page = parse(response.text)
    assert response.status_code == 422
    stated, right = (
        page_number(document["hands"][0]["gains"]["3"]["amount"]),
        page_number(evening.state.hands[0].amounts[3]),
    )
    assert page.problems == [f"Hand 1, gain of Cho: the file says {stated}, but its log makes that {right}."]
    assert "Nothing was imported." in page.text
    assert find_faults(page) == []
    assert tables(evening.app) == before


def test_a_log_against_the_rules_is_told_as_at_the_table(evening: Table) -> None:
    document = json.loads(evening.host.get(f"{evening.path}/export.json").data)
    contract = next(action for action in document["log"] if "bid" in action["moves"][0])
    contract["moves"][0]["bid"] = "12H"
    (told,) = parse(upload(evening.host, json.dumps(document).encode()).text).problems
    assert re.fullmatch(r"Entry \d+ of the log is against the rules: 12 hearts is too low\. .*", told)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Pick a file first."),
        (b"\x89PNG\r\n", "This is not a JSON file. Choose the one that “Export” made."),
        (b'{"a": 1}', "This JSON file is not from Scorekeeper."),
        (b'{"format": "scorekeeper", "schema": 3, "program": "<b>"}',
         f"A newer Scorekeeper (<b>) wrote this file; this one is {__version__}. Update it first."),
    ],
)  # fmt: skip
def test_what_is_no_document_is_not_taken(data: bytes, told: str, phone: Phone) -> None:
    response = upload(phone, data)
    assert response.status_code == 422
    assert parse(response.text).problems == [told]


@for_each(
    ("en", "A Scorekeeper from before 1.0 (0.2.0) wrote this file; only files of 1.0 and later can be opened."),
    ("ko", "1.0 이전의 Scorekeeper(0.2.0)에서 만든 파일이에요. 1.0부터 만든 파일만 열 수 있어요."),
    ("zh", "文件由 1.0 之前的 Scorekeeper（0.2.0）生成。只能打开 1.0 及之后版本的文件。"),
    ("ja", "1.0より前のScorekeeper（0.2.0）で作ったファイルです。開けるのは1.0以降で作ったファイルだけです。"),
)
def test_a_file_from_before_1_0_is_refused_in_the_language_of_its_reader(
    language: str, told: str, *, app: Flask
) -> None:
    data = b'{"format": "scorekeeper", "schema": 2, "program": "0.2.0"}'
    assert parse(upload(Phone(app, language), data).text).problems == [told]


def test_no_file_is_asked_for_again(phone: Phone) -> None:
    response = phone.post("/import")
    assert (response.status_code, parse(response.text).problems) == (422, ["Pick a file first."])


def test_a_forged_import_is_refused(evening: Table) -> None:
    data = evening.host.get(f"{evening.path}/export.json").data
    before = tables(evening.app)
    response = evening.host.post("/import", {"file": [(io.BytesIO(data), "x.json")]}, forged=True)
    assert response.status_code == 400
    assert tables(evening.app) == before


def test_only_files_may_be_large(evening: Table) -> None:
    data = evening.host.get(f"{evening.path}/export.json").data
    padded = data + b" " * (LARGEST_FILE - len(data))
    assert upload(evening.host, padded).status_code == 303
    assert evening.host.post("/new", {"name_1": "x" * 300_000}).status_code == 413


class Unread(io.RawIOBase):
    """A body that must not be read."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise AssertionError("the body was read")


FORM = "multipart/form-data; boundary=x"
TOO_LARGE = "This file is over 8 MB. No evening is that large."


def test_a_file_of_a_hundred_megabytes_is_refused_unread(phone: Phone) -> None:
    environ = EnvironBuilder("/import", method="POST", content_type=FORM).get_environ()
    environ |= {"CONTENT_LENGTH": "100000000", "wsgi.input": io.BufferedReader(Unread())}
    response = TestResponse(*run_wsgi_app(phone.app, environ), request=Request(environ))
    page = parse(response.text)
    assert response.status_code == 413
    assert page.problems == [TOO_LARGE]
    assert len(list(page.all("form", action="/import"))) == 1, "another file can be chosen at once"


def test_imports_are_limited(make_app: MakeApp) -> None:
    phone = Phone(make_app(RATELIMIT_ENABLED=True))
    answers = [upload(phone, b"{}").status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]


def test_a_real_server_answers_before_a_large_file_has_come(make_app: MakeApp) -> None:
    """The browser is told while it still sends; the rest of the file is never waited for."""
    app = make_app()
    services = app.extensions["scorekeeper"]
    server = ServerThread(lambda: (asgi_application(app), services.hub))
    with server, server.connect() as connection:
        head = ("POST /import HTTP/1.1", "Host: x", f"Content-Type: {FORM}", "Content-Length: 100000000", "", "--x", "")
        connection.sendall("\r\n".join(head).encode() + b"x" * 100_000)
        answered = read_all(connection)
    assert answered.startswith(b"HTTP/1.1 413 ")
    assert TOO_LARGE.encode() in answered


def read_all(connection: socket.socket) -> bytes:
    """Read the chunks until the page is whole."""
    received = b""
    while b"</html>" not in received and (more := connection.recv(65536)):
        received += more
    return received
