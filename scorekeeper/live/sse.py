"""Server-sent events as bytes.

An unnamed event is a frame, with its version as ``id``. ``ping`` has the seconds until the next ping, ``phones`` the
number of streams at the table; ``denied`` tells a phone that it may watch no longer.
"""

import re

NEWLINE = re.compile(r"\r\n|\r|\n")
DENIED = b"event: denied\ndata:\n\n"


def frame_event(version: int, html: str) -> bytes:
    """Return the event of a table at one version. Only CR and LF end a line of it; `str.splitlines` knows others."""
    lines = NEWLINE.sub("\n", html) if "\r" in html else html
    return b"id: %d\ndata: %b\n\n" % (version, lines.encode().replace(b"\n", b"\ndata: "))


def parse_frame_html(event: bytes) -> str:
    """Return the HTML of a `frame_event`; every line ends in LF."""
    return event.partition(b"data: ")[2][:-2].replace(b"\ndata: ", b"\n").decode()


def phones_event(count: int) -> bytes:
    """Return the event with the number of streams of a table."""
    return b"event: phones\ndata: %d\n\n" % count


def ping_event(seconds: int) -> bytes:
    """Return a ping, with the seconds until the next."""
    return b"event: ping\ndata: %d\n\n" % seconds
