"""What Mighty’s referee takes for a payment, beside a bare call."""

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games import mighty
from tests.bench.calls import Call, rows
from tests.bench.report import Row
from tests.bench.sizes import Sizes

MOST = 50
"""Microseconds of one question."""
MOST_TABLE = 1000
"""Microseconds of the payment table."""

RULES = mighty.PRESETS["pagat"].rules


def scenario(_folder: Path, _sizes: Sizes) -> Iterator[Row]:
    """Questions that screens ask at every tap."""
    return rows("Mighty", payments())


def payments() -> Iterator[tuple[str, Call, float]]:
    """A result that two rules double."""
    contract = mighty.Contract(mighty.Bid.parse("16NT"), mighty.Call.parse("SA"))
    outcome = mighty.Outcome(points=20, declarer=1, friend=2, defenders=(3, 4, 5))
    yield "a payment with its explanation", lambda: mighty.settle(RULES, contract, outcome).amounts, MOST
    yield "the payment table of 21 rows", lambda: mighty.payment_table(RULES, contract, outcome), MOST_TABLE
