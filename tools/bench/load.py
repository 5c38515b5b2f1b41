"""Tables at which one phone records and one watches, each as fast as it is shown what it recorded.

Arguments: the ports and how the servers are spoken to. Where several share a database, a table has phones at each, and
taps at any of them. The first line of input lists the devices. Each further line is a number of tables, a number of
seconds, and one of seconds from tap to tap; its answer are the seconds that every tap took until it was answered and
shown everywhere.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import count
from random import choice
from typing import cast

import msgspec

from tools.bench.channels import Channel, Dialect, open_table_channels
from tools.bench.forms import Device, Form, build_hand_forms
from tools.bench.wire import HOST, PATIENCE


class TableConnection(asyncio.Protocol):
    """A connection of a table."""

    def __init__(self, table: "BusyTable", channel: Channel) -> None:
        self.open_table = table
        self.channel = channel

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say what opens the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.channel.opening)

    def data_received(self, data: bytes) -> None:
        """Take what has come, and look whether the table is in step."""
        try:
            if reply := self.channel.feed(data):
                self.transport.write(reply)
        except Exception as error:
            self.open_table.fail(error)
        else:
            self.open_table.check_step()

    def connection_lost(self, error: Exception | None) -> None:
        """Fail: no server hangs up on a phone that records."""
        self.open_table.fail(error or ConnectionError("the server hung up"))


class BusyTable:
    """A table that plays one hand after the other."""

    def __init__(self, ports: Sequence[int], dialect: Dialect, device: Device) -> None:
        self.ports = ports
        self.dialect = dialect
        self.device = device
        self.forms = (form for number in count() for form in build_hand_forms(number))
        self.connections: list[TableConnection] = []

    async def open(self) -> None:
        """Connect, and wait for what the table shows."""
        self.places = [open_table_channels(self.dialect, [self.device]) for _ in self.ports]
        loop = asyncio.get_running_loop()
        self.shown: asyncio.Future[float] = loop.create_future()
        self.connections = [
            (await loop.create_connection(partial(TableConnection, self, channel), HOST, port))[1]
            for port, place in zip(self.ports, self.places, strict=True)
            for channel in place.channels
        ]
        await asyncio.wait_for(self.shown, PATIENCE)

    def check_step(self) -> None:
        """See whether what was recorded last is shown."""
        latest = self.latest
        if not self.shown.done() and all(place.in_step and place.has_shown(latest) for place in self.places):
            self.shown.set_result(time.perf_counter())

    @property
    def latest(self) -> int:
        """The version that was recorded last."""
        return max(place.recording.recorded for place in self.places)

    def fail(self, error: Exception) -> None:
        """Whoever waits need not. A connection that nobody uses is one that the server may close."""
        if not self.shown.done():
            self.shown.set_exception(error)

    async def record(self, form: Form) -> float:
        """How many seconds it takes until a tap is answered and shown."""
        self.shown = asyncio.get_running_loop().create_future()
        recording = choice(self.places).recording
        recording.recorded = self.latest
        connection = next(each for each in self.connections if each.channel is recording)
        began = time.perf_counter()
        connection.transport.write(recording.build_tap(*form))
        return await asyncio.wait_for(self.shown, PATIENCE) - began

    async def play(self, begin: float, seconds: float, pause: float) -> list[float]:
        """Record from a moment on, for so long."""
        took, due = [], begin
        while max(due, time.perf_counter()) < begin + seconds:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            took.append(await self.record(next(self.forms)))
            due += pause
        return took


async def main(ports: Sequence[int], dialect: Dialect) -> None:
    """Record as the input says, until it ends."""
    loop = asyncio.get_running_loop()
    tables = [
        BusyTable(ports, dialect, device) for device in msgspec.json.decode(sys.stdin.readline(), type=list[Device])
    ]
    for table in tables:
        await table.open()
    print(len(tables), flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        chosen, seconds, pause = json.loads(line)
        for table in tables[:chosen]:
            if any(connection.transport.is_closing() for connection in table.connections):
                await table.open()
        begin = time.perf_counter()
        # They do not all tap in the same instant.
        late = [begin + pause * number / chosen for number in range(chosen)]
        playing = [table.play(when, seconds, pause) for table, when in zip(tables, late, strict=False)]
        print(json.dumps([one for each in await asyncio.gather(*playing) for one in each]), flush=True)


if __name__ == "__main__":
    asyncio.run(main([*map(int, sys.argv[1].split(","))], cast(Dialect, sys.argv[2])))
