"""Disputes: a hand with all its facts, and the same hand under other rules."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.codec import encode
from scorekeeper.games import mighty
from scorekeeper.games.mighty import PRESETS, Bid, Pass, PlaceBid
from scorekeeper.table import moves as m
from scorekeeper.table.disputes import (
    Dispute,
    dispute_about_hand,
    dispute_about_refusal,
    dispute_decoder,
    hand_of,
    play_under_other_presets,
    replay_dispute,
)
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, TableState
from tests.cases import for_each, require
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, mighty_table
from tests.table.tables import NAMES

TOO_LOW = PlaceBid(ANA, Bid.parse("12H"))
MADE = barely_made_hand(BO, CHO)


def first_hand(ledger: Ledger) -> HandRecord:
    return require(ledger.state.find_hand(1))


def current_hand(ledger: Ledger) -> HandRecord:
    assert ledger.state.current
    return ledger.state.current


def payment(*moves: Any, preset: str = "pagat", **rules: Any) -> tuple[TableState, Dispute[Any, Any]]:
    """A table after a hand, and what people may argue about what it paid."""
    ledger = mighty_table(preset, *(moves or (m.StartHand(), MADE)), **rules)
    return ledger.state, dispute_about_hand(ledger.state, first_hand(ledger), "payment")


# --- Its facts ---


def test_a_dispute_has_all_facts_of_the_hand() -> None:
    state, dispute = payment(m.StartHand(), MADE, min_bid=14)
    assert (dispute.game, dispute.preset, dispute.about) == ("mighty", "pagat", "payment")
    assert dispute.rules["min_bid"] == 14
    assert dispute.ruleset == state.rules
    assert dispute.names == dict(enumerate(NAMES[:5], 1))
    assert (dispute.number, dispute.seats, dispute.circle) == (1, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    assert (dispute.moves, dispute.asked, dispute.trick) == ((MADE,), None, None)


def test_it_may_be_about_a_trick_after_so_many_moves() -> None:
    ledger = mighty_table("pagat", m.StartHand(), Pass(ANA), Pass(BO), Pass(CHO))
    dispute = dispute_about_hand(ledger.state, current_hand(ledger), "trick", moves=2, trick=4)
    assert (dispute.moves, dispute.trick, dispute.about) == ((Pass(ANA), Pass(BO)), 4, "trick")


def test_names_are_of_those_who_play_and_of_those_who_only_sit_there() -> None:
    ledger = mighty_table("pagat", m.JoinTable("Fay"), m.StartHand((ANA, BO, CHO, DAN, EUN)))
    dispute = dispute_about_hand(ledger.state, current_hand(ledger), "payment")
    assert dispute.names == {**dict(enumerate(NAMES[:5], 1)), 6: "Fay"}
    assert (dispute.seats, dispute.circle) == ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))


def test_it_reads_from_what_was_written_of_it() -> None:
    _, dispute = payment()
    refused = replace(dispute, moves=(), asked=TOO_LOW, about="refusal")
    for each in (dispute, refused):
        assert dispute_decoder("mighty").decode(encode(each)) == each


# --- What was refused ---


def test_of_a_correction_it_is_about_the_first_move_that_the_rules_refuse() -> None:
    state = mighty_table("pagat", m.StartHand(), MADE).state
    before, after = PlaceBid(ANA, Bid.parse("14H")), PlaceBid(BO, Bid.parse("13H"))
    dispute = require(dispute_about_refusal(state, m.CorrectHand(1, (before, after, Pass(CHO)))))
    assert (dispute.about, dispute.number, dispute.moves, dispute.asked) == ("refusal", 1, (before,), after)
    assert dispute_about_refusal(state, m.CorrectHand(1, (before,))) is None
    assert dispute_about_refusal(state, m.CorrectHand(2, (after,))) is None


def test_a_move_that_the_rules_refuse_may_be_argued_about() -> None:
    dispute = require(dispute_about_refusal(mighty_table("pagat", m.StartHand()).state, TOO_LOW))
    assert (dispute.about, dispute.asked, dispute.moves) == ("refusal", TOO_LOW, ())


@for_each(Pass(ANA), m.LeaveTable(9), m.Undo(), "a word")
def test_what_is_allowed_or_no_move_of_the_game_may_not(move: Any) -> None:
    assert dispute_about_refusal(mighty_table("pagat", m.StartHand()).state, move) is None


def test_where_no_hand_is_played_the_rules_of_the_game_refuse_nothing() -> None:
    assert dispute_about_refusal(mighty_table("pagat").state, TOO_LOW) is None


# --- Looking at it ---


def test_as_a_table_it_shows_the_hand_as_it_was_settled() -> None:
    state, dispute = payment()
    table = replay_dispute(dispute)
    record = hand_of(table)
    assert record.amounts == state.hands[0].amounts
    assert (record.number, record.circle, record.opening_session) == (1, (1, 2, 3, 4, 5), dispute.opened)
    assert (table.preset, table.rules, table.circle) == ("pagat", state.rules, state.circle)
    assert table.current is None
    assert table.session == record.after == state.session
    assert [table.name(player) for player in table.people] == list(NAMES[:5])
    assert all(person.number == player for player, person in table.people.items())


def test_as_a_table_it_shows_the_hand_in_progress() -> None:
    ledger = mighty_table("pagat", m.StartHand(), Pass(ANA), Pass(BO))
    table = replay_dispute(dispute_about_hand(ledger.state, current_hand(ledger), "trick", moves=1))
    assert table.entries == ()
    assert hand_of(table).moves == (Pass(ANA),)
    assert hand_of(table).hand == current_hand(mighty_table("pagat", m.StartHand(), Pass(ANA))).hand


def test_under_other_rules_it_pays_what_those_give() -> None:
    _, dispute = payment()
    for key in ("korean40", "wikipedia_ja"):
        rules = PRESETS[key].rules
        there = hand_of(replay_dispute(dispute, rules))
        assert there.rules == rules
        assert there.hand.rules == rules
        assert there.amounts == mighty_table(key, m.StartHand(), MADE).state.hands[0].amounts


def test_elsewhere_is_every_other_preset_for_as_many_people() -> None:
    _, dispute = payment()
    others = {key for key, preset in PRESETS.items() if 5 in mighty.GAME.seat_counts(preset.rules)} - {"pagat"}
    found = {each.preset.key: each for each in play_under_other_presets(dispute)}
    assert found.keys() == others
    for each in found.values():
        assert (each.state is None) or hand_of(each.state).rules == each.preset.rules


def test_elsewhere_a_hand_may_not_have_come_to_this_and_it_says_why() -> None:
    _, dispute = payment(m.StartHand(), replace(MADE, bid=Bid.parse("12H")), preset="wikipedia_ja", min_bid=12)
    hand = current_hand(mighty_table("pagat", m.StartHand())).hand
    (there,) = [each for each in play_under_other_presets(dispute) if each.preset.key == "pagat"]
    assert there.state is None
    assert there.problems == mighty.GAME.check(hand, dispute.moves[0]) != ()


def test_what_means_nothing_under_other_rules_is_told_without_a_reason() -> None:
    """A hand opened by something that no session of the game is: nothing is shown, and nothing breaks."""
    _, dispute = payment()
    broken = replace(dispute, opened=None)
    assert {(each.state, each.problems) for each in play_under_other_presets(broken)} == {(None, ())}


def test_rules_of_the_table_that_are_those_of_a_preset_are_not_elsewhere() -> None:
    _, dispute = payment(preset="korean40")
    assert "korean40" not in {each.preset.key for each in play_under_other_presets(dispute)}
    _, changed = payment(preset="korean40", min_bid=PRESETS["korean40"].rules.min_bid + 1)
    assert "korean40" in {each.preset.key for each in play_under_other_presets(changed)}
