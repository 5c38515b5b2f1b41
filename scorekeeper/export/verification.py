"""Checks of a document: its log is replayed, and everything that it states is compared with the result.

A file may hold anything. The answer is its content, or a `RuleError` that names the first error in it.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from scorekeeper import __version__
from scorekeeper.bookkeeper import fold_log
from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.export.describe import build_document
from scorekeeper.export.document import FORMAT, LARGEST_FILE, SCHEMA, Document
from scorekeeper.export.json_diff import join_path, show_value
from scorekeeper.export.replay import Progress, compare_values, replay_document
from scorekeeper.export.wording import tell
from scorekeeper.games.game import EDITION
from scorekeeper.store import EventStore, NewerSchema, Store, StoredAction, StoreError, TableExists, plan_host
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import SCHEMA as MOVE_SCHEMA

COMPARED = ("hands", "adjustments", "sheets", "totals", "players", "table")
"""The parts that are compared, in the order in which differences are reported: points first."""

MOST_TABLES = 1_000_000

FIRST_SCHEMA = 2
"""The form of the files of version 1.0, the first that is read."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The mark that some editors put before the text of a file."""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """A document without errors, as this program would write it, with its table and its log as the store keeps it."""

    document: Document
    ledger: Ledger
    log: tuple[StoredAction, ...]


class Header(msgspec.Struct):
    """The head of every document, whatever its schema."""

    format: Any = None
    schema: Any = None
    move_schema: Any = None
    edition: Any = None
    program: Any = None


Json = dict[str, Any]

read_header = msgspec.json.Decoder(Header).decode
read_document: Callable[[bytes], Document] = decoder(Document).decode


def import_document(
    events: EventStore,
    data: bytes,
    *,
    key: str | None = None,
    holder: str | None = None,
    progress: Progress = lambda _entry, _entries: None,
    on_known: Callable[[str], object] = lambda _table_id: None,
) -> str:
    """Check a document, store its log as a new table, and return the id of the table.

    `key` is a secret of the uploader: the same file with the same key again returns the table that it made the first
    time. `holder` is the phone that is the host of the table. `on_known` is called with the id of a table that is the
    same evening, and may raise. Raises as `check_document` does; then nothing is stored.
    """
    table_id = hashlib.sha256(key.encode() + data).hexdigest()[:12] if key else secrets.token_hex(6)
    if key and events.version(table_id) is not None:
        return table_id
    verified = check_document(data, progress)
    if (known := find_same_evening(events, verified.log)) is not None:
        on_known(known)
    with suppress(TableExists):  # the same file was imported twice at once
        extra_writes = [plan_host(table_id, holder)] if holder else []
        events.restore(table_id, verified.document.table.game, verified.log, extra_writes=extra_writes)
    return table_id


def find_same_evening(events: EventStore, log: Sequence[StoredAction]) -> str | None:
    """Return the id of a table whose actions were recorded at the same times, None where there is none."""
    first, last, times = log[0].at, log[-1].at, [action.at for action in log]
    for info in events.tables(limit=MOST_TABLES):
        if (info.created, info.changed, info.version) == (first, last, log[-1].last_version) and times == [
            action.at for action in events.load(info.table_id)
        ]:
            return info.table_id
    return None


def check_document(data: bytes, progress: Progress = lambda _entry, _entries: None) -> VerificationReport:
    """Return the document in `data` after comparing everything that it states with its log.

    Of a document of an older edition only the figures are compared. `progress` is called with the number of entries
    played, and of all. Raises `RuleError`: for a file that is no document, for the first entry that nobody can have
    recorded, and ``import.disagrees`` for the first value that the log contradicts.
    """
    document = parse_document(data)
    ledger, log, stored = replay_document(document, progress)
    try:
        described = build_document(ledger.state, log, document.exported)
        # Encoded and decoded, so that both sides are values of JSON.
        computed = read_document(encode(described))
    except Exception as error:  # an unchecked hand may raise anything
        raise RuleError("import.does_not_follow", entry=document.log[-1].version) from error
    told = to_json if document.edition == EDITION else extract_figures
    stated, right = told(document), told(computed)
    leave_out_newer_rules(msgspec.json.decode(log[0].moves[0])["rules"], stated, right)
    for part in COMPARED:
        compare_values(ledger, (part,), stated[part], right[part])
    return VerificationReport(computed, ledger, stored)


def leave_out_newer_rules(opening: Json, stated: Json, right: Json) -> None:
    """Remove house rules from `right` that are neither in the table's `opening` nor in `stated`.

    They are newer than the file, and have their defaults.
    """
    sheets = zip(stated.get("sheets", ()), right.get("sheets", ()), strict=False)
    for told, computed in ((stated["table"], right["table"]), *sheets):
        if "rules" in told:
            known = opening.keys() | told["rules"].keys()
            computed["rules"] = {key: value for key, value in computed["rules"].items() if key in known}


