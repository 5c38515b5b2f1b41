"""What came of it all, as a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field

HEAD = ("what was tried", "how often", "acknowledged", "lost", "half", "wrong")
KINDS = ("lost", "half", "wrong")


@dataclass(slots=True)
class Tally:
    """What was tried how often, how many actions were acknowledged meanwhile, and what was not as it should be.

    `figures` is what was measured besides.
    """

    what: str
    tried: int = 0
    acknowledged: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another one in."""
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
    """All of them together."""
    whole = Tally("all")
    for each in tallies:
        whole.add(each)
    return whole


def format_plain(tallies: Iterable[Tally]) -> str:
    """A table in aligned columns."""
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
    """A table in Markdown."""
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(each.cells for each in tallies)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
