"""A hand that was played stays the hand that was played, whatever is corrected before it."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.games.mighty import ClaimRedeal, Pass
from scorekeeper.table import moves as m
from scorekeeper.table.state import Stamp, TableState
from tests.cases import for_each
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, beginners, mighty_table, passes
from tests.table.tables import hands, play, toy_table, values
from tests.toy import Draw, Shuffle


def dealers(state: TableState) -> list[tuple[int | None, ...]]:
    """Return the dealer and the first bidder of each hand at the end."""
    played = [*state.hands, *([state.current] if state.current else [])]
    return [(record.hand.session.begins, record.hand.session.first) for record in played]


EVENING = [
    *(m.StartHand(), barely_made_hand(BO, CHO)),
    *(m.StartHand(), barely_made_hand(DAN, ANA)),
    *(m.StartHand(), *passes(DAN), Pass(DAN), ClaimRedeal(EUN), Pass(EUN), barely_made_hand(BO, EUN)),
    *(m.StartHand(), Pass(BO)),
]
"""In pagat the friend deals, and the declarer bids first; whoever claims a redeal deals and bids first."""

AS_PLAYED: list[tuple[int | None, ...]] = [(ANA, ANA), (CHO, BO), (EUN, EUN), (EUN, BO)]


@for_each(
    m.CorrectHand(1, (barely_made_hand(DAN, EUN),)),
    m.CorrectHand(2, (barely_made_hand(BO, None),)),
    m.VoidHand(1, "misdeal"),
    m.VoidHand(3, "misdeal"),
)
def test_who_dealt_and_who_bid_first_stays_as_it_was(change: Any) -> None:
    before = mighty_table("pagat", *EVENING)
    assert dealers(before.state) == AS_PLAYED
    after = play(before, change)
    assert dealers(after.state) == AS_PLAYED
    for old, new in zip(before.state.hands, after.state.hands, strict=True):
        if new.number == change.number:
            continue
        assert (new.moves, new.amounts, new.opening_session, new.leader, new.circle) == (
            *(old.moves, old.amounts, old.opening_session, old.leader, old.circle),
        )
        assert new.hand == replace_session(old.hand, new.hand.session), "only what it is added to is another"
    assert sum(values(after.state).values()) == 0


def replace_session(hand: Any, session: Any) -> Any:
    return type(hand)(**{**{name: getattr(hand, name) for name in hand.__struct_fields__}, "session": session})


def test_what_a_hand_is_added_to_is_the_corrected_past() -> None:
    ledger = mighty_table("korean40", *EVENING[:4], m.CorrectHand(1, (barely_made_hand(DAN, EUN),)))
    first, second = ledger.state.hands
    assert second.hand.session.balances == values(play(ledger, m.VoidHand(2, "x")).state)
    assert all(
        second.after.balances[player] == first.after.balances[player] + second.amounts[player] for player in range(1, 6)
    )


def test_the_next_hand_is_begun_by_whoever_follows_from_the_corrected_past() -> None:
    ledger = mighty_table("pagat", *EVENING[:2])
    assert beginners(play(ledger, m.StartHand())) == (CHO, BO, ())
    corrected = play(ledger, m.CorrectHand(1, (barely_made_hand(DAN, EUN),)), m.StartHand())
    assert beginners(corrected) == (EUN, DAN, ())
    assert beginners(play(ledger, m.VoidHand(1, "x"), m.StartHand())) == (ANA, ANA, ())


def test_a_hand_in_progress_is_begun_by_whoever_began_it() -> None:
    """Its cards are dealt, whoever should have dealt them."""
    ledger = mighty_table("korean40", *EVENING[:2], m.StartHand(), ClaimRedeal(EUN))
    assert beginners(ledger) == (BO, BO, (EUN,))
    assert beginners(play(ledger, m.CorrectHand(1, (barely_made_hand(DAN, CHO),)))) == (BO, BO, (EUN,))


def test_tokens_spent_before_a_hand_are_those_of_the_corrected_past() -> None:
    """And those spent in it stay spent."""
    claimed = (m.StartHand(), ClaimRedeal(EUN), barely_made_hand(BO, CHO))
    ledger = mighty_table("korean40", *claimed, m.StartHand(), ClaimRedeal(DAN), barely_made_hand(BO, CHO))
    assert ledger.state.session.spent == (EUN, DAN)
    assert play(ledger, m.CorrectHand(1, (barely_made_hand(DAN, CHO),))).state.session.spent == (EUN, DAN), (
        "redeals are kept"
    )
    assert play(ledger, m.VoidHand(2, "x")).state.session.spent == (EUN, DAN), "also those of a void hand"


def test_a_correction_keeps_every_redeal_of_its_hand() -> None:
    """Also one that changed nothing else: Ana deals and bids first, and deals and bids first again."""
    redealt = (m.StartHand(), *passes(ANA), ClaimRedeal(ANA))
    ledger = mighty_table(
        "pagat", *redealt, Pass(ANA), barely_made_hand(BO, CHO), m.CorrectHand(1, (barely_made_hand(DAN, EUN),))
    )
    (hand,) = ledger.state.hands
    assert hand.hand.redeals == 2
    assert hand.hand.auction.calls == (), "what was said after the last redeal is part of the mistake"
    assert hand.previous_versions[0].hand.redeals == 2


def test_what_a_later_hand_gives_follows_from_what_it_is_added_to() -> None:
    """In the toy game nobody climbs above the top: the corrected past leaves more room, or less."""
    ledger = play(toy_table("strides", top=3), *hands(BO), m.StartHand(), Shuffle(), Draw(BO))
    assert [hand.amounts for hand in ledger.state.hands] == [{BO: 2}, {BO: 1}]
    corrected = play(ledger, m.CorrectHand(1, (Draw(CHO),)))
    assert [hand.amounts for hand in corrected.state.hands] == [{CHO: 2}, {BO: 2}]
    assert corrected.state.hands[1].hand.session.begins == ledger.state.hands[1].hand.session.begins
    assert play(corrected, m.Undo()).state == ledger.state


def test_a_correction_of_a_corrected_hand_keeps_every_version() -> None:
    ledger = play(toy_table(), *hands(BO), m.CorrectHand(1, (Draw(ANA),)), m.VoidHand(1, "x"), m.StartHand())
    ledger = play(ledger, m.CorrectHand(1, (Draw(CHO),)))
    (hand,) = ledger.state.hands
    assert (hand.hand.winner, hand.voided) == (CHO, None)
    assert [(each.hand.winner, each.voided) for each in hand.previous_versions] == [(ANA, "x"), (ANA, None), (BO, None)]


def test_an_adjustment_between_two_hands_stays_between_them() -> None:
    ledger = play(toy_table(), *hands(BO), m.Adjust({CHO: 2}, "x"), *hands(ANA), m.VoidHand(1, "x"))
    assert [entry.after.rungs for entry in ledger.state.entries[3:]] == [
        {ANA: 0, BO: 0, CHO: 0},
        {ANA: 0, BO: 0, CHO: 2},
        {ANA: 1, BO: 0, CHO: 2},
    ]


def test_the_stamp_of_a_corrected_hand_says_who_corrected_it() -> None:
    ledger = play(play(toy_table(), *hands(BO, CHO), player=ANA), m.CorrectHand(1, (Draw(ANA),)), player=BO)
    first, second = ledger.state.hands
    assert (first.stamp and first.stamp.player, second.stamp and second.stamp.player) == (BO, ANA)
    assert first.previous_versions[0].stamp == replace(second.stamp or Stamp(0, ""), version=3)
