"""Cookies that have passed every check, by the fingerprints of the requests that sent them.

A cookie and the CSRF token in the header beside it are signed: the same bytes need no second check of their signatures
as long as the server has its key. Every tap must send that token; the rights behind a cookie are looked up at each
request all the same.
"""

import hashlib
from collections.abc import Mapping

from flask_wtf.csrf import validate_csrf

from scorekeeper.values import RecentValues
from scorekeeper.web.http.bodies import Message

PHONES_IN_MEMORY = 4_000

TOKEN = b"x-csrftoken"
CHECKED_HEADERS = (b"host", b"cookie", TOKEN, b"referer")
"""The headers that the check of a tap reads, besides the scheme of the address."""

READER_VARIABLES = ("wsgi.url_scheme", "HTTP_HOST", "HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE")
"""The variables of a request that say who reads, and in which language."""


class VerifiedCookies(RecentValues[bytes, Mapping[str, object]]):
    """The contents of the cookies of phones whose taps have passed every check."""

    def __init__(self) -> None:
        super().__init__(PHONES_IN_MEMORY)

    def remember(self, scope: Message, cookie: Mapping[str, object]) -> None:
        """Remember the content of the cookie of this request, given as `scope` too, which has passed every check.

        The check of a form takes a token in the form itself before that of the header, so the header is checked here:
        otherwise one form with a token would let through later ones without.
        """
        if (fingerprint := request_fingerprint(scope)) and is_token_valid(dict(scope["headers"])[TOKEN]):
            self.keep(fingerprint, device_fields(cookie))

    def cookie(self, scope: Message) -> Mapping[str, object] | None:
        """Return the content of a request's cookie, None where it has to be checked."""
        fingerprint = request_fingerprint(scope)
        return self.get(fingerprint) if fingerprint else None


def device_fields(cookie: Mapping[str, object]) -> Mapping[str, object]:
    """Return the part of a cookie that names its phone, and the tokens that the database does not hold yet."""
    return {name: cookie[name] for name in ("device", "tables") if name in cookie}


def is_token_valid(token: bytes) -> bool:
    """Return whether a header's CSRF token is that of the session of the request being answered."""
    try:
        validate_csrf(token.decode("latin-1"))
    except ValueError:  # the library raises its own kind, of a library that it uses itself
        return False
    return True


def request_fingerprint(scope: Message) -> bytes | None:
    """Return the fingerprint of what a check reads of a request; None without a token or with a header twice."""
    pairs = scope.get("headers", ())
    headers = dict(pairs)
    if not headers.get(TOKEN) or len(headers) < len(pairs):
        return None
    read = (str(scope.get("scheme")).encode(), *(headers.get(name, b"") for name in CHECKED_HEADERS))
    return hashlib.sha256(b"\n".join(read)).digest()  # no header has an end of line in it


def reader_fingerprint(environ: Mapping[str, object]) -> bytes:
    """Return the fingerprint of the reader of a request, given as WSGI variables, and of the language."""
    return hashlib.sha256("\n".join(str(environ.get(name, "")) for name in READER_VARIABLES).encode()).digest()
