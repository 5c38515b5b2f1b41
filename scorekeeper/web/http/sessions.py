"""The cookie of a phone: signed, and kept for as long as browsers allow.

The server looks up every token at each request, so that a cookie needs no expiry. The time of the signature is not
checked: after a clock was set back, earlier signatures would be of the future.
"""

import time
from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec
from flask import Flask, Request, Response
from flask import request as current
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData

COOKIE, ENCRYPTED_COOKIE = "scorekeeper", "__Host-scorekeeper"
"""The names by HTTP and by HTTPS. Browsers accept ``__Host-`` from this very host alone."""

WITHOUT_A_COOKIE = frozenset(
    {"static", "health.health", "health.version", "phone.manifest", "phone.worker", "home_screen.manifest"}
)
"""Endpoints that need no session: their answers write no cookie."""

COOKIE_LIFETIME = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie after it was last written: the longest that browsers allow."""

RENEWED_AFTER = 24 * 3600
"""Seconds after which the cookie of a returning phone is written again."""


Name = Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z_-]{1,64}$")]
"""The id of a table or a phone. It goes into queries as it is, and no database has to take other characters."""

COOKIE_FIELDS: Mapping[str, object] = {
    "tables": dict[Name, list[str]],
    "groups": dict[str, str],
    "opens": str,
    "language": str,
    "device": Name,
    "csrf_token": str,
}
"""The types of a cookie's fields. Another program with the same key may have signed other types under these names."""


class CookieSession(SecureCookieSession):
    """The content of the cookie."""

    is_due = False
    """Whether the cookie is to be written though nothing in it has changed."""


class Sessions(SecureCookieSessionInterface):
    """Reads and writes the cookie. A cookie that came by HTTPS is never sent by HTTP.

    `on_open` is called with each session that was read, before anything else reads it, and may change it.
    """

    def __init__(self, on_open: Callable[[CookieSession], None]) -> None:
        self._on_open = on_open

    def get_cookie_name(self, app: Flask) -> str:  # noqa: ARG002
        """Return the name of the cookie for this request's scheme."""
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
        self._on_open(session)
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


def drop_invalid_fields(held: object) -> dict[str, object]:
    """Return the content of a signed cookie without the fields that this program cannot read."""
    if not isinstance(held, dict):
        return {}
    return {
        key: value for key, value in held.items() if key not in COOKIE_FIELDS or is_of_kind(value, COOKIE_FIELDS[key])
    }


def is_of_kind(value: object, kind: object) -> bool:
    """Return whether a JSON value converts to a type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
