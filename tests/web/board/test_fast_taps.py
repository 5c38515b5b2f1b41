"""The fast path of a tap: recorded without a page, and in everything else as if there were no such door."""

import http.client
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from limits import RateLimitItemPerMinute

from scorekeeper.store import StoreUnavailable
from scorekeeper.web.board import recording
from scorekeeper.web.http import security, verified_cookies
from scorekeeper.web.http.asgi import VERSION, asgi_application
from scorekeeper.web.http.security import HEADERS
from scorekeeper.web.http.sessions import COOKIE
from tests import loops
from tests.cases import for_each
from tests.server_thread import ServerThread
from tests.web.conftest import MakeApp
from tests.web.fuzz.door import ask, scope_of
from tests.web.fuzz.judging import Answer, SentRequest
from tests.web.phones import Phone, Table, open_table

CONTRACT = {"declarer": 1, "level": 16, "trump": "H"}
RESULT = {"side": "card|2", "points": 17}

Headers = Mapping[str, str]


def htmx_headers(phone: Phone, **more: str) -> dict[str, str]:
    """Return the headers of htmx for a form of a page whose stream is open."""
    cookie = phone.client.get_cookie(COOKIE)
    own = {"Cookie": f"{COOKIE}={cookie.value}"} if cookie else {}
    return {"Host": "localhost", "HX-Request": "true", "Streaming": "yes", "X-CSRFToken": phone.token, **own, **more}


def send_to_fast_path(
    table: Table, form: str, fields: Mapping[str, Any], headers: Headers, *more: tuple[bytes, bytes]
) -> Answer:
    body = urlencode({"version": table.version, **fields}).encode()
    said = SentRequest(
        "POST", f"{table.path}/record/{form}", "", dict(headers), "application/x-www-form-urlencoded", body
    )
    scope = scope_of(said, "right")
    scope["headers"] += more
    return loops.run(ask(asgi_application(table.app), scope, body))


def verified_headers(table: Table) -> Headers:
    """Return the headers of the host's phone after they have passed every check. A hand has begun."""
    headers = htmx_headers(table.host)
    assert send_to_fast_path(table, "start_hand", {}, headers).status == 200
    return headers


def test_a_phone_that_was_checked_uses_the_fast_door(table: Table) -> None:
    headers = verified_headers(table)
    before, actions = table.version, len(table.services.store.events.load(table.id))
    answer = send_to_fast_path(table, "enter_contract", CONTRACT, headers)
    assert (answer.status, answer.text) == (204, "")
    assert table.version > before
    action = table.services.store.events.load(table.id)[actions:][-1]
    assert action.device == table.host.device
    assert f'data-version="{table.version}"' in table.host.get(table.path).text


def test_what_is_recorded_is_the_same_by_both_ways(app: Flask) -> None:
    tables = [open_table(app), open_table(app)]
    ways = [htmx_headers(tables[0].host), htmx_headers(tables[1].host)]
    del ways[1]["Streaming"]
    for form, fields in (("start_hand", {}), ("enter_contract", CONTRACT), ("result", RESULT), ("undo", {})):
        statuses = [
            send_to_fast_path(table, form, fields, headers).status for table, headers in zip(tables, ways, strict=True)
        ]
        assert statuses == [200 if form == "start_hand" else 204, 200]
        assert tables[0].log == tables[1].log


def test_the_answer_says_what_every_answer_says_and_the_version(make_app: MakeApp) -> None:
    table = open_table(make_app())  # its server ends all streams when it stops
    headers = {**verified_headers(table), "Content-Type": "application/x-www-form-urlencoded"}
    with ServerThread(lambda: (asgi_application(table.app), table.services.hub)) as server:
        headers["Host"] = f"127.0.0.1:{server.port}"
        phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for form, status in (("undo", 200), ("redo", 204)):  # it has another address than when it was checked
            body = urlencode({"version": table.version})
            phone.request("POST", f"{table.path}/record/{form}", body, headers)
            answer = phone.getresponse()
            assert (answer.status, bool(answer.read())) == (status, status == 200)
        phone.close()
    assert answer.headers[VERSION] == str(table.version)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["X-Request-Id"]


