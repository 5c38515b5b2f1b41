"""A failing database or a bug in the program gets an answer in words, loses nothing, and the rest goes on."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

import scorekeeper.web
from scorekeeper.export import check_document
from scorekeeper.store import Reason, StoreUnavailable, open_store
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.web.http.sessions import COOKIE
from tests.cases import for_each, require
from tests.postgresql import PostgresqlServer
from tests.web.conftest import MakeApp
from tests.web.hands import HANGUL
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table

WORDS: dict[Reason, str] = {
    "locked": "busy with another program",
    "read_only": "cannot be written",
    "full": "disk of this server is full",
    "broken": "cannot be read",
    "vanished": "deleted or replaced",
    "closed": "server is stopping",
}


def fail_with(reason: Reason) -> Callable[..., None]:
    def fail(*_args: object, **_options: object) -> None:
        raise StoreUnavailable(reason, "/home/someone/scorekeeper.db")

    return fail


@for_each(reason=WORDS)
def test_a_database_that_cannot_write(reason: Reason, *, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(app)
    log, _link = table.log, table.links()
    monkeypatch.setattr(SqliteFile, "write", fail_with(reason))
    tap = {"version": table.version, "key": "one tap"}
    for form in ("record/start_hand", "people/end", "rules", "links/scorers", "links/revoke"):
        response = table.host.post(f"{table.path}/{form}", {**tap, "preset": "base10", "kind": "join"})
        assert response.status_code == 503
        assert WORDS[reason] in parse(response.text).one("main").text
        assert "/home/" not in response.text, "whoever plays need not know where the file is"
    assert table.host.post("/new", {"game": "mighty", "preset": "pagat"}).status_code == 503
    line = table.send("start_hand", tap)
    assert (line.status_code, WORDS[reason] in line.get_json()["message"]) == (503, True)
    table.host.headers["Accept-Language"] = "ko"
    assert HANGUL.search(table.send("start_hand", tap).get_json()["message"])
    assert table.host.get(table.path).status_code == 200, "the score stays readable"
    monkeypatch.undo()
    assert table.log == log
    table.record("start_hand", tap)
    assert len(table.log) == len(log) + 1, "the same tap, sent again, is recorded once"


@for_each(reason=WORDS)
def test_a_database_that_cannot_read(reason: Reason, *, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(app)
    monkeypatch.setattr(SqliteFile, "read", fail_with(reason))
    for path in (table.path, f"{table.path}/sheet", "/l/x", f"/live/{table.id}"):
        response = table.host.get(path)
        assert response.status_code == 503
        assert WORDS[reason] in parse(response.text).one("main").text
    assert table.host.get("/new").status_code == 200


def open_table_on_disk(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, path: Path) -> Table:
    monkeypatch.setattr(scorekeeper.web, "open_store", partial(open_store, busy_seconds=0.05))
    return open_table(make_app(DATABASE=str(path)))


def test_a_database_locked_by_another_program(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "scorekeeper.db"
    table = open_table_on_disk(make_app, monkeypatch, path)
    log = table.log
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        response = table.send("start_hand")
        assert (response.status_code, WORDS["locked"] in response.get_json()["message"]) == (503, True)
        assert table.host.get(table.path).status_code == 200
        assert table.log == log
        other.execute("rollback")
    table.record("start_hand")


def test_a_database_that_is_read_only(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    table = open_table_on_disk(make_app, monkeypatch, path)
    cookie = require(table.host.client.get_cookie(COOKIE))
    phone = Phone(make_app(DATABASE=f"sqlite:///{path}?mode=ro"))
    phone.client.set_cookie(COOKIE, cookie.value)
    assert phone.get(table.path).status_code == 200
    response = phone.post(f"{table.path}/record/start_hand", {"version": table.version}, htmx=True)
    assert (response.status_code, WORDS["read_only"] in response.get_json()["message"]) == (503, True)


def test_who_scans_a_link_or_joins_meanwhile_sees_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link used while the database cannot write is kept in the cookie until it can."""
    phone, link = table.stranger(), table.links()[1]
    with monkeypatch.context() as failing_now:
        failing_now.setattr(SqliteFile, "write", fail_with("full"))
        assert phone.get(link).location == table.path
        assert phone.get(table.path).status_code == 200
        assert phone.get(f"/live/{table.id}").status_code == 200
        assert table.services.grants.list_held(phone.device, table.id) == ()
    assert phone.get(table.path).status_code == 200
    assert len(table.services.grants.list_held(phone.device, table.id)) == 1
    with phone.client.session_transaction() as session:
        assert "tables" not in session
    # The source of new links cannot be stored before; links of the table, or of phones that were there before,
    # are.
    phone, link = table.stranger(), table.links()[0]
    with monkeypatch.context() as failing_now:
        failing_now.setattr(SqliteFile, "write", fail_with("full"))
        assert phone.get(link).location == f"{table.path}/seat"
        assert phone.get(f"{table.path}/links").status_code == 503
        assert len(table.links()) == 3
    assert len(table.links(phone)) == 1


