"""Figures and the table they are printed in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles

HEAD = ("what", "measured", "reference", "ratio", "goal")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its reference, both in `unit`.

    `most` and `least` are goals of the figure, `most_ratio` is one of its ratio to the reference.
    """

    what: str
    measured: float
    unit: str
    reference: float
    most: float | None = None
    least: float | None = None
    most_ratio: float | None = None

    @property
    def ratio(self) -> float:
        """How many times the reference this is."""
        return self.measured / self.reference if self.reference else float("inf")

    @property
    def goal(self) -> str:
        """The goal, and whether it was reached."""
        goals = (
            (self.most, "≤", self.unit, self.most is not None and self.measured <= self.most),
            (self.least, "≥", self.unit, self.least is not None and self.measured >= self.least),
            (self.most_ratio, "≤", "×", self.most_ratio is not None and self.ratio <= self.most_ratio),
        )
        return ", ".join(
            f"{sign} {value:g} {unit}: {'met' if met else 'MISSED'}"
            for value, sign, unit, met in goals
            if value is not None
        )

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        return (
            self.what,
            f"{shown(self.measured)} {self.unit}",
            f"{shown(self.reference)} {self.unit}",
            f"{shown(self.ratio)}×",
            self.goal,
        )


def shown(value: float) -> str:
    """Three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def halfway(values: Sequence[float]) -> float:
    """The median: half of the values are smaller."""
    return percentile(values, 50)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that `percent` of all values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def timings(
    what: str, measured: Sequence[float], reference: Sequence[float], most_ratio: float | None = None
) -> list[Row]:
    """The median and the slow end of two lists of seconds, in milliseconds. `most_ratio` is a goal of the median."""
    return [
        Row(
            f"{what}, p{percent}",
            percentile(measured, percent) * 1000,
            "ms",
            percentile(reference, percent) * 1000,
            most_ratio=most_ratio if percent == 50 else None,
        )
        for percent in (50, 95)
    ]


def plain(rows: Iterable[Row]) -> str:
    """A table in aligned columns."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in (1, 2, 3) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def markdown(rows: Iterable[Row]) -> str:
    """A table in Markdown."""
    lines = [HEAD, ("---", "---:", "---:", "---:", "---"), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
