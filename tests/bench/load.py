"""Phones that record as fast as they are answered, each at a table of its own.

Argument: the port. The first line of input lists the devices. Each further line is a number of phones and a number of
seconds; its answer are the seconds that every command took.
"""

import asyncio
import json
import sys
import time
from itertools import count

import msgspec

from tests.bench.evening import Device, hand, version_in
from tests.bench.wire import HOST, PATIENCE, AnswerReader, get_request, record_request


class Recording(asyncio.Protocol):
    """A phone that plays one hand after the other."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.reader = AnswerReader()
        self.taps = (tap for number in count() for tap in hand(number))
        self.version = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if answer := self.reader.feed(data):
            try:
                self.version = version_in(answer.content)
            except Exception as error:
                self.answered.set_exception(error)
            else:
                self.answered.set_result(now)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.answered.done():
            self.answered.set_exception(error or ConnectionError("the server hung up"))

    async def ask(self, request: bytes) -> float:
        """How many seconds an answer takes."""
        self.answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.transport.write(request)
        return await asyncio.wait_for(self.answered, PATIENCE) - began

    async def play(self, until: float) -> list[float]:
        """Record until a moment."""
        took = []
        while time.perf_counter() < until:
            tap = next(self.taps)
            took.append(await self.ask(record_request(self.device, tap.form, tap.fields, self.version)))
        return took


async def open_phone(port: int, device: Device) -> Recording:
    """A phone that has its table before it."""
    _, phone = await asyncio.get_running_loop().create_connection(lambda: Recording(device), HOST, port)
    await phone.ask(get_request(f"/t/{device.table_id}", device.cookie))
    return phone


async def main(port: int) -> None:
    """Record as the input says, until it ends."""
    loop = asyncio.get_running_loop()
    devices = msgspec.json.decode(sys.stdin.readline(), type=list[Device])
    phones = [await open_phone(port, device) for device in devices]
    print(len(phones), flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        chosen, seconds = json.loads(line)
        until = time.perf_counter() + seconds
        took = await asyncio.gather(*(phone.play(until) for phone in phones[:chosen]))
        print(json.dumps([one for each in took for one in each]), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
