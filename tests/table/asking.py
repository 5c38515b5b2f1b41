"""What people might ask of a table, sensible or not, for Hypothesis to draw from."""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from scorekeeper.games import find_game, mighty
from scorekeeper.games.mighty import commands as m
from scorekeeper.house_rules import house_rules
from scorekeeper.table import commands as c
from scorekeeper.table.state import TableState
from tests.games.mighty.asking import commands as mighty_commands
from tests.games.mighty.asking import one_of
from tests.toy import Toss

NAMES = ("Ana", "bo", "Fay", "Gil", "Han", "김 아름", "=1+1", "<b>Ivo</b>", "👩‍👩‍👧", " Jo\u202e ", "", " \t", "x" * 30)
REASONS = ("late", "revoke", "=2+2", "", "x" * 300)

names = st.sampled_from(NAMES)
reasons = st.sampled_from(REASONS)
players = st.integers(1, 7)


@st.composite
def rule_changes(draw: st.DrawFn, game: str) -> c.ChangeRules:
    """A preset of the game with a few rules changed, which may contradict each other."""
    declared = house_rules(find_game(game).rules)
    keys = draw(st.lists(one_of(list(declared)), max_size=3, unique=True))
    changes = {key: draw(one_of(list(declared[key].choices))) for key in keys}
    return c.ChangeRules(draw(one_of(list(find_game(game).presets))), changes)


def arrangements(game: str) -> st.SearchStrategy[c.Command]:
    """What is done at a table between and around hands, whether it can be done now or not."""
    return st.one_of(
        st.builds(c.JoinTable, names),
        st.builds(c.RenamePlayer, players, names),
        st.builds(c.LeaveTable, players),
        st.builds(c.ReturnToTable, players),
        st.builds(c.SwapSeats, players, players),
        rule_changes(game),
        st.builds(c.LimitHands, st.none() | st.integers(0, 9)),
        st.builds(c.StartHand, st.none() | st.lists(players, max_size=6).map(tuple), st.none() | players),
        st.builds(c.Adjust, st.dictionaries(players, st.integers(-9, 9), max_size=4), reasons),
        st.builds(c.Penalize, players, st.integers(0, 9), st.booleans(), reasons),
        st.builds(c.EndSession),
        st.builds(c.ResumeSession),
        st.builds(c.Undo),
        st.builds(c.Redo),
    )


# --- The games: a whole hand at once, the next step of one, and anything at all ---


@st.composite
def whole_hands(draw: st.DrawFn, hand: mighty.Hand) -> m.RecordHand:
    """A hand that its rules let happen, unless its auction has come further."""
    declarer = draw(st.sampled_from(hand.seats))
    others = tuple(player for player in hand.seats if player != declarer)
    bid = draw(one_of(mighty.every_bid(hand.rules)))
    call = draw(one_of(mighty.legal_calls(hand.rules, bid, others) or (mighty.Call("none"),)))
    alone = call.kind == "none" or (draw(st.integers(0, 4)) == 0 and call.kind != "player")
    friend = None if alone else call.player or draw(st.sampled_from(others))
    return m.RecordHand(declarer, bid, call, draw(st.integers(0, 20)), friend, joker_holder=declarer)


@st.composite
def mighty_steps(draw: st.DrawFn, hand: mighty.Hand) -> m.Command:
    """What may happen next in a hand."""
    step: m.Command = draw(st.one_of(MIGHTY_STEPS[hand.phase](hand)))
    return step


def auction_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    turn = hand.auction.turn
    assert turn is not None
    seat = st.sampled_from(hand.seats)
    return [
        st.builds(m.Pass, st.just(turn)),
        st.builds(m.PlaceBid, st.just(turn), one_of(mighty.legal_bids(hand.auction))),
        st.builds(m.ClaimRedeal, seat),
        st.builds(m.EnterContract, seat, one_of(mighty.every_bid(hand.rules))),
    ]


def contract_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    bid = hand.contract_bid
    assert bid is not None
    others = tuple(player for player in hand.seats if player != hand.declarer)
    changes = mighty.lowest_changes(hand.rules, bid, before_kitty=not hand.kitty_taken).values()
    calls = mighty.legal_calls(hand.rules, bid, others, hand.kitty) or (mighty.Call("none"),)
    return [
        st.builds(m.TakeKitty),
        st.builds(m.ChangeContract, one_of([change for change in changes if change] or [bid])),
        st.builds(m.CallFriend, one_of(calls)),
    ]


def play_steps(hand: mighty.Hand) -> list[st.SearchStrategy[Any]]:
    friend = st.just(hand.friend) if hand.friend_known else st.none() | st.sampled_from(hand.seats)
    return [
        st.builds(m.RecordTrick, st.sampled_from(hand.seats), st.integers(0, 5)),
        st.builds(m.RevealFriend, st.sampled_from(hand.seats)),
        st.builds(m.RecordResult, st.integers(0, 20), friend, st.just(frozenset()), st.just(hand.declarer)),
    ]


MIGHTY_STEPS: Mapping[str, Callable[[mighty.Hand], list[st.SearchStrategy[Any]]]] = {
    "auction": auction_steps,
    "claim": lambda _hand: [st.builds(m.AcceptClaim)],
    "contract": contract_steps,
    "call": contract_steps,
    "play": play_steps,
}


def whole_hand(state: TableState, hand: Any) -> st.SearchStrategy[Any]:
    """A command that finishes a hand which has just been dealt."""
    return whole_hands(hand) if state.game_key == "mighty" else st.builds(Toss, st.sampled_from(hand.seats))


def next_step(state: TableState, hand: Any) -> st.SearchStrategy[Any]:
    """A command that takes a hand on from wherever it is."""
    return mighty_steps(hand) if state.game_key == "mighty" else whole_hand(state, hand)


def anything(state: TableState) -> st.SearchStrategy[Any]:
    """A command of the game, whatever its hand is waiting for."""
    return mighty_commands() if state.game_key == "mighty" else st.builds(Toss, players)
