"""SVG to PNG, rendered in a process of its own, so that a crash or a timeout never hits the server.

The letters come from the fonts of the program, so that a picture is the same on every server; only letters
that those have not come from the system's. What no font has is left out.
"""

import re
import threading
from collections.abc import Iterator
from functools import partial
from html import escape, unescape
from itertools import groupby
from operator import itemgetter
from unicodedata import category

from scorekeeper.lettering import MARKS, Lettering, choose_fonts
from scorekeeper.own_process import Limits, ProcessTarget, ResultSender, is_confined, run_in_own_process

TEXT = re.compile(r"(<text\b[^>]*>)([^<]*)(</text>)")
OTHERWISE = re.compile(r'\bdata-else="([^"]*)"')
"""The attribute with the replacement of a text none of whose letters can be drawn."""

SECONDS = 20.0
"""The timeout of a picture; a busy laptop needs one or two seconds."""

LIMITS = Limits(seconds=20, memory=1024**3)

WAITING_AT_MOST = 2
"""Pictures asked for at once, so that there are threads left for pages."""

slots = threading.BoundedSemaphore(WAITING_AT_MOST)


class RenderFailed(Exception):
    """There is no picture: too many are being rendered, or the other process failed."""


def render_png(svg: str) -> bytes:
    """Render an SVG as a PNG in another process, or here if this one renders nothing else. Raises `RenderFailed`."""
    if is_confined():
        return render_here(svg)
    if not slots.acquire(blocking=False):
        raise RenderFailed("too many at once")
    try:
        with run_in_own_process(painter, svg, limits=LIMITS) as receiver:
            painted = receiver.receive(SECONDS)
    except (EOFError, OSError) as error:
        raise RenderFailed(f"the other process failed: {error}") from error
    finally:
        slots.release()
    if painted is None:
        raise RenderFailed("it takes too long")
    return bytes(painted)


def send_png(svg: str, sender: ResultSender) -> None:
    """Render an SVG and send the PNG, as the other process does."""
    sender.send(render_here(svg))


painter: ProcessTarget = send_png


SEQUENCES = re.compile(
    "\u200d[\u2600-\u27bf\U0001f000-\U0001faff]|[\U0001f3fb-\U0001f3ff\U0001f1e6-\U0001f1ff\U000e0020-\U000e007f\ufe0f\u20e3]"
)
"""Joiners of emoji sequences, on which resvg panics beside letters of another font. The first emoji stays."""


def render_here(svg: str) -> bytes:
    """Render an SVG as a PNG in this process; with the usual fonts alone when resvg panics over any other."""
    from resvg_py import svg_to_bytes  # here alone, so that a crash of it is never the server's

    svg = SEQUENCES.sub("", svg)
    drawn = choose_fonts("".join(unescape(text) for _, text, _ in TEXT.findall(svg)))
    for each in (drawn, drawn._replace(others={})):
        image = TEXT.sub(partial(set_families, drawn=each), svg)
        files = [str(path) for path in each.files]
        try:
            return bytes(svg_to_bytes(svg_string=image, skip_system_fonts=True, font_files=files))
        except BaseException as error:  # a panic of Rust's is no `Exception`
            failed = error
    raise failed


def set_families(found: re.Match[str], drawn: Lettering) -> str:
    """Return a text element with a font family for each stretch outside the usual fonts, without letters of no font.

    When no letter is left, the text of its `OTHERWISE` attribute replaces it.
    """
    begin, text, end = found.groups()
    stretches = list(split_by_family(unescape(text), drawn))
    if text.strip() and not any(letters.strip() for _, letters in stretches):
        otherwise = OTHERWISE.search(begin)
        return begin + (otherwise[1] if otherwise else "") + end
    spans = (
        f"<tspan font-family=\"'{escape(family)}'\">{escape(letters)}</tspan>" if family else escape(letters)
        for family, letters in stretches
    )
    return begin + "".join(spans) + end


def split_by_family(text: str, drawn: Lettering) -> Iterator[tuple[str, str]]:
    """Yield family and text of each stretch that one family draws; marks stay with their letter."""
    stretches, family, is_left_out = list[tuple[str, str]](), "", False
    for letter in text:
        own = drawn.family_of(letter, family)
        is_left_out = own is None or (is_left_out and category(letter) in MARKS)
        if not is_left_out:
            family = own or ""
            stretches.append((family, letter))
    for family, run in groupby(stretches, key=itemgetter(0)):
        yield family, "".join(letter for _, letter in run)
