"""Sizes in bytes of the boards of both games, in every phase, for whoever records."""

import gzip
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from scorekeeper.web import create_app
from tests.browser import poses, poses_zhao_pengyou
from tests.browser.poses import KOREAN, LATIN, Pose, open_pose
from tools.bench.report import Row
from tools.bench.sizes import Sizes

KB = 1024
BOARDS: Mapping[str, Mapping[str, Pose]] = {"Mighty": poses.POSES, "Zhao Pengyou": poses_zhao_pengyou.POSES}
READERS = {"en": LATIN, "ko": KOREAN}
"""The names at the table, by the language of the readers."""

CARD = re.compile(r"""<(?:button|input type="?(?:radio|checkbox)"?)[^>]* value="?([SHDC](?:10|[2-9AKQJ]))\b""")
ALL_CARDS = 40
"""A board with at least this many tappable cards, each copy counted, is taken to have all cards open."""

MOST, MOST_WITH_CARDS = 8, 14


class BoardSize(NamedTuple):
    """A rendered board and its sizes."""

    name: str
    html: bytes
    phase: str
    has_cards: bool


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Render every pose of the browser tests and report the largest boards, uncompressed."""
    app = create_app({"DATABASE": str(folder / "boards.db"), "RATELIMIT_ENABLED": False})
    for game, screens in BOARDS.items():
        drawn = [
            board for pose in islice(screens.items(), None, None, sizes.every) for board in draw_boards(app, *pose)
        ]
        kinds: dict[tuple[bool, str], list[BoardSize]] = {}
        for board in drawn:
            kinds.setdefault((board.has_cards, board.phase), []).append(board)
        for (has_cards, phase), same in sorted(kinds.items()):
            largest = max(same, key=lambda board: len(board.html))
            where = f"{game}, {phase}, all cards open" if has_cards else f"{game}, {phase}"
            what = f"largest board of {where}: {largest.name} (gzip -9)"
            most = MOST_WITH_CARDS if has_cards else MOST
            yield Row(what, len(largest.html) / KB, "KB", len(gzip.compress(largest.html, 9)) / KB, most=most)


def draw_boards(app: Flask, name: str, pose: Pose) -> Iterator[BoardSize]:
    """Render a pose in each language. Yields nothing for poses that need a browser without a connection."""
    if pose.unlinked is not None or pose.at.startswith("/referee"):
        return
    for language, names in READERS.items():
        phone, path = open_pose(app, pose, names)
        phone.headers["Accept-Language"] = language
        html = extract_board(phone.get(path).text)
        phase = re.search(r'data-phase="(\w+)"', html)
        assert phase, f"{name}: no board"
        yield BoardSize(f"{name}, {language}", html.encode(), phase[1], len(CARD.findall(html)) >= ALL_CARDS)


def extract_board(page: str) -> str:
    """Return the parts of a page that a stream sends: the table and the side panel."""
    begin = page.index('<div id="table"')
    depth = 0
    for tag in re.finditer(r"<(/?)div\b", page[begin:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return page[begin : begin + tag.end() + 1]
    raise ValueError("a board without an end")
