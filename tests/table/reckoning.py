"""Standings reckoned from a score sheet as on paper, without the program's own code."""

from typing import Any

from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount
from scorekeeper.table.state import Entry, PlayerJoined, RulesRestaked, SheetBegan, TableState

BEGINS_WITH = {"toy": "start", "mighty": "bankroll"}
"""The house rule of each game that says what everyone begins with."""


def reckon_standings(state: TableState, entries: tuple[Entry, ...]) -> dict[Player, Amount]:
    key = BEGINS_WITH[state.game.key]
    stand: dict[Player, Amount] = {}
    for entry in entries:
        gives: Any = getattr(entry.rules, key)
        if isinstance(entry, SheetBegan):
            stand = dict.fromkeys(entry.players, gives)
        elif isinstance(entry, PlayerJoined):
            stand[entry.player] = gives
        elif isinstance(entry, RulesRestaked):
            more = gives - getattr(entry.former, key)
            least = 0 if state.game.key == "toy" else -(10**9)
            stand = {player: max(least, had + more) for player, had in stand.items()}
        else:
            for player, amount in entry.amounts.items():
                stand[player] += amount
    return stand


def reckon_climb(state: TableState, entry: Any, before: dict[Player, Amount]) -> dict[Player, Amount]:
    """Return the gains of a hand of the toy game after others: nobody climbs above the top."""
    if entry.voided is not None:
        return {}
    rules, winner = entry.hand.rules, entry.hand.winner
    return {winner: min(rules.strides, rules.top - before[winner])}
