"""JSON for moves and sessions: structs as tagged objects, cards and bids as the text people write.

A value type takes part as a `scorekeeper.values.text_value`.
"""

import re
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from threading import Lock
from typing import TYPE_CHECKING, Any, dataclass_transform

import msgspec

AMOUNT = re.compile(r"-?[0-9]{1,30}(/[1-9][0-9]{0,29})?")
"""An amount. `Fraction` accepts more, such as a power of ten that takes hours to compute."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, gc=False):
    """An immutable struct, also for subclasses. msgspec enforces it; the decorator tells type checkers.

    It cannot be part of a reference cycle, so the garbage collector skips it.
    """

    if TYPE_CHECKING:

        def __init__(self) -> None: ...  # type checkers derive one from fields, but none where there are no fields


def to_text(value: object) -> object:
    """Return the JSON of a value type: "SA", "16NT", "1/3". JSON that is nested stays as it is."""
    if isinstance(value, msgspec.Raw):
        return msgspec.json.decode(value)
    if isinstance(value, Fraction) or hasattr(type(value), "parse"):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no text form")


def from_text(kind: type, text: object) -> object:
    """Return the value of type `kind` that `text` writes; an amount may be a plain whole number."""
    if kind is Rational and type(text) is int:
        return text
    if not isinstance(text, str):
        raise TypeError(f"expected text for {kind.__name__}")
    if kind in (Fraction, Rational):
        if not AMOUNT.fullmatch(text):
            raise ValueError(f"{text!r} is no amount")
        return Fraction(text)
    return parse_value(kind, text)


@lru_cache(maxsize=4096)
def parse_value(kind: Any, text: str) -> object:
    """Parse a value. Equal texts give one object: a log repeats few values many times."""
    return kind.parse(text)


def encode(value: object) -> bytes:
    """Return `value` as JSON, the same bytes for equal values."""
    plain = msgspec.to_builtins(value, enc_hook=to_text, str_keys=True, order="deterministic")
    return msgspec.json.encode(plain)


MAKING_DECODERS = Lock()
"""Held by whoever makes one. While msgspec looks at a struct for the first time, a second thread that makes a decoder
of the same struct gets it half looked at, and reading with that kills the program."""


def decoder(kind: object) -> msgspec.json.Decoder[Any]:
    """Return a decoder that checks types. It raises `msgspec.ValidationError`, or `RuleError` for a card or bid."""
    with MAKING_DECODERS:
        return msgspec.json.Decoder(kind, dec_hook=from_text)