# What is sent, with what else in its head, after what has happened; and the status that it is answered with.
AGAINST: dict[str, tuple[str, Mapping[str, Any], Headers, int]] = {
    "a move that is not legal": ("enter_contract", {**CONTRACT, "level": 5}, {}, 422),
    "a form without a field": ("enter_contract", {"declarer": 1}, {}, 422),
    "a form that there is not": ("enter", CONTRACT, {}, 422),
    "a move of another phase": ("result", RESULT, {}, 422),
    "a table that has moved on": ("enter_contract", {**CONTRACT, "version": 1}, {}, 409),
    "a version that is none": ("enter_contract", {**CONTRACT, "version": "x"}, {}, 422),
    "a key that is too long": ("enter_contract", CONTRACT, {"Idempotency-Key": "k" * 300}, 422),
    "a phone that was another's": ("enter_contract", CONTRACT, {"Kept-By": "other"}, 403),
    "another token": ("enter_contract", CONTRACT, {"X-CSRFToken": "other"}, 400),
    "another cookie": ("enter_contract", CONTRACT, {"Cookie": f"{COOKIE}=other"}, 400),
    "no cookie": ("enter_contract", CONTRACT, {"Cookie": ""}, 400),
    "a token in the form": ("enter_contract", {**CONTRACT, "csrf_token": "other"}, {}, 400),
}

NEW_EACH_TIME = re.compile(r'name="key" value="[^"]*"|\([0-9A-F]{8}\)')


@for_each(what=AGAINST)
def test_both_ways_refuse_alike(what: str, *, app: Flask) -> None:
    table = open_table(app)
    form, fields, more, status = AGAINST[what]
    headers = {**verified_headers(table), **more}
    log = table.log
    long_way = {name: value for name, value in headers.items() if name != "Streaming"}
    answers = [send_to_fast_path(table, form, fields, each) for each in (headers, long_way)]
    assert table.log == log
    assert [answer.status for answer in answers] == [status, status]
    assert len({NEW_EACH_TIME.sub("", answer.text) for answer in answers}) == 1


@pytest.mark.parametrize("role", ["revoked", "player", "watcher"])
def test_rights_are_looked_up_at_each_tap(table: Table, role: str) -> None:
    """A right that was revoked a moment ago is worth nothing."""
    bo = table.take_seat(2)
    headers = htmx_headers(bo)
    assert send_to_fast_path(table, "start_hand", {}, headers).status == 200
    version, once = table.version, {**headers, "Idempotency-Key": "once"}
    assert send_to_fast_path(table, "undo", {}, once).status == 204
    log = table.log
    if role == "player":
        table.services.grants.limit_scorers(table.id, [1])
    else:
        (seat,) = (grant for grant in table.services.grants.list(table.id) if grant.player == 2)
        table.services.grants.revoke(table.id, seat.id)
    if role == "revoked":
        table.services.grants.revoke_kinds(table.id, ["join"])
        table.services.grants.revoke_kinds(table.id, ["watch"])
    assert send_to_fast_path(table, "start_hand", {}, headers).status == 403
    assert send_to_fast_path(table, "undo", {"version": version}, once).status == (403 if role == "revoked" else 204)
    assert table.log == log
    if role == "player":
        assert send_to_fast_path(table, "rename", {"player": 2, "name": "Bob"}, headers).status == 204
        assert send_to_fast_path(table, "rename", {"player": 1, "name": "Bob"}, headers).status == 403


@pytest.mark.parametrize("first", ["short", "long"])
def test_a_key_is_recorded_once_whichever_way_it_comes(table: Table, first: str) -> None:
    headers = {**verified_headers(table), "Idempotency-Key": "once"}
    ways = [headers, {name: value for name, value in headers.items() if name != "Streaming"}]
    version, log = table.version, []
    for way in ways if first == "short" else reversed(ways):
        answer = send_to_fast_path(table, "enter_contract", {**CONTRACT, "version": version}, way)
        assert answer.status == (204 if way is headers else 200)
        log.append(table.log)
    assert log[0] == log[1]
    other = send_to_fast_path(table, "enter_contract", {**CONTRACT, "level": 18, "version": version}, headers)
    assert other.status == 422, "the same key for something else"


