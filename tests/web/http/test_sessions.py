"""The cookie of a phone: kept by browsers for long, judged by the server alone, whatever clocks say."""

import time
from collections.abc import Callable

import pytest
from flask import Flask
from itsdangerous import TimestampSigner, URLSafeSerializer
from werkzeug.test import Client, TestResponse

from scorekeeper.web.http.sessions import COOKIE, COOKIE_LIFETIME, ENCRYPTED_COOKIE, RENEWED_AFTER, Sessions
from scorekeeper.web.setup import rule_sets
from tests.cases import for_each, require
from tests.web.phones import Phone, Table, open_table

HOUR, YEAR = 3600, 365 * 24 * 3600

Clock = Callable[[float], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the clock that signs, by so many seconds from now."""

    def shift(seconds: float) -> None:
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: int(time.time() + seconds))

    return shift


def cookies(answer: TestResponse) -> list[str]:
    return answer.headers.getlist("Set-Cookie")


def value(client: Client, name: str = COOKIE) -> str | None:
    cookie = client.get_cookie(name)
    return cookie.value if cookie else None


def test_no_business_of_scripts_or_other_sites_and_of_this_host_alone(table: Table, phone: Phone) -> None:
    cookie = require(table.host.client.get_cookie(COOKIE))
    assert (cookie.http_only, cookie.same_site, cookie.path, cookie.secure) == (True, "Lax", "/", False)
    # Browsers reckon Max-Age by their own clock, and prefer it to a date, which might be past already.
    (written,) = cookies(phone.post("/language", {"language": "ko"}))
    assert f"Max-Age={COOKIE_LIFETIME}" in written
    (written,) = cookies(phone.client.get("/", base_url="https://cards.example"))
    assert written.startswith(f"{ENCRYPTED_COOKIE}=")
    assert "Secure" in written
    assert "Domain" not in written


@pytest.mark.parametrize("seconds", [HOUR, 30 * YEAR, -HOUR, -10 * YEAR])
def test_a_clock_that_was_wrong_locks_nobody_out(table: Table, clock: Clock, seconds: float) -> None:
    clock(seconds)
    dan = table.take_seat(4)
    clock(0)
    assert dan.get(table.path).status_code == 200
    assert dan.post(f"{table.path}/record/start_hand", {"version": table.version}).status_code == 303


def test_who_plays_every_week_is_never_forgotten_and_files_carry_no_cookie(table: Table, clock: Clock) -> None:
    """Written anew once a day, and not at every tap."""
    clock(-RENEWED_AFTER - HOUR)
    dan = table.take_seat(4)
    clock(0)
    assert cookies(dan.get("/static/page/keys.js")) == []
    assert [each.partition("=")[0] for each in cookies(dan.get(table.path))] == [COOKIE]
    assert cookies(dan.get(table.path)) == []


FREE = ("/", "/new")
"""Pages for everyone. A phone without its name is nobody's at any other."""

ODD: tuple[object, ...] = (
    None,
    0,
    -1.5,
    True,
    "x",
    [],
    ["x", None],
    [["x"]],
    {"x": 1},
    {"x": None},
    {"x": {"y": [1]}},
    "\x00",
    10**30,
)


@for_each(value=ODD, key=["tables", "links", "language", "device", "csrf_token"])
def test_what_another_program_signed_is_no_mistake_of_this_one(key: str, value: object, *, app: Flask) -> None:
    """Unknown fields are dropped; the others of the cookie stay good."""
    table = open_table(app)
    with table.host.client.session_transaction() as session:
        session[key] = value
    for path in (*FREE, table.path, f"{table.path}/links"):
        assert table.host.get(path).status_code == (403 if key == "device" and path not in FREE else 200), path
    form = {"version": table.version, "name": "Fay", "csrf_token": "x"}
    assert table.host.client.post(f"{table.path}/people/join", data=form).status_code in (400, 403)


@for_each(held=[[], "x", None, [["tables", {}]]])
def test_a_signed_cookie_that_is_no_list_of_names_holds_nothing(held: object, *, app: Flask) -> None:
    table = open_table(app)
    sessions = table.app.session_interface
    assert isinstance(sessions, Sessions)
    signer = require(sessions.get_signing_serializer(table.app))
    table.host.client.set_cookie(COOKIE, str(signer.dumps(held)))
    assert table.host.get("/").status_code == 200
    assert table.host.get(table.path).status_code == 403


@for_each(text=["x", "null", "7", "[7]", "[null]", '[{"game": 7}]', '[["game"]]', '{"game": "mighty"}'])
def test_kept_rule_sets_that_cannot_be_read_are_none(text: str, *, app: Flask) -> None:
    phone = Phone(app)
    signer = URLSafeSerializer(str(phone.app.secret_key), salt=rule_sets.COOKIE)
    phone.client.set_cookie(rule_sets.COOKIE, str(signer.dumps(text)))
    assert phone.get("/").status_code == 200
