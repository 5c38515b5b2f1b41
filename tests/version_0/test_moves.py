"""Moves whose meaning has changed since version 0.1.0 are played with their old meaning."""

from typing import Any

from scorekeeper.games.mighty import ClaimRedeal
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, fold_action
from scorekeeper.table.state import Stamp
from scorekeeper.version_0.moves import CorrectHandAnew, StartHandByNumber, VoidHandAnew
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, beginners, mighty_table, passes
from tests.table.tables import hands, play, toy_table
from tests.table.test_dealer import begins as begun
from tests.table.test_kept_as_played import EVENING, dealers


def play_as_first_edition(ledger: Ledger, *moves: Any) -> Ledger:
    """Return the ledger after an action of an old program, by which later hands were dealt anew."""
    stamp = Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00")
    return fold_action(ledger, Action(stamp, tuple(moves), rows=None))


def test_the_same_correction_in_an_older_log_deals_later_hands_anew() -> None:
    ledger = mighty_table("pagat", *EVENING)
    anew = play_as_first_edition(ledger, CorrectHandAnew(1, (barely_made_hand(EUN, DAN),), deals_anew=True))
    assert dealers(anew.state) == [(ANA, ANA), (DAN, EUN), (EUN, EUN), (EUN, BO)]
    again = play_as_first_edition(anew, VoidHandAnew(1, "x", deals_anew=True))
    assert dealers(again.state) == [(ANA, ANA), (ANA, ANA), (EUN, EUN), (EUN, BO)]


def test_in_an_older_log_the_redeal_of_a_claim_is_dealt_by_whoever_dealt_then() -> None:
    """In korean40 the same dealer deals again: the declarer of the hand before, if it was made."""
    ledger = mighty_table("korean40", m.StartHand(), barely_made_hand(BO, CHO), m.StartHand(), ClaimRedeal(EUN))
    anew = play_as_first_edition(ledger, CorrectHandAnew(1, (barely_made_hand(DAN, CHO),), deals_anew=True))
    assert beginners(anew) == (DAN, DAN, (EUN,))


def test_in_an_older_log_the_redeal_of_a_passed_hand_is_dealt_by_whoever_dealt_then() -> None:
    """In pagat the friend deals and the declarer bids first; if all pass, both stay."""
    ledger = mighty_table("pagat", m.StartHand(), barely_made_hand(BO, CHO), m.StartHand(), *passes(BO))
    assert beginners(ledger) == (CHO, BO, ())
    anew = play_as_first_edition(ledger, CorrectHandAnew(1, (barely_made_hand(DAN, EUN),), deals_anew=True))
    assert beginners(anew) == (EUN, DAN, ())


def test_in_an_older_log_whoever_joined_next_begins_in_the_place_of_who_left() -> None:
    """The circle is Ana, Cho, Bo, Dan. Bo should begin and has left. Today Dan, the next seat, begins; then Cho did."""
    ledger = play(toy_table(players=4), m.SwapSeats(BO, CHO), *hands(ANA, ANA), m.LeaveTable(BO))
    assert ledger.state.session.begins == BO
    assert begun(play(ledger, m.StartHand())) == DAN
    stamp = Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00")
    older = StartHandByNumber((ANA, CHO, DAN), by_number=True)
    assert begun(fold_action(ledger, Action(stamp, (older,)))) == CHO
