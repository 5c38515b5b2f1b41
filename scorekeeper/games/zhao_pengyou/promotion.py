"""Who is promoted for the defenders' total, by how many levels, and what it makes of everyone's level.

pagat, The Scoring; Variations: Active and Passive Scores; Variations: Scoring.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from scorekeeper.errors import refuse
from scorekeeper.games.game import Player, Side
from scorekeeper.games.zhao_pengyou import counting
from scorekeeper.games.zhao_pengyou.counting import Outcome, check_outcome, count_points
from scorekeeper.games.zhao_pengyou.levels import Level, raise_level
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP, Setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session
from scorekeeper.games.zhao_pengyou.throws import find_throw_penalty, is_counted, throw_ends_play
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Account, Gain, Settlement, Step, step, total


class Band(NamedTuple):
    """Totals of at least `least` points a pack promote `side` by `levels`."""

    least: int
    side: Side | None
    levels: int


class Bands(NamedTuple):
    """The bands from the highest, and what the makers win when the defenders have nothing at all."""

    bands: tuple[Band, ...]
    nothing: Band


BANDS: Mapping[str, Bands] = {
    "plain": Bands(
        (
            Band(100, "defenders", 3),
            Band(80, "defenders", 2),
            Band(60, "defenders", 1),
            Band(40, None, 0),
            Band(20, "makers", 1),
            Band(0, "makers", 2),
        ),
        Band(0, "makers", 3),
    ),
    "active_passive": Bands(
        (
            Band(100, "defenders", 3),
            Band(80, "defenders", 2),
            Band(40, "defenders", 1),
            Band(0, "makers", 1),
        ),
        Band(0, "makers", 2),
    ),
}
"""By the house rule `levels`."""


PROMOTION_CODES: Mapping[Side, str] = {"makers": "promotion.makers", "defenders": "promotion.defenders"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The side that is promoted, None for neither, and the steps that make its number of levels."""

    side: Side | None
    steps: tuple[Step, ...]

    @property
    def levels(self) -> int:
        """The steps applied in order."""
        return int(total(self.steps))


def find_band(rules: Rules, packs: int, total: int) -> Band:
    """The band of the defenders' total; penalties may take it below zero, or above all points."""
    bands, nothing = BANDS[rules.levels]
    return nothing if total <= 0 else next(band for band in bands if total >= band.least * packs)


def judge_total(rules: Rules, setting: Setting, total: int, makers: int) -> Verdict:
    """Who is promoted when the defenders have `total` points against `makers` players.

    Raises `RuleError` for a team that cannot be so small or large and for what is no number of card points.
    """
    refuse((*counting.check_team_size(setting, makers), *counting.check_multiple(total)))
    return judge_total_unchecked(rules, setting, total, makers)


def judge_total_unchecked(rules: Rules, setting: Setting, total: int, makers: int) -> Verdict:
    """The verdict on a total that was checked, or that was once."""
    side, levels = (band := find_band(rules, setting.packs, total)).side, band.levels
    if side is None:
        return Verdict(None, ())
    facts = {"total": total, "line": band.least * setting.packs}
    steps = [step("promotion.nothing" if total <= 0 else PROMOTION_CODES[side], "add", levels, **facts)]
    missing = setting.most_makers - makers
    if side == "makers" and missing:
        steps.append(step("promotion.short_team", "times", 1 + missing, missing=missing))
    return Verdict(side, tuple(steps))


# --- What each total would give ---


def find_highest_total(rules: Rules, setting: Setting) -> int:
    """The most that the defenders can have without penalties: every point, and a kitty of kings and tens."""
    return setting.points + (rules.kitty_multiplier - 1) * setting.most_kitty_points


def list_totals(rules: Rules, setting: Setting) -> range:
    """Every total that cards alone can make."""
    return range(0, find_highest_total(rules, setting) + 1, POINT_STEP)


class PromotionRange(NamedTuple):
    """Totals from `least` to `most` give these verdicts, by the number of makers."""

    least: int
    most: int
    verdicts: Mapping[int, Verdict]


@lru_cache(maxsize=100)
def build_promotion_table(rules: Rules, setting: Setting) -> tuple[PromotionRange, ...]:
    """The printed table, by judging each band against every team: no number in it is written twice."""
    return tuple(build_table_lines(rules, setting))


def build_table_lines(rules: Rules, setting: Setting) -> Iterator[PromotionRange]:
    """The totals of a band make a line."""
    for _, totals in groupby(list_totals(rules, setting), key=lambda total: find_band(rules, setting.packs, total)):
        least, *more = totals
        verdicts = {makers: judge_total(rules, setting, least, makers) for makers in range(setting.most_makers, 0, -1)}
        yield PromotionRange(least, more[-1] if more else least, verdicts)


# --- What a hand makes of a player ---


class Progress(NamedTuple):
    """A player's level, whether they may make trumps, and the levels that they owe."""

    level: Level
    active: bool = True
    owed: int = 0


@dataclass(frozen=True, slots=True)
class PlayerPromotion:
    """A player before and after a hand. The sum of `steps` is by how many levels they rose."""

    before: Progress
    steps: tuple[Step, ...]
    after: Progress


def apply_win(rules: Rules, player: PlayerPromotion, reward: Step) -> PlayerPromotion:
    """After winning the levels of `reward`: the first makes a passive player active, then debts are paid."""
    now, steps, left = player.after, [reward], int(reward.amount)
    if not now.active:
        steps.append(step("level.active", "add", -1))
        left -= 1
    if paid := min(left, now.owed):
        steps.append(step("level.paid", "add", -paid, levels=paid))
    after = Progress(raise_level(rules, now.level, left - paid), active=True, owed=now.owed - paid)
    return PlayerPromotion(player.before, (*player.steps, *steps), after)


