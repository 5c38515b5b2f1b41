"""What the cards that were seen say of the friend, the kitty, the discards and the joker: nothing else is accepted."""

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.tally import joker_holder, joker_holder_seen
from tests.games.mighty import two_packs
from tests.games.mighty.play import bid, call, called, cards, contracted, dealt, do, refusals, tricks
from tests.games.mighty.tricks import plays
from tests.games.mighty.whole_hands import commands, played

SA, HK, JK = cards("SA HK JK")


def shown(text: str, first: int = 1) -> list[c.PlayCard]:
    """Cards played in turn from player `first`."""
    return commands(plays(text, first))


def whole(friend: str, whose: int | None, **changes: Any) -> tuple[mighty.Hand, list[c.PlayCard]]:
    """A hand that player 2 declares, and all its cards: `whose` plays the called one; None discards it."""
    hand = do(dealt(**changes), c.EnterContract(2, bid("16H")), c.CallFriend(call(friend)))
    for seed in count():
        told = [command for trick in played(hand, Random(seed)) for command in commands(trick)]
        if whose == next((each.player for each in told if str(each.card) == friend), None):
            return hand, told
    raise AssertionError


def results(hand: mighty.Hand) -> set[tuple[int, int | None]]:
    """The points and friends that can be recorded."""
    derived = mighty.derived_result(hand)
    assert derived is not None
    every = ((points, friend) for points in range(21) for friend in (None, *hand.active))
    return {each for each in every if mighty.can(hand, c.RecordResult(*each, buried=derived.buried))}


# --- A called card that is the declarer's own (S0, Exchanging cards and calling a partner) ---


def test_a_declarer_who_plays_the_called_card_is_alone() -> None:
    hand = do(called("SA", "17H", friend_may_announce=True, win_order=True), *shown("SA"))
    assert (hand.friend_known, hand.friends) == (True, ())
    assert refusals(hand, c.RecordResult(17, 3)) == ["result.own_card"]
    assert refusals(hand, c.RecordResult(17)) == []
    assert refusals(hand, c.RevealFriend(3))[0] == "reveal.own_card"
    assert refusals(hand, c.GiveWinOrder()) == ["order.no_friend"]
    lost = do(called("SQ", friend_may_announce=True), *shown("SQ SK S2 SJ S10"))
    assert refusals(lost, c.RevealFriend(2, announced=True)) == ["reveal.own_card"]


@pytest.mark.parametrize("secret_solo", [True, False])
@pytest.mark.parametrize("whose", [2, None])
def test_a_declarer_alone_is_paid_as_that(whose: int | None, secret_solo: bool) -> None:
    """Also where it was not allowed, which `Hand.offences` tells."""
    hand, told = whole("HK", whose, secret_solo=secret_solo)
    hand = do(hand, *told)
    derived = mighty.derived_result(hand)
    assert derived is not None
    assert results(hand) == {(derived.points, None)}
    complete = do(hand, c.RecordResult(derived.points, buried=derived.buried))
    assert complete.settlement == mighty.preview(hand, derived)
    assert complete.settlement is not None
    amounts = complete.settlement.amounts
    assert amounts[2] == -4 * amounts[1] != 0
    codes = [offence.code for offence in hand.offences if "called" in offence.code]
    told_of = "offence.called_own_card" if whose else "offence.called_card_discarded"
    assert codes == ([] if secret_solo else [told_of])


def test_a_declarer_not_known_to_be_alone_names_a_friend_where_that_is_not_allowed() -> None:
    hand = called("HK", secret_solo=False)
    assert refusals(hand, c.RecordResult(16)) == ["result.friend_missing"]
    assert refusals(do(hand, *shown("C4")), c.RecordResult(16)) == ["result.friend_missing"]


