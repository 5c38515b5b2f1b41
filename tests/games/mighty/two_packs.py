"""Hands with two packs, which player 1 declares."""

from typing import Any

from scorekeeper.games import mighty
from tests.games.mighty.play import bid, call, deal_first_hand, do


def contracted_hand(contract: str = "30H", preset: str = "double_six", **changes: Any) -> mighty.Hand:
    """A hand that player 1 declares, before the kitty."""
    return do(deal_first_hand(preset, **changes), mighty.EnterContract(1, bid(contract)))


def called_hand(text: str = "SA+HK", contract: str = "30H", **changes: Any) -> mighty.Hand:
    """Return a hand with the friends called and nothing played."""
    return do(contracted_hand(contract, **changes), mighty.CallFriend(call(text)))
