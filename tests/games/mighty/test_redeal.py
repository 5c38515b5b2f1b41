"""pagat, Redeal; base10, Misdeal; korean40, 1-2: what a hand is worth, who may claim, and what follows."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.cards import Rank, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from tests.cases import for_each
from tests.games.mighty import play
from tests.games.mighty.play import EVERY_PRESET, SEATS, bid, cards, codes, do, history, refusals, rules

HALF = Fraction(1, 2)

BEFORE_ONES_TURN = {"redeal_window": "first_turn"}


def deal_for_claims(preset: str = "pagat", **changes: Any) -> mighty.Hand:
    """A first hand in which a claim need not wait for its player's turn."""
    return play.deal_first_hand(preset, **{**BEFORE_ONES_TURN, **changes})


WORTHLESS = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2"


@for_each(*rules().setting.pack)
def test_redeal_every_card_has_its_value(card: Any) -> None:
    others = [other for other in cards(WORTHLESS) if other != card][:9]
    value = mighty.value_hand(rules(), [card, *others])
    expected: Any = {Rank.JOKER: -1, Rank.TEN: HALF}.get(card.rank, int(card.rank > Rank.TEN))
    if (card.suit, card.rank) == (Suit.SPADES, Rank.ACE):
        expected = 0
    assert (value.lines[0].card, value.lines[0].amount, value.total) == (card, expected, expected)
    assert [line.card for line in value.lines] == [card, *others]


@for_each(
    ("S2 S3 S4", ["cards.count"]),
    (f"{WORTHLESS} C3", ["cards.count"]),
    ("S2 S2 S4 H2 H3 H4 D2 D3 D4 C2", ["cards.too_many"]),
    ("S2 S3 S4 H2 H3 H4 D2 D3 BJ BJ", ["cards.not_in_pack"]),
    ("JK JK S2 S2", ["cards.count", "cards.too_many", "cards.too_many"]),
)
def test_redeal_what_is_no_hand_is_refused(held: str, against: list[str]) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.value_hand(rules(), cards(held))
    assert codes(refusal.value.problems) == against
    assert refusals(deal_for_claims(), mighty.ClaimRedeal(1, cards(held))) == against
    assert not mighty.can_claim(deal_for_claims().auction, (), 1, cards(held))


def test_redeal_can_be_claimed_with_cards_that_are_good_for_it() -> None:
    auction = deal_for_claims().auction
    for held, good in (("S2 S3 S4 H2 H3 H4 D2 D3 D4 C2", True), ("SA SK SQ SJ S10 HA HK HQ HJ H10", False)):
        assert mighty.can_claim(auction, (), 1, cards(held)) is good
        assert (not mighty.check_claim(auction, (), 1, cards(held))) is good
    assert mighty.can_claim(auction, (), 1)
    assert not mighty.check_claim(auction, (), 1)


# --- Who may claim, and when ---


def test_redeal_a_token_is_spent_once_in_a_session() -> None:
    """korean40, 1-2. The claims of others stay; the spent token goes along into the next hand."""
    hand = do(deal_for_claims("korean40"), mighty.ClaimRedeal(3))
    assert hand.session.spent == (3,)
    assert refusals(hand, mighty.ClaimRedeal(3)) == ["redeal.token_spent"]
    hand = do(hand, mighty.ClaimRedeal(1), mighty.RecordHand(2, bid("15H"), mighty.Call("card"), 16, 3))
    following = mighty.deal(hand.rules, mighty.advance_session(hand), SEATS)
    assert following.session.spent == (3, 1)
    assert refusals(following, mighty.ClaimRedeal(1)) == ["redeal.token_spent"]
    assert refusals(following, mighty.ClaimRedeal(4)) == []


def test_redeal_tells_who_spent_a_token_for_it() -> None:
    """In this hand, whatever was spent before."""
    session = mighty.Session(1, 1, (2,))
    assert do(mighty.deal(rules("korean40"), session, SEATS), mighty.ClaimRedeal(3)).spent == (3,)


# --- Any number of players ---