@pytest.mark.parametrize(
    ("made", "open_cards", "against_one", "against_two"),
    [
        ("SA S3 S4 S5 S6 S7", 2, [], []),  # there is another
        ("SA S3 S4 S5 S6 S7 SA", 1, [], ["result.own_card"]),
        ("SA SA S4 S5 S6 S7 SK", 1, [], []),
        ("SA S3 S4 S5 S6 S7 SA S3 S4 S5 S6 S7 HK H5 H6 H7 H8 H9 HK", 0, ["result.own_card"], ["result.own_card"]),
    ],
)
def test_with_two_packs_both_copies_of_a_called_card_may_be_the_declarers(
    made: str, open_cards: int, against_one: list[str], against_two: list[str]
) -> None:
    hand = two_packs.called("SA+HK", "30NT")
    for word in made.split():
        hand = do(hand, c.PlayCard(hand.turn or 1, Card.parse(word)))
    assert hand.cards_open == open_cards
    assert hand.friend_known == (open_cards == 0)
    known = hand.friends or (2,)
    assert refusals(hand, c.RecordResult(31, known[0])) == against_one
    assert refusals(hand, c.RecordResult(31, known[0], second_friend=3)) == against_two


# --- The exposed kitty (S0, Variations: Exchanging and Calling) ---


def exposed(kitty: str, friend: str, preset: str = "wikipedia_ja") -> mighty.Hand:
    return do(
        contracted("16H", preset, kitty_exposed=True),
        c.TakeKitty(cards(kitty)),
        c.CallFriend(call(friend)),
        *shown("D3"),
    )


@pytest.mark.parametrize("friend", ["SK", "DA"])
def test_a_card_of_the_exposed_kitty_is_played_by_the_declarer_only(friend: str) -> None:
    hand = exposed("SK CA D2", friend)
    assert refusals(hand, *shown("SK", 2)) == ["play.in_kitty"]
    hand = do(hand, *shown("S3 S4 S5 S6", 2))
    assert hand.turn == 1
    assert refusals(hand, *shown("SK")) == []


def test_with_two_packs_the_other_copy_is_played_by_anyone() -> None:
    start = two_packs.contracted(kitty_exposed=True)
    for kitty, against in (("SK CA D2 D4", ["play.in_kitty"]), ("SK SK D2 D4", ["play.in_kitty"]), ("C9 CA D2 D4", [])):
        hand = do(start, c.TakeKitty(cards(kitty)), c.CallFriend(call("SK+HK")), *shown("D3"))
        first = [] if kitty.count("SK") < 2 else against
        assert refusals(hand, *shown("SK", 2)) == first
        if not first:
            assert refusals(do(hand, *shown("SK", 2)), *shown("SK", 3)) == against


@pytest.mark.parametrize(
    ("kitty", "holder", "against"),
    [
        ("JK SA D8", 3, ["result.other_joker_holder"]),
        ("JK SA D8", 1, []),
        ("JK SA D8", None, []),
        ("CA SA D8", 3, []),
        ("CA SA D8", None, ["result.joker_holder"]),
        ("JK SA D8", 9, ["result.joker_holder"]),
    ],
)
def test_the_joker_in_the_exposed_kitty_is_the_declarers(kitty: str, holder: int | None, against: list[str]) -> None:
    hand = contracted("12H", "three", kitty_exposed=True)
    hand = do(hand, c.TakeKitty(cards(kitty)), c.CallFriend(call("none")))
    assert refusals(hand, c.RecordResult(12, joker_holder=holder)) == against
    if not against:
        assert mighty.following(do(hand, c.RecordResult(12, joker_holder=holder))).dealer == (holder or 1)


# --- A false announcement (S0, Variations: Play) ---


def announced(whose: int | None) -> tuple[mighty.Hand, int]:
    """A hand written down to the end, in which somebody who had not the called card announced it, and who that is."""
    hand, told = whole("HK", whose, friend_may_announce=True)
    liar = 0
    for command in told:
        hand = do(hand, command)
        lie = c.RevealFriend(hand.turn or 0, announced=True)
        if not liar and mighty.can(hand, lie):
            liar = lie.player
            hand = do(hand, lie)
            assert hand.friends == (liar,)
    return hand, liar


@pytest.mark.parametrize("whose", [2, None])
def test_the_cards_decide_who_the_friend_is_not_what_was_announced(whose: int | None) -> None:
    hand, liar = announced(whose)
    [offence] = [each for each in hand.offences if each.code == "offence.false_friend"]
    assert (offence.player, offence.card, offence.proof) == (liar, HK, HK)
    derived = mighty.derived_result(hand)
    assert derived is not None
    assert results(hand) == {(derived.points, None)}


