"""Forged forms, headers of every answer, and what comes too often."""

import re
import time
from collections.abc import Callable
from threading import Thread, Timer

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from limits import RateLimitItemPerMinute
from werkzeug.test import TestResponse

from scorekeeper.store import StoreUnavailable
from scorekeeper.web.http import security
from scorekeeper.web.http.security import limiter
from scorekeeper.web.http.sessions import ENCRYPTED_COOKIE
from tests.cases import for_each, require
from tests.web.conftest import MakeApp
from tests.web.groups.test_groups import make_group
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table


def everything_recorded(table: Table) -> tuple[object, ...]:
    """Return the rows that a form may change, of every table and of the groups of the host's phone."""
    store = table.services.store
    tables = store.events.tables(limit=1000)
    return (
        table.host.page("/").one("main").text,
        tables,
        [store.events.load(info.table_id) for info in tables],
        [store.grants.list(info.table_id) for info in tables],
        [store.grants.scorers(info.table_id) for info in tables],
    )


def test_every_form_needs_its_token(make_app: MakeApp) -> None:
    """Missing, made up, or of another phone: refused, and nothing is changed."""
    table = open_table(make_app())
    table.record("start_hand")
    tokens = {"missing": None, "empty": "", "made up": "x.y.z", "of another phone": table.take_seat(1).token}
    link, group = table.links()[2].removeprefix("/l/"), make_group(table.host).removeprefix("/g/")
    table.host.post(f"/g/{group}/people", {"name": "Ana"})
    parts = {"table_id": table.id, "token": link, "form_name": "undo", "game_key": "mighty", "group_id": group}
    parts |= {"turn": "undo", "number": "1", "person": "1", "player": "1", "key": "bid", "import_id": "1", "sheet": "1"}
    parts["where"] = "x"
    before = everything_recorded(table)
    for rule in sorted(str(rule) for rule in table.app.url_map.iter_rules() if "POST" in (rule.methods or ())):
        path = re.sub(r"<(?:[^>]+:)?(\w+)>", lambda found: parts[found[1]], rule)
        for what, token in tokens.items():
            fields: Fields = {"version": table.version, "game": "mighty", "preset": "pagat", "kind": "join"}
            response = table.host.post(
                path, {**fields, **({"csrf_token": token} if token is not None else {})}, forged=True
            )
            assert (response.status_code, path, what) == (400, path, what)
            assert "no longer valid" in parse(response.text).one("main").text
    assert everything_recorded(table) == before


def test_pages_tell_htmx_its_token_and_its_refusals_are_a_line(table: Table) -> None:
    before = table.log
    response = table.host.post(f"{table.path}/record/start_hand", {"version": table.version}, forged=True, htmx=True)
    assert (response.status_code, set(response.get_json())) == (400, {"message"})
    assert "nothing was recorded" in response.get_json()["message"]
    assert table.log == before
    body = table.host.page(table.path).one("body")
    headers = {"X-CSRFToken": body.attributes["hx-headers:inherited"].split('"')[3]}
    path = f"{table.path}/record/start_hand"
    assert table.host.client.post(path, data={"version": table.version}, headers=headers).status_code == 303


def test_a_page_of_eight_in_the_evening_is_good_at_midnight(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.host.token
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _self: int(time.time()) + 5 * 3600)
    table.record("start_hand")


def test_forms_over_an_encrypted_link_come_from_a_page_of_this_site(make_app: MakeApp) -> None:
    """There the Referer is asked for: so every page must let it be told."""
    table = open_table(make_app(PUBLIC_URL="https://cards.example"))
    links = [link.removeprefix("https://cards.example") for link in table.links()]
    table.app.config["PREFERRED_URL_SCHEME"] = "https"  # by which the phones of these tests ask from now on
    phone = table.stranger()
    phone.headers["Host"] = "cards.example"
    assert phone.get(links[2]).headers["Referrer-Policy"] == "same-origin"
    assert phone.token
    cookie = require(phone.client.get_cookie(ENCRYPTED_COOKIE, "cards.example"))
    assert cookie.secure
    assert phone.post(links[2]).status_code == 400, "without one, the form may come from anywhere"
    phone.headers["Referer"] = f"https://cards.example{links[2]}"
    assert phone.post(links[2]).status_code == 302
    phone.headers["Referer"] = "https://elsewhere.example/"
    assert phone.post(f"{table.path}/record/start_hand", {"version": table.version}).status_code == 400


def test_encrypted_answers_ask_for_encryption_from_then_on(phone: Phone) -> None:
    """Not only pages: a refusal may be the first thing that somebody sees."""
    for path in ("/", "/nothing", "/health", "/static/page/app.css"):
        assert "Strict-Transport-Security" not in phone.get(path).headers
        encrypted = phone.client.get(path, base_url="https://cards.example")
        assert encrypted.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_files_may_be_kept_by_anyone_and_do_nothing_as_pages(phone: Phone) -> None:
    """They are the same for all, under an address that changes with what is in them."""
    (address,) = [
        each.attributes["href"] for each in phone.page("/").all("link") if "pages.css" in each.attributes["href"]
    ]
    response = phone.get(address)
    assert "Set-Cookie" not in response.headers
    assert response.headers["Cache-Control"].endswith("immutable")
    missing = phone.get("/static/tokens-of-the-next-version.css?v=12345678")
    assert (missing.status_code, missing.headers["Cache-Control"]) == (404, "no-store")
    response = phone.get("/static/icons.svg")
    assert response.headers["Content-Security-Policy"] == "default-src 'none'"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert len(str(response.headers)) < 300


