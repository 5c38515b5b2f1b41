"""The dealer of the next hand: the one chosen, and the one who deals instead of somebody absent."""

from typing import Any

from scorekeeper.games.mighty import ClaimRedeal
from scorekeeper.table import moves as m
from tests.cases import for_each
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, beginners, mighty_table
from tests.table.tables import hands, play, toy_table

FAY = 6


@for_each(
    ("the first dealer bids first", "pagat", [m.StartHand(leader=DAN)], (DAN, DAN, ())),
    ("also when the hand is dealt again", "pagat",
     [m.StartHand(), m.VoidHand(1, "wrong dealer"), m.StartHand(leader=DAN)], (DAN, DAN, ())),
    ("tokens stay spent", "korean40",
     [m.StartHand(), ClaimRedeal(EUN), m.VoidHand(1, "wrong dealer"), m.StartHand(leader=DAN)], (DAN, DAN, (EUN,))),
    ("the last declarer bids first whoever deals", "pagat",
     [m.StartHand(), barely_made_hand(BO, CHO), m.StartHand(leader=DAN)], (DAN, BO, ())),
    ("also one who was alone and should have dealt", "pagat",
     [m.StartHand(), barely_made_hand(BO, None), m.StartHand(leader=DAN)], (DAN, BO, ())),
    ("where the dealer bids first, it is the one who deals", "korean40",
     [m.StartHand(), barely_made_hand(BO, CHO), m.StartHand(leader=DAN)], (DAN, DAN, ())),
    ("also when that rule is new", "pagat",
     [m.StartHand(), barely_made_hand(BO, CHO), m.ChangeRules("pagat", {"first_bidder": "dealer"}), m.StartHand()],
     (CHO, CHO, ())),
    ("a dealer who left is followed by the next seat", "pagat",
     [m.StartHand(), barely_made_hand(BO, CHO), m.LeaveTable(CHO), m.JoinTable("Fay"), m.StartHand()], (DAN, BO, ())),
    (
        "wherever that is",
        "pagat",
        [
            *(m.StartHand(), barely_made_hand(BO, CHO), m.SwapSeats(CHO, EUN), m.LeaveTable(CHO), m.JoinTable("Fay")),
            m.StartHand(),
        ],
        (FAY, BO, ()),
    ),
    ("a first bidder who left is followed by the next seat", "pagat",
     [m.StartHand(), barely_made_hand(EUN, CHO), m.LeaveTable(EUN), m.JoinTable("Fay"), m.StartHand()], (CHO, FAY, ())),
    (
        "who has come back sits last and begins where it is their turn",
        "pagat",
        [
            *(m.StartHand(), barely_made_hand(BO, CHO), m.LeaveTable(CHO), m.ReturnToTable(CHO), m.JoinTable("Fay")),
            *(m.LeaveTable(CHO), m.StartHand()),
        ],
        (FAY, BO, ()),
    ),
    (
        "who sits out of a hand of five is followed by the next seat as well",
        "pagat",
        [
            *(m.JoinTable("Fay"), m.StartHand((ANA, BO, CHO, DAN, EUN)), barely_made_hand(EUN, DAN)),
            m.StartHand((ANA, BO, CHO, EUN, FAY)),
        ],
        (EUN, EUN, ()),
    ),
)  # fmt: skip
def test_who_deals_and_who_bids_first(about: str, preset: str, moves: list[Any], begun: tuple[Any, ...]) -> None:
    assert beginners(mighty_table(preset, *moves)) == begun


def test_in_the_first_hand_it_is_the_first_to_sit() -> None:
    assert beginners(mighty_table("pagat", m.StartHand())) == (ANA, ANA, ())


def test_who_began_a_hand_is_kept_with_the_circle_they_sat_in() -> None:
    """A correction long after does not ask who is there now."""
    ledger = play(toy_table(players=4), *hands(ANA), m.LeaveTable(BO), m.StartHand(), m.JoinTable("Eve"))
    (record_now,) = [ledger.state.current]
    assert record_now is not None
    assert (record_now.circle, begins(ledger)) == ((ANA, BO, CHO, DAN), CHO)
    assert record_now.redeal(ledger.state.game).hand == record_now.hand


def begins(ledger: Any) -> Any:
    """Return the player who begins the hand in progress."""
    return ledger.state.current.hand.session.begins
