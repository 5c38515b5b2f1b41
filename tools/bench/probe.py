"""A look at a server from inside: how long it was not free to serve anyone, and what it cost."""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

TICK = 0.005


class Seen(msgspec.Struct, frozen=True):
    """The longest stall and the longest garbage pass since the last question, and processor time so far, in seconds."""

    stall: float
    collection: float
    processor: float


class Probe:
    """Remembers the longest delay of somebody who wakes often, and the longest garbage pass."""

    def __init__(self, watch: Callable[["Probe"], object]) -> None:
        self.stall = 0.0
        self.collection = 0.0
        self._began = 0.0
        self._watch: Callable[[Probe], object] | None = watch
        self._watching: object = None

    def answer(self, question: str) -> bytes:
        """What was `Seen`, as JSON. It sees no stall before the first question for the "longest".

        The question "collect" makes a full garbage pass first.
        """
        if question == "longest" and self._watch:
            self._watching, self._watch = self._watch(self), None
            gc.callbacks.append(self._collecting)
        if question == "collect":
            gc.collect()
        seen = Seen(self.stall, self.collection, time.process_time())
        self.stall = self.collection = 0.0
        return msgspec.json.encode(seen)

    def woke(self, late: float) -> None:
        """Whoever wakes often was so many seconds late."""
        self.stall = max(self.stall, late)

    def _collecting(self, phase: Literal["start", "stop"], _info: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.collection = max(self.collection, now - self._began)


def on_loop(probe: Probe) -> object:
    """Wake often on the running event loop."""

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            probe.woke(time.perf_counter() - began - TICK)

    return asyncio.get_running_loop().create_task(watch())
