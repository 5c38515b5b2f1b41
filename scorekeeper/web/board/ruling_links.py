"""The address of a ruling: it holds what happened, signed, so that nobody can make one up."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import Any

import msgspec
from flask import current_app, url_for
from itsdangerous import BadSignature, Signer

from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.table.disputes import (
    Dispute,
    dispute_about_refusal,
    dispute_decoder,
)
from scorekeeper.table.state import TableState

LONGEST = 8_000
"""The characters of an address: a hand card by card of any game takes some 1,500."""

LARGEST = 200_000
"""The bytes of what it holds."""


def ruling_signer() -> Signer:
    """Return the signer of such addresses, and of nothing else."""
    return Signer(str(current_app.secret_key), salt="dispute")


def ruling_address(dispute: Dispute[Any, Any]) -> str:
    """Return the address of the page of a dispute, on this site."""
    packed = urlsafe_b64encode(zlib.compress(encode(dispute), 9)).rstrip(b"=")
    return url_for("disputes.page", signed=ruling_signer().sign(packed).decode())


def read_ruling_address(signed: str) -> Dispute[Any, Any] | None:
    """Return the dispute of an address; None where this server did not make it or cannot read it any more."""
    if len(signed) > LONGEST:
        return None
    with suppress(BadSignature, ValueError, zlib.error, msgspec.DecodeError, KeyError, RuleError):
        packed = ruling_signer().unsign(signed.encode())
        unpacking = zlib.decompressobj()
        written = unpacking.decompress(urlsafe_b64decode(packed + b"=" * (-len(packed) % 4)), LARGEST)
        game = msgspec.json.decode(written)["game"]
        dispute = dispute_decoder(game).decode(written) if game in GAMES else None
        return dispute if dispute and dispute.preset in GAMES[game].presets else None
    return None


def refusal_address(state: TableState, move: Any) -> str:
    """Return the address that explains a refusal by the rules of the game; empty for any other refusal."""
    dispute = dispute_about_refusal(state, move) if move is not None else None
    return ruling_address(dispute) if dispute else ""
