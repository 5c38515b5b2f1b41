"""Streams that phones read as gzip: the same bytes for all, and for each what it would have read unpacked."""

import asyncio
import zlib
from contextlib import AsyncExitStack

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.live import Frame
from scorekeeper.live.channels import Audience, Channel, Table
from scorekeeper.live.channels import Phone as Watcher
from scorekeeper.live.packing import HEAD, block, unpacked
from scorekeeper.live.sse import frame_event
from tests.live.streams import READER, Phone, Tables, evening, html, opened

BOARD = "".join(f'<li class="seat seat--{seat}"><b>{seat}</b><span>+{seat * 7}</span></li>' for seat in range(60))


def test_a_block_refers_to_what_was_told_and_is_read_only_after_it() -> None:
    first, second = block(BOARD.encode()), block(BOARD.encode() + b"!", BOARD.encode())
    assert unpacked(first) == BOARD.encode()
    assert len(second) < len(first) / 4
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert reader.decompress(HEAD + first) == BOARD.encode()
    assert reader.decompress(second) == BOARD.encode() + b"!"


async def nowhere(_message: object) -> None:
    raise AssertionError("nothing is sent here")


class Listener:
    """A phone of a channel, and what it has read."""

    def __init__(self, channel: Channel, packs: bool) -> None:
        self.phone = Watcher(channel, lambda: True, packs, nowhere)
        self.reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.read = b""
        self.sent = 0
        self.take(self.phone.greeting)
        self.listen()

    def take(self, data: bytes) -> None:
        self.sent += len(data)
        self.read += self.reader.decompress(data) if self.phone.packs else data

    def listen(self) -> None:
        channel = self.phone.channel
        if channel.told and self.phone.told != channel.told:
            message, self.phone.told = channel.message(self.phone), channel.told
            self.take(message["body"])


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("frame"), st.integers(0, 5)),
        st.tuples(st.just("mention"), st.integers(1, 400)),
        st.tuples(st.just("come"), st.booleans()),
        st.tuples(st.just("listen"), st.integers(0, 7)),
    ),
    max_size=40,
)


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_whoever_comes_and_listens_when_has_read_the_same_in_the_end(steps: list[tuple[str, int]]) -> None:
    """Phones that keep up, fall behind, come late; events between frames, more of them than a frame refers to."""

    async def story() -> None:
        channel, frames = Channel(Table("t"), Audience("reader", "en")), 0
        listeners = [Listener(channel, True), Listener(channel, False)]
        for what, which in steps:
            if what == "frame":
                frames += 1
                channel.keep(Frame(frames, BOARD + f"<p>{which}</p>"), frames)
                channel.show()
            elif what == "mention":
                channel.mention(b"event: ping\ndata: %b\n\n" % (b"9" * which))
            elif what == "come":
                listeners.append(Listener(channel, bool(which)))
            else:
                listeners[which % len(listeners)].listen()
        for each in listeners:
            each.listen()
            assert not frames or frame_event(*channel.frame) in each.read

    asyncio.run(story())


def test_an_update_is_small_and_a_newcomer_reads_on_with_the_others(tables: Tables) -> None:
    async def story(stack: AsyncExitStack) -> None:
        first = await opened(stack, Phone(tables, "t", packs=True))
        tables.record("t")
        assert await first.version() == 1
        late = await opened(stack, Phone(tables, "t", packs=True))
        plain = await opened(stack, Phone(tables, "t"))
        for version in (2, 3, 4):
            tables.record("t")
            for phone in (first, late, plain):
                event = await phone.next("")
                assert (event.id, event.data) == (str(version), html("t", version, READER))

    evening(story)


def test_a_quiet_channel_keeps_its_frame_packed_alone() -> None:
    async def story() -> None:
        channel = Channel(Table("t"), Audience("reader", "en"))
        channel.keep(Frame(1, BOARD), 1)
        channel.show()
        channel.mention(b"event: ping\ndata: 2\n\n")
        kept = [getattr(channel, name) for name in ("rendered", "_event", "_packed", "_since", "_last")]
        assert len(repr(kept)) < len(BOARD) / 2
        assert channel.frame == Frame(1, BOARD)

    asyncio.run(story())
