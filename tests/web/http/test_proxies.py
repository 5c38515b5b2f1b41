"""Client, scheme and host by the headers of named proxies alone, on pages and streams alike."""

from collections.abc import Iterator, Mapping
from http.client import HTTPResponse
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.web.http.asgi import asgi_application
from scorekeeper.web.http.proxies import apply_proxy_headers, parse_networks
from scorekeeper.web.http.sessions import COOKIE, ENCRYPTED_COOKIE
from tests.cases import for_each
from tests.server_thread import ServerThread
from tests.web.conftest import MakeApp
from tests.web.pages import parse
from tests.web.phones import Table, open_table

PHONE, OTHER, PROXY, FRONT = "203.0.113.9", "198.51.100.7", "10.0.0.2", "10.0.0.1"
HERE = ("http", "server.local")

TOLD = [
    # peer, what it tells, (who asks, by which link, at which host)
    (PROXY, {"For": PHONE, "Proto": "https", "Host": "cards.example"}, (PHONE, "https", "cards.example")),
    (PROXY, {"For": PHONE}, (PHONE, *HERE)),
    (PROXY, {"For": "2001:db8::7"}, ("2001:db8::7", *HERE)),
    (PROXY, {"For": "[2001:db8::7]:4711"}, ("2001:db8::7", *HERE)),
    (PROXY, {"For": f"{PHONE}:4711"}, (PHONE, *HERE)),
    (f"::ffff:{PROXY}", {"For": f"::ffff:{PHONE}"}, (PHONE, *HERE)),
    (PROXY, {"Host": "cards.example:8443"}, (PROXY, "http", "cards.example:8443")),
    (PROXY, {"Host": "[2001:db8::1]:8443"}, (PROXY, "http", "[2001:db8::1]:8443")),
    # what a phone writes itself stands before what the proxy adds
    (PROXY, {"For": f"{OTHER}, {PHONE}"}, (PHONE, *HERE)),
    (PROXY, {"For": f"{PHONE}, {FRONT}"}, (PHONE, *HERE)),
    (PROXY, {"For": f"{OTHER}, {PHONE}, {FRONT}, {PROXY}"}, (PHONE, *HERE)),
    (PROXY, {"For": f"nobody, {FRONT}"}, (FRONT, *HERE)),
    (PROXY, {"Proto": "http, https", "Host": "evil.example, cards.example"}, (PROXY, "https", "cards.example")),
    # what says nothing
    (PROXY, {"For": "unknown", "Proto": "gopher", "Host": "cards.example/evil?"}, (PROXY, *HERE)),
    (PROXY, {"For": "", "Proto": "", "Host": ""}, (PROXY, *HERE)),
    # anyone else
    (PHONE, {"For": OTHER, "Proto": "https", "Host": "evil.example"}, (PHONE, *HERE)),
    ("2001:db8::7", {"For": OTHER, "Proto": "https", "Host": "evil.example"}, ("2001:db8::7", *HERE)),
]  # fmt: skip


@for_each(*TOLD)
def test_what_is_told_is_put_into_the_request(peer: str, told: Mapping[str, str], expected: tuple[str, ...]) -> None:
    headers = [(f"x-forwarded-{name}".lower().encode(), value.encode()) for name, value in told.items()]
    kept = [(b"host", b"server.local"), (b"cookie", b"a=b")]
    scope: dict[str, Any] = {"client": (peer, 4711), "scheme": "http", "headers": [*kept, *headers]}
    apply_proxy_headers(scope, parse_networks("10.0.0.0/24"))
    after = dict(scope["headers"])
    assert (scope["client"][0], scope["scheme"], after[b"host"].decode()) == expected
    assert after.keys() == {b"host", b"cookie"}, "nothing further in can believe what is not there"


@for_each(header=["forwarded", "x-real-ip", "x-forwarded-port", "x-forwarded-prefix"], peer=[PHONE, PROXY])
def test_what_is_told_otherwise_goes_no_further(header: str, peer: str) -> None:
    scope: dict[str, Any] = {"client": (peer, 1), "scheme": "http", "headers": [(header.encode(), b"203.0.113.9")]}
    apply_proxy_headers(scope, parse_networks(PROXY))
    assert (scope["client"], scope["headers"]) == ((peer, 1), [])


