"""`scorekeeper --help` is there at once: a command is imported when it runs. Another `scorekeeper` is named."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

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


def test_another_program_of_this_name_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["check", str(tmp_path / "none.json")]
    assert "Another program" not in CliRunner().invoke(main, command).stderr
    (folder := tmp_path / "scorekeeper-0.4.0.dist-info").mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: scorekeeper\nVersion: 0.4.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert CliRunner().invoke(main, command).stderr.startswith("Another program called scorekeeper (0.4.0)")
