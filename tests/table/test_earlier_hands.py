"""Hands from paper: a line of the sheet each, one action for all."""

from typing import Any

from scorekeeper.games.mighty import GAME
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger, check_move, describe_last_action
from scorekeeper.table.state import Adjustment
from tests.cases import for_each
from tests.table.mighty_hands import mighty_table
from tests.table.tables import play

PAPER = m.AddEarlierHands(
    (m.EarlierHand({1: 24, 2: -12, 3: -12}, "16♥ made"), m.EarlierHand({1: -6, 2: 0, 3: 6}, "14 NT"))
)


def table() -> Ledger:
    return mighty_table("pagat")


def codes(ledger: Ledger, move: Any) -> list[str]:
    return [problem.code for problem in check_move(ledger, move)]


def test_each_hand_is_a_line_and_all_are_one_action() -> None:
    before = table()
    after = play(before, PAPER)
    changes = after.state.entries[len(before.state.entries) :]
    assert [(dict(entry.amounts), entry.reason) for entry in changes if isinstance(entry, Adjustment)] == [
        ({1: 24, 2: -12, 3: -12}, "16♥ made"),
        ({1: -6, 3: 6}, "14 NT"),
    ]
    stood = {player: standing.value for player, standing in before.state.standings.items()}
    stands = {player: standing.value - stood[player] for player, standing in after.state.standings.items()}
    assert {player: amount for player, amount in stands.items() if amount} == {1: 18, 2: -12, 3: -6}
    assert [message.code for message in describe_last_action(after)] == ["log.table.add_earlier_hands"]
    assert play(after, m.Undo()).state.entries == before.state.entries
    assert after.state.hand_number == 1, "the next hand is the first that is played here"


@for_each(
    ((), ["amount.none"]),
    ((m.EarlierHand({1: 0}, "x"),), ["amount.none"]),
    ((m.EarlierHand({1: 1}, ""),), ["reason.empty"]),
    ((m.EarlierHand({99: 1}, "x"),), ["player.unknown"]),
    ((m.EarlierHand({1: 1}, "x"), m.EarlierHand({1: 10_001}, "x")), ["amount.too_large"]),
    ((m.EarlierHand({1: 1}, "x"),) * 31, ["hands.too_many"]),
)
def test_what_is_no_hand(hands: tuple[m.EarlierHand, ...], expected: list[str]) -> None:
    assert codes(table(), m.AddEarlierHands(hands)) == expected


def test_not_while_a_hand_is_played() -> None:
    assert GAME.key == "mighty"
    assert "hand.running" in codes(play(table(), m.StartHand()), PAPER)
