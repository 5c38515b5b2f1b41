"""Anything that anyone might ask of a hand, sensible or not, for Hypothesis to draw from."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Suit
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.auction import TRUMPS

T = TypeVar("T")

BIDS = tuple(mighty.Bid(level, trump) for level in range(1, 42) for trump in TRUMPS)
PACK = (*mighty.PRESETS["pagat"].rules.setting.pack, BLACK_JOKER, RED_JOKER)
CALLS = (
    *(mighty.Call("card", card=card, suit=suit) for card in PACK for suit in (None, *Suit)),
    *(mighty.Call(kind, suit=suit) for kind in ("card", "first_trick", "last_trick", "none") for suit in (None, *Suit)),
    *(mighty.Call("player", player=player) for player in range(12)),
    *(mighty.Call("card", card=card, second=second) for card in PACK[::9] for second in PACK[::5]),
)


def pick_one(values: Sequence[T]) -> st.SearchStrategy[T]:
    """Pick one of many values by index, which keeps the values out of Hypothesis's reports."""
    return st.integers(0, len(values) - 1).map(values.__getitem__)


players = st.integers(1, 12)
bids = pick_one(BIDS)
calls = pick_one(CALLS)
picked = st.none() | st.lists(pick_one(PACK), max_size=14).map(tuple)
buried = st.frozensets(st.sampled_from(["mighty", "joker"]))
points = st.integers(-3, 45)
friends = st.none() | players
out = st.just(()) | st.lists(players, max_size=3).map(tuple)

MOVES: dict[type[Move], st.SearchStrategy[Move]] = {
    mighty.PlaceBid: st.builds(mighty.PlaceBid, players, bids),
    mighty.Pass: st.builds(mighty.Pass, players),
    mighty.AllPass: st.builds(mighty.AllPass),
    mighty.EnterContract: st.builds(mighty.EnterContract, players, bids, out),
    mighty.NameCard: st.builds(mighty.NameCard, pick_one(PACK), friends),
    mighty.DropOut: st.builds(mighty.DropOut, players),
    mighty.ClaimRedeal: st.builds(mighty.ClaimRedeal, players, picked),
    mighty.AcceptClaim: st.builds(mighty.AcceptClaim),
    mighty.AnswerClaim: st.builds(mighty.AnswerClaim, players, bids),
    mighty.TakeKitty: st.builds(mighty.TakeKitty, picked),
    mighty.ChangeContract: st.builds(mighty.ChangeContract, bids),
    mighty.CallFriend: st.builds(mighty.CallFriend, calls),
    mighty.Exchange: st.builds(mighty.Exchange, calls, st.none() | bids, st.none() | bids, picked),
    mighty.PlayCard: st.builds(
        mighty.PlayCard, players, pick_one(PACK), st.none() | st.sampled_from(Suit), st.booleans()
    ),
    mighty.RecordTrick: st.builds(mighty.RecordTrick, players, points),
    mighty.RevealFriend: st.builds(mighty.RevealFriend, players, st.booleans(), st.none() | pick_one(PACK)),
    mighty.GiveWinOrder: st.builds(mighty.GiveWinOrder),
    mighty.LeadAloud: st.builds(mighty.LeadAloud, pick_one(PACK), st.none() | st.sampled_from(Suit), st.booleans()),
    mighty.CorrectTrick: st.builds(mighty.CorrectTrick, st.integers(-1, 18), players, points),
    mighty.CorrectCard: st.builds(
        mighty.CorrectCard,
        st.integers(-1, 18),
        players,
        pick_one(PACK),
        st.none() | st.sampled_from(Suit),
        st.booleans(),
    ),
    mighty.RecordResult: st.builds(mighty.RecordResult, points, friends, buried, friends, friends, st.booleans()),
    mighty.RecordHand: st.builds(
        mighty.RecordHand, players, bids, calls, points, friends, buried, friends, friends, out, st.booleans()
    ),
}


def moves(kinds: Sequence[type[Move]] = tuple(MOVES)) -> st.SearchStrategy[Move]:
    return st.one_of([MOVES[kind] for kind in kinds])
