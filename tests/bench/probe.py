"""A look at an event loop from inside: how long it was not free to serve anyone."""

import asyncio
import gc
import time
from typing import Any, Literal

TICK = 0.005


class Probe:
    """Wakes often, and remembers its longest delay and the longest garbage pass."""

    def __init__(self) -> None:
        self.stall = 0.0
        self.collection = 0.0
        self._began = 0.0
        self._task: asyncio.Task[None] | None = None

    def answer(self, question: str) -> dict[str, float]:
        """The longest of each in seconds since the last question. It sees nothing before the first one.

        The question "defaults" also gives the garbage collector the settings that Python begins with.
        """
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._watch())
            gc.callbacks.append(self._collecting)
        if question == "defaults":
            gc.unfreeze()
            gc.set_threshold(700, 10, 10)
        seen = {"stall": self.stall, "collection": self.collection}
        self.stall = self.collection = 0.0
        return seen

    async def _watch(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            self.stall = max(self.stall, time.perf_counter() - began - TICK)

    def _collecting(self, phase: Literal["start", "stop"], _info: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.collection = max(self.collection, now - self._began)
