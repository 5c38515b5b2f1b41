"""Run a command, then say how long it took and how much processor time everything took that it started.

``python -m tools.cpu_time make quick``. `time` does not see processes that outlive their parents, as those of a browser
do; on Linux this process adopts and waits for them.
"""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
LONGEST_WAIT = 20
"""Seconds that processes may live on after the command. What lives longer is not counted."""


def wait_for_orphans() -> None:
    """Wait until no adopted process is left, or the longest wait is over."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST_WAIT)
    try:
        while True:
            os.wait()
    except (ChildProcessError, TimeoutError):
        signal.alarm(0)


def main(command: list[str]) -> int:
    """Run a command and return its exit code."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    began = time.monotonic()
    try:
        code = subprocess.run(command, check=False).returncode
    except KeyboardInterrupt:
        return 130
    wall = time.monotonic() - began
    wait_for_orphans()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    print(f"{wall / 60:.1f} minutes, {cpu / 60:.1f} minutes of processor time with all browsers and servers")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
