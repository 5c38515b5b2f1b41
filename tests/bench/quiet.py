"""Phones that watch and do nothing.

Argument: the port. Each line of input lists requests, and how often each is sent. It is answered with the number of
streams once all of them show their table.
"""

import asyncio
import json
import sys

from scorekeeper.serve import allow_many_files
from tests.bench.wire import HOST, PATIENCE

AT_ONCE = 100


class Watching(asyncio.Protocol):
    """A stream. It is in step after its first ping, which follows the first frame."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.in_step: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self.tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if self.in_step is None:
            return
        self.tail = self.tail[-20:] + data
        if b"event: ping" in self.tail:
            self.in_step.set_result(None)
            self.in_step, self.tail = None, b""

    def connection_lost(self, error: Exception | None) -> None:
        if self.in_step and not self.in_step.done():
            self.in_step.set_exception(error or ConnectionError(f"the stream ended: {self.tail[:200]!r}"))


async def connect(port: int, requests: list[tuple[str, int]]) -> int:
    """Open every stream; how many."""
    loop = asyncio.get_running_loop()
    turn = asyncio.Semaphore(AT_ONCE)

    async def open_one(request: bytes) -> None:
        async with turn:
            _, stream = await loop.create_connection(lambda: Watching(request), HOST, port)
            assert stream.in_step is not None
            await asyncio.wait_for(stream.in_step, PATIENCE)

    waiting = [open_one(request.encode()) for request, count in requests for _ in range(count)]
    await asyncio.gather(*waiting)
    return len(waiting)


async def main(port: int) -> None:
    """Open streams as the input says, until it ends."""
    allow_many_files()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(await connect(port, json.loads(line)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
