"""Anything that anyone might ask of a hand, sensible or not, for Hypothesis to draw from."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.auction import bids_between

T = TypeVar("T")

BIDS = bids_between(1, 41)
PACK = mighty.PRESETS["pagat"].rules.setting.pack
CALLS = (
    *(mighty.Call("card", card=card, suit=suit) for card in PACK for suit in (None, *Suit)),
    *(mighty.Call(kind, suit=suit) for kind in ("card", "first_trick", "none") for suit in (None, *Suit)),
    *(mighty.Call("player", player=player) for player in range(12)),
    *(mighty.Call("card", card=card, second=second) for card in PACK[::9] for second in PACK[::5]),
)


def one_of(values: Sequence[T]) -> st.SearchStrategy[T]:
    """One of many values, by its place: what is drawn from stays out of Hypothesis's reports."""
    return st.integers(0, len(values) - 1).map(values.__getitem__)


players = st.integers(1, 12)
bids = one_of(BIDS)
calls = one_of(CALLS)
picked = st.none() | st.lists(one_of(PACK), max_size=14).map(tuple)
buried = st.frozensets(st.sampled_from(["mighty", "joker"]))
points = st.integers(-3, 45)
friends = st.none() | players
out = st.just(()) | st.lists(players, max_size=3).map(tuple)

COMMANDS: dict[type[c.Command], st.SearchStrategy[c.Command]] = {
    c.PlaceBid: st.builds(c.PlaceBid, players, bids),
    c.Pass: st.builds(c.Pass, players),
    c.EnterContract: st.builds(c.EnterContract, players, bids, out),
    c.NameCard: st.builds(c.NameCard, one_of(PACK), friends),
    c.DropOut: st.builds(c.DropOut, players),
    c.ClaimRedeal: st.builds(c.ClaimRedeal, players, picked),
    c.AcceptClaim: st.builds(c.AcceptClaim),
    c.TakeKitty: st.builds(c.TakeKitty, picked),
    c.ChangeContract: st.builds(c.ChangeContract, bids),
    c.CallFriend: st.builds(c.CallFriend, calls),
    c.PlayCard: st.builds(c.PlayCard, players, one_of(PACK), st.none() | st.sampled_from(Suit), st.booleans()),
    c.RecordTrick: st.builds(c.RecordTrick, players, points),
    c.RevealFriend: st.builds(c.RevealFriend, players, st.booleans(), st.none() | one_of(PACK)),
    c.GiveWinOrder: st.builds(c.GiveWinOrder),
    c.RecordResult: st.builds(c.RecordResult, points, friends, buried, friends, friends),
    c.RecordHand: st.builds(c.RecordHand, players, bids, calls, points, friends, buried, friends, friends, out),
}


def commands(kinds: Sequence[type[c.Command]] = tuple(COMMANDS)) -> st.SearchStrategy[c.Command]:
    """A command of one of these kinds."""
    return st.one_of([COMMANDS[kind] for kind in kinds])
