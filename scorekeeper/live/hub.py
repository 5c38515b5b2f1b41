"""Publishes tables, and streams them to the phones that watch."""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from scorekeeper.live.channels import Audience, Channel, Frame, Phone, Table
from scorekeeper.live.sse import DENIED

log = logging.getLogger(__name__)

RENDERERS = 2
PINGS_A_SECOND = 500
SHORTEST_PING, LONGEST_PING = 2, 15
COUNTS_A_SECOND = 500
SHORTEST_COUNT, LONGEST_COUNT = 0.2, 15.0
FIRST_RETRY, LONGEST_RETRY = 1.0, 15.0

Render = Callable[[str, Audience], Frame]
"""Renders a table as it is now. Called from any thread, at most once at a time for one table and audience."""


class Hub:
    """Publishes tables to the phones that watch them. Tables that nobody watches take no memory.

    Streams are the events of `scorekeeper.live.sse`; each begins with a frame, the phones and a ping.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._tables: dict[str, Table] = {}
        self._streams = 0
        self._changed = threading.Condition()
        self._renderers = ThreadPoolExecutor(RENDERERS, "render")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self._era = 0

    def publish(self, table_id: str, version: int) -> None:
        """Show every phone at the table its `version`, or a later one. Call it after the version is stored."""
        with self._changed:
            table = self._tables.get(table_id)
            if table is None:
                return
            table.version = max(table.version, version)
            self._stir(table)
        self._on_loop(self._update, table)

    def publish_access_change(self, table_id: str) -> None:
        """Ask each phone at the table whether it may still watch, and end the streams of those that may not.

        Frames are rendered again: they may say who is here.
        """
        with self._changed:
            table = self._tables.get(table_id)
            if table is None:
                return
            table.access += 1
            self._stir(table)
        self._on_loop(table.wake)
        self._on_loop(self._update, table)

    def phones(self, table_id: str) -> int:
        """How many phones watch the table."""
        table = self._tables.get(table_id)
        return table.phones if table else 0

    def ping_interval(self) -> float:
        """Seconds between two pings of a stream: a silent link is noticed soon, and many phones cost no more."""
        return min(max(self._streams / PINGS_A_SECOND, SHORTEST_PING), LONGEST_PING)

    def frame(self, table_id: str, audience: Audience) -> Frame:
        """The table as it is now. A version of a watched table is rendered once for each audience that watches it."""
        table = self._tables.get(table_id)
        channel = table.channels.get(audience) if table else None
        if table is None or channel is None:
            return self._render(table_id, audience)
        with channel.rendering:
            version, access = table.version, table.access
            if channel.shows(version, access):
                return channel.frame
            frame = self._render(table_id, audience)
            channel.keep(frame, version, access)
            return frame

    async def stream(
        self, table_id: str, audience: Audience, still_admitted: Callable[[], bool]
    ) -> AsyncGenerator[bytes, None]:
        """What one phone is sent, until it may watch no longer or the hub closes.

        Nothing comes before the first frame is rendered: whatever `render` raises then is raised here. `still_admitted`
        is asked in another thread, at the start and when access changed. Close the generator when the phone has gone.
        """
        loop = self._loop = asyncio.get_running_loop()
        phone = self._enter(table_id, audience)
        try:
            while not self._closed:
                # Taken before looking, so that whatever comes from here on is not missed.
                news = phone.channel.news
                stays = phone.era == self._era
                if phone.access_changed() and stays:
                    stays = await loop.run_in_executor(self._renderers, still_admitted)
                if not stays:
                    yield DENIED
                    return
                if not phone.packed and not phone.channel.shows(phone.table.version, phone.table.access):
                    await loop.run_in_executor(self._renderers, self.frame, table_id, audience)
                for message in phone.news(self.ping_interval()):
                    yield message
                with suppress(TimeoutError):
                    async with asyncio.timeout(phone.patience):
                        await news.wait()
        finally:
            self._leave(phone)

    def stream_blocking(
        self, table_id: str, audience: Audience, still_admitted: Callable[[], bool]
    ) -> Generator[bytes, None, None]:
        """As `stream`, for a server that gives each stream a thread."""
        phone = self._enter(table_id, audience)
        try:
            while not self._closed:
                moment = phone.table.moment
                if phone.era != self._era or (phone.access_changed() and not still_admitted()):
                    yield DENIED
                    return
                self.frame(table_id, audience)
                yield from phone.news(self.ping_interval())
                with self._changed:
                    if phone.table.moment == moment and not self._closed:
                        self._changed.wait(phone.patience)
        finally:
            self._leave(phone)

    def send_away(self) -> None:
        """End every stream that is open, as if rights had changed: who may come back loads the page anew."""
        with self._changed:
            self._era += 1
        self._wake_all()

    def close(self) -> None:
        """End every stream, so that a server can stop."""
        with self._changed:
            self._closed = True
        self._wake_all()
        self._renderers.shutdown(wait=False)

    def _wake_all(self) -> None:
        with self._changed:
            tables = tuple(self._tables.values())
            for table in tables:
                self._stir(table)
        for table in tables:
            self._on_loop(table.wake)

    def _enter(self, table_id: str, audience: Audience) -> Phone:
        """A phone begins to watch."""
        with self._changed:
            table = self._tables.setdefault(table_id, Table(table_id))
            channel = table.channels.setdefault(audience, Channel(audience))
            self._count(table, channel, 1)
            return Phone(table, channel, self._era)

    def _leave(self, phone: Phone) -> None:
        """A phone has gone."""
        table, channel = phone.table, phone.channel
        with self._changed:
            self._count(table, channel, -1)
            if not channel.phones:
                del table.channels[channel.audience]
            if not table.channels:
                del self._tables[table.id]

    def _count(self, table: Table, channel: Channel, change: int) -> None:
        self._streams += change
        channel.phones += change
        table.phones += change
        self._stir(table)
        self._on_loop(self._announce_soon, table)

    def _stir(self, table: Table) -> None:
        table.moment += 1
        self._changed.notify_all()

    def _on_loop(self, callback: Callable[..., object], *args: object) -> None:
        """Call back on the loop of the streams, from any thread; without such a loop there is nobody to tell."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(callback, *args)

    def _announce_soon(self, table: Table) -> None:
        """Tell a table how many phones it has, once for all that come and go together."""
        if self._loop is not None and table.announcing is None:
            delay = min(max(table.phones / COUNTS_A_SECOND, SHORTEST_COUNT), LONGEST_COUNT)
            table.announcing = self._loop.call_later(delay, self._announce, table)

    def _announce(self, table: Table) -> None:
        table.announcing = None
        table.wake()

    def _update(self, table: Table) -> None:
        for channel in tuple(table.channels.values()):
            if channel.shows(table.version, table.access):
                channel.wake()
            elif channel.updating is None:
                channel.updating = asyncio.get_running_loop().create_task(self._bring_up_to_date(table, channel))

    async def _bring_up_to_date(self, table: Table, channel: Channel) -> None:
        """Render off the loop what was published last, and wake the phones. What comes meanwhile is another round."""
        retry = FIRST_RETRY
        loop = asyncio.get_running_loop()
        while channel.phones and not channel.shows(table.version, table.access) and not self._closed:
            try:
                await loop.run_in_executor(self._renderers, self.frame, table.id, channel.audience)
                channel.wake()
            except Exception:
                log.exception("A frame of table %s could not be rendered; trying again in %g s", table.id, retry)
                await asyncio.sleep(retry)
                retry = min(retry * 2, LONGEST_RETRY)
        channel.wake()
        channel.updating = None
