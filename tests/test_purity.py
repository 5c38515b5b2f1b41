"""The rules are a library: importing them imports no screen, no store and no table."""

import subprocess
import sys

import pytest

OUTSIDE = {"flask", "werkzeug", "jinja2", "sqlite3", "sqlite_utils", "uvicorn"} | {
    f"scorekeeper.{layer}" for layer in ("cli", "export", "live", "store", "table", "web")
}

GAMES = ["scorekeeper.games.mighty", "scorekeeper.games.zhao_pengyou"]


@pytest.mark.parametrize("module", ["scorekeeper.games", *GAMES, "scorekeeper.house_rules"])
def test_importing_the_rules_imports_nothing_outside(module: str) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert module in loaded
    assert OUTSIDE.isdisjoint(loaded)
