"""A board is small, on every screen of a table: what each tap sends to every phone."""

import pytest
from flask import Flask

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.poses import KOREAN, LATIN, POSES, Pose, open_pose

BOARD, OPEN = 8 * 1024, 14 * 1024
"""Bytes of HTML: of a board, and of one on which all cards lie open, or a field for every throw of everybody."""

BOARDS = {name: pose for name, pose in {**POSES, **zhao_pengyou.POSES}.items() if not pose.at.startswith("/referee/")}


@pytest.mark.parametrize(("language", "names"), [("en", LATIN), ("ko", KOREAN)], ids=["en", "ko"])
@pytest.mark.parametrize("pose", BOARDS.values(), ids=BOARDS)
def test_a_board_is_small(app: Flask, pose: Pose, language: str, names: tuple[str, ...]) -> None:
    phone, path = open_pose(app, pose, names)
    phone.headers["Accept-Language"] = language
    page = phone.get(path).text
    board = page[page.index('<div id="table"') : page.index('<nav class="tools"')]
    assert len(board.encode()) <= (OPEN if 'class="pad"' in board or 'id="throws" open' in board else BOARD)
