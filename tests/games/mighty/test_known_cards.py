"""The evidence of seen cards about friend, kitty, discards and joker: nothing that contradicts it is accepted."""

from scorekeeper.games import mighty
from scorekeeper.games.mighty.counting import find_joker_holder, find_joker_holder_by_cards
from tests.cases import for_each, require
from tests.games.mighty import two_packs
from tests.games.mighty.play import call, called_hand, cards, contracted_hand, do, refusals
from tests.games.mighty.whole_hands import parse_plays, results, whole_hand

[SA] = cards("SA")


# --- A called card that is the declarer's own (pagat, Exchanging cards and calling a partner) ---


def test_a_declarer_who_plays_the_called_card_is_alone() -> None:
    hand = do(called_hand("SA", "17H", friend_may_announce=True, win_order=True), *parse_plays("SA"))
    assert (hand.friend_known, hand.friends) == (True, ())
    assert refusals(hand, mighty.RecordResult(17, 3)) == ["result.own_card"]
    assert refusals(hand, mighty.RecordResult(17)) == []
    assert refusals(hand, mighty.RevealFriend(3))[0] == "reveal.own_card"
    assert refusals(hand, mighty.GiveWinOrder()) == ["order.no_friend"]
    lost = do(called_hand("SQ", friend_may_announce=True), *parse_plays("SQ SK S2 SJ S10"))
    assert refusals(lost, mighty.RevealFriend(2, announced=True)) == ["reveal.own_card"]


@for_each(secret_solo=[True, False], whose=[2, None])
def test_a_declarer_alone_is_paid_as_that(whose: int | None, secret_solo: bool) -> None:
    """Also where it was not allowed, which `Hand.offences` tells."""
    hand, told = whole_hand("HK", whose, secret_solo=secret_solo)
    hand = do(hand, *told)
    derived = require(mighty.derive_result(hand))
    assert results(hand) == {(derived.points, None)}
    complete = do(hand, mighty.RecordResult(derived.points, buried=derived.buried))
    assert complete.settlement == mighty.preview(hand, derived)
    amounts = require(complete.settlement).amounts
    assert amounts[2] == -4 * amounts[1] != 0
    codes = [offence.code for offence in hand.offences if "called" in offence.code]
    told_of = "offence.called_own_card" if whose else "offence.called_card_discarded"
    assert codes == ([] if secret_solo else [told_of])


# --- The discards and the joker ---


def test_who_held_the_joker_is_seen_or_said() -> None:
    hand = do(contracted_hand("12H", "three", kitty_exposed=True), mighty.CallFriend(call("none")))
    assert refusals(hand, mighty.RecordResult(12)) == ["result.joker_holder"]
    led = do(hand, *parse_plays("CA JK"))
    for holder, against in ((3, ["result.other_joker_holder"]), (2, []), (None, [])):
        assert refusals(led, mighty.RecordResult(12, joker_holder=holder)) == against
    assert find_joker_holder_by_cards(led) == 2
    complete = do(led, mighty.RecordResult(12))
    assert complete.result is not None
    assert find_joker_holder(complete, complete.result) == mighty.advance_session(complete).begins == 2


def test_with_two_packs_somebody_else_may_have_held_the_other_joker() -> None:
    hand = do(two_packs.called_hand("SA+HK", "30NT"), *parse_plays("C4 JK"))
    assert find_joker_holder_by_cards(hand) == 2
    assert refusals(hand, mighty.RecordResult(31, 3, joker_holder=5)) == []


def test_a_discarded_joker_was_the_declarers() -> None:
    hand, told = whole_hand("JK", None)
    hand = do(hand, *told)
    assert find_joker_holder_by_cards(hand) == 2
    assert refusals(hand, mighty.RecordResult(16, 3, frozenset({"joker"})))[0] == "result.called_card_discarded"
