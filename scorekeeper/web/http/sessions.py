"""The cookie of a phone: what it holds is signed, and kept for as long as a browser keeps anything.

What it is worth is the server's to say, which looks every token up at each request. No clock is asked: it may be set
back, and what was signed before would be of the future.
"""

import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Flask, Request, Response
from flask import request as current
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData

COOKIE, ENCRYPTED_COOKIE = "scorekeeper", "__Host-scorekeeper"
"""By a plain link, and by an encrypted one, where browsers take it from this very host alone."""

WITHOUT_A_COOKIE = frozenset({"static", "health.health", "health.version", "phone.manifest", "phone.worker"})
"""Endpoints that know nobody: what they answer writes no cookie."""

COOKIE_LIFETIME = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie after it was last written; none keeps any for longer."""

RENEWED_AFTER = 24 * 3600
"""Seconds after which a phone that comes again gets it written anew."""


Name = Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z_-]{1,64}$")]
"""Of a table or a phone. A database is asked for it as it stands, and need not take every character."""

COOKIE_FIELDS: Mapping[str, Any] = {
    "tables": dict[Name, list[str]],
    "links": dict[str, dict[str, str]],
    "groups": dict[str, str],
    "ways": dict[str, str],
    "language": str,
    "device": Name,
    "csrf_token": str,
}
"""What a cookie may hold: a program may have signed it that meant something else by these words."""


class CookieSession(SecureCookieSession):
    """The content of the cookie."""

    is_due = False
    """Whether it is to be written though nothing in it has changed."""


class Sessions(SecureCookieSessionInterface):
    """Reads and writes the cookie. One that came by an encrypted link is never sent by another.

    `opened` is told of each that was read, before anything else reads it, and may change what it holds.
    """

    def __init__(self, opened: Callable[[CookieSession], None]) -> None:
        self._opened = opened

    def get_cookie_name(self, app: Flask) -> str:  # noqa: ARG002
        """The name by this request's own link."""
        return ENCRYPTED_COOKIE if current.is_secure else COOKIE

    def open_session(self, app: Flask, request: Request) -> CookieSession:
        """Return the content of the phone's cookie; an empty one where there is none or somebody else wrote it."""
        signer = self.get_signing_serializer(app)
        assert signer is not None, "the database keeps a key"
        try:
            held, written = signer.loads(request.cookies.get(self.get_cookie_name(app), ""), return_timestamp=True)
        except BadData:
            return CookieSession()
        session = CookieSession(drop_invalid_fields(held))
        session.is_due = abs(time.time() - written.timestamp()) > RENEWED_AFTER
        self._opened(session)
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie once something in it has changed, and now and then for those who come every week."""
        assert isinstance(session, CookieSession)
        if session.accessed:
            response.vary.add("Cookie")
        if not (session.modified or session.is_due) or current.endpoint in WITHOUT_A_COOKIE:
            return
        name, path = self.get_cookie_name(app), self.get_cookie_path(app)
        if session:
            text = str(self.get_signing_serializer(app).dumps(dict(session)))  # type: ignore[union-attr]
            response.set_cookie(
                name, text, COOKIE_LIFETIME, path=path, secure=current.is_secure, httponly=True, samesite="Lax"
            )
        else:
            response.delete_cookie(name, path, secure=current.is_secure, httponly=True, samesite="Lax")


def is_signed(app: Flask, cookie: str) -> bool:
    """Whether a cookie was signed by this server."""
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None, "the database keeps a key"
    try:
        signer.loads(cookie)
    except BadData:
        return False
    return True


def drop_invalid_fields(held: Any) -> dict[str, Any]:
    """Return the content of a signed cookie, as far as it has the form that this program reads."""
    if not isinstance(held, dict):
        return {}
    return {
        key: value for key, value in held.items() if key not in COOKIE_FIELDS or is_of_kind(value, COOKIE_FIELDS[key])
    }


def is_of_kind(value: Any, kind: Any) -> bool:
    """Whether a value of JSON is of a kind."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
