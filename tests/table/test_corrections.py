"""What a correction carries with it, told with Mighty: who dealt, who claimed a redeal, and how often there was one."""

from typing import Any

from scorekeeper.games.game import Situation
from scorekeeper.games.mighty import Bid, Call
from scorekeeper.games.mighty import commands as m
from scorekeeper.table import commands as c
from scorekeeper.table.ledger import Ledger
from tests.table.tables import NAMES, play

ANA, BO, CHO, DAN, EUN = 1, 2, 3, 4, 5


def mighty_table(preset: str, *commands: Any) -> Ledger:
    return play(Ledger(), c.CreateTable("mighty", preset, {}, NAMES), *commands)


def made_by(declarer: int, friend: int) -> m.RecordHand:
    """A hand of 14 that is just made."""
    return m.RecordHand(declarer, Bid.parse("14H"), Call.parse("SA"), 14, friend)


def passes(first: int) -> list[m.Pass]:
    """Everyone passes, from `first` on."""
    return [m.Pass((first + turn - 1) % 5 + 1) for turn in range(5)]


def test_after_a_correction_the_redeal_of_a_claim_is_dealt_by_whoever_dealt_then() -> None:
    """In korean40 the same dealer deals again; and that is the declarer of the hand before, when it was made."""
    ledger = mighty_table("korean40", c.StartHand(), made_by(BO, CHO), c.StartHand(), m.ClaimRedeal(EUN))
    assert dealt(ledger) == Situation(BO, BO, (EUN,))
    corrected = play(ledger, c.CorrectHand(1, made_by(DAN, CHO)))
    assert dealt(corrected) == Situation(DAN, DAN, (EUN,))


def test_after_a_correction_the_redeal_of_a_passed_hand_is_dealt_by_whoever_dealt_then() -> None:
    """In pagat the friend deals, and the declarer bids first; when all pass, the same once more."""
    ledger = mighty_table("pagat", c.StartHand(), made_by(BO, CHO), c.StartHand(), *passes(BO))
    assert dealt(ledger) == Situation(CHO, BO)
    corrected = play(ledger, c.CorrectHand(1, made_by(DAN, EUN)))
    assert dealt(corrected) == Situation(EUN, DAN)


def test_a_correction_keeps_every_redeal_of_its_hand() -> None:
    """Also one that changed nothing else: Ana deals and bids first, and deals and bids first again."""
    redealt = (c.StartHand(), *passes(ANA), m.ClaimRedeal(ANA))
    ledger = mighty_table("pagat", *redealt, m.Pass(ANA), made_by(BO, CHO), c.CorrectHand(1, made_by(DAN, EUN)))
    (hand,) = ledger.state.hands
    assert hand.hand.redeals == 2
    assert hand.hand.auction.calls == (), "what was said after the last redeal is part of the mistake"
    assert hand.earlier[0].hand.redeals == 2


def dealt(ledger: Ledger) -> Situation:
    """The situation of the hand in progress."""
    assert ledger.state.current is not None
    situation: Situation = ledger.state.current.hand.situation
    return situation
