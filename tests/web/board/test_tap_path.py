"""The path of a tap: how many files it crosses, each of which a reader has to open, and what it costs."""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import pytest

import scorekeeper
from scorekeeper.live import Audience
from scorekeeper.web.board.frames import RECORDING, build_renderer
from scorekeeper.web.http.services import Target
from tests.cases import require
from tests.costs import count
from tests.web.board.test_fast_taps import CONTRACT, RESULT, Headers, send_to_fast_path, verified_headers
from tests.web.fuzz.door import scope_of
from tests.web.fuzz.judging import SentRequest
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


# --- What it costs, which budget.toml bounds ---

HAND: tuple[tuple[str, Mapping[str, Any]], ...] = (("enter_contract", CONTRACT), ("result", RESULT), ("start_hand", {}))
TURNS_OF_A_LOOP = 10_000
TIMES = 300


def count_python_calls(work: Callable[[], object]) -> int:
    """Return how many functions of Python `work` calls in this thread."""
    calls = 0

    def note(_frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def least_time(work: Callable[[], object]) -> float:
    """Return the processor time of the quickest of many calls, which nothing else has slowed."""
    took = []
    for _ in range(TIMES):
        began = time.thread_time()
        work()
        took.append(time.thread_time() - began)
    return min(took)


def loop_plainly() -> int:
    """Add numbers, for as long as a board might take."""
    total = 0
    for number in range(TURNS_OF_A_LOOP):
        total += number % 7
    return total


class MeasuredTaps:
    """Taps of a table, each with what its recording and the boards after it cost."""

    def __init__(self, table: Table, headers: Headers) -> None:
        self.table, self.headers = table, headers
        self.render = build_renderer(table.app, table.services.books)
        self.calls = {"calls of three taps": 0, "calls of three taps in two languages": 0}
        self.frames = 0.0

    def draw(self, language: str) -> None:
        """Draw the board in a language."""
        self.render(self.table.id, Audience(RECORDING, language))

    def play(self) -> None:
        """Play a hand, its first tap made before, and note what it cost."""
        for form, fields in HAND:
            body = urlencode({"version": self.table.version, **fields}).encode()
            said = SentRequest("POST", f"{self.table.path}/record/{form}", "", dict(self.headers), "", body)
            scope, before = scope_of(said, "right"), self.table.version
            calls = count_python_calls(
                lambda: self.table.services.record_fast_tap(scope, Target(self.table.id, form), body)  # noqa: B023
            )
            assert self.table.version > before
            first, second = (count_python_calls(lambda: self.draw(each)) for each in ("en", "ko"))  # noqa: B023
            self.calls["calls of three taps"] += calls + first
            self.calls["calls of three taps in two languages"] += calls + first + second
            self.frames += least_time(lambda: self.draw("en"))


def test_a_tap_costs_no_more_than_its_budget(table: Table) -> None:
    headers = verified_headers(table)
    for _ in range(3):
        taps = MeasuredTaps(table, headers)
        taps.play()
    for kind, calls in taps.calls.items():
        count(kind, calls)
    count("percent of a plain loop that three boards take", round(100 * taps.frames / least_time(loop_plainly)))