def test_a_way_over_several_lines_is_one_way_and_no_proxy_believed_unnamed() -> None:
    lines = [(b"x-forwarded-for", OTHER.encode()), (b"x-forwarded-for", PHONE.encode())]
    scope: dict[str, Any] = {"client": (PROXY, 1), "scheme": "http", "headers": lines}
    apply_proxy_headers(scope, parse_networks(PROXY))
    assert scope["client"][0] == PHONE
    assert parse_networks("") == ()
    assert [str(network) for network in parse_networks("127.0.0.1, ::1,10.0.0.0/8")] == [
        *("127.0.0.1/32", "::1/128", "10.0.0.0/8"),
    ]  # fmt: skip
    for wrong in ("localhost", "10.0.0.1/8", "*", "1"):
        with pytest.raises(ValueError, match=wrong.replace("*", r"\*")):
            parse_networks(wrong)


class ProxiedPhone:
    """A phone beyond a proxy: what it asks comes from this machine, with what the proxy tells of it."""

    def __init__(self, server: ServerThread, **told: str) -> None:
        self.server = server
        self.told = {f"X-Forwarded-{name.title()}": value for name, value in told.items()}
        self.cookies: SimpleCookie = SimpleCookie()

    def ask(self, method: str, path: str, form: Mapping[str, object] | None = None, **more: str) -> HTTPResponse:
        cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        headers = {"Cookie": cookies, **kind, **self.told, **more}
        answer = self.server.request(method, path, headers=headers, body=urlencode(form or {}))
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self.cookies.load(cookie)
        return answer

    def token(self) -> str:
        page = parse(self.ask("GET", "/").read().decode())
        return next(page.all("input", name="csrf_token")).attributes["value"]


@pytest.fixture
def table(make_app: MakeApp) -> Table:
    return open_table(make_app())


def serve_behind(app: Flask, trusted: str) -> ServerThread:
    services = app.extensions["scorekeeper"]
    return ServerThread(lambda: (asgi_application(app, parse_networks(trusted)), services.hub))


@pytest.fixture
def behind(table: Table) -> Iterator[ServerThread]:
    """A server whose proxies are on this machine."""
    with serve_behind(table.app, "127.0.0.0/8") as server:
        yield server


@pytest.fixture
def alone(table: Table) -> Iterator[ServerThread]:
    """A server whose proxies are elsewhere."""
    with serve_behind(table.app, "192.0.2.0/24") as server:
        yield server


ENCRYPTED = {"for": PHONE, "proto": "https", "host": "cards.example"}


def test_forms_work_behind_an_encrypting_proxy(behind: ServerThread, table: Table) -> None:
    """The cookie is for this host by encrypted links alone, and forms come from its own pages; so with streams."""
    phone = ProxiedPhone(behind, **ENCRYPTED)
    join = table.links()[1].partition("/l/")[2]
    answer = phone.ask("GET", f"/l/{join}")
    assert (answer.status, list(phone.cookies)) == (302, [ENCRYPTED_COOKIE])
    assert phone.cookies[ENCRYPTED_COOKIE]["secure"]
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    form = {"csrf_token": phone.token(), "language": "ko"}
    assert phone.ask("POST", "/language", form, Referer="https://cards.example/").status == 302
    for elsewhere in ({}, {"Referer": "https://evil.example/"}, {"Referer": "http://cards.example/"}):
        assert phone.ask("POST", "/language", form, **elsewhere).status == 400
    stream = phone.ask("GET", f"/live/{table.id}")
    assert (stream.status, stream.readline()) == (200, b"event: phones\n")
    assert table.services.invitations.address(table.id) == "https://cards.example"


def test_nobody_else_is_believed(alone: ServerThread, table: Table) -> None:
    """The same words from a phone itself."""
    phone = ProxiedPhone(alone, **ENCRYPTED)
    answer = phone.ask("GET", "/")
    assert "Strict-Transport-Security" not in answer.headers
    form = {"csrf_token": phone.token(), "language": "ko"}
    assert phone.ask("POST", "/language", form).status == 302, "by a plain link a form needs no Referer"
    assert list(phone.cookies) == [COOKIE]
    phone.ask("GET", f"/l/{table.links()[1].partition('/l/')[2]}")
    assert phone.ask("GET", f"/live/{table.id}").status == 200
    assert "cards.example" not in table.services.invitations.address(table.id)


@pytest.mark.parametrize(("trusted", "last"), [("127.0.0.1", 422), ("192.0.2.1", 429)], ids=["proxy", "phone"])
def test_limits_count_whoever_asks(limited_app: Flask, trusted: str, last: int) -> None:
    """Behind a proxy each phone counts for itself; without one, nobody is somebody else by saying so."""
    with serve_behind(limited_app, trusted) as server:
        statuses = [
            ProxiedPhone(server, **{"for": f"203.0.113.{number}"}).ask("GET", "/l/guess").status for number in range(61)
        ]
    assert statuses == [422] * 60 + [last]
