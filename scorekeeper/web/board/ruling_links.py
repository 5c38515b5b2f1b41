"""The way to a ruling: an address that holds what happened, signed, so that nobody can make one up.

A hand that was shown to nobody is in no address: the ruling on it is asked for by a form, in whose body it stands.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import NamedTuple

import msgspec
from flask import current_app, url_for
from itsdangerous import BadSignature, Signer

from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.games.game import Move
from scorekeeper.table.disputes import (
    AnyDispute,
    dispute_about_refusal,
    dispute_decoder,
    hand_of,
    replay_dispute,
)
from scorekeeper.table.moves import CorrectHand
from scorekeeper.table.state import TableState

LONGEST = 8_000
"""The characters of an address: a hand card by card of any game takes some 1,500."""

LARGEST = 200_000
"""The bytes of what it holds."""


class RulingLink(NamedTuple):
    """The way to a ruling: its `address`, or the `signed` dispute for a form where a hand is in it."""

    address: str = ""
    signed: str = ""


def ruling_signer() -> Signer:
    """Return the signer of such addresses, and of nothing else."""
    return Signer(str(current_app.secret_key), salt="dispute")


def ruling_address(dispute: AnyDispute) -> str:
    """Return the address of the page of a dispute, on this site. It holds no hand that was shown to nobody."""
    return url_for("disputes.page", signed=sign_dispute(dispute.public))


def sign_dispute(dispute: AnyDispute) -> str:
    """Return a dispute as text that `read_dispute` reads."""
    packed = urlsafe_b64encode(zlib.compress(encode(dispute), 9)).rstrip(b"=")
    return ruling_signer().sign(packed).decode()


def read_dispute(signed: str) -> AnyDispute | None:
    """Return the dispute of a signed text; None where this server did not make it or cannot read it any more."""
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


def public_ruling_address(dispute: AnyDispute) -> str:
    """Return the address of a dispute for everybody; empty where nothing is refused without the hand in it."""
    public = dispute.public
    if public != dispute and not public.refusals(hand_of(replay_dispute(public)).hand):
        return ""
    return ruling_address(public)


def refusal_link(state: TableState, move: Move | None) -> RulingLink | None:
    """Return the way to the ruling on a refusal by the rules of the game; None for any other refusal."""
    dispute = dispute_about_refusal(state, move) if move is not None else None
    if dispute is None:
        return None
    if dispute.public != dispute and not isinstance(move, CorrectHand):
        return RulingLink(signed=sign_dispute(dispute))
    address = public_ruling_address(dispute)
    return RulingLink(address) if address else None
