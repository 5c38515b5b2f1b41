"""The cookie of a phone: kept by browsers for long, judged by the server alone, whatever clocks say."""

import time
from collections.abc import Callable

import pytest
from itsdangerous import TimestampSigner, URLSafeSerializer
from werkzeug.test import Client, TestResponse

from scorekeeper.version_0.cookies import OLD_NAME
from scorekeeper.web.http.sessions import COOKIE, COOKIE_LIFETIME, ENCRYPTED_COOKIE, RENEWED_AFTER, Sessions
from scorekeeper.web.setup import rule_sets
from tests.web.phones import Phone, Table

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


def test_no_business_of_scripts_or_of_other_sites(table: Table) -> None:
    cookie = table.host.client.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.path, cookie.secure) == (True, "Lax", "/", False)


def test_a_seat_outlives_the_browser_whatever_the_clock_of_the_server_says(phone: Phone) -> None:
    """Browsers reckon Max-Age by their own clock, and prefer it to a date, which might be past already."""
    (written,) = cookies(phone.post("/language", {"language": "ko"}))
    assert f"Max-Age={COOKIE_LIFETIME}" in written


@pytest.mark.parametrize("seconds", [HOUR, 30 * YEAR, -HOUR, -10 * YEAR])
def test_a_clock_that_was_wrong_locks_nobody_out(table: Table, clock: Clock, seconds: float) -> None:
    clock(seconds)
    dan = table.take_seat(4)
    clock(0)
    assert dan.get(table.path).status_code == 200
    assert dan.post(f"{table.path}/record/start_hand", {"version": table.version}).status_code == 303


def test_who_plays_every_week_is_never_forgotten(table: Table, clock: Clock) -> None:
    """Written anew once a day, and not at every tap."""
    clock(-RENEWED_AFTER - HOUR)
    dan = table.take_seat(4)
    clock(0)
    assert [each.partition("=")[0] for each in cookies(dan.get(table.path))] == [COOKIE]
    assert cookies(dan.get(table.path)) == []


def test_files_never_carry_a_cookie(table: Table, clock: Clock) -> None:
    clock(-RENEWED_AFTER - HOUR)
    dan = table.take_seat(4)
    clock(0)
    assert cookies(dan.get("/static/page/keys.js")) == []


def test_a_phone_of_an_earlier_edition_keeps_its_seat(table: Table) -> None:
    dan = table.take_seat(4)
    held = value(dan.client)
    assert held is not None
    dan.client.delete_cookie(COOKIE)
    dan.client.set_cookie(OLD_NAME, held)
    assert dan.get(table.path).status_code == 200
    assert value(dan.client) is not None
    assert value(dan.client, OLD_NAME) is None


def test_another_program_on_the_same_host_keeps_its_own(phone: Phone) -> None:
    phone.client.set_cookie(OLD_NAME, "eyJ1c2VyIjo3fQ.somebody.elses")
    phone.post("/language", {"language": "ko"})
    assert value(phone.client, OLD_NAME) == "eyJ1c2VyIjo3fQ.somebody.elses"
    assert value(phone.client) is not None


def test_by_an_encrypted_link_it_belongs_to_this_host_alone(phone: Phone) -> None:
    (written,) = cookies(phone.client.get("/", base_url="https://cards.example"))
    assert written.startswith(f"{ENCRYPTED_COOKIE}=")
    assert "Secure" in written
    assert "Domain" not in written


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


@pytest.mark.parametrize("value", ODD, ids=repr)
@pytest.mark.parametrize("key", ["tables", "links", "language", "device", "csrf_token"])
def test_what_another_program_signed_is_no_mistake_of_this_one(table: Table, key: str, value: object) -> None:
    """Unknown fields are dropped; the others of the cookie stay good."""
    with table.host.client.session_transaction() as session:
        session[key] = value
    for path in (*FREE, table.path, f"{table.path}/links"):
        assert table.host.get(path).status_code == (403 if key == "device" and path not in FREE else 200), path
    form = {"version": table.version, "name": "Fay", "csrf_token": "x"}
    assert table.host.client.post(f"{table.path}/people/join", data=form).status_code in (400, 403)


@pytest.mark.parametrize("held", [[], "x", None, [["tables", {}]]], ids=repr)
def test_a_signed_cookie_that_is_no_list_of_names_holds_nothing(table: Table, held: object) -> None:
    sessions = table.app.session_interface
    assert isinstance(sessions, Sessions)
    signer = sessions.get_signing_serializer(table.app)
    assert signer is not None
    table.host.client.set_cookie(COOKIE, str(signer.dumps(held)))
    assert table.host.get("/").status_code == 200
    assert table.host.get(table.path).status_code == 403


@pytest.mark.parametrize(
    "text", ["x", "null", "7", "[7]", "[null]", '[{"game": 7}]', '[["game"]]', '{"game": "mighty"}']
)
def test_kept_rule_sets_that_cannot_be_read_are_none(phone: Phone, text: str) -> None:
    signer = URLSafeSerializer(str(phone.app.secret_key), salt=rule_sets.COOKIE)
    phone.client.set_cookie(rule_sets.COOKIE, str(signer.dumps(text)))
    assert phone.get("/").status_code == 200
