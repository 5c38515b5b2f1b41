"""Lines over the hands of an evening as an SVG image: its style, its axes, and the names at its ends.

It knows nothing of tables. It is served as an image: the policy of the pages allows no style within them.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle
from math import floor, log10
from typing import NamedTuple
from unicodedata import east_asian_width

from flask import render_template

from scorekeeper.web.page.wording import set_apart

LETTERS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK KR", sans-serif'
DASHES = ("", "7,4", "2,4", "10,3,2,3", "4,3")
"""The dash patterns of the lines that are not chosen: players have no colours."""

OVERHEAD = 1.25
"""The distance between two names at the ends of lines, in letters."""


class Palette(NamedTuple):
    """The colours of a chart: chosen line and name, other names, other lines, grid."""

    ink: str
    soft: str
    line: str
    grid: str


PALETTES = {
    "light": Palette("#17181b", "#5b5e66", "#72747a", "#ddd9cf"),
    "dark": Palette("#efede8", "#a3a6ae", "#8b8e95", "#33363c"),
    "print": Palette("#000000", "#444444", "#444444", "#bbbbbb"),
}
"""The tokens of `tokens.css` and of `print.css`; `test_look.py` compares them."""


class Size(NamedTuple):
    """The size of a chart, of its letters and strokes, and the most letters of a name."""

    width: int
    height: int
    letters: int
    stroke: float
    name: float


SIZES = {
    "phone": Size(358, 270, 13, 1.75, 6.2),
    "television": Size(900, 370, 26, 3.5, 6.2),
}


class Curve(NamedTuple):
    """A line by its points, each a place and a height, with the name at its end."""

    name: str
    points: tuple[tuple[int, float], ...]
    chosen: bool = False


class ChartData(NamedTuple):
    """The content of a chart. Places go from 0 to `last`; `places` and `heights` are the labels of the axes."""

    curves: tuple[Curve, ...]
    last: int
    places: tuple[tuple[int, str], ...]
    heights: tuple[tuple[float, str], ...]


class RenderedChart(NamedTuple):
    """An SVG, and the parts of its width at which the places begin and end."""

    svg: bytes
    left: float
    right: float


# --- The picture ---


class Scale(NamedTuple):
    """The edges of the lines in the picture, and the places and heights between them, with 2 % of room at each end."""

    left: float
    right: float
    top: float
    bottom: float
    last: int
    low: float
    high: float

    def x_of(self, place: float) -> float:
        """Return how far from the left a place lies."""
        return round(self.left + (place / self.last + 0.02) / 1.04 * (self.right - self.left), 1)

    def y_of(self, height: float) -> float:
        """Return how far from the top a height lies."""
        share = ((height - self.low) / (self.high - self.low) + 0.02) / 1.04
        return round(self.bottom - share * (self.bottom - self.top), 1)


class Line(NamedTuple):
    """A line as it is drawn: its points and dashes as SVG writes them, and its name with the height of its end."""

    points: str
    dashes: str
    chosen: bool
    name: str
    end: float | None


def render_chart(picture: ChartData, look: str = "light", shape: str = "phone") -> RenderedChart:
    """A picture as an SVG."""
    size = SIZES[shape]
    scale = fit_scale(picture, size)
    svg = render_template(
        "evening/lines.svg",
        size=size,
        colours=PALETTES[look],
        letters=LETTERS,
        left=round(scale.left, 1),
        right=scale.right,
        heights=[(scale.y_of(height), text) for height, text in picture.heights],
        places=[(scale.x_of(place), text) for place, text in picture.places],
        lines=list(build_lines(picture, size, scale)),
    )
    return RenderedChart(svg.encode(), scale.x_of(0) / size.width, scale.x_of(scale.last) / size.width)


def fit_scale(picture: ChartData, size: Size) -> Scale:
    """Return the scale that leaves room for the labels of the axes, and for the names at the right."""
    margin, (low, high) = size.letters // 2, value_range(picture)
    labels = max((len(text) for _, text in picture.heights), default=0)
    names = max(map(width_of, names_of(picture, size)), default=0)
    return Scale(
        left=2 * margin + 0.6 * size.letters * max(labels, 2),
        right=size.width - round(size.letters * (1 + names)),
        top=margin,
        bottom=size.height - 2 * margin - size.letters,
        last=max(picture.last, 1),
        low=low,
        high=high,
    )


def build_lines(picture: ChartData, size: Size, scale: Scale) -> Iterator[Line]:
    """Yield the lines, with names that stand apart where several lines end at one height."""
    drawn = [[(scale.x_of(place), scale.y_of(height)) for place, height in curve.points] for curve in picture.curves]
    wanted = [points[-1][1] - scale.top for points in drawn if points]
    ends = iter(spread_labels(wanted, size.letters * OVERHEAD, 0.4 * size.letters, scale.bottom - scale.top))
    dashes = list_dashes(size)
    for curve, points in zip(picture.curves, drawn, strict=True):
        yield Line(
            points=" ".join(f"{x},{y}" for x, y in points),
            dashes="none" if curve.chosen else next(dashes),
            chosen=curve.chosen,
            name=set_apart(shorten(curve.name, size.name)),
            end=round(next(ends) + scale.top + 0.35 * size.letters, 1) if points else None,
        )


def list_dashes(size: Size) -> Iterator[str]:
    """Yield a dash pattern for each line that is not chosen."""
    scaled = [",".join(f"{float(part) * size.stroke / 1.75:g}" for part in each.split(",") if part) for each in DASHES]
    return cycle([each or "none" for each in scaled])


def value_range(picture: ChartData) -> tuple[float, float]:
    """Return the y-range of all curves and labels."""
    heights = [height for curve in picture.curves for _, height in curve.points]
    heights += [height for height, _ in picture.heights]
    low, high = min(heights, default=0), max(heights, default=0)
    return (low, high) if low < high else (low - 1, high + 1)


# --- Names ---


def names_of(picture: ChartData, size: Size) -> list[str]:
    """The names as they are written."""
    return [shorten(curve.name, size.name) for curve in picture.curves]


def width_of(text: str) -> float:
    """Return the width of a text in letters; those of Chinese, Japanese and Korean are as wide as they are high."""
    return sum(1.0 if east_asian_width(letter) in "WF" else 0.62 for letter in text)


JOINER = "\u200d"
"""Invisible signs that join others to one picture: "👨‍👩‍👧"."""


def shorten(name: str, most: float) -> str:
    """A name that is at most so many letters wide."""
    if width_of(name) <= most:
        return name
    while name and width_of(name) > most - 1:
        name = name[:-1]
    return f"{name.rstrip(JOINER).rstrip()}…"


def spread_labels(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights near those wanted, in the same order, at least `gap` apart and from `low` to `high`.

    Where there is no room for the gap, they are as far apart as the room allows.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed: list[float] = []
    for rank, at in enumerate(order):
        placed.append(max(wanted[at], placed[-1] + gap if rank else low))
    limit = high
    for rank in reversed(range(len(placed))):
        placed[rank] = min(placed[rank], limit)
        limit = placed[rank] - gap
    heights = [0.0] * len(wanted)
    for rank, at in enumerate(order):
        heights[at] = placed[rank]
    return heights


# --- Marks at the axes ---


def round_step(length: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50, … that goes into a length at most so many times."""
    least = max(length / most, 1)
    power = 10 ** floor(log10(least))
    return int(next(power * step for step in (1, 2, 5, 10) if power * step >= least))


def round_heights(low: float, high: float, most: int = 5) -> list[int]:
    """Round numbers from `low` to `high`, about so many, zero among them where it lies between."""
    step = round_step(high - low, most)
    return [number * step for number in range(-int(-low // step), floor(high / step) + 1)]
