"""Facts of both games recorded by version 0.2.0 are the same today. Phones of both versions keep their seats."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bookkeeper import Bookkeeper, Recorder, fold_each
from scorekeeper.export import check_document, export_document
from scorekeeper.games.mighty import GAME
from scorekeeper.store import Store, StoredAction, open_store
from scorekeeper.table import moves as m
from scorekeeper.version_0.cookies import OLD_NAME
from scorekeeper.web import create_app
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.setup.rule_sets import COOKIE as SETS
from tests.cases import for_each
from tests.landed.second.facts import Facts, facts_of
from tests.web.conftest import TEST_SETTINGS
from tests.web.phones import Phone, Table

HERE = Path(__file__).parent
SECOND: dict[str, Any] = json.loads((HERE / "second" / "expected.json").read_text())
EVENINGS: dict[str, Any] = SECOND["evenings"]
COOKIES_OF_0_1_0: list[dict[str, Any]] = json.loads((HERE / "cookies.json").read_text())


def restore_database(folder: Path, script: Path) -> Path:
    """Return a database as that version left it."""
    path = folder / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(script.read_text())
    return path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(restore_database(tmp_path, HERE / "second" / "database.sql")) as store:
        yield store


def run_app(path: Path) -> Iterator[Flask]:
    app = create_app({**TEST_SETTINGS, "DATABASE": str(path)})
    yield app
    app.extensions["scorekeeper"].store.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    yield from run_app(restore_database(tmp_path, HERE / "second" / "database.sql"))


@pytest.fixture
def first_app(tmp_path: Path) -> Iterator[Flask]:
    yield from run_app(restore_database(tmp_path, HERE / "database.sql"))


PRESETS_SINCE: dict[str, Facts] = {
    key: {"redeal_window": "first_turn"}
    for key, preset in GAME.presets.items()
    if preset.rules.redeal_window == "own_turn"
}
"""Changes of Mighty's presets since then. Tables of that time keep the rules that they were set up with."""


def iterate_facts(evening: dict[str, Any]) -> Iterator[Facts]:
    """Yield the facts after every action. The file holds differences to the facts before."""
    facts: Facts = {}
    for difference in evening["after"]:
        facts = {**facts, **difference}
        since = PRESETS_SINCE.get(facts["preset"], {}) if evening["game"] == GAME.key else {}
        yield {**facts, "differs": {**since, **facts["differs"]}}


@for_each(*EVENINGS)
def test_every_fact_after_every_action_is_what_it_was(name: str, *, store: Store) -> None:
    records = store.events.load(EVENINGS[name]["table_id"])
    assert [facts_of(ledger) for ledger in fold_each(records)] == list(iterate_facts(EVENINGS[name]))


@for_each(*EVENINGS)
def test_every_file_says_the_same(name: str, *, store: Store) -> None:
    data = (HERE / "second" / f"{name}.json").read_bytes()
    (*_, final) = iterate_facts(EVENINGS[name])
    assert facts_of(check_document(data).ledger) == final
    assert facts_of(check_document(export_document(store.events, EVENINGS[name]["table_id"])).ledger) == final


@for_each(*EVENINGS)
def test_an_evening_goes_on_where_it_was_left(name: str, *, store: Store) -> None:
    table, books = EVENINGS[name]["table_id"], Bookkeeper(store.events)
    before: list[StoredAction] = store.events.load(table)
    for move in (m.LimitHands(999), m.JoinTable("Newcomer"), m.Undo(), m.Redo()):
        version = books.ledger(table).version
        books.record(table, move, version=version, recorder=Recorder(), key=f"{version} goes on")
    assert store.events.load(table)[: len(before)] == before
    assert books.ledger(table).state.hand_limit == 999


@pytest.mark.parametrize("phone", SECOND["phones"], ids=lambda phone: f"{phone['role']} {phone['player']}")
def test_every_phone_is_what_it_was(app: Flask, phone: dict[str, Any]) -> None:
    check_seat(app, phone, COOKIE)


@pytest.mark.parametrize("phone", COOKIES_OF_0_1_0, ids=lambda phone: f"{phone['role']} {phone['player']}")
def test_every_phone_of_version_0_1_0_is_what_it_was(first_app: Flask, phone: dict[str, Any]) -> None:
    """Phones are recognized by their old cookie, which is replaced."""
    browser = check_seat(first_app, phone, OLD_NAME)
    assert browser.client.get_cookie(OLD_NAME) is None
    assert browser.client.get_cookie(COOKIE) is not None
    assert browser.page(f"/t/{phone['table_id']}").one("html").attributes["lang"] == "ko"


@pytest.mark.parametrize("phone", SECOND["phones"], ids=lambda phone: f"{phone['role']} {phone['player']}")
def test_the_database_takes_over_once_what_a_cookie_held(app: Flask, phone: dict[str, Any]) -> None:
    check_taken_over(app, phone, COOKIE)


@pytest.mark.parametrize("phone", COOKIES_OF_0_1_0, ids=lambda phone: f"{phone['role']} {phone['player']}")
def test_the_database_takes_over_what_a_cookie_of_0_1_0_held(first_app: Flask, phone: dict[str, Any]) -> None:
    check_taken_over(first_app, phone, OLD_NAME)


def check_taken_over(app: Flask, phone: dict[str, Any], cookie: str) -> None:
    """Load two pages at once with the same cookie: both must give the phone one name."""
    browsers = [Phone(app) for _ in range(2)]
    for browser in browsers:
        browser.client.set_cookie(cookie, phone["cookie"])
        browser.get("/")
    assert len({browser.device for browser in browsers}) == 1
    browser = browsers[0]
    with browser.client.session_transaction() as session:
        assert "tables" not in session
    table = Table(browser, phone["table_id"])
    grants = table.services.grants
    held = grants.list_held(browser.device, table.id)
    assert len(browser.device) == 22
    assert [grant.player for grant in held if grant.kind == "seat"] == [phone["player"]] * (phone["player"] is not None)
    for grant in held:
        grants.revoke(table.id, grant.id)
    assert browser.get(table.path).status_code == 403, "what the cookie held is worth nothing beside the database"


def check_seat(app: Flask, phone: dict[str, Any], cookie: str) -> Phone:
    """Check that the phone with that cookie has its role and its seat. Return the phone."""
    browser = Phone(app)
    browser.client.set_cookie(cookie, phone["cookie"])
    table = Table(browser, phone["table_id"])
    seat = browser.page(table.path).one("body").attributes.get("data-seat")
    assert seat == (str(phone["player"]) if phone["player"] else None)
    joins = browser.get(f"{table.path}/seat").status_code == 200
    role = table.role_of(browser)
    assert ("joiner" if role == "watcher" and joins else role) == phone["role"]
    return browser


def test_what_the_host_had_chosen_is_chosen(app: Flask) -> None:
    (host,) = (phone for phone in SECOND["phones"] if phone["role"] == "host")
    browser = Phone(app)
    browser.client.set_cookie(COOKIE, host["cookie"])
    browser.client.set_cookie(SETS, SECOND["rule_sets"])
    page = browser.page("/")
    assert page.one("html").attributes["lang"] == "ko"
    assert "Our rules" in page.text


def test_every_link_is_as_good_as_it_was(app: Flask) -> None:
    for link in SECOND["links"]:
        assert (Phone(app).get(f"/l/{link['token']}").status_code in (200, 302)) is link["in_force"]
