"""What a hand makes of each player's level, step by step (S2, The Scoring; Variations: Active and Passive Scores)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.errors import Problem, collected, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.levels import Level, raised
from scorekeeper.games.zhao_pengyou.outcome import Outcome, check_outcome, count_points, is_counted, other
from scorekeeper.games.zhao_pengyou.promotion import Side, Verdict, verdict_of
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting
from scorekeeper.games.zhao_pengyou.situation import Situation
from scorekeeper.messages import message
from scorekeeper.settlement import Step, total


class Standing(NamedTuple):
    """A player's level, whether they may make trumps, and the levels that they owe."""

    level: Level
    active: bool = True
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Rise:
    """A player before and after a hand. The sum of `steps` is by how many levels they rose."""

    before: Standing
    steps: tuple[Step, ...]
    after: Standing


def won(rules: Rules, rise: Rise, step: Step) -> Rise:
    """After winning the levels of `step`: the first makes a passive player active, then debts are paid."""
    now, steps, left = rise.after, [step], int(step.amount)
    if not now.active:
        steps.append(Step(message("rise.active"), "add", -1))
        left -= 1
    if paid := min(left, now.owed):
        steps.append(Step(message("rise.paid", levels=paid), "add", -paid))
    after = Standing(raised(rules, now.level, left - paid), active=True, owed=now.owed - paid)
    return Rise(rise.before, (*rise.steps, *steps), after)


def lost(rules: Rules, rise: Rise) -> Rise:
    """After losing the hand: passive, where players are one or the other."""
    return replace(rise, after=rise.after._replace(active=rules.levels == "plain"))


def indebted(rise: Rise, levels: int) -> Rise:
    """After a beaten throw of one's own side, where that costs levels to come (S2, Variations: Scoring)."""
    return replace(rise, after=rise.after._replace(owed=rise.after.owed + levels))


# --- The result of a hand ---


@dataclass(frozen=True, slots=True)
class Promotions:
    """What a hand makes of everyone: the defenders' total with its steps, the verdict on it, and every rise.

    There are no steps to a total where a hand is not counted.
    """

    count: tuple[Step, ...]
    verdict: Verdict
    rises: Mapping[Player, Rise]

    @property
    def total(self) -> int:
        """The defenders' points."""
        return int(total(self.count))

    @property
    def winner(self) -> Side | None:
        """The side that has won the hand, None for neither."""
        return self.verdict.side


def settle(rules: Rules, setting: Setting, situation: Situation, outcome: Outcome) -> Promotions:
    """What a hand makes of everyone's level.

    Raises `RuleError` with every problem of `check_outcome`, and for every player who has no level.
    """
    refuse((*check_outcome(rules, setting, outcome), *check_levels(situation, outcome)))
    if is_counted(rules, outcome.throws):
        count = count_points(rules, outcome)
        verdict = verdict_of(rules, setting, int(total(count)), len(outcome.makers))
    else:
        count, verdict = (), forfeit(rules, outcome)
    rises = {
        player: punished(rules, outcome, player, rewarded(rules, outcome, verdict, player, standing))
        for player, standing in standings(situation).items()
    }
    return Promotions(count, verdict, rises)


@collected
def check_levels(situation: Situation, outcome: Outcome) -> Iterator[Problem]:
    """Why these are not the sides of a hand in this situation: who played has a level."""
    for player in (*outcome.makers, *outcome.defenders):
        if player not in situation.levels:
            yield problem("team.no_level", player=player)


def standings(situation: Situation) -> dict[Player, Standing]:
    """Everyone before the hand."""
    return {
        player: Standing(level, situation.is_active(player), situation.owed.get(player, 0))
        for player, level in situation.levels.items()
    }


def forfeit(rules: Rules, outcome: Outcome) -> Verdict:
    """The verdict on a hand that a beaten throw has ended; nobody wins where it costs levels to come."""
    if not rules.throw_penalty.levels_to_opponents:
        return Verdict(None, ())
    leader = outcome.throws[-1].player
    return Verdict(other(outcome.side(leader)), (given_for_throw(rules, leader),))


def given_for_throw(rules: Rules, leader: Player) -> Step:
    """The levels that a beaten throw gives to the other side."""
    return Step(message("promotion.failed_throw", player=leader), "add", rules.throw_penalty.levels_to_opponents)


def rewarded(rules: Rules, outcome: Outcome, verdict: Verdict, player: Player, standing: Standing) -> Rise:
    """What the verdict makes of a player; those who sit this hand out stay as they are."""
    rise = Rise(standing, (), standing)
    if verdict.side is None or player not in (*outcome.makers, *outcome.defenders):
        return rise
    if outcome.side(player) != verdict.side:
        return lost(rules, rise)
    return won(rules, rise, Step(message("rise.won", levels=verdict.levels), "add", verdict.levels))


def punished(rules: Rules, outcome: Outcome, player: Player, rise: Rise) -> Rise:
    """What beaten throws make of a player beside the verdict."""
    if player not in (*outcome.makers, *outcome.defenders):
        return rise
    penalty = rules.throw_penalty
    for leader, _taken_back in outcome.throws:
        if outcome.side(leader) == outcome.side(player):
            rise = indebted(rise, penalty.owed_by_leader if player == leader else penalty.owed_by_mates)
        elif penalty.levels_to_opponents and not rules.throw_ends_play:
            rise = won(rules, rise, given_for_throw(rules, leader))
    return rise