def test_the_card_of_somebody_else_shows_another_friend() -> None:
    lost = do(called("SA", friend_may_announce=True), *shown("C4 CK C5 C6 C7"), c.RevealFriend(2, announced=True))
    assert lost.friends == (2,)
    hand = do(lost, *shown("S3 SA", 2))
    assert hand.friends == (3,)
    assert [(each.code, each.player, each.proven) for each in hand.offences] == [("offence.false_friend", 2, 2)]
    assert refusals(hand, c.RecordResult(16, 2)) == ["result.other_friend"]
    assert refusals(hand, c.RecordResult(16, 3)) == []
    alone = do(lost, *shown("S3 S4 S5 S6", 2), *shown("SA", 1))
    assert (alone.friends, alone.friend_known) == ((), True)
    honest = do(lost, *shown("SA", 2))
    assert (honest.friends, honest.offences) == ((2,), ())


def test_with_two_packs_the_first_copy_counts_once_an_announcement_is_false() -> None:
    """S0, Six, seven or eight players: the first copies of players other than the declarer."""
    hand = do(two_packs.called("SA+HK", "30NT"), *shown("C4 CK C5 C6 C7 C8"))
    hand = do(hand, c.RevealFriend(2, announced=True, card=SA))
    one = do(hand, *shown("S3 SA HK", 2))
    assert (one.friends, one.offences) == ((2, 4), ())
    both = do(one, *shown("SA", 5))
    assert both.friends == (3, 4)
    assert [(each.code, each.player) for each in both.offences] == [("offence.false_friend", 2)]
    assert refusals(both, c.RevealFriend(2, card=SA))[0] == "reveal.already"


@pytest.mark.parametrize(
    ("friend", "before", "told", "against"),
    [
        ("card", [*shown("C4 CK C5 C6 C7")], c.RevealFriend(3), []),
        ("card", [*shown("C4 CK C5 C6 C7")], c.RevealFriend(3, card=SA), ["reveal.not_played"]),
        ("card", [*shown("C4 CK C5 C6 C7")], c.RevealFriend(2, card=cards("CK")[0]), []),
        (
            "card",
            [*shown("C4 CK C5 C6 C7")],
            c.RevealFriend(3, card=cards("C4")[0]),
            ["reveal.own_card", "reveal.not_played"],
        ),
        (
            "card",
            [*shown("C4 CK C5 C6 C7")],
            c.RevealFriend(3, card=cards("CK")[0]),
            ["reveal.not_held", "reveal.not_played"],
        ),
        ("card", [c.RecordTrick(2, 1), *shown("CK", 2)], c.RevealFriend(3, card=cards("CK")[0]), ["reveal.not_held"]),
    ],
)
def test_a_friend_by_a_card_that_nobody_named(
    friend: str, before: Sequence[c.Command], told: c.RevealFriend, against: list[str]
) -> None:
    assert refusals(do(called(friend), *before), told) == against


@pytest.mark.parametrize("secret_solo", [True, False])
def test_a_friend_by_a_card_that_nobody_named_is_told_at_the_end(secret_solo: bool) -> None:
    start, told = whole("HK", 3, secret_solo=secret_solo)
    hand = do(start, *told)
    unnamed = do(dealt(secret_solo=secret_solo), c.EnterContract(2, bid("16H")), c.CallFriend(call("card")), *told)
    assert (unnamed.friend_known, unnamed.friends) == (False, ())
    assert {friend for _, friend in results(unnamed)} == {1, 3, 4, 5} | ({None} if secret_solo else set())
    known = do(unnamed, c.RevealFriend(3))
    assert (known.friend_known, known.friends) == (True, (3,))
    assert results(known) == results(hand)


def test_what_was_told_of_a_trick_stays_in_its_place() -> None:
    hand = do(two_packs.called("SA+HK", "30NT"), c.RecordTrick(2, 3), *shown("HK", 2), *shown("C4", 3))
    assert hand.friends == (2,)
    hand = do(hand, c.RevealFriend(4, card=SA))
    assert hand.friends == (2, 4)
    assert [reveal.points for reveal in hand.reveals] == [3, 0]


