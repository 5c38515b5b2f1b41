"""A probe inside a server: how long it could serve nobody, and its processor time."""

import asyncio
import time
from collections.abc import Callable

import msgspec

TICK = 0.005


class ProbeReading(msgspec.Struct, frozen=True):
    """The longest stall since the last reading, and the process's processor time, in seconds."""

    stall: float
    processor: float


class Probe:
    """Remember the longest delay of a task that wakes often."""

    def __init__(self, watch: Callable[["Probe"], object]) -> None:
        self.stall = 0.0
        self._watch: Callable[[Probe], object] | None = watch
        self._watching: object = None

    def answer(self, question: str) -> bytes:
        """Return the current `ProbeReading` as JSON. Stalls are only noted once "longest" has been asked for."""
        if question == "longest" and self._watch:
            self._watching, self._watch = self._watch(self), None
        seen = ProbeReading(self.stall, time.process_time())
        self.stall = 0.0
        return msgspec.json.encode(seen)

    def note_delay(self, late: float) -> None:
        """Note that the watching task woke `late` seconds too late."""
        self.stall = max(self.stall, late)


def watch_loop(probe: Probe) -> object:
    """Wake every `TICK` seconds on the running event loop and note the delays."""

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            probe.note_delay(time.perf_counter() - began - TICK)

    return asyncio.get_running_loop().create_task(watch())