@for_each(header=["Host", "Referer", "X-CSRFToken", "Cookie"])
def test_what_a_check_reads_is_checked_again_when_it_differs(header: str, *, app: Flask) -> None:
    table = open_table(app)
    headers = {**verified_headers(table), "Referer": "http://localhost/"}
    assert send_to_fast_path(table, "enter_contract", CONTRACT, headers).status == 200
    assert send_to_fast_path(table, "undo", {}, headers).status == 204
    other = {**headers, header: headers[header] + ("; a=b" if header == "Cookie" else "x")}
    assert send_to_fast_path(table, "redo", {}, other).status in (200, 400), "the long way"


IN_THE_FORM: dict[str, tuple[Headers, bool]] = {
    "a token in the form alone": ({"X-CSRFToken": ""}, True),
    "a wrong one in the header": ({"X-CSRFToken": "other"}, True),
    "a header of another name": ({"X-CSRFToken": "", "X-CSRF-Token": "right"}, False),
}


@for_each(what=IN_THE_FORM)
def test_every_tap_needs_its_token_after_one_that_had_it_elsewhere(what: str, *, app: Flask) -> None:
    """Both doors ask for it, whatever the same cookie has sent before."""
    table = open_table(app)
    changed, in_form = IN_THE_FORM[what]
    token = table.host.token
    headers = {**htmx_headers(table.host), **{name: value.replace("right", token) for name, value in changed.items()}}
    headers = {name: value for name, value in headers.items() if value}
    assert send_to_fast_path(table, "start_hand", {"csrf_token": token} if in_form else {}, headers).status == 200
    without = {name: value for name, value in headers.items() if name != "X-CSRF-Token"}
    log = table.log
    assert send_to_fast_path(table, "enter_contract", CONTRACT, without).status == 400
    assert table.log == log
    assert send_to_fast_path(table, "enter_contract", CONTRACT, htmx_headers(table.host)).status == 200


def test_a_header_that_stands_twice_is_for_the_long_way(table: Table) -> None:
    headers = verified_headers(table)
    assert send_to_fast_path(table, "enter_contract", CONTRACT, headers, (b"x", b"1"), (b"x", b"2")).status == 200
    assert send_to_fast_path(table, "undo", {}, headers).status == 204


def test_only_so_many_phones_are_remembered_and_taps_counted(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verified_cookies, "PHONES_IN_MEMORY", 2)
    app = make_app()
    tables = [open_table(app) for _ in range(3)]
    heads = [verified_headers(table) for table in tables]
    latest_first = reversed(list(zip(tables, heads, strict=True)))
    statuses = [send_to_fast_path(each, "enter_contract", CONTRACT, headers).status for each, headers in latest_first]
    assert statuses == [204, 204, 200]
    monkeypatch.setattr(security, "TAPS", RateLimitItemPerMinute(3))
    table = open_table(make_app(RATELIMIT_ENABLED=True))
    headers = verified_headers(table)
    assert send_to_fast_path(table, "undo", {}, headers).status == 204
    assert send_to_fast_path(table, "redo", {}, headers).status == 204
    assert send_to_fast_path(table, "undo", {}, headers).status == 429


def test_a_store_out_of_reach_is_asked_once_and_a_mistake_told_as_ever(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program holds the database, waiting twice would take too long."""
    headers = verified_headers(table)
    asked: list[str] = []

    def raise_locked(_events: Any, table_id: str, *_: Any, **__: Any) -> None:
        asked.append(table_id)
        raise StoreUnavailable("locked")

    monkeypatch.setattr(type(table.services.store.events), "append", raise_locked)
    answer = send_to_fast_path(table, "enter_contract", CONTRACT, headers)
    assert answer.status == 503
    assert "busy with another program" in answer.text
    assert asked == [table.id]

    def raise_mistake(*_: Any, **__: Any) -> None:
        raise ValueError("inside")

    monkeypatch.setattr(recording, "check_may_record", raise_mistake)
    answer = send_to_fast_path(table, "enter_contract", CONTRACT, headers)
    assert answer.status == 500
    assert "inside" not in answer.text
