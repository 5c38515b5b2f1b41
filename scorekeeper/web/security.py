"""Headers that every answer carries."""

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def init_app(app: Flask) -> None:
    """Add the headers to every answer."""
    app.session_interface = Sessions()
    app.after_request(protect)


class Sessions(SecureCookieSessionInterface):
    """A cookie that came by an encrypted link is never sent by another. At home there is none that is encrypted."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether this request's own link is encrypted."""
        return request.is_secure


def protect(response: Response) -> Response:
    """No inline script, no framing, no guessing of types, and no address with a token told to anyone."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    # Told to this site alone, and to it always: behind an encrypting proxy, forms without a Referer count as forged.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if request.endpoint != "static" or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response
