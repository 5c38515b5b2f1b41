"""Announced friends against the evidence of the cards (pagat, Variations: Play)."""

from scorekeeper.games import mighty
from tests.cases import for_each, require
from tests.games.mighty import two_packs
from tests.games.mighty.play import bid, call, called_hand, cards, deal_first_hand, do, refusals
from tests.games.mighty.whole_hands import parse_plays, results, whole_hand

SA, HK = cards("SA HK")


def announced_hand(whose: int | None) -> tuple[mighty.Hand, int]:
    """A hand written down to the end, in which somebody who had not the called card announced it, and who that is."""
    hand, told = whole_hand("HK", whose, friend_may_announce=True)
    liar = 0
    for command in told:
        hand = do(hand, command)
        lie = mighty.RevealFriend(hand.turn or 0, announced=True)
        if not liar and mighty.can(hand, lie):
            liar = lie.player
            hand = do(hand, lie)
            assert hand.friends == (liar,)
    return hand, liar


@for_each(2, None)
def test_the_cards_decide_who_the_friend_is_not_what_was_announced(whose: int | None) -> None:
    hand, liar = announced_hand(whose)
    [offence] = [each for each in hand.offences if each.code == "offence.false_friend"]
    assert (offence.player, offence.card, offence.proof) == (liar, HK, HK)
    derived = require(mighty.derive_result(hand))
    assert results(hand) == {(derived.points, None)}


def test_the_card_of_somebody_else_shows_another_friend() -> None:
    lost = do(
        called_hand("SA", friend_may_announce=True),
        *parse_plays("C4 CK C5 C6 C7"),
        mighty.RevealFriend(2, announced=True),
    )
    assert lost.friends == (2,)
    hand = do(lost, *parse_plays("S3 SA", 2))
    assert hand.friends == (3,)
    assert [(each.code, each.player, each.proven) for each in hand.offences] == [("offence.false_friend", 2, 2)]
    assert refusals(hand, mighty.RecordResult(16, 2)) == ["result.other_friend"]
    assert refusals(hand, mighty.RecordResult(16, 3)) == []
    alone = do(lost, *parse_plays("S3 S4 S5 S6", 2), *parse_plays("SA", 1))
    assert (alone.friends, alone.friend_known) == ((), True)
    honest = do(lost, *parse_plays("SA", 2))
    assert (honest.friends, honest.offences) == ((2,), ())


def test_with_two_packs_the_first_copy_counts_once_an_announcement_is_false() -> None:
    """pagat, Six, seven or eight players: the first copies of players other than the declarer."""
    hand = do(two_packs.called_hand("SA+HK", "30NT"), *parse_plays("C4 CK C5 C6 C7 C8"))
    hand = do(hand, mighty.RevealFriend(2, announced=True, card=SA))
    one = do(hand, *parse_plays("S3 SA HK", 2))
    assert (one.friends, one.offences) == ((2, 4), ())
    both = do(one, *parse_plays("SA", 5))
    assert both.friends == (3, 4)
    assert [(each.code, each.player) for each in both.offences] == [("offence.false_friend", 2)]
    assert refusals(both, mighty.RevealFriend(2, card=SA))[0] == "reveal.already"


@for_each(True, False)
def test_a_friend_by_a_card_that_nobody_named_is_told_at_the_end(secret_solo: bool) -> None:
    start, told = whole_hand("HK", 3, secret_solo=secret_solo)
    hand = do(start, *told)
    unnamed = do(
        deal_first_hand(secret_solo=secret_solo),
        mighty.EnterContract(2, bid("16H")),
        mighty.CallFriend(call("card")),
        *told,
    )
    assert (unnamed.friend_known, unnamed.friends) == (False, ())
    assert {friend for _, friend in results(unnamed)} == {1, 3, 4, 5} | ({None} if secret_solo else set())
    known = do(unnamed, mighty.RevealFriend(3))
    assert (known.friend_known, known.friends) == (True, (3,))
    assert results(known) == results(hand)


def test_what_was_told_of_a_trick_stays_in_its_place() -> None:
    hand = do(
        two_packs.called_hand("SA+HK", "30NT"), mighty.RecordTrick(2, 3), *parse_plays("HK", 2), *parse_plays("C4", 3)
    )
    assert hand.friends == (2,)
    hand = do(hand, mighty.RevealFriend(4, card=SA))
    assert hand.friends == (2, 4)
    assert [reveal.points for reveal in hand.reveals] == [3, 0]
