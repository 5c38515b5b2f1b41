"""Work in a process of its own: no page waits for it, and no crash of it is the server's.

Python runs one thread at a time, so a long computation in a thread would delay every tap. A process of its own has a
lower priority, and only so much memory and time.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, NamedTuple

logger = logging.getLogger("scorekeeper")

NICENESS = 10

IMPORTED_BEFORE = ["scorekeeper.web"]
"""Modules that are imported once for all such processes, since that takes longer than most of the work."""

ProcessTarget = Callable[..., None]
"""Takes picklable arguments and, as the last one, the `ResultSender` for its results."""


class Limits(NamedTuple):
    """The most that a process may take; the system ends it at the second, and refuses more memory."""

    seconds: int
    """Seconds of processor time."""

    memory: int
    """Bytes of address space."""


LIMITS = Limits(seconds=60, memory=1024**3)
"""The most that a page or a file of one visitor may take, as SECURITY.md promises.

1,000 hands take two seconds and 100 MB.
"""


@cache
def process_context() -> BaseContext:
    """Return the way to start processes: copies of one that has imported the program, where the system has that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED_BEFORE)
    return context


class LogLine(NamedTuple):
    """A line that the other process logs: its level, its message, and the trace of an error without words."""

    level: int
    message: str
    trace: str = ""


class ErrorElsewhere(Exception):
    """An error in a process of its own; its text is the trace there, without words that somebody wrote."""


class ResultSender:
    """Sends the results of a process, and what it logs, from any of its threads."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def send(self, result: object) -> None:
        """Send a result, which must be picklable. Waits while the other side takes nothing."""
        with self._lock:
            self._connection.send(result)


class ResultReceiver:
    """Receives the results of a process, and logs what it has logged."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def receive(self, seconds: float) -> Any:
        """Return the next result, None where none comes in time. Raises `EOFError` once the process has ended."""
        until = time.monotonic() + seconds
        while self._connection.poll(max(0.0, until - time.monotonic())):
            result = self._connection.recv()
            if not isinstance(result, LogLine):
                return result
            logger.log(
                result.level, "%s", result.message, exc_info=ErrorElsewhere(result.trace) if result.trace else None
            )
        return None


@contextmanager
def run_in_own_process(work: ProcessTarget, *arguments: object, limits: Limits) -> Iterator[ResultReceiver]:
    """Run `work` in a process of its own, yield the receiver of its results, and kill it when the block ends."""
    context = process_context()
    receiver, sender = context.Pipe(duplex=False)
    with receiver:
        process = context.Process(target=run_confined, args=(work, arguments, limits, sender), daemon=True)  # type: ignore[attr-defined]
        with sender:
            process.start()
        try:
            yield ResultReceiver(receiver)
        finally:
            process.kill()
            process.join()
            process.close()


confined = False
"""Whether this is such a process."""


def is_confined() -> bool:
    """Return whether this process was started by `run_in_own_process`."""
    return confined


def run_confined(work: ProcessTarget, arguments: tuple[object, ...], limits: Limits, connection: Connection) -> None:
    """Run `work` within its limits: the target of the process."""
    global confined
    confined = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C stops the server, which kills this process
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICENESS)
    silence_output()
    limit_process(limits)
    sender = ResultSender(connection)
    logging.getLogger().addHandler(LineSender(sender))
    with suppress(ConnectionError):  # the server is gone
        try:
            work(*arguments, sender)
        except Exception:
            logger.exception("a process of its own failed")


class LineSender(logging.Handler):
    """Sends warnings and errors to the process whose log they belong in."""

    def __init__(self, sender: ResultSender) -> None:
        super().__init__(logging.WARNING)
        self._sender = sender

    def emit(self, record: logging.LogRecord) -> None:
        """Send a line. An error has its place and its kind in it; its words may repeat what somebody wrote."""
        error = record.exc_info[1] if record.exc_info else None
        trace = "".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__ if error else ""
        with suppress(ConnectionError):
            self._sender.send(LogLine(record.levelno, record.getMessage(), trace))


def silence_output() -> None:
    """Write nothing to the server's output: what libraries print there has no form and may repeat what people wrote."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    os.close(nowhere)


def limit_process(limits: Limits) -> None:
    """Limit this process, as far as the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    of_kinds = {
        resource.RLIMIT_CPU: limits.seconds,
        resource.RLIMIT_AS: limits.memory,
        resource.RLIMIT_CORE: 0,  # a dump of the memory would hold what people wrote
    }
    for kind, most in of_kinds.items():
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(OSError, ValueError):  # macOS does not limit the address space
            resource.setrlimit(kind, (least, least))
