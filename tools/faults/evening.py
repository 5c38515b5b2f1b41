"""An evening: a table, the phones around it, and the acknowledgement of every tap."""

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tests.web.pages import parse
from tools.bench.forms import read_version
from tools.bench.wire import Answer
from tools.faults.cluster import Cluster, Fault
from tools.faults.hands import PlayedGame, Step
from tools.faults.phones import HttpPhone, read_location

JOIN = re.compile(rb"/l/([\w-]{20,})")
SEAT_LINK = re.compile(rb"/l/(\d+-[\w-]{20,})")
SPEAKER = re.compile(rb'name="player" value="(\d+)"')

TWICE, LATE = 0.1, 0.05
"""Shares of taps that are sent twice at once, and of forms that are sent after they became outdated."""


class Evening:
    """A table. `keys` are the keys of the acknowledged actions, in the order of the log.

    An undo made together with another action has no key. `people` counts those who ever sat down, and `group` is the
    group that has the table as a night.

    The log of an imported table is that of its `file`.
    """

    def __init__(self, cluster: Cluster, table_id: str, host: HttpPhone, key: str = "", file: bytes = b"") -> None:
        self.cluster = cluster
        self.random = cluster.random
        self.id = table_id
        self.path = f"/t/{table_id}"
        self.phones = [host]
        self.keys: list[str | None] = [key]
        self.people = 0
        self.group = ""
        self.file = file
        self.hands = 0
        self.verified = 0
        self.pause = 0.0
        cluster.evenings.append(self)

    @property
    def version(self) -> int:
        """The version of the table: every action here adds one."""
        return len(self.keys)

    async def tap(self, form: str, fields: Mapping[str, Any]) -> Answer:
        """Send a form until it is acknowledged, sometimes from two phones at once."""
        key, htmx = make_key(self.cluster), form.startswith("record/")
        sent = {**fields, "version": self.version, "key": key}

        async def send(phone: HttpPhone) -> Answer:
            return await self.cluster.ask_until_answered(
                lambda port: phone.post(port, f"{self.path}/{form}", sent, htmx=htmx), key
            )

        chosen = self.random.sample(self.phones, 2 if len(self.phones) > 1 and self.random.random() < TWICE else 1)
        async with self.cluster.take_turn():
            began = time.perf_counter()
            answers = await asyncio.gather(*map(send, chosen))
            self.cluster.took.append(time.perf_counter() - began)
            for answer in answers:
                if answer.status != (200 if htmx else 303):
                    raise Fault("wrong", f"{self.path}/{form} {sent} was answered {answer.status}")
            self.keys += [None, key] if "instead" in fields else [key]
        if htmx and any(read_version(answer.content) != self.version for answer in answers):
            raise Fault("wrong", f"{self.path}/{form} {sent} was not version {self.version}")
        if self.pause:
            await asyncio.sleep(self.pause)  # as people pause between taps
        if self.random.random() < LATE:
            await self.send_late(form, fields)
        return answers[0]

    async def reopen_result(self, number: int, points: Sequence[int]) -> str:
        """Correct the points of a hand, and return the path of what waits to be saved; "" where it has no result."""
        phone, ask = self.phones[0], self.cluster.ask_until_answered
        async with self.cluster.take_turn():
            board = read_location(await ask(lambda port: phone.get(port, f"{self.path}/sheet/{number}/fix")))
            page = await ask(lambda port: phone.get(port, board))
            action = f"{board}/record/result"
            form = next(parse(page.content.decode()).all("form", action=action), None)
            if form is None:
                return ""
            fields = form.sends().to_dict()
            fields["points"] = str(self.random.choice([each for each in points if str(each) != fields["points"]]))
            corrected = await ask(lambda port: phone.post(port, action, fields))
        return read_location(corrected).removeprefix(f"{self.path}/")

    async def send_late(self, form: str, fields: Mapping[str, Any]) -> None:
        """Send a form drawn before the last action was recorded. It must be refused."""
        late = {**fields, "version": self.version - 1, "key": make_key(self.cluster)}
        phone = self.random.choice(self.phones)
        async with self.cluster.take_turn():
            answer = await self.cluster.ask_until_answered(
                lambda port: phone.post(port, f"{self.path}/{form}", late, htmx=True)
            )
        if answer.status != 409:
            raise Fault("wrong", f"{self.path}/{form} came too late and was answered {answer.status}")

    async def invite(self, player: int) -> None:
        """Seat one more phone."""
        cluster, host = self.cluster, self.phones[0]
        async with cluster.take_turn():
            links = await cluster.ask_until_answered(lambda port: host.get(port, f"{self.path}/links"))
            join = JOIN.search(links.content)
            assert join, "the host sees the link to join"
            phone = await open_phone(cluster)
            await cluster.ask_until_answered(lambda port: phone.get(port, f"/l/{join[1].decode()}"))
            form = {"player": player, "key": make_key(cluster)}
            sits = await cluster.ask_until_answered(lambda port: phone.post(port, f"{self.path}/seat", form))
            if sits.status != 302 or read_location(sits) != self.path:
                raise Fault("wrong", f"a seat was not given: {sits.status}")
            self.phones.append(phone)

    async def seat_newcomer(self) -> None:
        """Let the host sit down under a new name."""
        name, key = f"Guest {self.people + 1}", make_key(self.cluster)
        form = {"name": name, "version": self.version, "key": key, "move": "yes"}
        async with self.cluster.take_turn():
            sits = await self.post(f"{self.path}/seat", form, key)
            if sits.status != 302 or read_location(sits) != self.path:
                raise Fault("wrong", f"{name} was given no seat: {sits.status}")
            self.keys.append(key)
            self.people += 1

    async def move_seat(self) -> None:
        """Move the seat of a guest's phone to another phone."""
        cluster = self.cluster
        async with cluster.take_turn():
            seated = self.phones.pop(self.random.randrange(1, len(self.phones)))
            page = await cluster.ask_until_answered(lambda port: seated.get(port, f"{self.path}/move"))
            link = SEAT_LINK.search(page.content)
            assert link, "a phone with a seat sees the link that moves it"
            phone, form = await open_phone(cluster), {"key": make_key(cluster)}
            moved = await cluster.ask_until_answered(lambda port: phone.post(port, f"/l/{link[1].decode()}", form))
            if moved.status != 302 or read_location(moved) != self.path:
                raise Fault("wrong", f"a seat was not moved: {moved.status}")
            self.phones.append(phone)

    async def found_group(self) -> None:
        """Make the table the first night of a group, of which the host's phone becomes the host."""
        key = make_key(self.cluster)
        async with self.cluster.take_turn():
            made = await self.post("/groups", {"name": "Friday", "table": self.id, "key": key}, key)
            if made.status != 303:
                raise Fault("wrong", f"a group was not made: {made.status}")
            group = read_location(made).removeprefix("/g/")
            renewed = await self.post(f"/g/{group}/links", {}, key)
            if renewed.status != 303:
                raise Fault("half", f"who made group {group} is not its host: {renewed.status}")
            self.group = group

    async def post(self, path: str, form: Mapping[str, Any], key: str) -> Answer:
        """Send a form of the host's phone until it is answered."""
        host = self.phones[0]
        return await self.cluster.ask_until_answered(lambda port: host.post(port, path, form), key)

    # --- Hands ---

    async def play(self, hand: Sequence[Step], seats: int) -> None:
        """Play a hand from its deal to its result."""
        speaks = 1
        for form, fields in hand:
            answer = await self.tap(
                f"record/{form}", {name: resolve_seat(value, speaks, seats) for name, value in fields.items()}
            )
            if form == "start_hand" and (speaker := SPEAKER.search(answer.content)):
                speaks = int(speaker[1])
        self.hands += 1