def parse_document(data: bytes) -> Document:
    """Return the document in `data`. Only its form is checked."""
    if len(data) > LARGEST_FILE:
        raise RuleError("import.too_large", most=LARGEST_FILE // 2**20)
    text = data.removeprefix(BYTE_ORDER_MARK)
    decode_or_refuse(bytes.decode, text)  # the decoders skip fields that they do not know
    check_header(decode_or_refuse(read_header, text))
    return decode_or_refuse(read_document, text)


T = TypeVar("T")


def decode_or_refuse(decode: Callable[[bytes], T], text: bytes) -> T:
    """Return `text` decoded. Raises `RuleError`."""
    try:
        return decode(text)
    except msgspec.ValidationError as error:
        raise find_malformed_place(str(error)) from error
    except RecursionError as error:
        raise RuleError("import.too_long") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise find_broken_place(text, str(error)) from error


def find_broken_place(text: bytes, said: str) -> RuleError:
    """Return the refusal of a text that is no JSON, with the line and the column where it could be some."""
    if text.count(b"{") > text.count(b"}") and ENDS_EARLY.search(said):
        return RuleError("import.cut_off")
    place = re.search(r"\(byte (\d+)\)|in position (\d+)", said)
    if place is None or not text.lstrip().startswith(b"{"):
        return RuleError("import.not_json")
    lines = text[: int(place[1] or place[2])].split(b"\n")
    return RuleError("import.malformed", where=f"{len(lines)}:{len(lines[-1]) + 1}")


ENDS_EARLY = re.compile("was truncated|unexpected end of data")
"""The words of msgspec and of Python for a text that stops in the middle, or with half a letter."""


FIELD_ERRORS = {"contains unknown": "import.unknown_field", "missing required": "import.missing_field"}
"""The code of a problem with a field by what msgspec says of it."""


def find_malformed_place(said: str) -> RuleError:
    """Return the refusal of a document for what msgspec has said of it, with the place in the file."""
    place = re.search(r" - at `(?:key` in `)?\$\.?(.+)`$", said, re.DOTALL)
    field = re.match(r"Object (contains unknown|missing required) field `(.*?)`(?: - at|$)", said, re.DOTALL)
    where = [place[1]] if place else []
    if field:
        return RuleError(FIELD_ERRORS[field[1]], field=join_path([*where, field[2]]))
    return RuleError("import.malformed", where=join_path(where)) if where else RuleError("import.not_ours")


def check_header(header: Header) -> None:
    """Raise `RuleError` for a file of another program, of a newer version of this one, or of one before 1.0."""
    if header.format != FORMAT or not isinstance(header.schema, int) or header.schema < 1:
        raise RuleError("import.not_ours")
    if header.program is None:
        raise RuleError("import.missing_field", field="program")
    own = {"schema": SCHEMA, "move_schema": MOVE_SCHEMA, "edition": EDITION}
    stated = {name: getattr(header, name) for name in own}
    if any(isinstance(number, int) and number > own[name] for name, number in stated.items()):
        raise RuleError("import.newer", program=show_value(header.program), own=__version__)
    if header.schema < FIRST_SCHEMA or str(header.program).startswith("0."):
        raise RuleError("import.before_1_0", program=show_value(header.program))


# --- What is compared ---


def to_json(document: Document) -> Any:
    """Return a document as dicts and lists."""
    return msgspec.json.decode(encode(document))


def extract_figures(document: Document) -> Any:
    """Return the people and points of a document, without the words of its rules, which differ between editions."""
    told = to_json(document)
    return {
        **extract_sheet_figures(told),
        "sheets": [extract_sheet_figures(sheet) for sheet in told["sheets"]],
        "players": told["players"],
        "table": {name: told["table"][name] for name in ("game", "preset", "seating", "hand_limit", "closed")},
    }


def extract_sheet_figures(sheet: Any) -> Any:
    """Return the figures of one session."""
    shared = ("number", "at", "seats", "voided", "corrections", "after_hand", "reason", "penalized")
    lines = {
        part: [
            {
                **{name: value for name, value in line.items() if name in shared},
                "gains": extract_numbers(line["gains"], "amount"),
                "standings": extract_numbers(line["standings"], "value"),
            }
            for line in sheet[part]
        ]
        for part in ("hands", "adjustments")
    }
    return {**lines, "totals": extract_numbers(sheet["totals"], "value")}


def extract_numbers(by_player: Mapping[str, Any], name: str) -> Any:
    """Return the numbers beside each player, without their words."""
    return {player: told[name] if isinstance(told, dict) else told for player, told in by_player.items()}


def find_damage(store: Store) -> Iterator[str]:
    """Yield the damage of a database, a line each: of the file itself, and of tables that cannot be replayed.

    Raises `NewerSchema`: what a newer program wrote is not damaged.
    """
    yield from store.find_damage()
    for info in store.events.tables(limit=MOST_TABLES):
        try:
            fold_log(store.events.load(info.table_id))
        except NewerSchema:
            raise
        except Exception as error:  # a damaged row may raise anything
            yield f"Table {info.table_id} cannot be replayed: {describe_damage(error)}."


def describe_damage(error: Exception) -> str:
    """Return why a log cannot be replayed, in words."""
    if isinstance(error, RuleError):
        return "; ".join(tell(each).rstrip(".") for each in error.problems)
    return str(error) if isinstance(error, StoreError | msgspec.MsgspecError) else "its moves do not follow"
