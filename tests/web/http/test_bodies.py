"""Bodies of requests that are large, slow or unfinished."""

import asyncio
import errno
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from scorekeeper.live import Send
from scorekeeper.web.http import bodies
from scorekeeper.web.http.asgi import buffer_body
from scorekeeper.web.http.bodies import FILE, FORM, Message, Receive
from scorekeeper.web.http.security import network_of
from tests import loops
from tests.cases import for_each

LENGTH = 3 * 2**20


def scope_of_file(client: str, path: str = "/import", length: int = LENGTH) -> Message:
    """A request that declares a body, from an address."""
    headers = [(b"content-length", str(length).encode())]
    return {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (client, 5000)}


class Door:
    """Requests whose last byte is withheld until `end`, and their answers."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.read = 0
        self.ended = asyncio.Event()
        self.answer = buffer_body(self.pages)

    async def pages(self, _scope: Message, receive: Receive, send: Send) -> None:
        more = True
        while more:
            message = await receive()
            assert len(message["body"]) <= bodies.PIECE
            self.read += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(self, scope: Message) -> None:
        """Send all of a body but its last byte, and that when it is time."""
        length = int(scope["headers"][0][1])
        rest = iter([b"x" * (length - 1), b"x"])

        async def receive() -> Message:
            piece = next(rest)
            if len(piece) == 1:
                await self.ended.wait()
            return {"type": "http.request", "body": piece, "more_body": len(piece) > 1}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.statuses.append(message["status"])

        await self.answer(scope, receive, send)

    async def ask_all(self, scopes: list[Message]) -> None:
        """Send them all at once; what is unfinished when all others are answered comes to its end then."""
        asked = [asyncio.create_task(self.ask(scope)) for scope in scopes]
        for _ in range(20):
            await asyncio.sleep(0)
        self.ended.set()
        await asyncio.gather(*asked)


async def statuses_of(*clients: str, path: str = "/import", length: int = LENGTH) -> list[int]:
    door = Door()
    await door.ask_all([scope_of_file(client, path, length) for client in clients])
    assert door.read == length * door.statuses.count(200)
    before = len(door.statuses)
    await door.ask(scope_of_file(clients[0], path, length))
    assert door.statuses[before:] == [200], "who is done makes room"
    return door.statuses[:before]


def test_a_network_and_all_together_have_only_so_many_unfinished_bodies() -> None:
    """Bodies without their last byte fill no memory, and others still come through."""
    statuses = loops.run(statuses_of(*["192.0.2.1"] * 60, "192.0.2.2"))
    assert statuses == [429] * (60 - FILE.of_network) + [200] * (FILE.of_network + 1)
    statuses = loops.run(statuses_of(*[f"192.0.2.{number}" for number in range(60)]))
    assert statuses == [503] * (60 - FILE.in_all) + [200] * FILE.in_all
    statuses = loops.run(statuses_of(*["192.0.2.1"] * (FORM.of_network + 5), path="/record", length=20))
    assert statuses == [429] * 5 + [200] * FORM.of_network


def test_unfinished_files_leave_room_for_forms() -> None:
    async def both() -> list[int]:
        door = Door()
        files = [scope_of_file("192.0.2.1") for _ in range(FILE.of_network + 1)]
        await door.ask_all([*files, scope_of_file("192.0.2.1", "/record", 20)])
        return sorted(door.statuses)

    assert loops.run(both()) == [200] * (FILE.of_network + 1) + [429]


def test_a_large_body_is_a_temporary_file_and_a_full_disk_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    files = list[SpooledTemporaryFile[bytes]]()

    def keep(size: int) -> SpooledTemporaryFile[bytes]:
        files.append(SpooledTemporaryFile(size))  # noqa: SIM115  (the application closes it)
        return files[-1]

    monkeypatch.setattr("scorekeeper.web.http.bodies.SpooledTemporaryFile", keep)
    loops.run(statuses_of("192.0.2.1"))
    loops.run(statuses_of("192.0.2.1", path="/record", length=2_000))
    assert [each.name is not None for each in files] == [True, True]  # the small ones are in memory
    assert all(each.closed for each in files)

    async def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def status() -> list[int]:
        door = Door()
        await door.ask(scope_of_file("192.0.2.1"))
        return door.statuses

    monkeypatch.setattr(bodies, "receive_into", full)
    assert loops.run(status()) == [503]


@for_each(
    ("192.0.2.1", "192.0.2.1"),
    ("2001:db8:1:2::a", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.1", "192.0.2.1"),  # a server that listens by IPv6 has all of IPv4 in one /64
    ("", ""),
)
def test_a_network_is_one_household(address: str, network: str) -> None:
    assert network_of(address) == network
