"""Somebody goes home or comes back: one move, by which the others play on under rules for their number."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.codec import encode
from scorekeeper.games import GAMES
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger, check_move, complete_move
from scorekeeper.table.state import score_sheet
from tests.cases import for_each
from tests.table.mighty_hands import barely_made_hand, mighty_table
from tests.table.tables import hands, play, toy_table

ANA, BO, CHO = 1, 2, 3


@for_each(*((game.key, preset) for game in GAMES.values() for preset in game.presets))
def test_every_set_plays_on_with_every_number_that_its_game_has(key: str, preset: str) -> None:
    """The rules of each offer go together, are for that number, and keep what the number does not decide."""
    game = GAMES[key]
    rules = game.presets[preset].rules
    opened = m.CreateTable(key, preset, players=tuple(f"P{seat}" for seat in range(game.seat_counts(rules)[0])))
    state = opened.complete(None).play(None)
    numbers = {count for each in game.presets.values() for count in game.seat_counts(each.rules)}
    lacking = set()
    for count in sorted(numbers):
        offered = m.offer_rules(state, count)
        assert all(not each.rules.check() and count in game.seat_counts(each.rules) for each in offered), count
        assert len({each.like for each in offered}) == len(offered)
        lacking |= set() if offered else {count}
    assert lacking <= {8}, "only the set of two packs itself is for eight"


def test_five_play_on_as_four_and_as_five_again_with_all_else_as_it_was() -> None:
    """A house rule of theirs, and everyone's balance, stay; taken back once, Bo sits there again."""
    table = play(
        mighty_table("pagat"), m.ChangeRules("pagat", {"minimum_made": 1}), m.StartHand(), barely_made_hand(ANA, CHO)
    )
    before = {player: standing.value for player, standing in table.state.standings.items()}
    four = play(table, m.PlayOn(BO))
    rules = four.state.rules.as_dict()
    assert (four.state.preset, rules["players"], rules["min_bid"]) == ("four", "four", 14)
    assert rules["minimum_made"] == 1
    assert BO not in four.state.seating
    assert {player: standing.value for player, standing in four.state.standings.items()} == before
    assert play(four, m.Undo()).state.seating == table.state.seating
    assert play(four, m.Undo()).state.rules == table.state.rules
    hand = play(four, m.StartHand(), barely_made_hand(ANA, CHO))
    again = play(hand, m.PlayOn(BO))
    assert again.state.rules == table.state.rules
    assert again.state.seating == table.state.seating
    assert again.state.standings[BO].value == before[BO]


def test_a_set_without_a_family_takes_from_the_usual_one_what_the_number_changes() -> None:
    ledger = play(mighty_table("wikipedia_ja"), m.PlayOn(BO))
    own = GAMES["mighty"].presets["wikipedia_ja"].rules
    assert ledger.state.preset == "wikipedia_ja"
    assert set(ledger.state.rules.differences(own)) == {"players", "min_bid", "split"}


@for_each(
    ([m.LeaveTable(BO)], m.PlayOn(99), "player.unknown"),
    ([m.StartHand()], m.PlayOn(BO), "player.playing"),
    ([m.LeaveTable(BO), m.LeaveTable(CHO)], m.PlayOn(ANA), "players.no_rules"),
    ([], m.PlayOn(BO, "six_all"), "players.no_rules"),
    ([], m.PlayOn(BO, "nothing", {"players": "four"}), "rules.unknown_preset"),
    ([], m.PlayOn(BO, "pagat", {**GAMES["mighty"].presets["pagat"].rules.as_dict()}), "players.no_rules"),
)
def test_what_cannot_be_played_on_with_is_refused(first: list[Any], move: m.PlayOn, code: str) -> None:
    ledger = play(mighty_table("pagat"), *first)
    assert code in {each.code for each in check_move(ledger, complete_move(ledger, move))}


def test_several_who_left_before_are_four_in_one_move_and_a_log_has_the_whole_rules() -> None:
    ledger = play(mighty_table("pagat"), m.LeaveTable(BO), m.PlayOn())
    assert ledger.state.rules.as_dict()["players"] == "four"
    assert ledger.last is not None
    (move,) = ledger.last.moves
    decoded = m.move_decoder("mighty").decode(encode(move))
    assert decoded == move
    assert decoded.rules == ledger.state.rules.as_dict()


def test_a_game_whose_rules_are_for_the_number_too_changes_none() -> None:
    table = play(toy_table(players=4), *hands(ANA))
    assert m.offer_rules(table.state, 3) == m.offer_rules(table.state, 3)
    assert play(table, m.PlayOn(BO)).state.rules == table.state.rules


def test_a_latecomer_begins_as_the_table_says_and_one_undo_takes_all_of_it_back() -> None:
    """The adjustment is a line of the sheet; the six play on by rules for six; during a hand nothing else changes."""
    table = play(mighty_table("pagat"), m.StartHand(), barely_made_hand(ANA, CHO))
    six = play(table, m.SeatLatecomer("Fay", adds=-4, reason="Begins with", preset="six_all"))
    assert (six.state.standings[6].value, six.state.rules.as_dict()["players"]) == (-4, "six_all")
    assert [each.amounts for each in score_sheet(six.state.entries)][-1] == {6: -4}
    assert play(six, m.Undo()).state == replace(table.state, stamp=play(six, m.Undo()).state.stamp)
    dealt = play(table, m.StartHand())
    late = play(dealt, m.SeatLatecomer("Fay", adds=-4, reason="Begins with"))
    assert late.state.standings[6].value == -4
    assert play(late, barely_made_hand(ANA, CHO)).state.standings[6].value == -4


def test_a_latecomer_of_a_bankroll_begins_with_it_and_of_levels_with_any() -> None:
    table = play(mighty_table("korean40"), m.StartHand(), barely_made_hand(ANA, CHO))
    assert play(table, m.JoinTable("Fay")).state.standings[6].value == 40
    opened = m.CreateTable("zhao_pengyou", "pagat", players=("A", "B", "C", "D", "E"))
    levels = play(Ledger(), opened, m.SeatLatecomer("Fay", adds=2, reason="Begins with"))
    assert levels.latest is not None
    assert levels.state.standings[6].value - levels.state.standings[1].value == 2


@for_each(
    (m.SeatLatecomer("ana", adds=1, reason="x"), "name.taken"),
    (m.SeatLatecomer("Fay", adds=1), "reason.empty"),
    (m.SeatLatecomer("Fay", adds=10_001, reason="x"), "amount.too_large"),
    (m.SeatLatecomer("Fay", before=99, adds=1, reason="x"), "player.unknown"),
    (m.SeatLatecomer("Fay", preset="four"), "players.no_rules"),
)
def test_a_latecomer_who_cannot_sit_down_so_is_refused(move: m.SeatLatecomer, code: str) -> None:
    ledger = mighty_table("pagat")
    assert code in {each.code for each in check_move(ledger, complete_move(ledger, move))}
