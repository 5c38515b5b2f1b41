"""Record at many tables, each as fast as its taps are answered and shown.

Arguments: the ports and the dialect of the servers. Where several servers share a database, a table has a phone at
each, and taps at any of them. The first line of input lists the devices. Each further line has a number of tables, a
number of seconds, and the seconds between two taps; its answer lists the seconds that each tap took until it was
answered and shown on every phone.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from itertools import count
from random import choice
from typing import cast

import msgspec

from tools.bench.channels import Channel, Dialect, FormChannel, open_table_channels
from tools.bench.forms import Device, Form, build_hand_forms
from tools.bench.wire import HOST, PATIENCE


class TableConnection(asyncio.Protocol):
    """A connection of a table."""

    def __init__(self, table: "BusyTable", channel: Channel, port: int) -> None:
        self.table = table
        self.channel = channel
        self.port = port

    async def open(self, opening: bytes) -> None:
        """Connect, and send `opening`."""
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, HOST, self.port)
        self.transport.write(opening)

    def data_received(self, data: bytes) -> None:
        """Feed the channel, and check whether the table is in step."""
        try:
            if reply := self.channel.feed(data):
                self.transport.write(reply)
        except Exception as error:
            self.table.fail(error)
        else:
            self.table.check_step()

    def connection_lost(self, error: Exception | None) -> None:
        """Fail, unless the connection was idle: no server may hang up on a phone that watches or waits."""
        if error or not self.is_idle:
            self.table.fail(error or ConnectionError("the server hung up"))

    @property
    def is_idle(self) -> bool:
        """True where no answer is awaited; a server closes such a connection after a while."""
        return isinstance(self.channel, FormChannel) and self.channel.answered


class BusyTable:
    """A table that plays one hand after the other."""

    def __init__(self, ports: Sequence[int], dialect: Dialect, device: Device) -> None:
        self.forms = (form for number in count() for form in build_hand_forms(number))
        self.places = [open_table_channels(dialect, [device]) for _ in ports]
        self.connections = [
            TableConnection(self, channel, port)
            for port, place in zip(ports, self.places, strict=True)
            for channel in place.channels
        ]

    async def open(self) -> None:
        """Connect every phone, and wait until it shows the table."""
        self.shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        for connection in self.connections:
            await connection.open(connection.channel.opening)
        await asyncio.wait_for(self.shown, PATIENCE)

    def check_step(self) -> None:
        """Wake whoever waits once the last tap is answered and shown everywhere."""
        latest = self.latest
        if not self.shown.done() and all(place.in_step and place.has_shown(latest) for place in self.places):
            self.shown.set_result(time.perf_counter())

    @property
    def latest(self) -> int:
        """The last recorded version."""
        return max(place.recording.recorded for place in self.places)

    def fail(self, error: Exception) -> None:
        """Fail the pending tap. Ignored if none is pending."""
        if not self.shown.done():
            self.shown.set_exception(error)

    async def record(self, form: Form) -> float:
        """Record a form. Return the seconds until the tap is answered and shown."""
        recording = choice(self.places).recording
        connection = next(each for each in self.connections if each.channel is recording)
        if connection.transport.is_closing():
            await connection.open(b"")
        self.shown = asyncio.get_running_loop().create_future()
        recording.recorded = self.latest
        began = time.perf_counter()
        connection.transport.write(recording.build_tap(*form))
        return await asyncio.wait_for(self.shown, PATIENCE) - began

    async def play(self, begin: float, seconds: float, pause: float) -> list[float]:
        """Record from the moment `begin` for `seconds`, with `pause` seconds between taps."""
        took, due = [], begin
        while max(due, time.perf_counter()) < begin + seconds:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            took.append(await self.record(next(self.forms)))
            due += pause
        return took


async def main(ports: Sequence[int], dialect: Dialect) -> None:
    """Record as the input says until it ends."""
    loop = asyncio.get_running_loop()
    tables = [
        BusyTable(ports, dialect, device) for device in msgspec.json.decode(sys.stdin.readline(), type=list[Device])
    ]
    for table in tables:
        await table.open()
    print(len(tables), flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        chosen, seconds, pause = json.loads(line)
        begin = time.perf_counter()
        # The tables' taps are spread over the pause.
        late = [begin + pause * number / chosen for number in range(chosen)]
        playing = [table.play(when, seconds, pause) for table, when in zip(tables, late, strict=False)]
        print(json.dumps([one for each in await asyncio.gather(*playing) for one in each]), flush=True)


if __name__ == "__main__":
    asyncio.run(main([*map(int, sys.argv[1].split(","))], cast(Dialect, sys.argv[2])))
