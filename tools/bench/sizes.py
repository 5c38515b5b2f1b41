"""The sizes of a whole and of a quick run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of phones, tables and rounds. A whole run takes a quarter of an hour, a quick one seconds.

    A quick run only shows that everything can be measured; its figures mean little.
    """

    hands: int = 200
    rounds: int = 10
    hands_a_round: int = 5
    repeats: int = 3
    many_repeats: int = 5
    phones: int = 8
    few: int = 1_000
    idle: int = 8_000
    many: int = 10_000
    back: int = 4_000
    commands: int = 60
    quiet_seconds: float = 30
    stall_seconds: float = 10
    tables: int = 500
    clients: tuple[int, ...] = (2, 4, 8, 16, 32)
    load_seconds: float = 3
    openings: int = 20
    shared_tables: int = 1_000
    leisure: float = 10
    """Seconds between two taps at one of many tables."""
    copied_evenings: int = 200
    growth_hands: tuple[int, ...] = (50, 200, 500, 1_000)
    chart_hands: int = 200
    exported_hands: int = 1_000
    downloads: int = 12
    exporting_seconds: float = 20
    counted_evenings: int = 100
    counted_hands: int = 50
    every: int = 1
    """Measure every n-th pose only."""
    compares: bool = True
    """Measure Flask-SocketIO as well."""


WHOLE = Sizes()
QUICK = Sizes(
    hands=3,
    rounds=1,
    hands_a_round=1,
    repeats=1,
    many_repeats=1,
    phones=2,
    few=8,
    idle=16,
    many=24,
    back=8,
    commands=3,
    quiet_seconds=0.1,
    stall_seconds=0.2,
    tables=4,
    clients=(1, 2),
    load_seconds=0.2,
    openings=2,
    shared_tables=3,
    leisure=0.3,
    copied_evenings=2,
    growth_hands=(1, 2),
    chart_hands=2,
    exported_hands=110,
    downloads=2,
    exporting_seconds=1,
    counted_evenings=2,
    counted_hands=1,
    every=40,
    compares=False,
)
