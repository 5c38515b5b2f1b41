"""Lines over the hands of an evening as an SVG image: its style, its axes, and the names at its ends.

It is drawn by pygal, and knows nothing of tables. It is served as an image: the policy of the pages allows no style
within them.
"""

import sys
from collections.abc import Sequence
from math import floor, log10
from typing import Any, NamedTuple
from unicodedata import east_asian_width

import pygal
from pygal.etree import etree
from pygal.style import Style

from scorekeeper.web.page.wording import set_apart


def drop_old_finders() -> None:
    """Remove module finders that lack `find_spec`, which Python 3.12 requires.

    pygal installs one for its maps. Python asks every finder about every module, so a later import that no earlier
    finder resolves would fail with an `AttributeError`.
    """
    sys.meta_path[:] = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]


drop_old_finders()

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


def render_chart(picture: ChartData, look: str = "light", shape: str = "phone") -> RenderedChart:
    """A picture as an SVG."""
    colours, size = PALETTES[look], SIZES[shape]
    chart = pygal.XY(
        style=Style(font_family=LETTERS, label_font_size=size.letters, major_label_font_size=size.letters),
        css=["file://graph.css", f"inline:{style_rules(picture, colours, size)}"],
        width=size.width,
        height=size.height,
        margin=size.letters // 2,
        margin_right=round(size.letters * (1 + max((width_of(name) for name in names_of(picture, size)), default=0))),
        spacing=size.letters // 2,
        range=value_range(picture),
        xrange=(0, max(picture.last, 1)),
        x_labels=[{"label": text, "value": at} for at, text in picture.places] or [{"label": "", "value": 0}],
        y_labels=[{"label": text, "value": at} for at, text in picture.heights],
        show_x_guides=False,
        show_legend=False,
        show_dots=False,
        js=[],
        no_prefix=True,
    )
    for curve in picture.curves:
        chart.add(curve.name, list(curve.points))
    return finish_chart(chart, picture, size)


def finish_chart(chart: Any, picture: ChartData, size: Size) -> RenderedChart:
    """Render the chart, with names at the ends of its lines, without scripts and tooltips."""
    edges = [0.0, 1.0]

    def finish(root: Any) -> Any:
        margin, view = chart.margin_box, chart.view
        edges[:] = [(margin.left + view.x(place)) / size.width for place in (0, max(picture.last, 1))]
        write_end_names(chart, picture, size)
        for parent in list(root.iter()):
            for child in [each for each in parent if is_needless(each)]:
                parent.remove(child)
        return root

    chart.add_xml_filter(finish)
    return RenderedChart(etree.tostring(chart.render_tree(), encoding="utf-8"), *edges)


def is_needless(node: Any) -> bool:
    """Return whether an SVG node is invisible (script, title, tooltip)."""
    if not isinstance(node.tag, str):
        return True
    return node.tag.rpartition("}")[2] in ("script", "title") or node.get("class", "") in ("tooltip", "plot overlay")


def write_end_names(chart: Any, picture: ChartData, size: Size) -> None:
    """Write each name at the end of its line, apart where several lines end at one height."""
    view, svg = chart.view, chart.svg
    ends = [
        (curve, view.x(curve.points[-1][0]), view.y(curve.points[-1][1])) for curve in picture.curves if curve.points
    ]
    heights = spread_labels([y for _, _, y in ends], size.letters * OVERHEAD, 0.4 * size.letters, view.height)
    for (curve, _x, _y), y in zip(ends, heights, strict=True):
        node = svg.node(
            chart.nodes["plot"],
            "text",
            x=round(view.width + 0.4 * size.letters, 1),
            y=round(y + 0.35 * size.letters, 1),
            class_="end end--on" if curve.chosen else "end",
        )
        node.text = set_apart(shorten(curve.name, size.name))


def value_range(picture: ChartData) -> tuple[float, float]:
    """Return the y-range of all curves and labels."""
    heights = [height for curve in picture.curves for _, height in curve.points]
    heights += [height for height, _ in picture.heights]
    low, high = min(heights, default=0), max(heights, default=0)
    return (low, high) if low < high else (low - 1, high + 1)


# --- Its style ---


def style_rules(picture: ChartData, colours: Palette, size: Size) -> str:
    """Return the style rules of a chart, beyond those of pygal."""
    strokes = (stroke_style(picture, place, colours, size) for place in range(len(picture.curves)))
    return "".join(
        (
            f"text{{fill:{colours.soft}}}.background{{fill:none}}",
            f".axis .line,.axis .guide.line,.axis .major.guide.line{{fill:none;stroke:{colours.grid}}}",
            ".axis .guide.line,.axis .major.guide.line{stroke-dasharray:none}",
            ".axis.x .line,.axis.x .guide.line{stroke:none}",
            ".series .line{fill:none;stroke-linejoin:round;stroke-linecap:round}",
            f".end{{font-size:{size.letters}px;font-weight:600}}",
            f".end--on{{fill:{colours.ink};font-weight:750}}",
            *(f".color-{place} .line{{{stroke}}}" for place, stroke in enumerate(strokes)),
        )
    )


def stroke_style(picture: ChartData, place: int, colours: Palette, size: Size) -> str:
    """Return the style of a line: the chosen one solid and thick, each other in a dash pattern of its own."""
    if picture.curves[place].chosen:
        return f"stroke:{colours.ink};stroke-width:{size.stroke * 1.7:g}"
    dashes = DASHES[sum(not curve.chosen for curve in picture.curves[:place]) % len(DASHES)]
    scaled = ",".join(f"{float(part) * size.stroke / 1.75:g}" for part in dashes.split(",") if part)
    return f"stroke:{colours.line};stroke-width:{size.stroke:g};stroke-dasharray:{scaled or 'none'}"


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
