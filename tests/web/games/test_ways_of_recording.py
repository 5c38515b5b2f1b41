"""A hand comes to the same in every way of recording it, and no way refuses or asks for what it does not know.

Real hands under random house rules are recorded on the screens in each way and compared with the same hand of which
everything was recorded.
"""

from itertools import product
from random import Random

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from tests.games.mighty.play import EVERY_PRESET
from tests.games.mighty.true_hands import random_truth
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples
from tests.web.games.ways import MightyBoard, ZhaoPengyouBoard, record_in_full


@given(preset=st.sampled_from(EVERY_PRESET), seed=st.integers(0, 2**32))
@examples(1500, few=50)
def test_a_hand_of_mighty_is_paid_alike_in_every_way_of_recording(app: Flask, preset: str, seed: int) -> None:
    truth = random_truth(preset, Random(seed))
    full = record_in_full(truth)
    result = mighty.derive_result(full)
    assert result is not None
    paid = mighty.do(full, result)
    asked: dict[str, set[str]] = {}
    with app.test_request_context():
        for auction, play in product(*mighty.GAME.modes.values()):
            board = MightyBoard(truth, full, auction, play, Random(seed))
            hand = board.record()
            assert hand.settlement == paid.settlement, (auction, play)
            assert mighty.advance_session(hand) == mighty.advance_session(paid), (auction, play)
            assert board.asked == asked.setdefault(play, board.asked), "the bids answer none of it"
    assert asked["cards"] <= asked["tally"] <= asked["result"]


def find_levels(promotions: zpy.Promotions) -> dict[int, tuple[object, object]]:
    """Return each player's levels before and after a hand."""
    return {player: (each.before, each.after) for player, each in promotions.players.items()}


@given(rules=rulesets(), players=st.integers(5, 12), seed=st.integers(0, 1_000_000))
@examples(1000, few=30)
def test_a_hand_of_zhao_pengyou_promotes_alike_in_every_way_of_recording(
    app: Flask, rules: zpy.Rules, players: int, seed: int
) -> None:
    real = RealHand(rules, players, Random(seed))
    with app.test_request_context():
        after = zpy.advance_session(ZhaoPengyouBoard(real, "shows", "cards").record())
        for trumps, play in product(*zpy.GAME.modes.values()):
            hand = ZhaoPengyouBoard(real, trumps, play).record()
            assert hand.promotions is not None
            # not every way knows whose throw was beaten first, which the explanation names
            assert find_levels(hand.promotions) == find_levels(real.promotions), (trumps, play)
            assert hand.promotions.total == real.promotions.total, (trumps, play)
            coming = zpy.advance_session(hand)
            if rules.starter == "last_trick" and play != "cards":  # who won it is known by its cards alone
                coming = replace(coming, begins=after.begins)
            assert coming == after, (trumps, play)
