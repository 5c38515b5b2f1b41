"""Phones that watch and do nothing.

Arguments: the port and the dialect of the server. Each line of input is a command: "connect" with devices and the
number of phones for each, answered with the number of phones once all are shown their table; "reconnect", answered with
the seconds until all are shown their table again; "heard", answered with the number of messages that came since the
last "heard", once every phone has had one.
"""

import asyncio
import gc
import sys
import time
from typing import Any, cast

import msgspec

from tools.bench.channels import Dialect, WatchingChannel, open_watching_channel
from tools.bench.forms import Device, to_json_line
from tools.bench.wire import HOST, PATIENCE

AT_ONCE = 100
WAITING = 1000
"""Connections that are requested at once; a listening server drops those beyond its backlog."""


class QuietPhone(asyncio.Protocol):
    """A phone. Once it is in step it parses nothing any more, since decompressing a stream takes much memory."""

    __slots__ = ("channel", "crowd", "heard", "in_step", "transport")

    def __init__(self, crowd: "Crowd", channel: WatchingChannel) -> None:
        self.crowd = crowd
        self.channel: WatchingChannel | None = channel
        self.in_step: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self.heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the channel's opening bytes."""
        assert isinstance(transport, asyncio.Transport)
        assert self.channel is not None
        self.transport = transport
        transport.write(self.channel.opening)

    def data_received(self, data: bytes) -> None:
        """Feed the channel until the table is shown; after that, only count messages."""
        if self.channel is None:
            self.crowd.note_message(self)
            if reply := self.crowd.reply_when_idle(data):
                self.transport.write(reply)
            return
        if reply := self.channel.feed(data):
            self.transport.write(reply)
        if self.channel.version >= 0 and self.in_step:
            self.in_step.set_result(None)
            self.in_step = self.channel = None

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the wait for the table."""
        if self.in_step and not self.in_step.done():
            self.in_step.set_exception(error or ConnectionError("the stream ended"))
        else:
            self.crowd.note_loss(self)


class Crowd:
    """Phones at one server."""

    def __init__(self, port: int, dialect: Dialect) -> None:
        self.port = port
        self.dialect = dialect
        self.reply_when_idle = open_watching_channel(dialect, Device("")).reply_when_idle
        self.devices: list[Device] = []
        self.phones: list[QuietPhone] = []
        self.asked = self.messages = self.have_heard = self.lost = 0
        self.all_heard = asyncio.Event()

    async def connect(self, devices: list[Device], each: int, at_once: int = AT_ONCE) -> int:
        """Open `each` streams for each device, `at_once` at a time. Return the number of phones once all are shown."""
        asking, opening = asyncio.Semaphore(WAITING), asyncio.Semaphore(at_once)

        async def open_one(device: Device) -> QuietPhone:
            async with opening:
                async with asking:
                    _, phone = await asyncio.get_running_loop().create_connection(
                        lambda: QuietPhone(self, open_watching_channel(self.dialect, device)), HOST, self.port
                    )
                if phone.in_step:
                    await asyncio.wait_for(phone.in_step, PATIENCE)
                return phone

        new = [device for device in devices for _ in range(each)]
        self.phones += await asyncio.gather(*map(open_one, new))
        self.devices += new
        return len(self.phones)

    async def reconnect(self) -> float:
        """Drop all phones and connect them again together. Return the seconds that takes."""
        for phone in self.phones:
            phone.transport.abort()
        devices, self.devices, self.phones = self.devices, [], []
        await asyncio.sleep(0)  # lets connection_lost run
        self.lost = self.have_heard = 0
        began = time.perf_counter()
        await self.connect(devices, 1, len(devices))
        return time.perf_counter() - began

    async def count_messages(self) -> int:
        """Return how many messages came since the last call, once every phone has had one."""
        await asyncio.wait_for(self.all_heard.wait(), PATIENCE)
        messages, self.messages, self.have_heard = self.messages, 0, 0
        self.asked += 1
        self.all_heard.clear()
        return messages

    def note_message(self, phone: QuietPhone) -> None:
        """Count a message of `phone`."""
        self.messages += 1
        if phone.heard <= self.asked:
            phone.heard = self.asked + 1
            self.have_heard += 1
            self.check_all_heard()

    def note_loss(self, phone: QuietPhone) -> None:
        """Note that the server hung up on `phone`, or has ended."""
        self.lost += 1
        self.have_heard -= phone.heard > self.asked
        self.check_all_heard()

    def check_all_heard(self) -> None:
        """Wake whoever waits once every connected phone has had a message."""
        if self.have_heard >= len(self.phones) - self.lost:
            self.all_heard.set()


async def main(port: int, dialect: Dialect) -> None:
    """Do as the input says until it ends."""
    gc.disable()  # the phones live as long as the process
    crowd = Crowd(port, dialect)
    commands: dict[str, Any] = {"connect": crowd.connect, "reconnect": crowd.reconnect, "heard": crowd.count_messages}
    while line := await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline):
        command, devices, *each = msgspec.json.decode(line, type=tuple[str, list[Device], int])
        arguments = (devices, *each) if command == "connect" else ()
        print(to_json_line(await commands[command](*arguments)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), cast(Dialect, sys.argv[2])))
