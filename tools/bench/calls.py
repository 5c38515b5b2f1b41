"""Durations of calls of the library, beside a call that does nothing."""

import time
from collections.abc import Callable, Iterable, Iterator
from timeit import repeat

from tools.bench.report import Row

Call = Callable[[], object]


def measure_microseconds(call: Call, times: int = 20) -> float:
    """Return the duration of one undisturbed call in microseconds: the minimum of several runs."""
    return min(repeat(call, number=times, repeat=7)) / times * 1_000_000


def do_nothing() -> None:
    """Do nothing."""


def measure_calls(game: str, calls: Iterable[tuple[str, Call, float]]) -> Iterator[Row]:
    """Yield a row for each named call, with the most microseconds that it may take."""
    reference = measure_microseconds(do_nothing, 1000)
    for what, call, most in calls:
        yield Row(f"{game}: {what}", measure_microseconds(call), "µs", reference, most=most)


def time_runs(work: Callable[[], object], times: int) -> list[float]:
    """Return the seconds of each run of `work`."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return took
