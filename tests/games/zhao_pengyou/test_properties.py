"""Random whole hands with real cards: every point is somewhere, a refusal changes nothing, the log makes the hand."""

from collections import Counter
from functools import reduce
from operator import or_
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.house_rules import house_rules
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.tiers import examples

DECLARED = house_rules(zpy.Rules)
DECODE = decoder(reduce(or_, zpy.GAME.moves)).decode


@st.composite
def rulesets(draw: st.DrawFn) -> zpy.Rules:
    """A preset with a few rules changed; where they contradict each other or keep somebody out, the preset alone."""
    preset = zpy.PRESETS[draw(st.sampled_from(list(zpy.PRESETS)))].rules
    keys = draw(st.lists(st.sampled_from(list(DECLARED)), max_size=5, unique=True))
    try:
        changed = preset.change({key: draw(st.sampled_from(list(DECLARED[key].choices))) for key in keys})
    except RuleError:
        return preset
    return changed if 5 in zpy.GAME.seat_counts(changed) else preset


@given(rulesets(), st.integers(5, 12), st.integers(0, 10_000), st.booleans())
@examples(40)
def test_a_whole_hand_accounts_for_every_point(rules: zpy.Rules, players: int, seed: int, cheats: bool) -> None:
    random_hand = RandomHand(rules, players, Random(seed), cheats=cheats)
    random_hand.play_hand()
    hand = random_hand.hand
    assert hand.phase == "complete"
    in_tricks = sum(trick.points for trick in hand.tricks)
    in_hands = sum(zpy.points_of(held) for held in random_hand.held.values())
    assert in_tricks + in_hands + zpy.points_of(hand.buried or ()) == random_hand.setting.points

    check_record(hand)
    check_replay(random_hand)
    check_promotions(rules, hand)


def check_record(hand: zpy.Hand) -> None:
    """Check that the sums made trick by trick agree with a count of every card."""
    plays = [play for trick in hand.tricks for play in trick.plays]
    assert hand.record.played == Counter(card for play in plays for card in play.cards)
    assert {sum(len(play.cards) for play in plays if play.player == player) for player in hand.seats} == {
        hand.record.cards
    }
    for player in hand.seats:
        won = sum(zpy.trick_points(trick.plays) for trick in hand.tricks if trick.winner == player)
        assert hand.record.points.get(player, 0) == won
    assert hand.maker
    assert hand.found == zpy.find_friends(hand.calls, hand.maker, plays)


def check_replay(random_hand: RandomHand) -> None:
    """Check that the log makes the hand, with or without checks."""
    again = random_hand.dealt
    for move in random_hand.moves:
        again = DECODE(encode(move)).play(again)
    assert again == random_hand.hand == zpy.do(random_hand.dealt, *random_hand.moves)


def check_promotions(rules: zpy.Rules, hand: zpy.Hand) -> None:
    """Check that steps add up, only winners rise, and another hand can be dealt."""
    outcome, result = hand.outcome, hand.promotions
    assert outcome
    assert result
    assert set(result.players) == set(hand.seats)
    for player, promoted in result.players.items():
        raised = sum(int(step.amount) for step in promoted.steps)
        assert raised >= 0
        assert promoted.after.level == zpy.raise_level(rules, promoted.before.level, raised)
        assert not promoted.steps or outcome.side(player) == result.winner or outcome.throws
    following = zpy.advance_session(hand)
    assert following.begins is not None
    assert following.is_active(following.begins) or rules.starter == "rotate_right"
    assert zpy.deal(rules, following, hand.seats).phase in ("trumps", "kitty")
