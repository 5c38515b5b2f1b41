"""The bar of the defenders' points, cut where promotion changes."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side


class Band(NamedTuple):
    """Totals from `least` to below `end` promote a side by so many levels; `present` holds the total so far."""

    least: int
    end: int
    side: Side | None
    levels: int
    present: bool


class Bands(NamedTuple):
    """The bands between nothing and every point; the side that is promoted below and above their ends is the same."""

    total: int
    most: int
    bands: tuple[Band, ...]

    @property
    def wins(self) -> int:
        """With how many points the defenders rise."""
        return next(band.least for band in self.bands if band.side == "defenders")

    @property
    def lifts(self) -> int:
        """Below how many the makers do."""
        return max(band.end for band in self.bands if band.side == "makers")

    @property
    def present(self) -> Band | None:
        """The band of the total so far; None where it is outside the bar."""
        return next((band for band in self.bands if band.present), None)


def bands_of(hand: zpy.Hand, total: int, makers: Collection[int] = ()) -> Bands:
    """The bands for the defenders' total against a team: the known one, else a full one."""
    lines = zpy.promotion_table(hand.rules, hand.setting)
    size = len(makers) or hand.setting.most_makers
    every = hand.setting.points
    starts = [line for line in lines if line.most > 0 and line.least < every]
    ends = [line.least for line in starts[1:]] + [every]
    bands = []
    for line, end in zip(starts, ends, strict=True):
        least = 0 if line.least == zpy_smallest(lines) else line.least
        verdict = line.verdicts[size]
        bands.append(Band(least, end, verdict.side, verdict.levels, least <= total < end or (not least and total < 0)))
    return Bands(total, every, tuple(bands))


def zpy_smallest(lines: tuple[zpy.Line, ...]) -> int:
    """Where the first band of more than nothing begins."""
    return min(line.least for line in lines if line.most > 0)
