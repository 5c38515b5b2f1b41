"""No dead ends: after any record, right or wrong, a move is possible and a result can still be reached."""

from collections.abc import Iterator
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.counting import (
    LED_SINGLE,
    find_led_last,
    points_buried,
    points_playable,
    trick_range,
)
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, find_last_win
from scorekeeper.games.zhao_pengyou.result import result_range
from tests.games.zhao_pengyou.play import seats, session
from tests.games.zhao_pengyou.random_moves import SIDES, RandomMoves
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples

LEVELS = ("2", "2", "5", "A", "K", "10")
MOVES = 80


@given(rulesets(), st.integers(5, 12), st.integers(0, 10_000))
@example(zpy.PRESETS["shengji_two_packs"].rules.change({"demotion": "off"}), 10, 221)  # a pair led to the last trick
@examples(60)
def test_a_result_can_be_reached_from_everywhere(rules: zpy.Rules, players: int, seed: int) -> None:
    luck = Random(seed)
    random_moves, hand = RandomMoves(luck), deal_random_hand(rules, players, luck)
    for _ in range(MOVES):
        assert finish_hand(hand).phase == "complete"
        move = random_moves.choose_move(hand)
        if zpy.can(hand, move):
            hand = zpy.do(hand, move)
        if hand.phase == "complete":
            return
    assert finish_hand(count_to_the_end(hand, luck)).phase == "complete"


def deal_random_hand(rules: zpy.Rules, players: int, luck: Random) -> zpy.Hand:
    """Deal with random levels, passive players and a decided trump maker, who may have left."""
    choices = (*LEVELS, "JK", "10+") if rules.end == "joker_lap" else LEVELS
    levels = " ".join(luck.choice(choices) for _ in range(players))
    passive = [player for player in seats(players) if luck.random() < 0.6]
    decided = luck.choice([None, 1, players, players + 1])
    return zpy.deal(rules, session(levels, luck.randint(1, players), passive, maker=decided), seats(players))


def count_to_the_end(hand: zpy.Hand, luck: Random) -> zpy.Hand:
    """Record tricks with any possible points until the play is over."""
    while hand.phase == "play":
        possible = trick_range(hand)
        assert points_playable(hand) >= 0
        points = luck.choice([possible[0], possible[-1], luck.choice(possible)])
        hand = zpy.do(hand, zpy.RecordTrick(luck.choice(hand.seats), points))
    return hand


def finish_hand(hand: zpy.Hand) -> zpy.Hand:
    """Complete the hand by the fewest moves."""
    if hand.phase == "trumps":
        makers = (zpy.EnterTrumps(player, suit) for player in hand.seats for suit in (*Suit, None))
        hand = zpy.do(hand, next(move for move in makers if zpy.can(hand, move)))
    if hand.phase == "turn":
        hand = zpy.do(hand, zpy.EnterTrumps(hand.making.maker_by_kitty, Suit.SPADES))
    if hand.phase in ("kitty", "call"):
        hand = zpy.do(hand, zpy.CallFriends(None))
    return zpy.do(hand, next(result for result in list_results(hand) if zpy.can(hand, result)))


def list_results(hand: zpy.Hand) -> Iterator[zpy.RecordResult]:
    """Yield results with the known friends and last trick, and no more points than are left."""
    friends, buried = hand.team[1:], points_buried(hand)
    led_last, won_last = find_led_last(hand) or LED_SINGLE, find_last_win(hand) or WON_OTHERWISE
    for kitty in (buried,) if buried is not None else (0, 5, 10):
        for points in (0, *result_range(hand, zpy.RecordResult(friends, 0, "makers", kitty))):
            for side in SIDES:
                yield zpy.RecordResult(friends, points, side, kitty, led_last, won_last)
