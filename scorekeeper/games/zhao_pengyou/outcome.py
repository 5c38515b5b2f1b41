"""How the play of a hand ended, and the total that the defenders make of it (S2, The Scoring)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.promotion import Side, check_multiple, check_team_size
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting
from scorekeeper.messages import message
from scorekeeper.settlement import Step

POINTS_A_CARD = 10
"""What each card withdrawn from a beaten throw costs (S2, Leading a Group of Top Cards)."""


class Withdrawn(NamedTuple):
    """A throw of `player` that was beaten: so many cards were taken back, none where another penalty is played."""

    player: Player
    taken_back: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides, and what the defenders won: card points in tricks, and whose the last trick was.

    `makers` begin with the trump maker. `kitty_points` are the card points of the trump maker's discards, counted
    once; they matter when the defenders won the last trick. `throws` are the throws that were beaten.
    """

    makers: tuple[Player, ...]
    defenders: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    throws: tuple[Withdrawn, ...] = ()

    def side(self, player: Player) -> Side:
        """Whose side `player` is on."""
        return "makers" if player in self.makers else "defenders"


def other(side: Side) -> Side:
    """The other side."""
    return "defenders" if side == "makers" else "makers"


def count_points(rules: Rules, outcome: Outcome) -> tuple[Step, ...]:
    """The defenders' total, step by step: tricks, the kitty of the last trick, penalties for throws."""
    steps = [Step(message("points.tricks", points=outcome.points), "add", outcome.points)]
    if outcome.last_trick == "defenders":
        won = outcome.kitty_points * rules.kitty_multiplier
        steps.append(
            Step(message("points.kitty", points=outcome.kitty_points, times=rules.kitty_multiplier), "add", won)
        )
    for player, cards in outcome.throws if rules.failed_throw == "withdraw" else ():
        cost = POINTS_A_CARD * cards * (1 if outcome.side(player) == "makers" else -1)
        steps.append(Step(message("points.throw", player=player, cards=cards), "add", cost))
    return tuple(steps)


def total_of(steps: tuple[Step, ...]) -> int:
    """The sum of `steps` that only add."""
    return sum(int(step.amount) for step in steps)


# --- Whether a hand can have ended so ---


@collected
def check_outcome(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Every reason why a hand cannot have ended so."""
    yield from check_sides(setting, outcome)
    yield from check_points(setting, outcome.points, outcome.kitty_points)
    yield from check_throws(rules, setting, outcome)


@collected
def check_sides(setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Why these cannot be the two sides."""
    players = (*outcome.makers, *outcome.defenders)
    if len(set(players)) < len(players):
        yield problem("team.player_twice")
    if len(players) != setting.players:
        yield problem("team.player_count", count=len(players), players=setting.players)
    yield from check_team_size(setting, len(outcome.makers))


@collected
def check_points(setting: Setting, points: int, kitty: int) -> Iterator[Problem]:
    """Why there cannot be so many points in the defenders' tricks and in the kitty."""
    for number in (points, kitty):
        yield from check_multiple(number)
    if not 0 <= kitty <= setting.most_kitty_points:
        yield problem("points.kitty_range", points=kitty, most=setting.most_kitty_points)
    elif not 0 <= points <= setting.points - kitty:
        yield problem("points.range", points=points, most=setting.points - kitty)


@collected
def check_throws(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Why these throws cannot have been beaten."""
    for player, cards in outcome.throws:
        if player not in (*outcome.makers, *outcome.defenders):
            yield problem("throw.not_seated", player=player)
        yield from check_withdrawn(rules, setting, cards)
    if outcome.throws and rules.failed_throw == "cards_to_opponents":
        loser = outcome.side(outcome.throws[-1].player)
        if outcome.last_trick == loser:
            yield problem("throw.rest_to_opponents")


@collected
def check_withdrawn(rules: Rules, setting: Setting, cards: int) -> Iterator[Problem]:
    """Why so many cards cannot have been taken back: some where each costs points, and at least one was led."""
    least, most = int(rules.failed_throw == "withdraw"), setting.hand_size - 1
    if not least <= cards <= most:
        yield problem("throw.withdrawn", cards=cards, least=least, most=most)


def ended_by_throw(rules: Rules, outcome: Outcome) -> bool:
    """Whether a beaten throw was the end of the play."""
    return bool(outcome.throws) and rules.throw_ends_play