def raise_unavailable(*_args: object, **_more: object) -> None:
    raise StoreUnavailable("full")


def raise_mistake(*_args: object, **_more: object) -> None:
    raise RuntimeError("the-name-of-a-file-of-the-server")


ANSWERS: dict[str, tuple[int, Callable[[Table, pytest.MonkeyPatch], TestResponse]]] = {
    "a page": (200, lambda table, _: table.host.get(table.path)),
    "the first page": (200, lambda table, _: table.host.get("/")),
    "a way on": (302, lambda table, _: table.host.post("/language", {"language": "en"})),
    "a recorded form": (200, lambda table, _: table.send("start_hand")),
    "a download": (200, lambda table, _: table.host.get(f"{table.path}/export.json")),
    "a stream": (200, lambda table, _: table.host.get(f"/live/{table.id}")),
    "forged": (400, lambda table, _: table.host.post("/new", forged=True)),
    "not for you": (403, lambda table, _: table.stranger().get(table.path)),
    "no such page": (404, lambda table, _: table.host.get("/nowhere")),
    "no such file": (404, lambda table, _: table.host.get("/static/nothing.css")),
    "not done so": (405, lambda table, _: table.host.get("/language")),
    "too late": (409, lambda table, _: table.send("start_hand", version=0)),
    "too large": (413, lambda table, _: table.host.post("/new", {"name_1": "x" * 300_000})),
    "refused": (422, lambda table, _: table.send("nonsense")),
    "a mistake": (500, lambda table, patch: answer_while_broken(table, patch, raise_mistake)),
    "a full disk": (503, lambda table, patch: answer_while_broken(table, patch, raise_unavailable)),
}


def answer_while_broken(table: Table, patch: pytest.MonkeyPatch, mistake: Callable[..., None]) -> TestResponse:
    patch.setattr("scorekeeper.store.event_store.insert_actions", mistake)
    return table.host.post(f"{table.path}/record/start_hand", {"version": table.version})


@for_each(answer=ANSWERS)
def test_every_answer_is_protected(answer: str, *, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(app)
    status, ask = ANSWERS[answer]
    response = ask(table, monkeypatch)
    policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
    assert response.status_code == status
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["object-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["Cache-Control"] == "no-store"
    response.close()


def test_links_cannot_be_guessed_nor_tables_opened_by_the_hundred(limited_app: Flask) -> None:
    phone = Phone(limited_app)
    statuses = [phone.post("/new", {"game": "mighty", "preset": "pagat"}).status_code for _ in range(21)]
    assert statuses == [302] * 20 + [429]
    assert "Wait a moment" in phone.post("/new", {}, htmx=True).get_json()["message"]
    statuses = [phone.get(f"/l/guess{attempt}").status_code for attempt in range(61)]
    assert statuses == [422] * 60 + [429]
    assert "Wait a moment" in parse(phone.get("/l/guess").text).one("main").text
    phone.headers["Accept-Language"] = "ko"
    assert "Wait a moment" not in parse(phone.get("/l/guess").text).one("main").text
    assert phone.get("/").status_code == 200, "everything else goes on"


def test_an_evening_is_not_limited(limited_app: Flask) -> None:
    """Eight phones behind one router share its address: reading has no limit, and recording each phone's own."""
    table = open_table(limited_app)
    for _ in range(40):
        table.record("start_hand")
        table.record("undo")
    assert {table.host.get(table.path).status_code for _ in range(70)} == {200}


def test_a_script_does_not_fill_the_disk(limited_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """One phone's taps are counted, and no other's; a tap that is sent again because its answer was lost is none."""
    monkeypatch.setattr(security, "TAPS", RateLimitItemPerMinute(5, 10))
    table = open_table(limited_app)
    limiter.reset()
    other = table.take_seat(2)
    taps = [
        {"version": table.version + number, "key": f"tap {number}", "amount_1": 1, "amount_2": -1, "reason": "x"}
        for number in range(6)
    ]
    assert [table.send("adjust", tap).status_code for tap in (*taps, taps[5])] == [200] * 5 + [429] * 2
    assert table.send("adjust", taps[4]).status_code == 200, "it was recorded before"
    assert table.host.get(table.path).status_code == 200
    assert table.send("start_hand", by=other).status_code == 200


def test_whoever_has_one_ipv6_address_has_them_all(limited_app: Flask) -> None:
    phone = Phone(limited_app)
    statuses = []
    for attempt in range(61):
        phone.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{attempt:x}"
        statuses.append(phone.get(f"/l/guess{attempt}").status_code)
    assert statuses == [422] * 60 + [429]


def test_two_threads_count_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both started the timer that one of them had made, and the request of the second ended in an error."""
    counters, others = security.LockedMemory(), list[Thread]()

    class Meeting(Timer):
        def __init__(self, interval: float, work: Callable[[], None]) -> None:
            super().__init__(interval, work)
            if not others:
                others.append(Thread(target=counters.incr, args=("other", 60)))
                others[0].start()
                others[0].join(0.2)
                assert others[0].is_alive(), "it counts while this one does"

    counters.timer.join()
    monkeypatch.setattr("limits.storage.memory.threading.Timer", Meeting)
    assert counters.incr("one", 60) == 1
    others[0].join()
    assert counters.get("other") == 1
