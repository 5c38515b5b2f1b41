"""Promotion: the side and the levels for the defenders' total, and everyone's level after a hand.

pagat, The Scoring; Variations: Active and Passive Scores; Variations: Scoring.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from scorekeeper.cards import Rank
from scorekeeper.errors import refuse
from scorekeeper.games.game import Player, Side
from scorekeeper.games.zhao_pengyou import counting
from scorekeeper.games.zhao_pengyou.counting import Outcome, check_outcome, count_points
from scorekeeper.games.zhao_pengyou.demotion import DEMOTIONS, demote
from scorekeeper.games.zhao_pengyou.levels import (
    ABOVE_ACE,
    Level,
    count_steps_between,
    find_must_play,
    next_level,
    raise_level,
)
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP, Setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session, find_level
from scorekeeper.games.zhao_pengyou.throws import find_throw_penalty, is_counted, throw_ends_play
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Account, Gain, Settlement, Step, step, total


class Band(NamedTuple):
    """Totals of at least `least` points promote `side` by `levels`; None promotes neither side."""

    least: int
    side: Side | None
    levels: int


ACTIVE_PASSIVE = (
    Band(100, "defenders", 3),
    Band(80, "defenders", 2),
    Band(40, "defenders", 1),
    Band(0, "makers", 1),
)
"""The bands of points a pack under the house rule `levels` = "active_passive", from the highest."""
NOTHING_AT_ALL = Band(0, "makers", 2)
"""The band there of defenders without any points."""

MOST_LEVELS: Mapping[str, int] = {"stops": 3, "defenders_four": 4}
"""The most levels that the defenders win for points, by the house rule `beyond`; without end where it has none."""


class Widths(NamedTuple):
    """The points of the bands at a table, by the house rules of the same names."""

    line: int
    step: int
    neutral: int


def find_widths(rules: Rules, packs: int) -> Widths:
    """Return the points of the bands with so many packs."""
    times = packs if rules.points_for == "pack" else 1
    return Widths(rules.line * times, rules.step * times, rules.neutral * times)


def find_band(rules: Rules, packs: int, total: int) -> Band:
    """Return the band of the defenders' total, which penalties may take below zero or above all points."""
    if rules.levels == "active_passive":
        if total <= 0:
            return NOTHING_AT_ALL
        least, side, levels = next(band for band in ACTIVE_PASSIVE if total >= band.least * packs)
        return Band(least * packs, side, levels)
    widths = find_widths(rules, packs)
    above = total - widths.line - widths.neutral
    if above >= 0:
        levels = min(1 + above // widths.step, MOST_LEVELS.get(rules.beyond, 1 + above))
        return Band(widths.line + widths.neutral + (levels - 1) * widths.step, "defenders", levels)
    if total >= widths.line:
        return Band(widths.line, None, 0)
    if total > 0 or (total == 0 and not rules.zero_band):
        return find_makers_band(rules, widths, total)
    return find_band_without_points(rules, widths, total)


def find_makers_band(rules: Rules, widths: Widths, total: int) -> Band:
    """Return the band of a total below the line, by equal steps or by halves."""
    if rules.makers_bands == "halved":
        levels = 1 + (2 * total < widths.line) + (4 * total < widths.line)
        return Band({1: -(-widths.line // 2), 2: -(-widths.line // 4), 3: 0}[levels], "makers", levels)
    levels = 1 + (widths.line - 1 - total) // widths.step
    return Band(max(widths.line - levels * widths.step, 0), "makers", levels)


def find_band_without_points(rules: Rules, widths: Widths, total: int) -> Band:
    """Return the band of a total of zero or below, to which penalties for throws lead."""
    if rules.zero_band:
        levels = find_makers_band(rules, widths, POINT_STEP).levels + 1
        more = -total // widths.step
    else:
        levels = find_makers_band(rules, widths, 0).levels
        more = (widths.step - 1 - total) // widths.step
    return Band(0, "makers", levels + (more if rules.beyond == "goes_on" else 0))


PROMOTION_CODES: Mapping[Side, str] = {"makers": "promotion.makers", "defenders": "promotion.defenders"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a total."""

    side: Side | None
    """The side that is promoted, None for neither."""
    steps: tuple[Step, ...]
    """The steps that make up its number of levels."""

    @property
    def levels(self) -> int:
        """The number of levels: the steps applied in order."""
        return int(total(self.steps))

    @property
    def wins_alone(self) -> bool:
        """Whether the side wins the hand without rising."""
        return self.side is not None and not self.levels


def judge_total(rules: Rules, setting: Setting, total: int, makers: int) -> Verdict:
    """Return the verdict on `total` points of the defenders against a team of `makers` players.

    Raises `RuleError` for an impossible team size, and for a total that no cards make.
    """
    refuse((*counting.check_team_size(setting, makers), *counting.check_multiple(total)))
    return judge_total_unchecked(rules, setting, total, makers)


def judge_total_unchecked(rules: Rules, setting: Setting, total: int, makers: int) -> Verdict:
    """Return the verdict on a total without checking it."""
    side, levels = (band := find_band(rules, setting.packs, total)).side, band.levels
    if side is None:
        return Verdict(None, ())
    facts = {"total": total, "line": band.least}
    steps = [step("promotion.nothing" if total <= 0 else PROMOTION_CODES[side], "add", levels, **facts)]
    return Verdict(side, (*steps, *judge_team(rules, side, levels, setting.most_makers - makers, alone=makers == 1)))


MOST_AGAINST_ONE = 2
"""The most levels that the defenders rise against a trump maker alone, under `small_team` = "alone_three_times"."""


def judge_team(rules: Rules, side: Side, levels: int, missing: int, *, alone: bool) -> Iterator[Step]:
    """Yield the steps by which a team that is not full changes a promotion of `levels`."""
    if side == "makers" and missing:
        if rules.small_team == "times_missing":
            yield step("promotion.short_team", "times", 1 + missing, missing=missing)
        elif rules.small_team == "one_more":
            yield step("promotion.one_more", "add", 1, missing=missing)
    if alone and rules.small_team == "alone_three_times":
        if side == "makers":
            yield step("promotion.alone", "times", 3)
        elif levels > MOST_AGAINST_ONE:
            yield step("promotion.against_one", "add", MOST_AGAINST_ONE - levels)


def judge_last_trick(rules: Rules, outcome: Outcome, verdict: Verdict) -> Verdict:
    """Return the verdict after the last trick, which wins the hand by some choices of the house rule `demotion`."""
    if verdict.side == "defenders" or not outcome.is_lost_to_rank or not DEMOTIONS[rules.demotion].wins_hand:
        return verdict
    return Verdict("defenders", (step("promotion.last_trick", "add", 0),))


# --- The table of all totals ---


USUAL_LAST_LEAD = counting.LastLead(2)
"""The lead of the last trick up to which totals are listed: larger ones are rare."""


def find_highest_total(rules: Rules, setting: Setting) -> int:
    """Return the defenders' highest total without penalties: every point, and a kitty of kings and tens."""
    times = counting.find_kitty_multiplier(rules, USUAL_LAST_LEAD)
    return setting.points + max(times - 1, 0) * setting.most_kitty_points


def list_totals(rules: Rules, setting: Setting) -> range:
    """Return every total that cards make without penalties."""
    return range(0, find_highest_total(rules, setting) + 1, POINT_STEP)


class PromotionRange(NamedTuple):
    """The verdicts on totals from `least` to `most`, by the number of makers."""

    least: int
    most: int
    verdicts: Mapping[int, Verdict]


@lru_cache(maxsize=100)
def build_promotion_table(rules: Rules, setting: Setting) -> tuple[PromotionRange, ...]:
    """Return the promotion table, made by judging each band against every team size."""
    return tuple(build_table_lines(rules, setting))


def build_table_lines(rules: Rules, setting: Setting) -> Iterator[PromotionRange]:
    """Yield a line for each band of totals."""
    for _, totals in groupby(list_totals(rules, setting), key=lambda total: find_band(rules, setting.packs, total)):
        least, *more = totals
        verdicts = {makers: judge_total(rules, setting, least, makers) for makers in range(setting.most_makers, 0, -1)}
        yield PromotionRange(least, more[-1] if more else least, verdicts)


# --- A player after a hand ---


class Progress(NamedTuple):
    """The progress of a player."""

    level: Level
    active: bool = True
    """Whether the player may make trumps."""
    owed: int = 0
    """The levels that the player must win before rising again."""


@dataclass(frozen=True, slots=True)
class PlayerPromotion:
    """A player before and after a hand."""

    before: Progress
    steps: tuple[Step, ...]
    """The steps whose sum is the number of levels risen."""
    after: Progress


@dataclass(frozen=True, slots=True)
class Riser:
    """A winner's part in a hand, as far as it decides which levels may be left."""

    is_maker: bool
    """Whether the player is the trump maker."""
    is_of_team: bool
    """Whether the player is the trump maker or a friend."""
    maker_at: Rank
    """The rank at which the trump maker was before the hand."""

    def may_pass(self, rules: Rules, rank: Rank) -> bool:
        """Return whether the player may rise past `rank`, by the house rule `ace_passes`."""
        if rank not in (Rank.ACE, Rank.JOKER) or rules.ace_passes == "winners":
            return True
        if rank is Rank.JOKER and rules.ace_passes == "makers_joker":
            return self.is_of_team and self.maker_at is rank
        if rules.ace_passes == "makers_with_maker":
            return self.is_of_team and self.maker_at is rank
        return self.is_maker if rules.ace_passes == "maker" else self.is_of_team

    def may_leave(self, rules: Rules) -> bool:
        """Return whether the player may leave a level that must be played, by the house rule `must_play_by`."""
        return {"winners": True, "makers": self.is_of_team, "maker": self.is_maker}[rules.must_play_by]


def find_riser(rules: Rules, outcome: Outcome, session: Session, player: Player) -> Riser:
    """Return the part of `player` in a hand with this outcome."""
    maker = outcome.makers[0]
    return Riser(player == maker, player in outcome.makers, find_level(rules, session, maker).rank)


def count_free_levels(rules: Rules, riser: Riser, player: PlayerPromotion, levels: int) -> int:
    """Return how many of the levels won the player may rise: nobody passes a level that must be played first."""
    stops, now = find_must_play(rules), player.after.level
    for risen in range(levels):
        if rules.end == "above_ace" and now >= ABOVE_ACE:
            break
        leaves = now == player.before.level and riser.may_leave(rules)
        if (now.rank in stops and not leaves) or not riser.may_pass(rules, now.rank):
            return risen
        now = next_level(rules, now)
    return levels


def find_reason_to_stop(rules: Rules, riser: Riser, player: PlayerPromotion, level: Level) -> str:
    """Return the code of the reason why a player rises no higher than `level`, as in `count_free_levels`."""
    if not riser.may_pass(rules, level.rank):
        by_maker = rules.ace_passes == "maker"
        with_maker = rules.ace_passes == "makers_with_maker" or level.rank is Rank.JOKER
    elif level != player.before.level:
        return "level.stopped"
    else:
        by_maker, with_maker = rules.must_play_by == "maker", False
    return "level.maker_only" if by_maker else "level.with_maker" if with_maker else "level.makers_only"


UNLIKE_VERDICT = frozenset(
    {"level.stopped", "level.makers_only", "level.maker_only", "level.with_maker", "level.demoted"}
)
"""The steps by which a player's levels differ from those that the side has won."""


def explain_levels(promotions: "Promotions") -> Iterator[Message]:
    """Yield a line for each reason why levels were won in vain or lost, with the players whom it concerns."""
    concerned: dict[tuple[str, object], tuple[Message, list[Player]]] = {}
    for player, promoted in promotions.players.items():
        for each in promoted.steps:
            if each.why.code in UNLIKE_VERDICT:
                reason = (each.why.code, each.why.facts["level"])
                concerned.setdefault(reason, (each.why, []))[1].append(player)
    for why, players in concerned.values():
        yield message("level.of", people=tuple(players), why=why)


def apply_win(rules: Rules, riser: Riser, player: PlayerPromotion, reward: Step) -> PlayerPromotion:
    """Return the player after winning the levels of `reward`.

    The first one makes a passive player active, then levels owed are paid.
    """
    now, steps, left = player.after, [reward], int(reward.amount)
    if not now.active:
        steps.append(step("level.active", "add", -1))
        left -= 1
    if paid := min(left, now.owed):
        steps.append(step("level.paid", "add", -paid, levels=paid))
    risen = count_free_levels(rules, riser, player, left - paid)
    after = Progress(raise_level(rules, now.level, risen), active=True, owed=now.owed - paid)
    if lost := left - paid - risen:
        steps.append(step(find_reason_to_stop(rules, riser, player, after.level), "add", -lost, level=after.level))
    return PlayerPromotion(player.before, (*player.steps, *steps), after)


def apply_loss(rules: Rules, player: PlayerPromotion) -> PlayerPromotion:
    """Return the player after losing the hand: passive, if the house rules have active and passive players."""
    return replace(player, after=player.after._replace(active=rules.levels == "plain"))


def apply_demotion(
    rules: Rules, outcome: Outcome, verdict: Verdict, player: PlayerPromotion, riser: Riser
) -> PlayerPromotion:
    """Return the player after the last trick, which lowers the makers by the house rule `demotion`."""
    short = DEMOTIONS[rules.demotion].from_line and verdict.side == "makers"
    if not riser.is_of_team or not outcome.is_lost_to_rank or short:
        return player
    before = player.after.level
    after = demote(rules, riser.maker_at, outcome.won_last, before, is_maker=riser.is_maker)
    if after == before:
        return player
    lost = step("level.demoted", "add", count_steps_between(rules, before, after), level=after)
    return replace(player, steps=(*player.steps, lost), after=player.after._replace(level=after))


# --- Everyone after a hand ---


@dataclass(frozen=True, slots=True)
class Promotions:
    """The defenders' total of a hand, the verdict on it, and everyone's progress."""

    count: tuple[Step, ...]
    """The steps of the defenders' total; none if the hand is not counted."""
    verdict: Verdict
    players: Mapping[Player, PlayerPromotion]

    @property
    def total(self) -> int:
        """The defenders' points."""
        return int(total(self.count))

    @property
    def winner(self) -> Side | None:
        """The side that won the hand, None for neither."""
        return self.verdict.side


def settle(rules: Rules, setting: Setting, session: Session, outcome: Outcome) -> Promotions:
    """Return the promotions after a hand. Players without a level begin at the first.

    Raises `RuleError` with every problem of `check_outcome`.
    """
    refuse(check_outcome(rules, setting, outcome))
    return settle_unchecked(rules, setting, session, outcome)


def settle_unchecked(rules: Rules, setting: Setting, session: Session, outcome: Outcome) -> Promotions:
    """Return the promotions after an outcome without checking it."""
    if is_counted(rules, outcome.throws):
        count = count_points(rules, outcome)
        verdict = judge_total_unchecked(rules, setting, int(total(count)), len(outcome.makers))
        verdict = judge_last_trick(rules, outcome, verdict)
    else:
        count, verdict = (), judge_forfeit(rules, outcome)
    players = {
        player: punish_player(rules, outcome, session, player, reward_player(rules, outcome, session, verdict, player))
        for player in dict.fromkeys((*session.levels, *outcome.makers, *outcome.defenders))
    }
    return Promotions(count, verdict, players)


def find_progress(rules: Rules, session: Session, player: Player) -> Progress:
    """Return the progress of `player` before the hand."""
    return Progress(find_level(rules, session, player), session.is_active(player), session.owed.get(player, 0))


def judge_forfeit(rules: Rules, outcome: Outcome) -> Verdict:
    """Return the verdict on a hand that a beaten throw ended; neither side wins if the penalty is levels owed."""
    if not find_throw_penalty(rules).levels_to_opponents:
        return Verdict(None, ())
    leader = outcome.throws[-1].player
    return Verdict(outcome.side_against(leader), (make_throw_step(rules, leader),))


def make_throw_step(rules: Rules, leader: Player) -> Step:
    """Return the step of the levels that a beaten throw gives to the other side."""
    return step("promotion.failed_throw", "add", find_throw_penalty(rules).levels_to_opponents, player=leader)


def reward_player(
    rules: Rules, outcome: Outcome, session: Session, verdict: Verdict, player: Player
) -> PlayerPromotion:
    """Return the player after the verdict; nothing changes for players who sit the hand out."""
    before = find_progress(rules, session, player)
    now = PlayerPromotion(before, (), before)
    if player not in (*outcome.makers, *outcome.defenders):
        return now
    riser = find_riser(rules, outcome, session, player)
    if is_counted(rules, outcome.throws):
        now = apply_demotion(rules, outcome, verdict, now, riser)
    if verdict.side is None:
        return now
    if outcome.side(player) != verdict.side:
        return apply_loss(rules, now)
    if verdict.wins_alone:
        return now
    return apply_win(rules, riser, now, step("level.won", "add", verdict.levels, levels=verdict.levels))


def punish_player(
    rules: Rules, outcome: Outcome, session: Session, player: Player, now: PlayerPromotion
) -> PlayerPromotion:
    """Return the player after the penalties for beaten throws.

    A beaten throw of the player's own side may cost levels owed (pagat, Variations: Scoring).
    """
    if player not in (*outcome.makers, *outcome.defenders):
        return now
    penalty = find_throw_penalty(rules)
    for leader, _taken_back in outcome.throws:
        if outcome.side(leader) == outcome.side(player):
            owed = now.after.owed + (penalty.owed_by_leader if player == leader else penalty.owed_by_mates)
            now = replace(now, after=now.after._replace(owed=owed))
        elif penalty.levels_to_opponents and not throw_ends_play(rules):
            now = apply_win(rules, find_riser(rules, outcome, session, player), now, make_throw_step(rules, leader))
    return now


def build_settlement(promotions: Promotions, seats: tuple[Player, ...]) -> Settlement[Player]:
    """Return the settlement: the count if there is one, the verdict, and everyone's steps and gain."""
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
    """Return the title of an account; the cache shares it between hands."""
    return message(code, **facts)


@lru_cache(maxsize=2048)
def make_gain(levels: int, before: Level, after: Level) -> Gain:
    """Return the gain with the levels before and after; the cache shares it between hands."""
    same = before == after
    return Gain(
        levels, message("gain.none", level=after) if same else message("gain.level", before=before, after=after)
    )
