"""`flask --app scorekeeper`: the application, and what its server lacks."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.commands.flask_app import COMMAND, HINT

pytestmark = pytest.mark.programs


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A database of the test's own, as every command takes it."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "evening.db"))


def test_the_application_needs_nothing_but_a_database() -> None:
    app = create_app()
    assert isinstance(app, Flask)
    assert app.test_client().get("/health").status_code == 200


@pytest.mark.parametrize(("command", "hints"), [("run", [f"{HINT} {COMMAND}"]), ("routes", [])])
def test_only_run_says_what_its_server_lacks(
    command: str, hints: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with click.Context(click.Command(command), info_name=command):
        create_app()
    assert capsys.readouterr().err.splitlines() == hints


def test_the_package_alone_loads_no_web() -> None:
    """Users of the rules as a library import no server."""
    program = "import sys, scorekeeper, scorekeeper.games.mighty; print(*sorted(sys.modules))"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout.split()
    assert not {"flask", "uvicorn", "sqlite_utils", "scorekeeper.web"} & set(loaded)