def resolve_seat(value: Any, speaks: int, seats: int) -> Any:
    """Replace a relative seat in a field: "+2" is the second seat after the player who speaks first."""
    if not isinstance(value, str) or "+" not in value:
        return value
    before, _, after = value.partition("+")
    return f"{before}{(speaks - 1 + int(after)) % seats + 1}"


def make_key(cluster: Cluster) -> str:
    """Return a new key for an action."""
    return f"{cluster.random.getrandbits(64):016x}"


async def open_phone(cluster: Cluster, path: str = "/new") -> HttpPhone:
    """Return a phone that has opened a page with a form."""
    phone = HttpPhone()
    await cluster.ask_until_answered(lambda port: phone.open_form(port, path))
    return phone


async def open_table(cluster: Cluster, played: PlayedGame) -> Evening:
    """Open a table. Return its evening, with the host's phone."""
    async with cluster.take_turn():
        host, key = await open_phone(cluster), make_key(cluster)
        names = {f"name_{number}": name for number, name in enumerate(played.names, 1)}
        form = {"game": played.game, "preset": "pagat", **names, "key": key}
        answer = await cluster.ask_until_answered(lambda port: host.post(port, "/new", form))
        if answer.status != 302:
            raise Fault("wrong", f"a table was not opened: {answer.status}")
        evening = Evening(cluster, read_location(answer).split("/")[2], host, key)
        evening.people = len(played.names)
        return evening


async def import_file(cluster: Cluster, file: bytes) -> Evening:
    """Open a table from a file. Return its evening."""
    async with cluster.take_turn():
        host, where = await open_phone(cluster, "/import"), "/import"
        while not where.startswith("/t/"):
            answer = await cluster.ask_until_answered(partial(continue_import, host, where, file))
            if answer.status == 303:
                where = read_location(answer)
            elif answer.status == 404:
                where = "/import"  # the importing server was killed
            elif answer.status == 200:
                await asyncio.sleep(AGAIN)
            else:
                raise Fault("wrong", f"a file was not taken: {answer.status}")
        return Evening(cluster, where.split("/")[2], host, file=file)


AGAIN = 0.05
"""Seconds between two requests of the page that shows the progress of an import."""


async def continue_import(host: HttpPhone, where: str, file: bytes, port: int) -> Answer:
    """Send the file, or ask for the progress of its import."""
    return await (host.post_file(port, where, file) if where == "/import" else host.get(port, where))
