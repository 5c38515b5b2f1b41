"""Install the Python libraries that pyproject.toml names, or say in one sentence which command installs them.

``python -m tools.libraries dev bench`` installs Scorekeeper from this folder with the dependency groups ``dev`` and
``bench``. They are read here, since a pip older than 25.1 knows no ``--group``. This module itself imports no library.
"""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOG = Path(sys.prefix) / "pip.log"
"""The whole output of a failed pip, which is pages long without a network."""

UNREACHED = re.compile("NewConnectionError|ConnectTimeout|ReadTimeout|NameResolutionError|ProxyError|SSLError")
ERROR = re.compile(r"^\s*ERROR: *(.+)", re.MULTILINE)


def install_command(groups: Sequence[str]) -> list[str]:
    """Return the command that installs the program and the libraries of some dependency groups."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    libraries = [library for group in groups for library in declared[group]]
    return [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--editable",
        ".",
        *libraries,
    ]


def explain_failure(said: str) -> str:
    """Return why pip failed: an unreachable package index, or else the first error in its output."""
    if UNREACHED.search(said):
        return "the package index is out of reach"
    error = ERROR.search(said)
    return error[1] if error else f"{LOG} has what it said"


def main(groups: Sequence[str]) -> str | None:
    """Install Scorekeeper and `groups`. Return None, or a sentence that says what is missing and what installs it."""
    done = subprocess.run(
        install_command(groups), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if not done.returncode:
        return None
    LOG.write_text(done.stdout)
    why = explain_failure(done.stdout)
    again = shlex.join([sys.executable, "-m", "tools.libraries", *groups])
    return (
        f"Python libraries that pyproject.toml names are missing, and pip could not install them ({why}):"
        f" `{again}` installs them."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
