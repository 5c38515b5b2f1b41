"""Which side is promoted, and by how many levels, for the defenders' total (S2, The Scoring)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from scorekeeper.errors import Problem, collected, problem, refuse
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting
from scorekeeper.messages import message
from scorekeeper.settlement import Step, total

Side = Literal["makers", "defenders"]
"""The trump maker and the friends, or everyone else."""

SMALLEST = 5
"""Every number of card points is a multiple of it."""


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


PROMOTED: Mapping[Side, str] = {"makers": "promotion.makers", "defenders": "promotion.defenders"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The side that is promoted, None for neither, and the steps that make its number of levels."""

    side: Side | None
    steps: tuple[Step, ...]

    @property
    def levels(self) -> int:
        """The steps applied in order."""
        return int(total(self.steps))


def band_of(rules: Rules, packs: int, total: int) -> Band:
    """The band of the defenders' total; penalties may take it below zero, or above all points."""
    bands, nothing = BANDS[rules.levels]
    return nothing if total <= 0 else next(band for band in bands if total >= band.least * packs)


def verdict_of(rules: Rules, setting: Setting, total: int, makers: int) -> Verdict:
    """Who is promoted when the defenders have `total` points against `makers` players.

    Raises `RuleError` for a team that cannot be so small or large and for what is no number of card points.
    """
    refuse((*check_team_size(setting, makers), *check_multiple(total)))
    side, levels = (band := band_of(rules, setting.packs, total)).side, band.levels
    if side is None:
        return Verdict(None, ())
    facts = {"total": total, "line": band.least * setting.packs}
    steps = [Step(message("promotion.nothing" if total <= 0 else PROMOTED[side], **facts), "add", levels)]
    missing = setting.most_makers - makers
    if side == "makers" and missing:
        steps.append(Step(message("promotion.short_team", missing=missing), "times", 1 + missing))
    return Verdict(side, tuple(steps))


@collected
def check_team_size(setting: Setting, makers: int) -> Iterator[Problem]:
    """Why there cannot be so many makers, the trump maker among them."""
    if not 1 <= makers <= setting.most_makers:
        yield problem("team.size", count=makers, most=setting.most_makers)


@collected
def check_multiple(points: int) -> Iterator[Problem]:
    """Why no cards make so many points."""
    if points % SMALLEST:
        yield problem("points.multiple", points=points, smallest=SMALLEST)


# --- What each total would give ---


def highest_total(rules: Rules, setting: Setting) -> int:
    """The most that the defenders can have without penalties: every point, and a kitty of kings and tens."""
    return setting.points + (rules.kitty_multiplier - 1) * setting.most_kitty_points


def every_total(rules: Rules, setting: Setting) -> range:
    """Every total that cards alone can make."""
    return range(0, highest_total(rules, setting) + 1, SMALLEST)


class Line(NamedTuple):
    """Totals from `least` to `most` give these verdicts, by the number of makers."""

    least: int
    most: int
    verdicts: Mapping[int, Verdict]


def promotion_table(rules: Rules, setting: Setting) -> tuple[Line, ...]:
    """The printed table, by judging each band against every team: no number in it is written twice."""
    return tuple(table_lines(rules, setting))


def table_lines(rules: Rules, setting: Setting) -> Iterator[Line]:
    """The totals of a band make a line."""
    for _, totals in groupby(every_total(rules, setting), key=lambda total: band_of(rules, setting.packs, total)):
        least, *more = totals
        verdicts = {makers: verdict_of(rules, setting, least, makers) for makers in range(setting.most_makers, 0, -1)}
        yield Line(least, more[-1] if more else least, verdicts)
