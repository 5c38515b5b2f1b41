"""Streams that phones read as gzip: the same bytes for all, and for each what it would have read unpacked."""

import zlib
from contextlib import AsyncExitStack

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.live import Frame
from scorekeeper.live.channels import MOST_SINCE, Audience, Channel, Table
from scorekeeper.live.channels import Phone as Watcher
from scorekeeper.live.gzip_frames import HEAD, compress_block, decompress_block
from scorekeeper.live.sse import frame_event, phones_event
from tests import loops
from tests.live.streams import READER, Phone, Tables, html, in_a_story, open_phone
from tests.tiers import examples

BOARD = "".join(f'<li class="seat seat--{seat}"><b>{seat}</b><span>+{seat * 7}</span></li>' for seat in range(60))


def test_a_block_refers_to_what_was_told_and_is_read_only_after_it() -> None:
    first, second = compress_block(BOARD.encode()), compress_block(BOARD.encode() + b"!", BOARD.encode())
    assert decompress_block(first) == BOARD.encode()
    assert len(second) < len(first) / 4
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert reader.decompress(HEAD + first) == BOARD.encode()
    assert reader.decompress(second) == BOARD.encode() + b"!"


async def discard_message(_message: object) -> None:
    raise AssertionError("nothing is sent here")


def show_frame(channel: Channel) -> None:
    """Queue the frame that was rendered last, where it is new."""
    if rendered := channel.find_unshown():
        channel.queue_frame(rendered)


class Listener:
    """A phone of a channel, and what it has read."""

    def __init__(self, channel: Channel, gzip: bool) -> None:
        self.phone = Watcher(channel, lambda: True, gzip, discard_message)
        self.reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.read = b""
        self.take(self.phone.greeting)
        self.greeting = self.read
        self.listen()

    def events(self, start: str) -> list[bytes]:
        return [event + b"\n\n" for event in self.read.split(b"\n\n") if event.startswith(start.encode())]

    def take(self, data: bytes) -> None:
        self.read += self.reader.decompress(data) if self.phone.gzip else data

    def listen(self) -> None:
        channel = self.phone.channel
        if channel.told and self.phone.told != channel.told:
            message, self.phone.told = channel.message_for(self.phone), channel.told
            self.take(message["body"])


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("frame"), st.integers(0, 5)),
        st.tuples(st.just("ping"), st.integers(1, 400)),
        st.tuples(st.just("count"), st.integers(1, 9)),
        st.tuples(st.just("come"), st.booleans()),
        st.tuples(st.just("listen"), st.integers(0, 7)),
    ),
    max_size=40,
)


class Evening:
    """A channel, what was told there, event by event, and who listens when. Streams begin once there is a frame."""

    def __init__(self) -> None:
        self.channel = Channel(Table("t"), Audience("reader", "en"))
        self.told: list[bytes] = []
        self.tell("frame", 0)
        self.attentive = [Listener(self.channel, gzip) for gzip in (True, False)]
        self.listeners = [Listener(self.channel, gzip) for gzip in (True, False)]

    def tell(self, what: str, which: int) -> None:
        if what == "frame":
            frame = Frame(len(self.told), BOARD + f"<p>{which}</p>")
            self.channel.store_frame(frame, frame.version)
            show_frame(self.channel)
            self.told.append(frame_event(frame.version, frame.html))
        else:
            if what == "count":
                self.channel.table.phones = which
            self.told.append(phones_event(which) if what == "count" else b"event: ping\ndata: %b\n\n" % (b"9" * which))
            self.channel.queue_event(self.told[-1])

    def live(self, steps: list[tuple[str, int]]) -> None:
        for what, which in steps:
            if what == "come":
                self.listeners.append(Listener(self.channel, bool(which)))
            elif what == "listen":
                self.listeners[which % len(self.listeners)].listen()
            else:
                self.tell(what, which)
            for each in self.attentive:
                each.listen()
        for each in self.listeners:
            each.listen()


def run_evening(steps: list[tuple[str, int]]) -> Evening:
    """Play an evening: phones keep up or fall behind, come late, and get events between frames."""

    async def story() -> Evening:
        evening = Evening()
        evening.live(steps)
        return evening

    return loops.run(story())


@given(STEPS)
@examples(150)
def test_whoever_comes_and_listens_when_has_read_the_newest_in_the_end(steps: list[tuple[str, int]]) -> None:
    """There may be more events after a frame than the next can refer to."""
    evening = run_evening(steps)
    frames = [event for event in evening.told if event.startswith(b"id: ")]
    for each in evening.listeners:
        assert each.events("id: ")[-1] == frames[-1]
        assert each.events("event: phones")[-1] == phones_event(evening.channel.table.phones)


@given(STEPS)
@examples(150)
def test_frames_counts_and_pings_are_heard_in_the_order_in_which_they_were_told(steps: list[tuple[str, int]]) -> None:
    """By those who keep up each of them once, by the others the frames; packed or not."""
    evening = run_evening(steps)
    for each in evening.attentive:
        assert each.read == each.greeting + b"".join(evening.told)
    frames = [event for event in evening.told if event.startswith(b"id: ")]
    for each in evening.listeners:
        heard = [frames.index(event) for event in each.events("id: ")]
        assert heard == sorted(heard)
        since = evening.told[evening.told.index(frames[-1]) :]
        if len(b"".join(since[1:])) <= MOST_SINCE:
            assert each.read.endswith(b"".join(since))


@in_a_story
async def test_an_update_is_small_and_a_newcomer_reads_on_with_the_others(
    stack: AsyncExitStack, tables: Tables
) -> None:
    first = await open_phone(stack, Phone(tables, "t", gzip=True))
    tables.record("t")
    assert await first.version() == 1
    late = await open_phone(stack, Phone(tables, "t", gzip=True))
    plain = await open_phone(stack, Phone(tables, "t"))
    for version in (2, 3, 4):
        tables.record("t")
        for phone in (first, late, plain):
            event = await phone.next("")
            assert (event.id, event.data) == (str(version), html("t", version, READER))


def test_a_quiet_channel_keeps_its_frame_packed_alone() -> None:
    async def story() -> None:
        channel = Channel(Table("t"), Audience("reader", "en"))
        channel.store_frame(Frame(1, BOARD), 1)
        show_frame(channel)
        channel.queue_event(b"event: ping\ndata: 2\n\n")
        kept = [getattr(channel, name) for name in ("rendered", "_event", "_packed", "_since", "_last")]
        assert len(repr(kept)) < len(BOARD) / 2
        assert channel.frame == Frame(1, BOARD)

    loops.run(story())
