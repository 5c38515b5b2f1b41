"""`scorekeeper --help` is there at once: a command is imported when it runs."""

import json
import subprocess
import sys

from scorekeeper.commands.main import LazyCommand, main

PROGRAM = """
import json, sys
from scorekeeper.commands.main import main
main(["--help"], standalone_mode=False)
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def test_help_imports_only_what_names_the_commands() -> None:
    shown = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    loaded = json.loads(shown.stderr)
    assert [name for name in loaded if name.startswith("scorekeeper")] == [
        "scorekeeper",
        "scorekeeper.commands",
        "scorekeeper.commands.main",
        "scorekeeper.commands.options",
    ]
    assert len(loaded) < 200  # of more than a thousand with the web
    assert all(f"  {name} " in shown.stdout for name in main.commands)


def test_a_command_has_the_summary_that_help_shows() -> None:
    lazy = [command for command in main.commands.values() if isinstance(command, LazyCommand)]
    assert len(lazy) == 10
    for command in lazy:
        assert command.command.name == command.name
        assert command.command.get_short_help_str(200) == command.get_short_help_str(200)
