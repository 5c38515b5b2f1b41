"""Protection of the server and its visitors: the headers of every answer, and the limits on requests."""

import time
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_network
from math import ceil
from threading import Lock
from typing import Any

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web.http.proxies import parse_address

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

WRONG_CODES, WRONG_CODES_OF_A_NETWORK = RateLimitItemPerMinute(5), RateLimitItemPerHour(60)
"""Limits on wrong codes, for each phone and for each network. Beyond them no code is looked at.

A try whose answer depends on the code is a guess, and counts for all (see `CODE_LENGTHS`). One that is refused must
cost only who made it, so it says nothing, not even of a right code. Whoever mistypes five times waits a minute at most,
and phones beside it wait for nothing. One network cannot make codes longer: it has 780 judged in twelve hours.
"""

CODE_LENGTHS: Mapping[int, RateLimitItem] = {6: RateLimitItemPerHour(1_000, 12), 8: RateLimitItemPerHour(1_000_000, 12)}
"""How many wrong codes of all networks may come in twelve hours before codes of a length are worth nothing.

Every table then shows a longer one. A character is one of 32, and a code lasts twelve hours, which may be parts of two
periods. So of 32 to the power of 6, or 1.07 billion, codes at most 2,000 are tried: whoever tries them all finds one
code with a chance of 1 in 530,000, and one of a hundred with 1 in 5,300. A million tries of eight characters have the
same chance. A server that judges a thousand codes a second tries 43 million of ten characters in twelve hours, which
find one of a hundred codes with a chance of 1 in 260,000. A table has one code to join, and one for its television
from the moment somebody asks for that: with both, each chance is twice as large.
"""

LONGEST_CODE = 10

CLAIMS = "12 per minute"
"""Asking for a seat that another phone holds: each shows on every phone at the table."""

EXPENSIVE = "20 per minute"
"""New tables and imports."""

ENCRYPTED_ONLY = "max-age=31536000"
"""Browsers use HTTPS alone for a year after a visit by HTTPS; subdomains are not included."""

HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": POLICY,
    # This site needs the Referer: behind an encrypting proxy, forms without one count as forged.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""The headers of every answer: no inline script, no framing, no MIME sniffing, no Referer to other sites."""

ENCRYPTED = {**HEADERS, "Strict-Transport-Security": ENCRYPTED_ONLY}
STATIC_FILE_HEADERS = ("X-Content-Type-Options", "Strict-Transport-Security")

TAPS = RateLimitItemPerMinute(600, 10)
"""The taps of one phone: 600 in ten minutes, three times as many as card by card. A script could fill the disk."""


def client_network() -> str:
    """Return the network of the client of the request being answered."""
    return network_of(get_remote_address())


@lru_cache(maxsize=4_000)
def network_of(address: str) -> str:
    """Return the network of an address: of IPv4 the address itself, of IPv6 its /64, which is one household's."""
    parsed = parse_address(address)
    if parsed is None:  # a socket of the system has no address
        return address
    return str(ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


class LockedMemory(MemoryStorage):
    """Counters in memory, of which one thread at a time counts.

    The library's own starts one timer twice where two threads count at once (alisaifee/limits, issue 26): the request
    of the second, which may have recorded a tap, ends in an error.
    """

    STORAGE_SCHEME = ["locked-memory"]  # noqa: RUF012  (the library declares it so)

    def __init__(self, *args: Any, **options: Any) -> None:
        self._counting = Lock()
        super().__init__(*args, **options)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, and return how much was counted."""
        with self._counting:
            return super().incr(key, expiry, amount)


limiter = Limiter(client_network, storage_uri="locked-memory://", headers_enabled=False)


def check_taps(device: str | None) -> None:
    """Refuse a tap of a phone that has recorded too many. Raises `TooManyRequests`.

    A phone without a name is counted by its network, which phones behind one router share. The limiter's own decorator
    looks up the limits of a view at each request, which takes longer than the rules of the tap, so its counter is
    called directly.
    """
    phone = device or client_network()
    if limiter.enabled and not limiter.limiter.test(TAPS, "tap", phone):
        raise TooManyRequests(retry_after=seconds_until_reset(TAPS, "tap", phone))


def count_tap(device: str | None) -> None:
    """Count a recorded tap against the limit of its phone."""
    if limiter.enabled:
        limiter.limiter.hit(TAPS, "tap", device or client_network())


def seconds_until_reset(limit: RateLimitItem, *identifiers: str) -> int:
    """Return after how many seconds, at least one, a counter begins anew."""
    reset = limiter.limiter.get_window_stats(limit, *identifiers).reset_time
    return max(ceil(reset - time.time()), 1)


def find_waiting_time(error: TooManyRequests) -> int | None:
    """Return the seconds after which a refused request may come again, None where the refusal does not know."""
    if isinstance(error.retry_after, int):
        return error.retry_after
    return max(ceil(limiter.current_limit.reset_at - time.time()), 1) if limiter.current_limit else None


def code_length() -> int:
    """Return the number of characters that a code must have now (see `CODE_LENGTHS`)."""
    if not limiter.enabled:
        return min(CODE_LENGTHS)
    allowed = (length for length, limit in CODE_LENGTHS.items() if limiter.limiter.test(limit, "wrong codes"))
    return next(allowed, LONGEST_CODE)


def code_lengths() -> tuple[int, ...]:
    """Return the lengths that codes have now or may have later."""
    return (*CODE_LENGTHS, LONGEST_CODE)


class TooManyCodes(TooManyRequests):
    """A phone, or its network, has tried too many wrong codes: none is looked at for now."""


def check_code_tries(phone: str) -> None:
    """Raise `TooManyCodes` once there were too many wrong codes of a phone, or of its network."""
    many = [(limit, who) for limit, who in try_counters(phone) if not limiter.limiter.test(limit, "wrong code", who)]
    if many:
        raise TooManyCodes(retry_after=max(seconds_until_reset(limit, "wrong code", who) for limit, who in many))


def count_wrong_code(phone: str) -> None:
    """Count a wrong code that was looked at: of a phone, of its network, and of all."""
    for limit, who in try_counters(phone):
        limiter.limiter.hit(limit, "wrong code", who)
    if limiter.enabled and (of_all := CODE_LENGTHS.get(code_length())):
        limiter.limiter.hit(of_all, "wrong codes")


def try_counters(phone: str) -> tuple[tuple[RateLimitItem, str], ...]:
    """Return the counters of the wrong codes of a phone and of its network; none where nothing is limited."""
    return ((WRONG_CODES, phone), (WRONG_CODES_OF_A_NETWORK, client_network())) if limiter.enabled else ()


def init_app(app: Flask) -> None:
    """Set the limits, which RATELIMIT_ENABLED = False turns off, and add the headers to every answer."""
    limiter.init_app(app)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Add the security headers to a response.

    A static file is no document, so headers about documents are left out of the twenty files of a first load.
    """
    headers = ENCRYPTED if request.is_secure else HEADERS
    if request.endpoint == "static" and response.status_code < 400:
        headers = {name: headers[name] for name in STATIC_FILE_HEADERS if name in headers}
        headers["Content-Security-Policy"] = "default-src 'none'"
    for name, value in headers.items():
        response.headers[name] = value
    return response
