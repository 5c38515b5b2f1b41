"""Strategies for moves at a table, sensible or not."""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards import Suit
from scorekeeper.games import find_game, mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.house_rules import house_rules
from scorekeeper.table import moves as m
from scorekeeper.table.state import Payment, TableState
from tests.cases import require
from tests.games.mighty.any_moves import moves as mighty_moves
from tests.games.mighty.any_moves import pick_one
from tests.toy import Draw, Shuffle

NAMES = ("Ana", "bo", "Fay", "Gil", "Han", "김 아름", "=1+1", "<b>Ivo</b>", "👩‍👩‍👧", " Jo\u202e ", "", " \t", "x" * 30)
REASONS = ("late", "revoke", "=2+2", "", "x" * 300)

names = st.sampled_from(NAMES)
reasons = st.sampled_from(REASONS)
players = st.integers(1, 7)
chairs = st.none() | st.integers(0, 7)
amounts = st.integers(-9, 9) | st.fractions(-9, 9, max_denominator=3)
payments = st.builds(Payment, players, players, st.integers(-1, 900))
sides: st.SearchStrategy[Side] = st.sampled_from(["makers", "defenders"])


@st.composite
def rule_changes(draw: st.DrawFn, game: str) -> m.ChangeRules:
    """A preset of the game with a few rules changed, which may contradict each other."""
    declared = house_rules(find_game(game).rules)
    keys = draw(st.lists(pick_one(list(declared)), max_size=3, unique=True))
    changes = {key: draw(pick_one(list(declared[key].choices))) for key in keys}
    return m.ChangeRules(draw(pick_one(list(find_game(game).presets))), changes)


def arrangements(game: str) -> st.SearchStrategy[m.TableMove]:
    """Draw a move between and around hands, legal now or not."""
    return st.one_of(
        st.builds(m.JoinTable, names, before=chairs),
        st.builds(m.SeatLatecomer, names, before=chairs, adds=amounts, reason=reasons),
        st.builds(m.RenamePlayer, players, names),
        st.builds(m.LeaveTable, players),
        st.builds(m.ReturnToTable, players, chairs),
        st.builds(m.SwapSeats, players, players),
        st.builds(m.MoveSeat, players, chairs.filter(lambda chair: chair is not None)),
        rule_changes(game),
        st.builds(m.LimitHands, st.none() | st.integers(0, 9)),
        st.builds(m.ChooseMode, st.just("play"), st.sampled_from(("tally", "cards", "result", "calls"))),
        st.builds(m.StartHand, st.none() | st.lists(players, max_size=6).map(tuple), st.none() | players),
        st.builds(m.Adjust, st.dictionaries(players, amounts, max_size=4), reasons),
        st.builds(m.Penalize, players, st.integers(0, 9), st.booleans(), reasons),
        st.builds(m.SetStakes, st.integers(0, 999), st.sampled_from((1, 50, 100)), st.sampled_from(("", "₩"))),
        st.builds(m.RecordPayments, st.lists(payments, max_size=3).map(tuple)),
        st.builds(m.TakeBackPayment, payments),
        st.builds(m.EndSession),
        st.builds(m.ResumeSession),
        st.builds(m.BeginSession),
        st.builds(m.Undo),
        st.builds(m.Redo),
    )


comings_and_goings: st.SearchStrategy[m.TableMove] = st.one_of(
    st.builds(m.JoinTable, names, before=chairs),
    st.builds(m.RenamePlayer, players, names),
    st.builds(m.LeaveTable, players),
    st.builds(m.ReturnToTable, players, chairs),
    st.builds(m.SwapSeats, players, players),
    st.builds(m.MoveSeat, players, chairs.filter(lambda chair: chair is not None)),
    st.builds(m.Undo),
    st.builds(m.Redo),
)
"""Who is there and what they are called, and all of it taken back."""


# --- The games: a whole hand at once, the next step of one, and anything at all ---


@st.composite
def whole_hands(draw: st.DrawFn, hand: mighty.Hand) -> mighty.RecordHand:
    """A hand that its rules let happen, unless its auction has come further."""
    declarer = draw(st.sampled_from(hand.seats))
    others = tuple(player for player in hand.seats if player != declarer)
    bid = draw(pick_one(mighty.every_bid(hand.rules)))
    call = draw(pick_one(mighty.legal_calls(hand.rules, bid, others) or (mighty.Call("none"),)))
    alone = call.kind == "none" or (draw(st.integers(0, 4)) == 0 and call.kind != "player")
    friend = None if alone else call.player or draw(st.sampled_from(others))
    return mighty.RecordHand(declarer, bid, call, draw(st.integers(0, 20)), friend, joker_holder=declarer)


@st.composite
def mighty_steps(draw: st.DrawFn, hand: mighty.Hand) -> Any:
    """Draw a next move of a hand."""
    return draw(st.one_of(MIGHTY_STEPS[hand.phase](hand)))


