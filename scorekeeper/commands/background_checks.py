"""Checks that a server makes by itself while it runs, every other second."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scorekeeper.commands.addresses import reaches_phones

logger = logging.getLogger("scorekeeper")

SECONDS_BETWEEN_CHECKS = 2.0
SECONDS_TO_COME = 60.0
"""The time without a phone after which the terminal lists possible reasons."""

Check = Callable[[], None]


@contextmanager
def run_checks(*looks: Check) -> Iterator[None]:
    """Run each of `checks` every `SECONDS_BETWEEN_CHECKS`, in a thread of its own, while the block lasts."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(SECONDS_BETWEEN_CHECKS):
            for each in looks:
                try:
                    each()
                except Exception:
                    logger.exception("looking out failed")

    watch = threading.Thread(target=look, name="lookout", daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def once_when_false(holds: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` once, as soon as `holds()` is false."""
    done = False

    def look() -> None:
        nonlocal done
        if not done and not holds():
            done = True
            then()

    return look


def on_falling_edge(lasts: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` each time `lasts()` turns from true to false."""
    lasted = False

    def look() -> None:
        nonlocal lasted
        before, lasted = lasted, lasts()
        if before and not lasted:
            then()

    return look


def on_address_change(address: str, find: Callable[[], str], then: Callable[[str, str], object]) -> Check:
    """Return a check that calls `then` with the old and the new address whenever `find()` returns another.

    An address that phones cannot open is ignored: while there is no network, the old address may come back.
    """

    def look() -> None:
        nonlocal address
        found = find()
        if found != address and reaches_phones(found):
            address, earlier = found, address
            then(earlier, found)

    return look


def if_nobody_comes(came: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` once, if `came()` is still false after `SECONDS_TO_COME`."""
    begun = time.monotonic()
    return once_when_false(lambda: came() or time.monotonic() - begun < SECONDS_TO_COME, then)