def test_a_database_whose_disk_is_full(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No page more than it has: SQLite itself says so."""
    path = tmp_path / "scorekeeper.db"
    table = open_table_on_disk(make_app, monkeypatch, path)
    file = table.services.store.database
    file.write(lambda db: db.execute("pragma max_page_count = 1"))
    statuses = []
    while 503 not in statuses:
        log = table.log
        response = table.send("adjust", amount_1=1, amount_2=-1, reason="x" * 200)
        statuses.append(response.status_code)
        assert len(statuses) < 200
    assert WORDS["full"] in response.get_json()["message"]
    assert table.log == log


def test_a_postgresql_server_that_is_away(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap meanwhile is not saved; repeated once the server is back, it is, without any repair."""
    with PostgresqlServer() as server:
        monkeypatch.setattr(scorekeeper.web, "open_store", partial(open_store, busy_seconds=0.5))
        app = make_app(DATABASE=server.make_empty_database())
        table = open_table(app)
        log, tap = table.log, {"version": table.version, "key": "one tap"}
        server.stop()
        response = table.send("start_hand", tap)
        assert (response.status_code, WORDS["broken"] in response.get_json()["message"]) == (503, True)
        assert table.host.get("/health").text == "broken"
        server.start()
        assert table.log == log
        table.record("start_hand", tap)
        assert len(table.log) == len(log) + 1
        table.services.store.close()


def damage_row(path: Path, table_id: str, version: int) -> None:
    """Make one stored event unreadable, as a bad disk may."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("update events set event = ? where table_id = ? and version = ?", ["{", table_id, version])
        db.commit()


def test_a_damaged_log_is_read_where_whole_and_harms_no_other(
    make_app: MakeApp, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "scorekeeper.db"
    table = open_table(make_app(DATABASE=str(path)))
    other = open_table(table.app, host=table.host)
    table.record("adjust", amount_1=3, amount_2=-3, reason="before")
    table.record("adjust", amount_1=40, amount_2=-40, reason="after")
    damage_row(path, table.id, 3)
    cookie = require(table.host.client.get_cookie(COOKIE))
    phone = Phone(make_app(DATABASE=str(path)))
    phone.client.set_cookie(COOKIE, cookie.value)

    home = phone.page("/").text
    assert "damaged" in home
    assert phone.get(other.path).status_code == 200
    board = phone.page(table.path).text
    assert "Damaged: later entries cannot be read" in board
    assert "before" in phone.page(f"{table.path}/log").text
    refused = phone.post(f"{table.path}/record/start_hand", {"version": 2, "key": "k"}, htmx=True)
    assert (refused.status_code, "Nothing after step 2 can be read" in refused.text) == (422, True)
    assert phone.post(f"{other.path}/record/start_hand", {"version": 1, "key": "k"}).status_code == 303
    exported = phone.get(f"{table.path}/export.json")
    assert exported.status_code == 200
    assert len(check_document(exported.data).log) == 2
    assert "damaged after version 2" in caplog.text
    damage_row(path, table.id, 1)
    phone = Phone(make_app(DATABASE=str(path)))
    phone.client.set_cookie(COOKIE, cookie.value)
    assert phone.get("/").status_code == 200
    assert phone.get(other.path).status_code == 200
    assert phone.get(table.path).status_code == 503


def test_a_program_mistake(table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Logged with its whole story, told without any of it."""
    log = table.log

    def mistake(*_args: object, **_more: object) -> None:
        raise KeyError("the-insides-of-the-program")

    monkeypatch.setattr("scorekeeper.web.board.recording.check_may_record", mistake)
    with caplog.at_level(logging.ERROR):
        page = table.host.post(f"{table.path}/record/start_hand", {"version": table.version})
        line = table.send("start_hand")
    assert (page.status_code, line.status_code) == (500, 500)
    for said in (parse(page.text).one("main").text, line.get_json()["message"]):
        assert "Something went wrong here." in said
    assert "insides" not in page.text + line.text
    assert "Traceback" not in page.text + line.text
    assert [record.exc_info is not None for record in caplog.records] == [True, True]
    assert "the-insides-of-the-program" in caplog.text
    assert f"POST /t/<table_id>/record/<form_name>, table {table.id}" in caplog.text
    monkeypatch.undo()
    assert table.log == log
    table.record("start_hand")


def test_no_token_of_an_address_is_logged(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A log that is shown around must open no table."""

    def mistake(*_args: object) -> None:
        raise RuntimeError("no")

    link = table.links()[2]
    monkeypatch.setattr("scorekeeper.store.grants.Grants.find", mistake)
    with caplog.at_level(logging.DEBUG):
        assert table.stranger().get(link).status_code == 500
        assert table.stranger().post(link).status_code == 500
    assert "RuntimeError" in caplog.text
    assert link.removeprefix("/l/") not in caplog.text


def test_a_screen_that_cannot_be_drawn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that was recorded stays recorded, and the answer does not deny it."""

    def mistake(*_args: object, **_more: object) -> None:
        raise RuntimeError("no")

    version = table.version
    monkeypatch.setattr("scorekeeper.web.board.frames.table_context", mistake)
    assert table.host.get(table.path).status_code == 500
    answer = table.send("start_hand", key="one tap")
    assert (answer.status_code, "Nothing was recorded" in answer.get_json()["message"]) == (500, False)
    monkeypatch.undo()
    assert table.version == version + 1
    assert table.send("start_hand", key="one tap", version=version).status_code == 200
    assert table.version == version + 1


def test_in_debug_and_in_tests_errors_are_pages_too(make_app: MakeApp) -> None:
    app: Flask = make_app(TESTING=True, DEBUG=True)
    app.add_url_rule("/mistake", "mistake", lambda: str(1 / 0))
    assert Phone(app).get("/mistake").status_code == 500
