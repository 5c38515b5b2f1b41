"""The admission to streams: the audience of a phone, and cached checks of phones that come again."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from scorekeeper.live import Audience
from scorekeeper.web.board import stream
from scorekeeper.web.http import sessions
from scorekeeper.web.http.asgi import OutdatedPage
from tests.cases import require
from tests.web.phones import Table

Asked = Mapping[str, Any]


def request_of(table: Table, query: str = "", **headers: str) -> dict[str, Any]:
    """The request for a stream by the host's phone, as WSGI variables."""
    cookie = require(table.host.client.get_cookie(sessions.COOKIE))
    sent = {"HTTP_HOST": "localhost", "HTTP_COOKIE": f"{sessions.COOKIE}={cookie.value}", **headers}
    address = {"REQUEST_METHOD": "GET", "PATH_INFO": f"/live/{table.id}", "QUERY_STRING": query, "SCRIPT_NAME": ""}
    server = {"wsgi.url_scheme": "http", "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    return {**address, **server, **sent}


@pytest.fixture
def admit(app: Flask) -> Callable[[Asked, str], tuple[Audience, Callable[[], bool]] | None]:
    services = app.extensions["scorekeeper"]
    return stream.build_admission(app, services.grants, services.books)


def audience(admitted: tuple[Audience, Callable[[], bool]] | None) -> Audience:
    assert admitted
    return admitted[0]


def test_a_phone_is_let_in_again_without_its_cookie_read(
    table: Table, admit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = request_of(table, HTTP_ACCEPT_LANGUAGE="ko")
    first = audience(admit(asked, table.id))
    assert first.language == "ko"
    assert audience(admit(request_of(table, HTTP_ACCEPT_LANGUAGE="en"), table.id)).language == "en"
    monkeypatch.setattr(sessions.Sessions, "open_session", lambda *_: pytest.fail("read again"))
    assert audience(admit(asked, table.id)) == first
    assert audience(admit({**asked, "QUERY_STRING": "view=sheet"}, table.id)).role == "sheet"


def test_what_a_known_phone_may_is_looked_up_each_time(table: Table, admit: Any, app: Flask) -> None:
    asked = request_of(table)
    assert admit(asked, table.id)
    with pytest.raises(OutdatedPage):
        admit({**asked, "QUERY_STRING": "program=0"}, table.id)
    invitations = app.extensions["scorekeeper"].invitations
    before = dict(invitations._addresses)
    stranger = {**request_of(table), "HTTP_COOKIE": "", "HTTP_HOST": "elsewhere.example"}
    assert admit(stranger, table.id) is None
    assert dict(invitations._addresses) == before
    grants = app.extensions["scorekeeper"].grants
    for kind in ("host", "seat"):
        grants.revoke_kinds(table.id, [kind])
    assert admit(asked, table.id) is None
