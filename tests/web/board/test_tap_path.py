"""The number of files that one tap crosses: whoever reads the path of a tap has to open each of them."""

import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import scorekeeper
from tests.cases import require
from tests.web.board.test_fast_taps import CONTRACT, send_to_fast_path, verified_headers
from tests.web.phones import Table

PACKAGE = Path(scorekeeper.__file__).parent
DOCUMENT = PACKAGE.parent / "docs" / "architecture.md"
MOST_FILES = 40


@pytest.fixture
def crossed_files() -> Iterator[set[str]]:
    """The files of the program in which threads that are started from now on call a function."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(PACKAGE)):
            files.add(file.removeprefix(f"{PACKAGE}/"))

    threading.setprofile(note)
    yield files
    threading.setprofile(None)


def test_a_tap_crosses_few_files_all_of_which_its_path_tells(table: Table, crossed_files: set[str]) -> None:
    headers = verified_headers(table)
    crossed_files.clear()
    assert send_to_fast_path(table, "enter_contract", CONTRACT, headers).status == 204
    assert sys.getprofile() is None
    assert 0 < len(crossed_files) <= MOST_FILES, sorted(crossed_files)
    told = DOCUMENT.read_text().partition("## The path of a tap\n")[2].partition("\n## ")[0]
    named = require(set(re.findall(r"`([a-z_/]+\.py)`", told)))
    assert named <= crossed_files
