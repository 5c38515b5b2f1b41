"""The results as a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field

HEAD = ("what was tried", "how often", "acknowledged", "lost", "half", "wrong")
KINDS = ("lost", "half", "wrong")


@dataclass(slots=True)
class Tally:
    """Counts of one scenario: attempts, actions acknowledged meanwhile, and faults.

    `figures` are further measurements.
    """

    what: str
    tried: int = 0
    acknowledged: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.tried += other.tried
        self.acknowledged += other.acknowledged
        self.faults += other.faults
        self.figures += other.figures

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        counts = (sum(one == kind for one, _ in self.faults) for kind in KINDS)
        return (self.what, f"{self.tried:,}", f"{self.acknowledged:,}", *(f"{count:,}" for count in counts))


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    whole = Tally("all")
    for each in tallies:
        whole.add(each)
    return whole


def format_plain(tallies: Iterable[Tally]) -> str:
    """Format tallies as a table in aligned columns."""
    lines = [HEAD, *(each.cells for each in tallies)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def format_markdown(tallies: Iterable[Tally]) -> str:
    """Format tallies as a Markdown table."""
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(each.cells for each in tallies)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
