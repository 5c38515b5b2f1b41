"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """A whole run takes minutes. A quick one takes seconds, and shows no more than that everything can be measured."""

    hands: int = 200
    rounds: int = 10
    hands_a_round: int = 5
    taps: int = 40
    phones: int = 8
    quiet: tuple[int, ...] = (1_000, 10_000)
    commands: int = 150
    stall_seconds: float = 15
    clients: tuple[int, ...] = (2, 4, 8, 16, 32)
    load_seconds: float = 4
    openings: int = 20
    growth_hands: tuple[int, ...] = (50, 200, 500, 1_000)
    growth_tables: tuple[int, ...] = (1, 100, 500, 1_000)
    growth_evening: int = 50


WHOLE = Sizes()
QUICK = Sizes(
    hands=3,
    rounds=1,
    hands_a_round=1,
    taps=2,
    phones=2,
    quiet=(4, 8),
    commands=3,
    stall_seconds=0.2,
    clients=(1, 2),
    load_seconds=0.2,
    openings=2,
    growth_hands=(1, 2),
    growth_tables=(1, 2),
    growth_evening=1,
)
