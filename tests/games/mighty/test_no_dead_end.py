"""However a hand is recorded, with whatever wrong facts are tried in between, it goes on and can be ended."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import mighty
from scorekeeper.games.mighty.counting import find_buried, find_joker_holder_by_cards
from tests.cases import require
from tests.games.mighty.play import EVERY_PRESET, deal_first_hand, do
from tests.tiers import examples


def hand_with_call(preset: str, random: Random) -> mighty.Hand:
    """A hand with the friend called, under house rules that let much be known of the cards."""
    house = {"kitty_exposed": random.random() < 0.5}
    if mighty.PRESETS[preset].rules.friend_by_card:
        house |= {"friend_may_announce": True, "win_order": True, "secret_solo": random.random() < 0.5}
    hand = deal_first_hand(preset, **house)
    these = hand.rules
    dropped = hand.seats[2 : 2 + these.setting.drop_out]
    won = [mighty.EnterContract(2, bid, dropped) for bid in mighty.every_bid(these)]
    hand = mighty.do(hand, random.choice([each for each in won if mighty.can(hand, each)]))
    bid = require(hand.auction_won.highest)
    kitty = tuple(random.sample(these.setting.pack, these.setting.taken))
    hand = mighty.do(hand, mighty.TakeKitty(kitty if these.kitty_exposed else None))
    legal = mighty.legal_calls(these, bid, tuple(player for player in hand.active if player != 2), hand.kitty)
    own = [call for call in legal if {*call.cards} & {*hand.kitty}]
    unnamed = mighty.Call("card")
    cards = [unnamed] if mighty.can_call(these, bid, unnamed) else []
    return do(hand, mighty.CallFriend(random.choice(random.choice([own or legal, legal, cards or legal]))))


def possible_facts(hand: mighty.Hand, random: Random, depth: float) -> Iterator[mighty.Move]:
    """Yield moves that a player might make next, legal or not; cards rather than tricks with a greater `depth`."""
    assert hand.call is not None
    player = random.choice(hand.active)
    card = random.choice([*hand.call.cards, *hand.kitty, *random.sample(hand.rules.setting.pack, 2)])
    if random.random() < 0.2:
        yield mighty.RevealFriend(player, announced=random.random() < 0.7, card=random.choice([None, card]))
    if random.random() < 0.05:
        yield mighty.GiveWinOrder()
    if random.random() > depth and not hand.table:
        yield mighty.RecordTrick(player, random.choice([0, 0, *mighty.trick_range(hand)[-1:], random.randint(0, 8)]))
    turn = player if hand.turn is None else hand.turn
    suit = random.choice(list(mighty.TRUMPS))
    yield from (
        mighty.PlayCard(turn, one, suit if one.suit is None and not hand.table else None) for one in (card, card)
    )
    pack = list(hand.rules.setting.copies)
    random.shuffle(pack)
    yield from (mighty.PlayCard(turn, one, suit if one.suit is None and not hand.table else None) for one in pack)
    yield from (mighty.PlayCard(turn, one) for one in pack if one.suit is None)


def results(hand: mighty.Hand) -> Iterator[mighty.RecordResult]:
    """Yield possible results: with the known friends and with others, with the fewest and the most points."""
    assert hand.contract_bid is not None
    buried = find_buried(hand.rules, hand.discards or (), hand.contract_bid)
    holder = find_joker_holder_by_cards(hand)
    others = [player for player in hand.active if player not in (hand.declarer, *hand.friends)]
    for friends in (hand.friends, *((*hand.friends, other) for other in others)):
        first, second, *_ = (*friends, None, None)
        possible = mighty.result_range(hand, friends)
        for points in (possible[0], possible[-1]):
            yield mighty.RecordResult(points, first, buried, hand.declarer if holder is None else holder, second)


@pytest.mark.parametrize("preset", EVERY_PRESET)
@examples(6)
@given(seed=st.integers(0, 2**32), depth=st.sampled_from([0.5, 0.95, 1.0]))
def test_every_hand_goes_on_until_it_is_ended(preset: str, seed: int, depth: float) -> None:
    random = Random(seed)
    hand = hand_with_call(preset, random)
    while len(hand.tricks) < hand.rules.setting.tricks:
        said = possible_facts(hand, random, depth)
        hand = next(mighty.do(hand, command) for command in said if mighty.can(hand, command))
        assert any(mighty.can(hand, result) for result in results(hand))
    ended = next(mighty.do(hand, result) for result in results(hand) if mighty.can(hand, result))
    assert sum(require(ended.settlement).amounts.values()) == 0
