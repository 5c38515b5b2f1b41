"""The Python libraries that pyproject.toml names: installed beside the program, or missing in a sentence.

``python -m tools.libraries dev bench`` installs Scorekeeper from this folder with these extras. It needs no library.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOG = Path(sys.prefix) / "pip.log"
"""What pip has said when it failed: pages, where there is no network."""

UNREACHED = re.compile("NewConnectionError|ConnectTimeout|ReadTimeout|NameResolutionError|ProxyError|SSLError")
ERROR = re.compile(r"^\s*ERROR: *(.+)", re.MULTILINE)


def install_command(extras: Sequence[str]) -> list[str]:
    """Return the command that installs the program with some extras."""
    program = f".[{','.join(extras)}]" if extras else "."
    return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", program]


def explain_failure(said: str) -> str:
    """Return why pip failed: the network, or else the first of its errors."""
    if UNREACHED.search(said):
        return "the package index is out of reach"
    error = ERROR.search(said)
    return error[1] if error else f"{LOG} has what it said"


def main(extras: Sequence[str]) -> str | None:
    """Install them. Returns None, or what is missing and what installs it, in a sentence."""
    installing = install_command(extras)
    done = subprocess.run(
        installing, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if not done.returncode:
        return None
    LOG.write_text(done.stdout)
    why = explain_failure(done.stdout)
    return (
        f"Python libraries that pyproject.toml names are missing, and pip could not install them ({why}):"
        f" `{shlex.join(installing)}` installs them."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
