"""From hand to hand: who takes the first card, who is trump maker, and when the game is over."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.game import Ending, Player, ranked
from scorekeeper.games.seats import after, next_after, turns_from
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.levels import ABOVE_ACE, Level
from scorekeeper.games.zhao_pengyou.outcome import Outcome
from scorekeeper.games.zhao_pengyou.promotion import Side
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.situation import Situation
from scorekeeper.messages import message


def following(hand: Hand) -> Situation:
    """The situation after `hand`. One that was not finished is dealt again as it was."""
    outcome, result = hand.outcome, hand.settlement
    if outcome is None or result is None:
        return hand.situation
    standings = {player: rise.after for player, rise in result.rises.items()}
    passive = frozenset(player for player, standing in standings.items() if not standing.active)
    decided = hand.rules.making_trumps == "predetermined"
    return Situation(
        starter=next_starter(hand.rules, hand.situation, hand.seats, outcome.makers[0], passive),
        levels={player: standing.level for player, standing in standings.items()},
        passive=passive,
        maker=next_maker(hand.seats, outcome, result.winner) if decided else None,
        owed={player: standing.owed for player, standing in standings.items() if standing.owed},
    )


def next_starter(
    rules: Rules, situation: Situation, seats: tuple[Player, ...], maker: Player, passive: frozenset[Player]
) -> Player:
    """Who takes the first card: the last trump maker or the next active player, or simply the next in turn."""
    if rules.starter == "rotate_right":
        return next_after(seats, situation.starter)
    return next((player for player in turns_from(seats, maker) if player not in passive), maker)


def next_maker(seats: tuple[Player, ...], outcome: Outcome, winner: Side | None) -> Player:
    """The trump maker whom the last hand decides: the next friend, or when it was lost the next defender.

    S2 does not say who it is when neither side has won, or when a maker without friends has: the same again.
    """
    maker = outcome.makers[0]
    if winner is None:
        return maker
    others = outcome.makers[1:] if winner == "makers" else outcome.defenders
    return next((player for player in after(seats, maker) if player in others), maker)


def dealt_again(situation: Situation) -> Situation:
    """The situation when nobody has made trumps: the same starter, and everyone becomes active."""
    return replace(situation, passive=frozenset())


def ending(rules: Rules, levels: Mapping[Player, Level]) -> Ending | None:
    """The end of a game in which somebody has risen above the ace; the first group of the ranking has won.

    Whoever had laps behind them when the house rules changed is above the ace as well.
    """
    if rules.end != "above_ace" or all(level < ABOVE_ACE for level in levels.values()):
        return None
    return Ending(message("ending.above_ace"), ranked(levels))
