"""The times of pings: all tables that are due within one beat are pinged together.

Waking up once for many tables takes a fraction of the time of waking up for each.
"""

import asyncio
import random
from collections.abc import Callable

from scorekeeper.live.channels import Table

BEAT = 0.5
"""Seconds between two rounds of pings. A ping is early by less than that."""


class Pings:
    """Calls `ping` for tables on the event loop, for as long as it returns that they are watched."""

    def __init__(self, ping: Callable[[Table], bool]) -> None:
        self._ping = ping
        self._due: dict[int, list[Table]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def schedule(self, table: Table) -> None:
        """Ping a table within as many seconds as its phones were told."""
        # Spread tables that began together.
        pause = table.seconds_to_ping * random.uniform(0.9, 1)
        beat = int((asyncio.get_running_loop().time() + pause) / BEAT)
        self._due.setdefault(beat, []).append(table)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is None and self._due:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at((int(loop.time() / BEAT) + 1) * BEAT, self._ping_due)

    def _ping_due(self) -> None:
        self._timer = None
        now = int(asyncio.get_running_loop().time() / BEAT + 0.01)  # a timer may ring a little early
        for beat in [beat for beat in self._due if beat <= now]:
            for table in self._due.pop(beat):
                if self._ping(table):
                    self.schedule(table)
        self._set_timer()
