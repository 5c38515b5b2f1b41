"""Hands with two packs, which player 1 declares."""

from typing import Any

from scorekeeper.games import mighty
from tests.games.mighty.play import bid, call, dealt, do


def contracted(contract: str = "30H", preset: str = "double_six", **changes: Any) -> mighty.Hand:
    """A hand that player 1 declares, before the kitty."""
    return do(dealt(preset, **changes), mighty.EnterContract(1, bid(contract)))


def called(text: str = "SA+HK", contract: str = "30H", **changes: Any) -> mighty.Hand:
    """One with the friends called and nothing played."""
    return do(contracted(contract, **changes), mighty.CallFriend(call(text)))
