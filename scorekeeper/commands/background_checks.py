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
def run_checks(*checks: Check) -> Iterator[None]:
    """Run each of `checks` every `SECONDS_BETWEEN_CHECKS`, in a thread of its own, while the block lasts."""
    over = threading.Event()

    def repeat() -> None:
        while not over.wait(SECONDS_BETWEEN_CHECKS):
            for check in checks:
                try:
                    check()
                except Exception:
                    logger.exception("a background check failed")

    watch = threading.Thread(target=repeat, name="checks", daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def once_when_false(holds: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` once, as soon as `holds()` is false."""
    done = False

    def check() -> None:
        nonlocal done
        if not done and not holds():
            done = True
            then()

    return check


def on_falling_edge(lasts: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` each time `lasts()` turns from true to false."""
    lasted = False

    def check() -> None:
        nonlocal lasted
        before, lasted = lasted, lasts()
        if before and not lasted:
            then()

    return check


def on_address_change(address: str, find: Callable[[], str], then: Callable[[str, str], object]) -> Check:
    """Return a check that calls `then` with the old and the new address whenever `find()` returns another.

    An address that phones cannot open is ignored: while there is no network, the old address may come back.
    """

    def check() -> None:
        nonlocal address
        found = find()
        if found != address and reaches_phones(found):
            address, earlier = found, address
            then(earlier, found)

    return check


def if_nobody_comes(came: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Return a check that calls `then` once, if `came()` is still false after `SECONDS_TO_COME`."""
    begun = time.monotonic()
    return once_when_false(lambda: came() or time.monotonic() - begun < SECONDS_TO_COME, then)