def auction_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    turn = require(hand.auction.turn)
    seat = st.sampled_from(hand.seats)
    return [
        st.builds(mighty.Pass, st.just(turn)),
        st.builds(mighty.PlaceBid, st.just(turn), pick_one(mighty.legal_bids(hand.auction))),
        st.builds(mighty.ClaimRedeal, seat),
        st.builds(mighty.EnterContract, seat, pick_one(mighty.every_bid(hand.rules))),
    ]


def contract_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    bid = require(hand.contract_bid)
    others = tuple(player for player in hand.seats if player != hand.declarer)
    changes = mighty.lowest_changes(hand.rules, bid, before_kitty=not hand.kitty_taken).values()
    calls = mighty.legal_calls(hand.rules, bid, others, hand.kitty) or (mighty.Call("none"),)
    return [
        st.builds(mighty.TakeKitty),
        st.builds(mighty.ChangeContract, pick_one([change for change in changes if change] or [bid])),
        st.builds(mighty.CallFriend, pick_one(calls)),
    ]


def play_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    friend = st.just(hand.friend) if hand.friend_known else st.none() | st.sampled_from(hand.seats)
    return [
        st.builds(mighty.RecordTrick, st.sampled_from(hand.seats), st.integers(0, 5)),
        st.builds(mighty.RevealFriend, st.sampled_from(hand.seats)),
        st.builds(mighty.RecordResult, st.integers(0, 20), friend, st.just(frozenset()), st.just(hand.declarer)),
    ]


MIGHTY_STEPS: Mapping[str, Callable[[mighty.Hand], list[st.SearchStrategy[Any]]]] = {
    "auction": auction_steps,
    "claim": lambda _hand: [st.builds(mighty.AcceptClaim)],
    "drop": lambda hand: [st.builds(mighty.DropOut, st.sampled_from(hand.seats))],
    "contract": contract_steps,
    "call": contract_steps,
    "play": play_steps,
}


def toy_steps(hand: Any) -> st.SearchStrategy[Any]:
    """A shuffle now and then, or the end of the hand."""
    return st.one_of(st.builds(Shuffle), st.builds(Draw, st.sampled_from(hand.seats)))


def zhao_pengyou_hands(hand: Any) -> st.SearchStrategy[Any]:
    """A hand that may have happened, for a team of any size."""
    seat = st.sampled_from(hand.seats)
    friends = st.lists(seat, max_size=3, unique=True).map(tuple)
    points = st.integers(0, 60).map(lambda fives: 5 * fives)
    maker = seat if hand.maker is None else st.just(hand.maker)
    suit = st.sampled_from(Suit) if hand.trumps is None else st.just(hand.trumps.suit)
    return st.builds(zpy.RecordHand, maker, suit, friends, points, sides)


def zhao_pengyou_steps(hand: Any) -> st.SearchStrategy[Any]:
    """Draw a next move without any cards."""
    seat = st.sampled_from(hand.seats)
    return st.one_of(
        zhao_pengyou_hands(hand),
        st.builds(zpy.EndDeal),
        st.builds(zpy.EnterTrumps, seat, st.sampled_from(Suit)),
        st.builds(zpy.CallFriends),
        st.builds(zpy.RecordTrick, seat, st.integers(0, 8).map(lambda fives: 5 * fives)),
        st.builds(zpy.CorrectTrick, st.integers(1, 3), seat, st.integers(0, 8).map(lambda fives: 5 * fives)),
        st.builds(zpy.RevealFriend, seat),
    )


WHOLE: Mapping[str, Callable[[Any], st.SearchStrategy[Any]]] = {
    "mighty": whole_hands,
    "zhao_pengyou": zhao_pengyou_hands,
    "toy": lambda hand: st.builds(Draw, st.sampled_from(hand.seats)),
}
STEPS: Mapping[str, Callable[[Any], st.SearchStrategy[Any]]] = {
    "mighty": mighty_steps,
    "zhao_pengyou": zhao_pengyou_steps,
    "toy": toy_steps,
}
ANYTHING: Mapping[str, Callable[[], st.SearchStrategy[Any]]] = {
    "mighty": mighty_moves,
    "zhao_pengyou": lambda: st.builds(zpy.RecordTrick, players, st.integers(-3, 45)),
    "toy": lambda: st.one_of(st.builds(Draw, players), st.builds(Shuffle)),
}


def whole_hand(state: TableState, hand: Any) -> st.SearchStrategy[Any]:
    """A move that finishes a hand which has just been dealt."""
    return WHOLE[state.game.key](hand)


def next_step(state: TableState, hand: Any) -> st.SearchStrategy[Any]:
    """A move that takes a hand on from wherever it is."""
    return STEPS[state.game.key](hand)


def anything(state: TableState) -> st.SearchStrategy[Any]:
    """A move of the game, whatever its hand is waiting for."""
    return ANYTHING[state.game.key]()
