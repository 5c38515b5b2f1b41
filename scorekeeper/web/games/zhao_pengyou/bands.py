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


class BandsBar(NamedTuple):
    """The bands of all totals; penalties and the kitty can take a total beyond either end."""

    bands: tuple[DrawnBand, ...]

    @property
    def defenders_line(self) -> int:
        """The lowest total that promotes the defenders."""
        return next(band.least for band in self.bands if band.side == "defenders")

    @property
    def makers_line(self) -> int:
        """The lowest total that no longer promotes the makers."""
        return max(band.end for band in self.bands if band.side == "makers")

    @property
    def said(self) -> str:
        """The totals of the present band, such as "80 to 115"."""
        at = next(place for place, band in enumerate(self.bands) if band.present)
        least, most = self.bands[at].least, self.bands[at].end - POINT_STEP
        if at in (0, len(self.bands) - 1):
            return gettext("no points") if at == 0 else gettext("from %(least)s") % {"least": least}
        return gettext("%(least)s to %(most)s") % {"least": least, "most": most}


def build_bands(hand: zpy.Hand, total: int, makers: Collection[int] = ()) -> BandsBar:
    """Return the bands for the defenders' total against the known makers, else against a full team.

    The first band holds zero points alone and the last has no end; both are narrow on the bar.
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
