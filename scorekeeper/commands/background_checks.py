"""Checks that a server makes by itself while it serves, every other second."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scorekeeper.commands.addresses import reaches_phones

logger = logging.getLogger("scorekeeper")

SECONDS_BETWEEN_CHECKS = 2.0
SECONDS_TO_COME = 60.0
"""How long phones may take to come before the terminal says what may keep them away."""

Check = Callable[[], None]


@contextmanager
def run_checks(*looks: Check) -> Iterator[None]:
    """Look at each of these now and then, in a thread of its own, for as long as the block lasts."""
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
    """Do something once, as soon as something holds no longer."""
    done = False

    def look() -> None:
        nonlocal done
        if not done and not holds():
            done = True
            then()

    return look


def on_falling_edge(lasts: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Do something each time something has come to its end."""
    lasted = False

    def look() -> None:
        nonlocal lasted
        before, lasted = lasted, lasts()
        if before and not lasted:
            then()

    return look


def on_address_change(address: str, find: Callable[[], str], then: Callable[[str, str], object]) -> Check:
    """Do something with the earlier address and the present one whenever phones find this machine elsewhere.

    While there is no network at all, the earlier address may come back.
    """

    def look() -> None:
        nonlocal address
        found = find()
        if found != address and reaches_phones(found):
            address, earlier = found, address
            then(earlier, found)

    return look


def if_nobody_comes(came: Callable[[], bool], then: Callable[[], object]) -> Check:
    """Do something once, where nobody has come after a while."""
    begun = time.monotonic()
    return once_when_false(lambda: came() or time.monotonic() - begun < SECONDS_TO_COME, then)
