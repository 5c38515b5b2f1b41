"""Processes of their own: results, limits, the end of the block, and what they log."""

import logging
import os
import threading
from pathlib import Path

import pytest

from scorekeeper.export import importing
from scorekeeper.own_process import LIMITS, Limits, ResultReceiver, ResultSender, is_confined, run_in_own_process
from scorekeeper.web.http import heavy_pages
from scorekeeper.web.http.request_log import error_trace

PATIENCE = 120.0
SECRET = "what somebody wrote"


def tell_state(greeting: str, sender: ResultSender) -> None:
    sender.send((greeting, is_confined(), os.nice(0)))


def tell_and_hang(sender: ResultSender) -> None:
    sender.send(os.getpid())
    threading.Event().wait()


def take_too_much(sender: ResultSender) -> None:
    sender.send(len(bytearray(2 * LIMITS.memory)))


def compute_without_end(_sender: ResultSender) -> None:
    while True:
        pass


def fail(_sender: ResultSender) -> None:
    raise ValueError(SECRET)


def wait_for_end(receiver: ResultReceiver) -> None:
    with pytest.raises(EOFError):
        receiver.receive(PATIENCE)


def test_results_come_from_a_process_of_lower_priority() -> None:
    with run_in_own_process(tell_state, "hello", limits=LIMITS) as receiver:
        assert receiver.receive(PATIENCE) == ("hello", True, min(os.nice(0) + 10, 19))
        wait_for_end(receiver)
    assert not is_confined()


def test_the_end_of_the_block_ends_the_process() -> None:
    with run_in_own_process(tell_and_hang, limits=LIMITS) as receiver:
        pid = receiver.receive(PATIENCE)
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_process_that_takes_too_much_memory_or_time_ends() -> None:
    with run_in_own_process(take_too_much, limits=LIMITS) as receiver:
        wait_for_end(receiver)
    with run_in_own_process(compute_without_end, limits=Limits(1, LIMITS.memory)) as receiver:
        wait_for_end(receiver)


def test_an_error_is_logged_here_without_words_that_somebody_wrote(caplog: pytest.LogCaptureFixture) -> None:
    with run_in_own_process(fail, limits=LIMITS) as receiver:
        wait_for_end(receiver)
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info
    assert record.exc_info[1]
    told = error_trace(record.exc_info[1])
    assert "in fail" in told
    assert "ValueError" in told
    assert SECRET not in told


def test_every_visitor_has_the_limits_that_are_promised() -> None:
    for module in (heavy_pages, importing):
        assert vars(module)["LIMITS"] is LIMITS
    assert Limits(seconds=60, memory=1024**3) == LIMITS
    assert "with 1 GB and a minute each" in (Path(__file__).parents[1] / "SECURITY.md").read_text(encoding="utf-8")
