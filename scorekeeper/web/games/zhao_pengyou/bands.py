"""The bar of the defenders' points, divided where the promotion changes."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.web.page.language import gettext


class DrawnBand(NamedTuple):
    """A range of totals with the same promotion."""

    least: int
    """The lowest total in it."""
    end: int
    """The total just above it."""
    side: Side | None
    """The side that is promoted; None for neither."""
    levels: int
    """The number of levels."""
    present: bool
    """Whether it holds the total so far."""
    filled: int
    """The percentage of the band that the total reaches."""
    mark: int | None
    """The total written at its end."""


MOST_DRAWN = 7
"""The most bands that fit beside each other on a phone."""


class BandsBar(NamedTuple):
    """The bands of totals; penalties and the kitty can take a total beyond either end."""

    bands: tuple[DrawnBand, ...]
    defenders_line: int
    """The lowest total that promotes the defenders."""
    makers_line: int
    """The lowest total that no longer promotes the makers."""

    @property
    def said(self) -> str:
        """The totals of the present band, such as "80 to 115"."""
        band = next(band for band in self.bands if band.present)
        least, most = band.least, band.end - POINT_STEP
        if band.mark is None:
            return gettext("from %(least)s") % {"least": least}
        return gettext("no points") if most <= 0 else gettext("%(least)s to %(most)s") % {"least": least, "most": most}


def build_bands(hand: zpy.Hand, total: int, makers: Collection[int] = ()) -> BandsBar:
    """Return the bands for the defenders' total against the known makers, else against a full team.

    The first band holds zero points alone and the last has no end; both are narrow on the bar. Of many bands those
    beside the present one are drawn.
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
    defenders_line = next((band.least for band in bands if band.side == "defenders"), last.most + POINT_STEP)
    makers_line = max(band.end for band in bands if band.side == "makers")
    at = next(place for place, band in enumerate(bands) if band.present)
    first = max(0, min(at - MOST_DRAWN // 2, len(bands) - MOST_DRAWN))
    return BandsBar(tuple(bands[first : first + MOST_DRAWN]), defenders_line, makers_line)
