"""Figures, and the table that they are printed in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

HEAD = ("what", "measured", "reference", "ratio", "Flask-SocketIO", "goal")

Rounds = float | Sequence[float]
"""A single figure, or the figures of several rounds."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure beside its reference and Flask-SocketIO's figure for the same, all in `unit`.

    `most` and `least` are goals for the figure, `most_ratio` for its ratio to the reference, and `least_ratio` for its
    ratio to Flask-SocketIO. Of several rounds the best and the median are shown.
    """

    what: str
    measured: Rounds
    unit: str
    reference: Rounds = ()
    socketio: Rounds = ()
    most: float | None = None
    least: float | None = None
    most_ratio: float | None = None
    least_ratio: float | None = None
    rate: bool = False

    @property
    def goal(self) -> str:
        """The goals, each with whether the median met it, or only the best round."""
        measured = self._best_and_median(self.measured)
        ratio, to_socketio = self._ratio(self.reference), self._ratio(self.socketio)
        goals = (
            (self.most, "≤", f" {self.unit}", measured),
            (self.least, "≥", f" {self.unit}", measured),
            (self.most_ratio, "≤", "×", ratio),
            (self.least_ratio, "≥", "× Flask-SocketIO", to_socketio),
        )
        return ", ".join(
            f"{sign} {goal:g}{unit}: {judge_goal(goal, sign, seen)}"
            for goal, sign, unit, seen in goals
            if goal is not None
        )

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        return (
            self.what,
            format_figures(self._best_and_median(self.measured), f" {self.unit}"),
            format_figures(self._best_and_median(self.reference), f" {self.unit}"),
            format_figures(self._ratio(self.reference), "×"),
            format_figures(self._best_and_median(self.socketio), f" {self.unit}"),
            self.goal,
        )

    @property
    def burden(self) -> float:
        """The median, or its ratio where the goal is one: of figures with one goal the highest is the worst."""
        return (self._ratio(self.reference) if self.most_ratio else self._best_and_median(self.measured))[-1]

    def _best_and_median(self, rounds: Rounds) -> list[float]:
        """Return the best and the median of several rounds, a single figure alone, or nothing."""
        if isinstance(rounds, float | int):
            return [rounds]
        if len(rounds) < 2:
            return list(rounds)
        return [max(rounds) if self.rate else min(rounds), median(rounds)]

    def _ratio(self, other: Rounds) -> list[float]:
        """Return the ratios of the bests and of the medians."""
        measured, others = self._best_and_median(self.measured), self._best_and_median(other)
        if len(measured) != len(others):
            measured, others = measured[-1:], others[-1:]
        return [one / another for one, another in zip(measured, others, strict=False) if another]


def judge_goal(goal: float, sign: str, seen: Sequence[float]) -> str:
    """Return whether the best and the median figure met a goal, in words."""
    met = [value <= goal if sign == "≤" else value >= goal for value in seen]
    if not met:
        return "not measured"
    return "met" if met[-1] else "met at best" if met[0] else "MISSED"


def format_figures(values: Sequence[float], unit: str) -> str:
    """Format the best and the median figure."""
    return "; ".join(map(format_figure, values)) + unit if values else "–"


def format_figure(value: float) -> str:
    """Format a number with three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def find_median(values: Sequence[float]) -> float:
    """Return the median."""
    return find_percentile(values, 50)


def find_percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that `percent` of `values` do not exceed."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def build_timing_rows(
    what: str, measured: Sequence[float], reference: Sequence[float], most_ratio: float | None = None
) -> list[Row]:
    """Return rows in milliseconds for the median and the 95th percentile of two lists of seconds.

    `most_ratio` is a goal for the median.
    """
    return [
        Row(
            f"{what}, p{percent}",
            find_percentile(measured, percent) * 1000,
            "ms",
            find_percentile(reference, percent) * 1000,
            most_ratio=most_ratio if percent == 50 else None,
        )
        for percent in (50, 95)
    ]


def scale(rounds: Iterable[float], factor: float) -> list[float]:
    """Return the rounds multiplied by `factor`, as a change of unit."""
    return [one * factor for one in rounds]


def choose_page_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of docs/benchmarks.md: missed goals first, and of figures of a kind with one goal the worst."""
    worst: dict[tuple[str, str], Row] = {}
    for row in rows:
        kind = " ".join(re.split("[,:] ", row.what)[0].split()[:3]) if row.goal else row.what
        worst[kind, row.goal] = max(worst.get((kind, row.goal), row), row, key=lambda each: each.burden)
    return sorted(worst.values(), key=lambda row: "MISSED" not in row.goal)


def format_table(rows: Iterable[Row]) -> str:
    """Format rows as a Markdown table with aligned columns."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    first, *numbers, last = widths
    rule = ("-" * first, *("-" * (width - 1) + ":" for width in numbers), "-" * last)
    return "\n".join(f"| {' | '.join(align_cells(line, widths))} |" for line in (HEAD, rule, *lines[1:]))


def align_cells(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the cells of a line padded to `widths`, figures aligned right."""
    for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell.ljust(width) if at in (0, len(cells) - 1) else cell.rjust(width)
