"""How the play of a hand ended, and the total that the defenders make of it (S2, The Scoring)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.promotion import Side, check_multiple, check_team_size
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting
from scorekeeper.messages import message
from scorekeeper.settlement import Step


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
        why = message("points.kitty", points=outcome.kitty_points, times=rules.kitty_multiplier)
        steps.append(Step(why, "add", won))
    for player, taken_back in outcome.throws:
        if points := rules.throw_penalty.points(taken_back):
            gained = points if outcome.side(player) == "makers" else -points
            steps.append(Step(message("points.throw", player=player, cards=taken_back), "add", gained))
    return tuple(steps)


def ended_by_throw(rules: Rules, throws: Sequence[Withdrawn]) -> bool:
    """Whether a beaten throw was the end of the play."""
    return bool(throws) and rules.throw_ends_play


def is_counted(rules: Rules, throws: Sequence[Withdrawn]) -> bool:
    """Whether points decide the hand. One that a beaten throw ended is not counted, unless the cards left are."""
    return not ended_by_throw(rules, throws) or rules.throw_penalty.rest_to_opponents


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
def check_points(setting: Setting, points: int, kitty_points: int) -> Iterator[Problem]:
    """Why there cannot be so many points in the defenders' tricks and in the kitty."""
    for number in (points, kitty_points):
        yield from check_multiple(number)
    if not 0 <= kitty_points <= setting.most_kitty_points:
        yield problem("points.kitty_range", points=kitty_points, most=setting.most_kitty_points)
    elif not 0 <= points <= setting.points - kitty_points:
        yield problem("points.range", points=points, most=setting.points - kitty_points)


@collected
def check_throws(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Why these throws cannot have been beaten."""
    for player, taken_back in outcome.throws:
        if player not in (*outcome.makers, *outcome.defenders):
            yield problem("throw.not_seated", player=player)
        yield from check_withdrawn(rules, setting.hand_size, taken_back)
    if outcome.throws and rules.throw_penalty.rest_to_opponents:
        loser = outcome.side(outcome.throws[-1].player)
        if outcome.last_trick == loser:
            yield problem("throw.rest_to_opponents")


@collected
def check_withdrawn(rules: Rules, hand_size: int, taken_back: int) -> Iterator[Problem]:
    """Why so many of a hand's cards cannot have been taken back: some where each costs points, and one was led."""
    least, most = int(rules.throw_penalty.points_a_card > 0), hand_size - 1
    if not least <= taken_back <= most:
        yield problem("throw.withdrawn", cards=taken_back, least=least, most=most)
