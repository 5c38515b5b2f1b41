"""How long a call of the library takes, beside a call that does nothing."""

import time
from collections.abc import Callable, Iterable, Iterator
from timeit import repeat

from tools.bench.report import Row

Call = Callable[[], object]


def measure_microseconds(call: Call, times: int = 20) -> float:
    """What one call takes when nothing disturbs it."""
    return min(repeat(call, number=times, repeat=7)) / times * 1_000_000


def do_nothing() -> None:
    """A call that does nothing."""


def measure_calls(game: str, calls: Iterable[tuple[str, Call, float]]) -> Iterator[Row]:
    """A row for each call by its name, with the most microseconds it may take."""
    reference = measure_microseconds(do_nothing, 1000)
    for what, call, most in calls:
        yield Row(f"{game}: {what}", measure_microseconds(call), "µs", reference, most=most)


def time_runs(work: Callable[[], object], times: int) -> list[float]:
    """The seconds of each run of `work`."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return took
