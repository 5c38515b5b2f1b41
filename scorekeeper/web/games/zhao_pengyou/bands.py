"""The bar of the defenders' points, cut where promotion changes."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side


class DrawnBand(NamedTuple):
    """Totals from `least` to below `end` promote a side by so many levels; `present` holds the total so far.

    `filled` says how much of the band the total has, in hundredths; `mark` is the total that stands at its end.
    """

    least: int
    end: int
    side: Side | None
    levels: int
    present: bool
    filled: int
    mark: int | None


class BandsBar(NamedTuple):
    """The bands from no points to more than all; penalties and the kitty can take a total past either end."""

    bands: tuple[DrawnBand, ...]

    @property
    def wins(self) -> int:
        """With how many points the defenders rise."""
        return next(band.least for band in self.bands if band.side == "defenders")

    @property
    def lifts(self) -> int:
        """Below how many the makers do."""
        return max(band.end for band in self.bands if band.side == "makers")


def bands_of(hand: zpy.Hand, total: int, makers: Collection[int] = ()) -> BandsBar:
    """The bands for the defenders' total against a team: the known one, else a full one.

    The first is of no points alone, and the last has no end: both are narrow on the bar.
    """
    lines = zpy.build_promotion_table(hand.rules, hand.setting)
    size, last = len(makers) or hand.setting.most_makers, lines[-1]
    bands = []
    for line, following in zip(lines, (*lines[1:], None), strict=True):
        verdict = line.verdicts[size]
        end = following.least if following else max(total, line.most) + 1
        present = (line is lines[0] or total >= line.least) and (line is last or total < end)
        filled = 100 if line is last and present else min(max(100 * (total - line.least) // (end - line.least), 0), 100)
        mark = line.least if line is lines[0] else end if following else None
        bands.append(DrawnBand(line.least, end, verdict.side, verdict.levels, present, filled, mark))
    return BandsBar(tuple(bands))
