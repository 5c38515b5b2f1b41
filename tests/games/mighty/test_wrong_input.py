"""Arguments of wrong types: text for values, numbers for ranks, a preset for its rules. They are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.cards import Card, Rank, Suit, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import SEATS, bid, call, called_hand, cards, codes, contracted_hand, deal_first_hand, rules
from tests.games.mighty.tricks import conditions, plays

RULES, PRESET = rules(), mighty.PRESETS["pagat"]
AUCTION = mighty.Auction(RULES, SEATS, 1)
CONTRACT, OUTCOME = mighty.Contract(bid("16H"), call("SA")), mighty.Outcome(16, 1, 2, (3, 4, 5))
TEN = cards("SA CA C4 C5 HK HQ D3 D4 D5 S2")
TEXTS = tuple(map(str, TEN))
HEARTS: Any = "H"
ONE: Any = mighty.Play(1, "CK")  # type: ignore[arg-type]
TWO = plays("CK C4")

REFUSED: dict[str, Callable[[Any], Any]] = {
    "a suit as text": lambda _: mighty.Conditions(RULES, HEARTS),
    "a preset for its rules": lambda _: mighty.Conditions(_(PRESET), Suit.HEARTS),
    "the name of a preset": lambda _: mighty.Conditions(_("pagat"), None),
    "an auction by a preset": lambda _: mighty.Auction(_(PRESET), SEATS, 1),
    "a deal by a preset": lambda _: mighty.deal(_(PRESET), mighty.Session(1), SEATS),
    "a hand valued by a preset": lambda _: mighty.value_hand(_(PRESET), TEN),
    "a payment by a preset": lambda _: mighty.settle(_(PRESET), CONTRACT, OUTCOME),
    "the suit of a bid as text": lambda _: mighty.Bid(16, HEARTS),
    "the number of a bid as text": lambda _: mighty.Bid(_("16"), Suit.HEARTS),
    "a number for a bid's text": lambda _: mighty.Bid.parse(_(16)),
    "a card for a call's text": lambda _: mighty.Call.parse(_(TEN[0])),
    "a bid as text": lambda _: mighty.place_bid(AUCTION, 1, _("16H")),
    "a contract as text": lambda _: mighty.settle(RULES, _("16H SA"), OUTCOME),
    "a contract of texts": lambda _: mighty.settle(RULES, mighty.Contract(_("16H"), _("SA")), OUTCOME),
    "a call as text": lambda _: mighty.settle(RULES, mighty.Contract(bid("16H"), _("SA")), OUTCOME),
    "points for an outcome": lambda _: mighty.settle(RULES, CONTRACT, _(16)),
    "points as text": lambda _: mighty.settle(RULES, CONTRACT, mighty.Outcome(_("16"), 1, 2, (3, 4, 5))),
    "a table for texts": lambda _: mighty.payment_table(RULES, mighty.Contract(_("16H"), _("SA")), OUTCOME),
    "a bid that is a number": lambda _: mighty.is_made(mighty.Rules(), _(16), 16),
    "a line for a number": lambda _: mighty.back_run_limit(rules("base10"), _(16)),
    "a level for text": lambda _: mighty.lowest_level(RULES, _("16H"), None, before_kitty=False),
    "changes of text": lambda _: mighty.lowest_changes(RULES, _("16H"), before_kitty=False),
    "a card as text": lambda _: mighty.is_point(_("SA")),
    "trumps as text": lambda _: mighty.mighty_card(HEARTS),
    "a hand of texts": lambda _: mighty.value_hand(RULES, _(TEXTS)),
    "a hand in one text": lambda _: mighty.value_hand(RULES, _("SA CA")),
    "a trick of texts": lambda _: mighty.judge_trick(conditions(), 2, _(("SA", "C4"))),
    "a trick of tuples": lambda _: mighty.judge_trick(conditions(), 2, _(((1, "SA"),))),
    "a play of text": lambda _: mighty.judge_trick(conditions(), 2, (ONE,)),
    "a suit named as text": lambda _: mighty.judge_trick(conditions(), 2, (mighty.Play(1, cards("JK")[0], HEARTS),)),
    "why of texts": lambda _: mighty.explain_winner(conditions(), 2, (ONE,)),
    "the number of a trick as text": lambda _: mighty.judge_trick(conditions(), _("2"), TWO),
    "cards to follow with as texts": lambda _: mighty.legal_cards(conditions(), 1, TWO, _(TEXTS)),
    "plays to follow as texts": lambda _: mighty.legal_cards(conditions(), 1, (ONE,), TEN),
    "cards to lead as texts": lambda _: mighty.legal_leads(conditions(), 1, _(TEXTS)),
    "problems of texts": lambda _: mighty.lead_problems(conditions(), 1, _(TEXTS)),
    "offences of texts": lambda _: mighty.find_offences(conditions(), 1, ((ONE,),)),
    "a called card that is not there": lambda _: mighty.find_offences(
        conditions(secret_solo=False), 1, (TWO,), cards("RJ"), ()
    ),
    "a called card as text": lambda _: mighty.find_offences(conditions(secret_solo=False), 1, (TWO,), _(("SA",))),
    "a hand that begins with a text": lambda _: mighty.start_session(RULES, ()),
    "a result before the call": lambda _: mighty.preview(deal_first_hand(), mighty.RecordResult(16)),
}


@for_each(*REFUSED)
def test_what_is_of_a_wrong_kind_is_refused(wrong: str) -> None:
    with pytest.raises(RuleError) as refusal:
        REFUSED[wrong](lambda value: value)
    assert codes(refusal.value.problems)
    assert all(mighty.say(problem) for problem in refusal.value.problems)


CHECKED: dict[str, Callable[[Any], Any]] = {
    "a bid": lambda _: mighty.check_bid(AUCTION, 1, _("16H")),
    "a change": lambda _: mighty.check_change(RULES, bid("16H"), _("17H"), before_kitty=False),
    "a change of text": lambda _: mighty.check_change(RULES, _("16H"), bid("17H"), before_kitty=False),
    "a call": lambda _: mighty.check_call(RULES, bid("16H"), _("SA")),
    "a call with a bid": lambda _: mighty.check_call(RULES, _("16H"), call("SA")),
    "a called card": lambda _: mighty.check_call(RULES, bid("16H"), mighty.Call("card", _("SA"))),
    "a claim": lambda _: mighty.check_claim(AUCTION, (), 1, _(TEXTS)),
    "an outcome": lambda _: mighty.check_outcome(RULES, CONTRACT, _({"points": 16})),
    "discards": lambda _: mighty.check_discard(conditions(), TEN, _(("SA", "CA", "C4"))),
    "a lead": lambda _: mighty.check_lead(conditions(), 1, ONE),
    "a lead from texts": lambda _: mighty.check_lead(conditions(), 1, TWO[0], _(TEXTS)),
    "a follow": lambda _: mighty.check_follow(conditions(), 1, TWO, ONE),
    "a follow from texts": lambda _: mighty.check_follow(conditions(), 1, TWO[:1], TWO[1], _(TEXTS)),
    "discards of texts": lambda _: mighty.check_discard(conditions(), _(("JK",)), ()),
    "plays": lambda _: mighty.check_plays(conditions(), 1, (ONE,)),
    "a move with text": lambda _: mighty.check_move(deal_first_hand(), mighty.PlaceBid(1, _("16H"))),
    "a contract with text": lambda _: mighty.check_move(deal_first_hand(), mighty.EnterContract(1, _("16H"))),
    "an exchange with texts": lambda _: mighty.check_move(contracted_hand(), mighty.Exchange(_("SA"), _("18S"))),
    "a whole hand with texts": lambda _: mighty.check_move(
        deal_first_hand(), mighty.RecordHand(1, _("16H"), _("SA"), 16)
    ),
    "points of a whole hand": lambda _: mighty.check_move(
        deal_first_hand(), mighty.RecordHand(1, bid("16H"), call("SA"), _("16"))
    ),
    "a card with text": lambda _: mighty.check_move(called_hand(), mighty.PlayCard(1, _("CK"))),
    "a result with text": lambda _: mighty.check_move(called_hand(), mighty.RecordResult(_("16"), 2)),
    "a trick with text": lambda _: mighty.check_move(called_hand(), mighty.RecordTrick(1, _("2"))),
}


@for_each(*CHECKED)
def test_checks_answer_what_is_of_a_wrong_kind(wrong: str) -> None:
    problems = tuple(CHECKED[wrong](lambda value: value))
    assert codes(problems)
    assert all(mighty.say(problem) for problem in problems)


def test_ranks_and_suits_may_be_given_by_what_they_stand_for() -> None:
    """An `IntEnum` is its number, and there is one object of each card, whoever asked for it first."""
    number: Any = 14
    letter: Any = "S"
    assert Card(Suit.SPADES, number) is Card(letter, Rank.ACE) is parse_cards("SA")[0]
    assert type(Card(Suit.SPADES, number).rank) is Rank


def test_magic_cards_may_come_in_any_collection() -> None:
    buried: Any = ["mighty"]
    assert mighty.check_outcome(RULES, CONTRACT, mighty.Outcome(16, 1, None, (2, 3, 4, 5), buried)) == ()
