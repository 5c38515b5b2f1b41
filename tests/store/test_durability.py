"""An acknowledged action is there after the program was killed, and flushed against a power cut."""

import os
import signal
import subprocess
import sys

import pytest

from scorekeeper.store import open_store
from scorekeeper.store.sqlite import SqliteFile

pytestmark = pytest.mark.programs

# Four threads record at tables of their own as fast as they can, and say so after each answer.
RECORDER = """
import os, sys, threading
from scorekeeper.store import StoredAction, now, open_store
events = open_store(sys.argv[1]).events
def record(table):
    version = events.create(table, "mighty", StoredAction(1, now(), (b'{"n":0}',), 2)).version
    while True:
        os.write(1, f"{table} {version}\\n".encode())
        action = StoredAction(version + 1, now(), (b'{"n":1}', b'{"n":2}'), 2, rows=b"[]")
        version = events.append(table, action, key=f"key {version}", content="c").version
for table in "abcd":
    threading.Thread(target=record, args=(table,)).start()
"""


@pytest.mark.parametrize("answers", [1, 40, 400])
def test_kill_loses_nothing_that_was_answered(url: str, answers: int) -> None:
    recorder = subprocess.Popen([sys.executable, "-c", RECORDER, url], stdout=subprocess.PIPE, text=True)
    assert recorder.stdout
    with recorder, recorder.stdout as output:
        lines = [output.readline() for _ in range(answers)]
        os.kill(recorder.pid, signal.SIGKILL)
        lines += output.readlines()
    acknowledged = {table: int(version) for table, version in map(str.split, lines)}
    with open_store(url) as store:
        for table, version in acknowledged.items():
            log = store.events.load(table)
            assert [action.version for action in log] == [1, *range(2, 2 * len(log) - 1, 2)]
            assert {len(action.moves) for action in log[1:]} <= {2}, "an action is stored whole or not at all"
            assert log[-1].last_version >= version


def test_every_commit_is_flushed_and_readers_do_not_wait(file: SqliteFile) -> None:
    pragmas = ["journal_mode", "synchronous", "fullfsync", "foreign_keys"]
    values = file.write(lambda db: [db.execute(f"pragma {name}").fetchone()[0] for name in pragmas])
    assert values == ["wal", 2, 1, 1], "synchronous 2 is FULL: the write-ahead log is flushed at each commit"
