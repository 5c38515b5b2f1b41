"""What streams send: server-sent events as bytes.

An unnamed event is a frame, with its version as ``id``. ``ping`` says within how many seconds the next ping will come,
``phones`` how many streams the table has, ``denied`` that this one may watch no longer.
"""

import re

NEWLINE = re.compile(r"\r\n|\r|\n")
DENIED = b"event: denied\ndata:\n\n"


def frame_event(version: int, html: str) -> bytes:
    """A table at one version."""
    return f"id: {version}\n".encode() + encode_data(html)


def html_of(event: bytes) -> str:
    """The HTML of a `frame_event`; every line ends in LF."""
    return event.partition(b"data: ")[2][:-2].replace(b"\ndata: ", b"\n").decode()


def phones_event(count: int) -> bytes:
    """How many streams a table has."""
    return f"event: phones\ndata: {count}\n\n".encode()


def ping_event(seconds: int) -> bytes:
    """That the stream lives, and within how many seconds the next of these will come."""
    return f"event: ping\ndata: {seconds}\n\n".encode()


def encode_data(text: str) -> bytes:
    r"""The data of an event, and its end. Only CR and LF end its lines; `str.splitlines` knows others as well."""
    return b"".join(b"data: " + line.encode() + b"\n" for line in NEWLINE.split(text)) + b"\n"
