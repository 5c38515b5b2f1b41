"""The rules are a library: they need msgspec, and no screen, no store and no table."""

import subprocess
import sys

from tests.cases import for_each

PROGRAM = """
import sys

class OnlyMsgspec:
    def find_spec(self, name, *_rest):
        top = name.partition(".")[0]
        if top not in (*sys.stdlib_module_names, "msgspec", "scorekeeper"):
            raise ImportError(name + " is not installed")

sys.meta_path.insert(0, OnlyMsgspec())
import {module}
print(*sys.modules)
"""
"""Imports a module where no other library is installed, as after `pip install --no-deps scorekeeper-cards`."""

OUTSIDE = {"sqlite3"} | {f"scorekeeper.{layer}" for layer in ("commands", "export", "live", "store", "table", "web")}


@for_each(
    "scorekeeper.games",
    "scorekeeper.games.mighty",
    "scorekeeper.games.zhao_pengyou",
    "scorekeeper.house_rules",
    "scorekeeper.nearest_presets",
)
def test_the_rules_need_msgspec_alone_and_import_nothing_outside(module: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(module=module)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    loaded = answer.stdout.split()
    assert module in loaded
    assert OUTSIDE.isdisjoint(loaded)
