"""Tables that count their renderings, and phones that read their streams event by event."""

import asyncio
import threading
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from functools import wraps
from inspect import Signature, signature
from typing import Any, NamedTuple

from scorekeeper.live import Audience, Frame, Hub, Message
from tests import loops

SCORER = Audience("scorer", "en")
READER = Audience("reader", "en")
KOREAN = Audience("reader", "ko")


class Event(NamedTuple):
    name: str
    data: str
    id: str = ""


class Tables:
    """Versions of tables, and every rendering of them that was asked for.

    A rendering that `reads_late` shows the version that there is once the `gate` is open.
    """

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self.seated: dict[tuple[str, Audience], str] = {}
        self.rights: dict[str, int] = {}
        self.rendered: list[tuple[str, int, Audience]] = []
        self.hub = Hub(self.render)
        self.gate = threading.Event()
        self.gate.set()
        self.reads_late = False
        self.troubles: list[Exception] = []

    def render(self, table_id: str, audience: Audience) -> Frame:
        version = self.versions.get(table_id, 0)
        self.rendered.append((table_id, version, audience))
        assert self.gate.wait(30)
        if self.troubles:
            raise self.troubles.pop()
        if self.reads_late:
            version = self.versions.get(table_id, 0)
        seated = self.seated.get((table_id, audience), "")
        return Frame(version, html(table_id, version, audience, seated), self.rights.get(table_id))

    def record(self, table_id: str) -> int:
        version = self.versions[table_id] = self.versions.get(table_id, 0) + 1
        self.hub.publish(table_id, version)
        return version


def html(table_id: str, version: int, audience: Audience, seated: str = "") -> str:
    return f"<p>{table_id} {version}\n{audience.role} {audience.language}{seated}</p>"


def parse(message: bytes) -> list[Event]:
    """The events of server-sent bytes, as a browser reads them."""
    assert message.endswith(b"\n\n")
    events = []
    for block in message.decode().removesuffix("\n\n").split("\n\n"):
        fields: dict[str, list[str]] = {"event": [], "data": [], "id": []}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            fields[name].append(value.removeprefix(" "))
        events.append(Event("".join(fields["event"]), "\n".join(fields["data"]), "".join(fields["id"])))
    return events


class Phone:
    """One stream, read event by event."""

    def __init__(self, tables: Tables, table_id: str, audience: Audience = READER, *, gzip: bool = False) -> None:
        self.admitted = True
        self.asked = 0
        self.gzip = gzip
        self.messages = self._messages(tables.hub, table_id, audience)
        self.waiting: list[Event] = []

    async def _messages(self, hub: Hub, table_id: str, audience: Audience) -> AsyncGenerator[bytes, None]:
        """The messages that an ASGI server would send; one at a time."""
        box: asyncio.Queue[Message] = asyncio.Queue(1)
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress if self.gzip else bytes
        phone = await hub.enter(table_id, audience, self.still_admitted, box.put, gzip=self.gzip)
        beginning = asyncio.create_task(hub.begin(phone))
        try:
            while (message := await box.get()).get("more_body"):
                yield unpack(message["body"])
        finally:
            beginning.cancel()
            hub.leave(phone)

    def still_admitted(self) -> bool:
        self.asked += 1
        return self.admitted

    async def event(self) -> Event:
        while not self.waiting:
            self.waiting = parse(await anext(self.messages))
        return self.waiting.pop(0)

    async def next(self, name: str) -> Event:
        """The next event of that name; others are passed over."""
        while (event := await self.event()).name != name:
            pass
        return event

    async def count(self, phones: int) -> None:
        """Read on until that many phones are told; a busy loop tells earlier numbers first."""
        while await self.next("phones") != Event("phones", str(phones)):
            pass

    async def version(self) -> int:
        return int((await self.next("")).id)


def run_story(story: Callable[[AsyncExitStack], Awaitable[None]]) -> None:
    """Run a story in which phones come and, at the end, all go."""

    async def tell() -> None:
        async with AsyncExitStack() as stack:
            await asyncio.wait_for(story(stack), 60)

    loops.run(tell())


def in_a_story(check: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Let a test be a story: its first parameter is the stack of phones, the others are fixtures by keyword."""

    @wraps(check)
    def run(**fixtures: Any) -> None:
        run_story(lambda stack: check(stack, **fixtures))

    _, *fixtures = signature(check).parameters.values()
    run.__signature__ = Signature(fixtures)  # type: ignore[attr-defined]
    return run


async def open_phone(stack: AsyncExitStack, phone: Phone) -> Phone:
    """The phone with its stream open: frame, phones and ping have come."""
    await stack.enter_async_context(aclosing(phone.messages))
    for _ in range(3):
        await phone.event()
    return phone
