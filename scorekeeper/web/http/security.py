"""Protection of the server and its visitors: the headers of every answer, and the limits on requests."""

from collections.abc import Mapping
from ipaddress import ip_address, ip_network

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import RateLimitItemPerMinute
from werkzeug.exceptions import TooManyRequests

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

GUESSABLE = "60 per minute"
"""Links and seats: tokens have 128 bits, so this only keeps a log from filling up."""

WRONG_CODES, WRONG_CODES_OF_A_NETWORK = "5 per minute", "60 per minute"
"""Codes of a table that there is not, by phone and by network.

A party behind one router mistypes, and nobody's typos lock the others out. Phones can be made up, so what keeps codes
from being found by trying is the network's: of the 32 to the power of 6 there are, a guesser tries 43,000 in 12 hours.
"""

CLAIMS = "12 per minute"
"""Asking for a seat that another phone holds: each shows on every phone at the table."""

EXPENSIVE = "20 per minute"
"""New tables and imports."""

ENCRYPTED_ONLY = "max-age=31536000"
"""Whoever has come by an encrypted link comes by no other for a year; of other hosts of the domain nothing is said."""

HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": POLICY,
    # Told to this site alone, and to it always: behind an encrypting proxy, forms without a Referer count as forged.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""What every answer says: no inline script, no framing, no guessing of types, no address with a token told."""

ENCRYPTED = {**HEADERS, "Strict-Transport-Security": ENCRYPTED_ONLY}
STATIC_FILE_HEADERS = ("X-Content-Type-Options", "Strict-Transport-Security")

TAPS = RateLimitItemPerMinute(600, 10)
"""What one phone records: an evening card by card is a third of it. A script could fill the disk."""


def client_network() -> str:
    """The network that a request comes from: whoever has one IPv6 address has 2 to the power of 64."""
    address = ip_address(get_remote_address())
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


limiter = Limiter(client_network, storage_uri="memory://", headers_enabled=False)


def count_tap(device: str | None) -> None:
    """Count what a phone is about to record. Raises `TooManyRequests` where that is too much.

    Eight phones behind one router share its address; only one that has no name yet is known by it.

    Asked of the counter itself: a limit of a view is looked up anew at each request, which takes longer than the tap's
    own rules do.
    """
    if limiter.enabled and not limiter.limiter.hit(TAPS, "tap", device or client_network()):
        raise TooManyRequests


def init_app(app: Flask) -> None:
    """Set the limits, which RATELIMIT_ENABLED = False turns off, and add the headers to every answer."""
    limiter.init_app(app)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Put into an answer what browsers have to know of it.

    A static file is no document: what speaks of pages stays away from twenty files of a first load.
    """
    headers = ENCRYPTED if request.is_secure else HEADERS
    if request.endpoint == "static" and response.status_code < 400:
        headers = {name: headers[name] for name in STATIC_FILE_HEADERS if name in headers}
        headers["Content-Security-Policy"] = "default-src 'none'"
    for name, value in headers.items():
        response.headers[name] = value
    return response