@for_each(*EVERY_PRESET)
def test_redeal_a_hand_is_as_large_as_so_many_players_are_dealt(preset: str) -> None:
    """pagat, Other numbers of players: seven to seventeen cards; the value is of all of them."""
    hand = deal_for_claims(preset, redeal="hand_value")
    size = hand.rules.setting.hand_size
    low = [card for card in hand.rules.setting.pack if card.suit and not mighty.is_point(card)]
    points = [card for card in hand.rules.setting.pack if card.suit and card.rank >= 11]
    claimer = hand.auction.seats[1]
    for held, total in ((low[:size], 0), (points[: size - 1] + low[:1], None)):
        value = mighty.value_hand(hand.rules, held)
        assert total is None or (value.total, value.qualifies) == (total, True)
        assert value.qualifies == (not refusals(hand, mighty.ClaimRedeal(claimer, tuple(held))))
        for other in (held[:-1], [*held, low[-1]]):
            assert refusals(hand, mighty.ClaimRedeal(claimer, tuple(other))) == ["cards.count"]
            with pytest.raises(RuleError):
                mighty.value_hand(hand.rules, other)
    assert mighty.check_claim(hand.auction, (), claimer, low[:size]) == ()


# --- What follows ---


@for_each(
    ({"redeal_dealer": "claimer"}, 4, 4),  # pagat: "also the first to bid"
    ({"redeal_dealer": "claimer", "first_bidder": "dealer"}, 4, 4),
    ({"redeal_dealer": "same"}, 2, 5),
    ({"redeal_dealer": "next"}, 3, 5),
    ({"redeal_dealer": "previous"}, 1, 5),
    ({"redeal_dealer": "same", "first_bidder": "dealer"}, 2, 2),
    ({"redeal_dealer": "next", "first_bidder": "dealer"}, 3, 3),
    ({"redeal_dealer": "previous", "first_bidder": "dealer"}, 1, 1),
)
def test_redeal_dealer(choices: dict[str, Any], dealer: int, first: int) -> None:
    """Player 2 deals, player 5 was to speak first, player 4 claims."""
    session = mighty.Session(2, 2 if choices.get("first_bidder") == "dealer" else 5, opening=False)
    before = mighty.deal(rules(**BEFORE_ONES_TURN, **choices), session, SEATS)
    *_, said = history(before, mighty.ClaimRedeal(4))
    assert said == ("thrown_in", {"dealer": dealer, "first": first})  # what the history says is what happens
    hand = do(before, mighty.ClaimRedeal(4))
    assert (hand.session.begins, hand.session.first, hand.auction.turn) == (dealer, first, first)
    assert (hand.redeals, hand.auction.calls) == (1, ())


@for_each(("claimer", 4), ("same", 2), ("next", 3), ("previous", 1))
def test_redeal_until_a_hand_was_paid_whoever_deals_bids_first(dealer: str, first: int) -> None:
    """pagat, Bidding: "In the first hand the dealer starts the bidding", whoever deals it again."""
    these = rules(**BEFORE_ONES_TURN, redeal_dealer=dealer)
    opening = mighty.set_starter(mighty.start_session(these, SEATS), 2)
    hand = do(mighty.deal(these, opening, SEATS), mighty.ClaimRedeal(4))
    assert (hand.session.begins, hand.session.first, hand.auction.turn) == (first, first, first)
    again = do(mighty.deal(these, opening, SEATS), mighty.ClaimRedeal(4), mighty.ClaimRedeal(4))
    assert again.session.first == again.session.begins == again.auction.turn


@for_each(
    (False, [], (2, WORTHLESS)),  # the new deal begins with why there is one
    (True, [], (2, WORTHLESS)),
    (True, [mighty.AcceptClaim()], (2, WORTHLESS)),
    (True, [mighty.AnswerClaim(3, bid("20NT"))], (2, WORTHLESS)),
)
def test_redeal_the_hand_that_was_shown_stays_in_sight(
    answered: bool, after: list[Move], shown: tuple[int, str]
) -> None:
    hand = do(deal_for_claims(redeal_blocked_by_20=answered), mighty.ClaimRedeal(2, cards(WORTHLESS)), *after)
    assert hand.laid_open == (shown[0], cards(shown[1]))
    assert do(deal_for_claims(), mighty.ClaimRedeal(2)).laid_open is None
