"""A hand recorded card by card: what it derives is what the shallower depths are told (pagat, The Play)."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.counting import derive_result
from scorekeeper.games.mighty.trick import Play
from tests.games.mighty.play import EVERY_PRESET, called_hand, codes, do, history, refusals
from tests.games.mighty.tricks import plays
from tests.games.mighty.whole_hands import commands, hand_before_play, honest_tricks
from tests.tiers import examples


@pytest.mark.parametrize("preset", EVERY_PRESET)
@examples(25)
@given(seed=st.integers(0, 2**32))
def test_a_whole_hand_card_by_card(preset: str, seed: int) -> None:
    random = Random(seed)
    hand = hand_before_play(preset, random)
    start, setting, told = hand, hand.rules.setting, []
    for trick in honest_tricks(hand, random):
        for play in trick:
            assert hand.turn == play.player
            assert play.player in mighty.find_expected_moves(hand).players
            told += commands([play])
            hand = do(hand, told[-1])
        assert hand.offences == () or hand.offences[-1].code.startswith("offence.called")
    assert hand.discards is not None
    assert len(hand.discards) == setting.discards
    assert (
        mighty.makers_points(hand) + mighty.defenders_points(hand) + sum(map(mighty.is_point, hand.discards))
        == setting.points
    )
    assert refusals(hand, told[-1])[0] == "play.no_such_trick"
    assert do(start, *told) == hand
    assert start.call is not None
    assert start.call.kind != "card" or hand.reveals == mighty.find_reveals(2, start.call.cards, hand.tricks)
    result = derive_result(hand)
    assert result is not None
    command = mighty.RecordResult(
        result.points, result.friend, result.buried, result.joker_holder, result.second_friend
    )
    complete = do(hand, command)
    assert complete.settlement is not None
    assert sum(complete.settlement.amounts.values()) == 0
    other = result.points + (1 if result.points < setting.points else -1)
    assert "result.not_the_tally" in refusals(hand, replace(command, points=other))
    had_one = {command.player for command in told if command.card in start.call.cards}  # and may have announced it
    strangers = [player for player in hand.active if player not in (2, *hand.friends, *had_one)]
    assert all(refusals(hand, replace(command, friend=player)) for player in strangers)


def parse_card(word: str) -> Card:
    return Card.parse(word)


def test_a_revoke_is_told_as_soon_as_it_is_proven() -> None:
    hand = do(called_hand("SA"), *commands(plays("CK D4 CA C6 C7")))
    assert hand.offences == ()
    hand = do(
        hand,
        *commands(
            [Play(3, parse_card("D2")), Play(4, parse_card("D3")), Play(5, parse_card("D5")), Play(1, parse_card("D6"))]
        ),
    )
    hand = do(hand, mighty.PlayCard(2, parse_card("C9")))
    assert [(each.code, each.player, each.trick) for each in hand.offences][:1] == [("offence.revoke", 2, 1)]


def test_a_call_of_an_own_card_is_told_once_it_is_played() -> None:
    hand = do(called_hand("CK", secret_solo=False), *commands(plays("CK")))
    assert [(each.code, each.player) for each in hand.offences] == [("offence.called_own_card", 1)]


@pytest.mark.parametrize(
    ("before", "reveal"),
    [
        ((), (3, 1, None, 0)),
        ((mighty.RecordTrick(3, 2), mighty.RecordTrick(1, 1)), (3, 3, None, 2)),
        (commands(plays("CK C4 CA C6 C7")), (3, 2, None, 2)),
    ],
)
def test_a_friend_whose_card_nobody_wrote_down_is_revealed_in_the_trick_that_goes_on(
    before: Sequence[Move], reveal: tuple[int, int, Card | None, int]
) -> None:
    assert do(called_hand("card"), *before, mighty.RevealFriend(3)).reveals == (reveal,)


@given(seed=st.integers(0, 2**32))
@examples(20)
def test_discards_are_known_once_every_card_is_played(seed: int) -> None:
    """So that nobody can say that others were among them."""
    random = Random(seed)
    hand = hand_before_play("pagat", random)
    hand = do(hand, *(command for trick in honest_tricks(hand, random) for command in commands(trick)))
    result = derive_result(hand)
    assert result is not None
    told = mighty.RecordResult(result.points, result.friend, result.buried, result.joker_holder)
    assert refusals(hand, told) == []
    others = result.buried ^ {"mighty"}
    [wrong] = [each for each in mighty.check_move(hand, replace(told, buried=others)) if "called" not in each.code]
    assert (wrong.code, wrong.facts["cards"]) == ("result.other_discards", hand.discards)


def test_what_follows_from_a_card_is_told_with_it() -> None:
    """Whom it shows to be the friend, and who wins the trick that it ends."""
    hand = do(called_hand("C7"), *commands(plays("CK C4 CA C6")))
    assert history(hand, mighty.PlayCard(5, parse_card("C7"))) == [
        ("play_card", {"player": 5, "card": parse_card("C7")}),
        ("reveal_friend", {"player": 5}),
        ("record_trick", {"trick": 1, "winner": 3, "points": 2}),
    ]
    first = called_hand("first_trick")
    assert history(first, mighty.RecordTrick(3, 2))[1:] == [("reveal_friend", {"player": 3})]
    assert history(first, mighty.RecordTrick(1, 2))[1:] == []


def test_what_the_leader_says_is_kept_for_the_history() -> None:
    hand = do(called_hand("SA", "16D"), *commands(plays("CK C4 C5 C6 C7")))
    calling = mighty.PlayCard(1, parse_card("C3"), calls_joker=True)
    assert history(hand, calling) == [("play_card_calling", {"player": 1, "card": parse_card("C3")})]
    hearts = parse_card("H2").suit
    naming = mighty.PlayCard(1, parse_card("JK"), hearts)
    assert history(hand, naming) == [("play_card_naming", {"player": 1, "card": parse_card("JK"), "suit": hearts})]
    assert codes(mighty.check_move(hand, mighty.PlayCard(1, parse_card("JK")))) == ["lead.suit_missing"]
