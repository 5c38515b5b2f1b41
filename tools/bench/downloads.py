"""Download files without a pause, while one more client asks whether the server is well.

Arguments: the port. Each line of input has a phone, the paths below its table, a number of clients, and a number of
seconds for which they begin new downloads; its answer has the downloads by status, and the seconds of the longest wait
for /health.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice

import msgspec

from tools.bench.forms import Device
from tools.bench.wire import HOST, PATIENCE, build_get

SECONDS_BETWEEN_QUESTIONS = 0.05


class DownloadOrder(msgspec.Struct, array_like=True):
    """A line of input."""

    device: Device
    paths: list[str]
    clients: int
    seconds: float


async def fetch(port: int, path: str, device: Device | None = None) -> int:
    """Return the status of an answer, once its connection is closed."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(build_get(path, device).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    head = await reader.readline()
    while await reader.read(64 * 1024):
        pass
    writer.close()
    return int(head.split(b" ", 2)[1])


async def download(port: int, device: Device, paths: Sequence[str], until: float, seen: Counter[str]) -> None:
    """Download one file after the other and count the answers by status."""
    for path in cycle(paths):
        if time.perf_counter() >= until:
            return
        seen[str(await fetch(port, f"/t/{device.table_id}/{path}", device))] += 1


async def ask_health(port: int, until: float) -> float:
    """Return the seconds of the longest wait for /health."""
    longest = 0.0
    while time.perf_counter() < until:
        began = time.perf_counter()
        await asyncio.wait_for(fetch(port, "/health"), PATIENCE)
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)
    return longest


async def run_order(port: int, order: DownloadOrder) -> tuple[Counter[str], float]:
    """Let all clients download, each beginning with another file."""
    until, seen = time.perf_counter() + order.seconds, Counter[str]()
    async with asyncio.TaskGroup() as group:
        for client in range(order.clients):
            first = client % len(order.paths)
            paths = [*islice(cycle(order.paths), first, first + len(order.paths))]
            group.create_task(download(port, order.device, paths, until, seen))
        health = group.create_task(ask_health(port, until))
    return seen, health.result()


if __name__ == "__main__":
    for line in sys.stdin:
        told = asyncio.run(run_order(int(sys.argv[1]), msgspec.json.decode(line, type=DownloadOrder)))
        print(json.dumps(told), flush=True)