SIX = "S3 S4 S5 S6 S7 S8"


@pytest.mark.parametrize(
    ("clause", "before", "gone"),
    [
        ("one copy was told of, there is another", [c.RecordTrick(2, 3), c.RevealFriend(2, card=SA)], False),
        ("which is played", [c.RecordTrick(2, 3), c.RevealFriend(2, card=SA), *shown("SA", 2)], True),
        (
            "in a later trick",
            [c.RecordTrick(2, 3), c.RevealFriend(2, card=SA), *shown(SIX[:-3], 2), *shown("S2", 1), *shown("SA", 6)],
            True,
        ),
        (
            "the copy that was told of was written down",
            [c.RecordTrick(4, 3), *shown("SA", 4), c.RevealFriend(4, card=SA)],
            False,
        ),
        (
            "it was told before its trick was written down",
            [c.RevealFriend(2, card=SA), *shown(SIX), c.RecordTrick(6, 1), *shown("SA", 6)],
            False,
        ),
    ],
)
def test_a_card_that_was_told_of_is_one_copy(clause: str, before: Sequence[c.Command], gone: bool) -> None:
    hand = two_packs.called("card", "30NT")
    for command in before:
        hand = do(hand, command)
    assert hand.turn is not None
    assert refusals(hand, c.PlayCard(hand.turn, SA)) == (["play.gone"] if gone else [])


def test_with_two_packs_a_copy_from_the_kitty_is_not_another() -> None:
    start = do(two_packs.contracted("30NT", kitty_exposed=True), c.TakeKitty(cards("SA CA D2 D4")))
    hand = do(start, c.CallFriend(call("SA+HK")), *shown("SA"))
    assert (hand.cards_open, hand.own_cards_called) == (2, ())
    assert do(hand, *shown("SA", 2)).friends == (2,)


# --- The discards and the joker ---


@pytest.mark.parametrize(
    ("before", "buried", "against"),
    [
        (shown("SA"), "mighty", ["result.not_discarded"]),
        (shown("DA"), "mighty", []),
        (shown("JK"), "joker", ["result.not_discarded", "result.other_joker_holder"]),
        (shown("C4 JK"), "joker", ["result.not_discarded", "result.other_joker_holder"]),
        (shown("C4 JK"), "", ["result.other_joker_holder"]),
        (tricks("2:5 " * 4 + "2:0 " * 5), "mighty", ["result.not_discarded"]),
        (tricks("2:5 " * 4 + "2:0 " * 5), "joker", []),
        ([c.RecordTrick(2, 3), c.RevealFriend(2, card=SA)], "mighty", ["result.not_discarded"]),
    ],
)
def test_what_was_played_was_not_discarded(before: Sequence[c.Command], buried: str, against: list[str]) -> None:
    hand = do(called("card"), *before)
    magic: Any = frozenset(buried.split())
    points = mighty.result_range(hand, hand.friends)[-1]
    assert refusals(hand, c.RecordResult(points, hand.friend, magic, joker_holder=3)) == against


def test_who_held_the_joker_is_seen_or_said() -> None:
    start = contracted("12H", "three", kitty_exposed=True)
    hand = do(start, c.CallFriend(call("none")))
    assert refusals(hand, c.RecordResult(12)) == ["result.joker_holder"]
    led = do(hand, *shown("CA JK"))
    for holder, against in ((3, ["result.other_joker_holder"]), (2, []), (None, [])):
        assert refusals(led, c.RecordResult(12, joker_holder=holder)) == against
    assert joker_holder_seen(led) == 2
    complete = do(led, c.RecordResult(12))
    assert complete.result is not None
    assert joker_holder(complete, complete.result) == mighty.following(complete).dealer == 2


def test_a_discarded_joker_was_the_declarers() -> None:
    hand, told = whole("JK", None)
    hand = do(hand, *told)
    assert joker_holder_seen(hand) == 2
    assert refusals(hand, c.RecordResult(16, 3, frozenset({"joker"})))[0] == "result.called_card_discarded"
