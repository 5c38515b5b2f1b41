"""An SVG as a PNG, painted in a process of its own: one that crashes or takes too long takes nothing along.

The letters come from the fonts that the program brings, so that a picture is the same on every server.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"

SECONDS = 20
"""So long a picture may take; a busy laptop needs one or two."""

WAITING_AT_MOST = 2
"""Pictures asked for at once, so that there are threads left for pages."""

COMMAND = (sys.executable, "-m", "scorekeeper.painter")

places = threading.BoundedSemaphore(WAITING_AT_MOST)


class Unpainted(Exception):
    """There is no picture now: too many are being painted, or the other process failed."""


def paint(svg: str) -> bytes:
    """The picture as a PNG. Raises `Unpainted`."""
    if not places.acquire(blocking=False):
        raise Unpainted("too many at once")
    try:
        done = subprocess.run(COMMAND, input=svg.encode(), capture_output=True, timeout=SECONDS, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise Unpainted(str(error)) from error
    finally:
        places.release()
    return done.stdout


def main() -> None:
    """What the other process does: it reads an SVG and writes a PNG."""
    from resvg_py import svg_to_bytes  # here alone, so that a crash of it is never the server's

    with suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(10)
    fonts = sorted(str(path) for path in FONTS.glob("*.otf"))
    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


if __name__ == "__main__":
    main()
