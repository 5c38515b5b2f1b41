"""Checking a document: its log is replayed, and everything it states is compared with what the log makes.

A file comes from anywhere. Whatever it holds, the answer is what it says or a `RuleError` that names the first
thing wrong with it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from scorekeeper import __version__
from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.export.describe import actions_of, describe
from scorekeeper.export.differences import differences
from scorekeeper.export.document import FORMAT, LARGEST_FILE, SCHEMA, Document
from scorekeeper.export.places import place, shown
from scorekeeper.export.replay import replay
from scorekeeper.store import CURRENT_SCHEMA, Record
from scorekeeper.table.ledger import Ledger

COMPARED = ("hands", "adjustments", "totals", "players", "table")
"""What is compared, in the order in which disagreements are told: the points come first."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some editors put it before what they save."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A document that is right, as this program would write it; its table, and its log as the store keeps it."""

    document: Document
    ledger: Ledger
    records: tuple[Record, ...]


class Header(msgspec.Struct):
    """What every document says of itself, whatever its schema."""

    format: Any = None
    schema: Any = None
    event_schema: Any = None
    program: Any = None


read_header = msgspec.json.Decoder(Header).decode
read_document: Callable[[bytes], Document] = decoder(Document).decode


def check(data: bytes) -> Verified:
    """The document in `data`, with every rule, step, payment and balance in it found to be what its log makes.

    Raises `RuleError`: for a file that is no such document, for the first entry of the log that is against the
    rules, and ``import.disagrees`` for the first value that the log contradicts.
    """
    document = parse(data)
    ledger, records = replay(document)
    described = describe(ledger.state, actions_of(records), document.exported)
    # Written and read once more, so that both sides are what JSON can hold.
    computed = read_document(encode(described))
    compare(document, computed)
    return Verified(computed, ledger, records)


def parse(data: bytes) -> Document:
    """The document in `data`, by its form alone."""
    if len(data) > LARGEST_FILE:
        raise RuleError("import.too_large", most=LARGEST_FILE // 2**20)
    text = data.removeprefix(BYTE_ORDER_MARK)
    decoded(bytes.decode, text)  # the decoders pass over what they do not look for
    check_header(decoded(read_header, text))
    return decoded(read_document, text)


T = TypeVar("T")


def decoded(decode: Callable[[bytes], T], text: bytes) -> T:
    """What `decode` makes of `text`. Raises `RuleError`."""
    try:
        return decode(text)
    except msgspec.ValidationError as error:
        where = re.search(r" - at `(?:key` in `)?\$\.?(.+)`$", str(error))
        if where is None:
            raise RuleError("import.not_ours") from error
        raise RuleError("import.malformed", where=where[1]) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError("import.not_json") from error


def check_header(header: Header) -> None:
    """Refuse what is not from here, or from a newer program."""
    if header.format != FORMAT or not isinstance(header.schema, int) or header.schema < 1:
        raise RuleError("import.not_ours")
    newer_events = isinstance(header.event_schema, int) and header.event_schema > CURRENT_SCHEMA
    if header.schema > SCHEMA or newer_events:
        raise RuleError("import.newer", program=shown(header.program), own=__version__)


def compare(document: Document, computed: Document) -> None:
    """Raise ``import.disagrees`` for the first value of `document` that is not as `computed`."""
    names = {player.number: player.name for player in computed.players}
    for part in COMPARED:
        stated, right = (msgspec.json.decode(encode(getattr(each, part))) for each in (document, computed))
        for path, said, made in differences((part,), stated, right):
            raise RuleError("import.disagrees", where=place(path, names), stated=shown(said), computed=shown(made))
