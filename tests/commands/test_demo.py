"""`scorekeeper demo` as a process: what it serves, and what is left of it."""

import signal
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.commands.serve import announce_start
from scorekeeper.store import open_store
from tests.commands.test_serve import CLI, PATIENCE, serve_process

pytestmark = pytest.mark.programs


@pytest.mark.parametrize("keeps", [False, True])
def test_a_demo_leaves_nothing_behind_unless_it_is_asked_to(
    keeps: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, kept = tmp_path / "temporary", tmp_path / "kept.db"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    options = ["--keep", str(kept)] if keeps else []
    with serve_process("-c", CLI, "demo", "--host", "127.0.0.1", *options) as (process, port):
        with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert "Try it" in page.read().decode()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert not list(temporary.glob("scorekeeper-demo-*"))
    assert kept.exists() is keeps
    if keeps:
        open_store(kept).close()


@pytest.mark.parametrize(("kept", "told"), [(None, "Nothing is kept"), ("cards.db", "Tables are kept in cards.db")])
def test_the_start_says_whether_anything_is_kept(
    kept: str | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    announce_start(kept, "text", "http://192.168.0.2:8000", 8000, [])
    assert told in capsys.readouterr().out
