"""Health and version for other programs."""

import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

import scorekeeper.web
from scorekeeper import __version__
from scorekeeper.store import Reason, StoreUnavailable, open_store
from scorekeeper.web.http.sessions import RENEWED_AFTER
from tests.cases import for_each
from tests.web.conftest import MakeApp
from tests.web.phones import Phone, Table, open_table

REASONS: tuple[Reason, ...] = ("locked", "read_only", "full", "broken", "vanished", "closed")


def test_a_server_that_works_says_so_and_its_version(phone: Phone, table: Table) -> None:
    answer = phone.get("/health")
    assert (answer.status_code, answer.text, answer.mimetype) == (200, "ok", "text/plain")
    told = phone.get("/version").get_json()
    assert told["version"] == __version__
    assert f"program={told['pages']}" in table.host.get(table.path).text


@for_each(reason=REASONS, work=["read", "write"])
def test_one_that_cannot_says_why(reason: Reason, work: str, *, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(app)

    def fail(*_args: object, **_options: object) -> None:
        raise StoreUnavailable(reason, "/home/someone/evening.db")

    monkeypatch.setattr(f"scorekeeper.store.sqlite.SqliteFile.{work}", fail)
    answer = phone.get("/health")
    assert (answer.status_code, answer.text, answer.mimetype) == (503, reason, "text/plain")


def open_phone(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, url: object) -> Phone:
    monkeypatch.setattr(scorekeeper.web, "open_store", partial(open_store, busy_seconds=0.05))
    return Phone(make_app(DATABASE=str(url)))


def test_a_database_in_trouble(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not by what tests put in its place: locked by another program, read only, on a full disk, deleted, closed."""
    path = tmp_path / "evening.db"
    phone = open_phone(make_app, monkeypatch, path)
    assert phone.get("/health").text == "ok"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert phone.get("/health").text == "locked"
    assert phone.get("/health").text == "ok"
    assert open_phone(make_app, monkeypatch, f"sqlite:///{path}?mode=ro").get("/health").text == "read_only"
    usage = namedtuple("usage", "free")
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _path: usage(4096))
        assert phone.get("/health").text == "full"
    path.rename(tmp_path / "elsewhere.db")
    assert phone.get("/health").text == "vanished"
    (tmp_path / "elsewhere.db").rename(path)
    other_phone = open_phone(make_app, monkeypatch, path)
    other_phone.app.extensions["scorekeeper"].store.close()
    assert other_phone.get("/health").text == "closed"


def test_asking_writes_nothing(make_app: MakeApp, tmp_path: Path) -> None:
    phone = Phone(make_app(DATABASE=str(tmp_path / "evening.db")))
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert [phone.get("/health").text for _ in range(3)] == ["ok"] * 3
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir() if not each.name.endswith("-shm")} == {
        name: content for name, content in before.items() if not name.endswith("-shm")
    }


@pytest.mark.parametrize("path", ["/health", "/version"])
def test_nobody_is_known_and_nothing_kept(table: Table, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr("scorekeeper.web.http.sessions.RENEWED_AFTER", -1)
    assert "Set-Cookie" in table.host.get("/").headers, "its cookie is due"
    answer = table.host.get(path)
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert answer.headers["Cache-Control"] == "no-store"
    assert RENEWED_AFTER > 0


def test_asking_often_is_what_they_are_for(limited_app: Flask) -> None:
    table = open_table(limited_app)
    for path in ("/health", "/version"):
        assert {table.stranger().get(path).status_code for _ in range(150)} == {200}
