"""Phones whose cookie and CSRF token have been checked, by the exact bytes that they sent.

What a cookie says is signed, and so is the token beside it: who sends the same once more need not be checked again as
long as the server has its key. What the links in a cookie are worth is looked up at each request all the same.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from scorekeeper.web.bodies import Message

PHONES_IN_MEMORY = 4_000

CHECKED = (b"host", b"cookie", b"x-csrftoken", b"referer")
"""The headers that a check reads, besides the scheme of the address."""


class CheckedPhones:
    """What the cookies of phones hold that have passed every check. Safe to call from several threads."""

    def __init__(self) -> None:
        self._cookies: OrderedDict[bytes, Mapping[str, Any]] = OrderedDict()
        self._lock = Lock()

    def remember(self, scope: Message, cookie: Mapping[str, Any]) -> None:
        """The request in `scope` has passed; `cookie` is what its cookie holds."""
        mark = mark_of(scope)
        if mark is None:
            return
        with self._lock:
            self._cookies[mark] = {name: cookie[name] for name in ("tables", "device") if name in cookie}
            self._cookies.move_to_end(mark)
            if len(self._cookies) > PHONES_IN_MEMORY:
                self._cookies.popitem(last=False)

    def cookie(self, scope: Message) -> Mapping[str, Any] | None:
        """What the cookie of a request holds, None where it has to be checked."""
        mark = mark_of(scope)
        return self._cookies.get(mark) if mark else None


def mark_of(scope: Message) -> bytes | None:
    """What tells requests apart that a check might tell apart; None where nobody can say, or a header stands twice."""
    pairs = scope.get("headers", ())
    headers = dict(pairs)
    if not headers or len(headers) < len(pairs):
        return None
    read = (str(scope.get("scheme")).encode(), *(headers.get(name, b"") for name in CHECKED))
    return hashlib.sha256(b"\n".join(read)).digest()  # no header has an end of line in it
