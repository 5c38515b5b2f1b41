"""Server-sent events as bytes."""

from scorekeeper.live.sse import DENIED, frame_event, parse_frame_html, phones_event, ping_event
from tests.cases import for_each


def test_events_have_a_name_and_what_they_say() -> None:
    assert phones_event(12) == b"event: phones\ndata: 12\n\n"
    assert ping_event(15) == b"event: ping\ndata: 15\n\n"
    assert DENIED == b"event: denied\ndata:\n\n"


@for_each(
    ("one", ["one"]),
    ("one\ntwo", ["one", "two"]),
    ("one\r\ntwo\rthree", ["one", "two", "three"]),
    ("\n", ["", ""]),
    # Ends of lines to Python, but not in server-sent events.
    ("one\u2028two\x0cthree\x1cfour\x85five", ["one\u2028two\x0cthree\x1cfour\x85five"]),
    ("data: <b>3</b>\n\nevent: ping", ["data: <b>3</b>", "", "event: ping"]),
    ("주공", ["주공"]),
)
def test_text_becomes_data_lines_that_say_the_same(text: str, lines: list[str]) -> None:
    event = frame_event(7, text)
    assert event == b"id: 7\n" + b"".join(f"data: {line}\n".encode() for line in lines) + b"\n"
    assert parse_frame_html(event) == "\n".join(lines)
