"""A look at a server from inside: how long it was not free to serve anyone, and what it cost."""

import asyncio
import time
from collections.abc import Callable

import msgspec

TICK = 0.005


class ProbeReading(msgspec.Struct, frozen=True):
    """The longest stall since the last question, and processor time so far, in seconds."""

    stall: float
    processor: float


class Probe:
    """Remembers the longest delay of somebody who wakes often."""

    def __init__(self, watch: Callable[["Probe"], object]) -> None:
        self.stall = 0.0
        self._watch: Callable[[Probe], object] | None = watch
        self._watching: object = None

    def answer(self, question: str) -> bytes:
        """What was `Seen`, as JSON. It sees no stall before the first question for the "longest"."""
        if question == "longest" and self._watch:
            self._watching, self._watch = self._watch(self), None
        seen = ProbeReading(self.stall, time.process_time())
        self.stall = 0.0
        return msgspec.json.encode(seen)

    def note_delay(self, late: float) -> None:
        """Whoever wakes often was so many seconds late."""
        self.stall = max(self.stall, late)


def watch_loop(probe: Probe) -> object:
    """Wake often on the running event loop."""

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            probe.note_delay(time.perf_counter() - began - TICK)

    return asyncio.get_running_loop().create_task(watch())