def apply_loss(rules: Rules, player: PlayerPromotion) -> PlayerPromotion:
    """After losing the hand: passive, where players are one or the other."""
    return replace(player, after=player.after._replace(active=rules.levels == "plain"))


# --- What a hand makes of everyone ---


@dataclass(frozen=True, slots=True)
class Promotions:
    """What a hand makes of everyone: the defenders' total with its steps, the verdict on it, and each player's levels.

    There are no steps to a total where a hand is not counted.
    """

    count: tuple[Step, ...]
    verdict: Verdict
    players: Mapping[Player, PlayerPromotion]

    @property
    def total(self) -> int:
        """The defenders' points."""
        return int(total(self.count))

    @property
    def winner(self) -> Side | None:
        """The side that has won the hand, None for neither."""
        return self.verdict.side


def settle(rules: Rules, setting: Setting, session: Session, outcome: Outcome) -> Promotions:
    """What a hand makes of everyone's level. Who has none yet begins at two.

    Raises `RuleError` with every problem of `check_outcome`.
    """
    refuse(check_outcome(rules, setting, outcome))
    return settle_unchecked(rules, setting, session, outcome)


def settle_unchecked(rules: Rules, setting: Setting, session: Session, outcome: Outcome) -> Promotions:
    """What an outcome that was checked, or was once, makes of everyone's level."""
    if is_counted(rules, outcome.throws):
        count = count_points(rules, outcome)
        verdict = judge_total_unchecked(rules, setting, int(total(count)), len(outcome.makers))
    else:
        count, verdict = (), judge_forfeit(rules, outcome)
    players = {
        player: punish_player(
            rules, outcome, player, reward_player(rules, outcome, verdict, player, find_progress(session, player))
        )
        for player in dict.fromkeys((*session.levels, *outcome.makers, *outcome.defenders))
    }
    return Promotions(count, verdict, players)


def find_progress(session: Session, player: Player) -> Progress:
    """How far `player` has come before the hand."""
    return Progress(session.level(player), session.is_active(player), session.owed.get(player, 0))


def judge_forfeit(rules: Rules, outcome: Outcome) -> Verdict:
    """The verdict on a hand that a beaten throw has ended; nobody wins where it costs levels to come."""
    if not find_throw_penalty(rules).levels_to_opponents:
        return Verdict(None, ())
    leader = outcome.throws[-1].player
    return Verdict(outcome.side_against(leader), (make_throw_step(rules, leader),))


def make_throw_step(rules: Rules, leader: Player) -> Step:
    """The levels that a beaten throw gives to the other side."""
    return step("promotion.failed_throw", "add", find_throw_penalty(rules).levels_to_opponents, player=leader)


def reward_player(
    rules: Rules, outcome: Outcome, verdict: Verdict, player: Player, before: Progress
) -> PlayerPromotion:
    """What the verdict makes of a player; those who sit this hand out stay as they are."""
    now = PlayerPromotion(before, (), before)
    if verdict.side is None or player not in (*outcome.makers, *outcome.defenders):
        return now
    if outcome.side(player) != verdict.side:
        return apply_loss(rules, now)
    return apply_win(rules, now, step("level.won", "add", verdict.levels, levels=verdict.levels))


def punish_player(rules: Rules, outcome: Outcome, player: Player, now: PlayerPromotion) -> PlayerPromotion:
    """What beaten throws make of a player beside the verdict.

    Those of one's own side may cost levels to come (pagat, Variations: Scoring).
    """
    if player not in (*outcome.makers, *outcome.defenders):
        return now
    penalty = find_throw_penalty(rules)
    for leader, _taken_back in outcome.throws:
        if outcome.side(leader) == outcome.side(player):
            owed = now.after.owed + (penalty.owed_by_leader if player == leader else penalty.owed_by_mates)
            now = replace(now, after=now.after._replace(owed=owed))
        elif penalty.levels_to_opponents and not throw_ends_play(rules):
            now = apply_win(rules, now, make_throw_step(rules, leader))
    return now


def build_settlement(promotions: Promotions, seats: tuple[Player, ...]) -> Settlement[Player]:
    """The count where there is one, the verdict on it, and what it gave everyone who has played."""
    players = {player: promotions.players[player] for player in seats}
    counted: tuple[Account[Player], ...] = ()
    if promotions.count:
        counted = (Account(make_title("account.points"), promotions.count),)
    accounts = (
        *counted,
        Account(make_title("account.verdict"), promotions.verdict.steps),
        *(Account(make_title("account.levels", player=player), now.steps, player) for player, now in players.items()),
    )
    gains = {
        player: make_gain(int(total(now.steps)), now.before.level, now.after.level) for player, now in players.items()
    }
    return Settlement(accounts, gains)


@lru_cache(maxsize=64)
def make_title(code: str, **facts: Player) -> Message:
    """What an account is of, which all hands share."""
    return message(code, **facts)


@lru_cache(maxsize=2048)
def make_gain(levels: int, before: Level, after: Level) -> Gain:
    """From which level to which, or at which a player stays; all hands share it."""
    same = before == after
    return Gain(
        levels, message("gain.none", level=after) if same else message("gain.level", before=before, after=after)
    )
