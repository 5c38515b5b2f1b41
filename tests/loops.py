"""Run coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine on an event loop of its own and return its result.

    The loop runs in a new thread. Playwright leaves a loop running in the main thread of each test process that opened
    a browser, and `asyncio.run` refuses to start a second loop there.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()  # noqa: TID251
