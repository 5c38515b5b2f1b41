"""Mighty as the rest of the program goes through it: an evening from the first chair to the first who is out."""

from msgspec.structs import replace

from scorekeeper.games import GAMES, mighty
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import message
from tests.games.mighty.play import bid, call

GAME = GAMES["mighty"]
SEATS = (1, 2, 3, 4, 5)
LOST_ALONE = mighty.RecordHand(2, bid("20H"), call("none"), 0, None)
MADE = mighty.RecordHand(2, bid("16H"), call("SA"), 16, 4)


def test_its_names_and_what_it_is_made_of() -> None:
    assert (GAME.name, GAME.pays, GAME.rules) == ("Mighty", True, mighty.Rules)
    assert {"korean40", "pagat"} <= set(GAME.presets)
    assert GAME.statistics.main in {count.code for count in GAME.statistics.lines}
    assert {rule.block for rule in house_rules(GAME.rules).values()} >= set(GAME.blocks) > {"auction"}


def test_an_evening_with_bankrolls() -> None:
    rules = GAME.presets["korean40"].rules
    session = GAME.create_session(rules)
    for player in SEATS:
        session = GAME.add_player(rules, session, player)
    assert [standing.value for standing in session.standings.values()] == [40] * 5
    assert GAME.shift_balances(session, rules, rules.change(bankroll=rules.bankroll + 10)).balances[3] == 50
    session = GAME.set_starter(session, 3)
    hand = GAME.deal(rules, session, SEATS, SEATS)
    assert (hand.session.begins, hand.seats, hand.phase) == (3, SEATS, "auction")
    after = GAME.advance_session(GAME.do(hand, LOST_ALONE))
    assert after.balances[2] < 0 < after.balances[1]
    assert GAME.find_ending(rules, after) == message("ending.eliminated", player=2, balance=after.balances[2])
    assert GAME.find_ending(rules, session) is None
    helped = GAME.adjust_standings(rules, after, {2: 200}, None)
    assert helped.balances[2] == after.balances[2] + 200
    assert GAME.find_ending(rules, helped) is None


def test_a_hand_keeps_its_dealer_and_first_bidder_when_the_past_is_corrected() -> None:
    rules = GAME.presets["pagat"].rules
    session = mighty.start_session(rules, SEATS)
    played = GAME.do(GAME.deal(rules, session, SEATS, SEATS), MADE)
    past = replace(session, begins=5, first=4, balances={**session.balances, 1: 7})
    resumed = GAME.rebase_hand(played, past)
    assert (resumed.session.begins, resumed.session.first, resumed.session.balances[1]) == (1, 1, 7)
