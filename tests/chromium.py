"""The browser that tests drive: found, or installed with its fonts by the system's package manager.

``python -m tests.chromium`` installs what is missing, or says exactly what to install. The environment variable
``CHROMIUM`` names another Chromium or Chrome.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
"""Names to look for on the path, and where macOS keeps them."""

FAMILIES = ("DejaVu Sans", "Noto Sans", "Noto Sans CJK KR")
"""Fonts that screens are measured in."""

FONTS = {"Chinese": ":lang=zh-cn", "Japanese": ":lang=ja", "emoji": ":lang=und-zsye"}
"""Fontconfig patterns of what else is drawn; without them text has other widths, or is not there. macOS has them."""

MANAGERS = {
    "apt-get": (
        "apt-get update",
        "apt-get install --yes --no-install-recommends chromium fontconfig"
        " fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
    ),
    "dnf": (
        "dnf install --assumeyes chromium fontconfig"
        " dejavu-sans-fonts google-noto-sans-vf-fonts google-noto-sans-cjk-fonts google-noto-color-emoji-fonts",
    ),
    "pacman": (
        "pacman --sync --refresh --needed --noconfirm chromium fontconfig"
        " ttf-dejavu noto-fonts noto-fonts-cjk noto-fonts-emoji",
    ),
    "brew": (
        "brew install fontconfig",
        "brew install --cask chromium font-dejavu font-noto-sans font-noto-sans-cjk-kr",
    ),
}
"""What installs a browser and fonts, by the package manager's program."""

BY_HAND = ("Chromium or Chrome, fontconfig, DejaVu Sans, Noto Sans, Noto Sans CJK and Noto Color Emoji",)


def find_chromium() -> str | None:
    """The path of the browser, or None. ``CHROMIUM`` comes first and is believed."""
    named = os.environ.get("CHROMIUM")
    candidates = (named,) if named else BROWSERS
    return next((path for path in map(shutil.which, candidates) if path), None)


def missing() -> Iterator[str]:
    """What is not there yet, in words."""
    if not find_chromium():
        yield "Chromium"
    yield from (family for family in FAMILIES if not has_font(family))
    if sys.platform != "darwin":
        yield from (f"a font for {name}" for name, pattern in FONTS.items() if not has_font(pattern))


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows a font for `pattern`; no without fontconfig's own program."""
    program = shutil.which("fc-list")
    return bool(program and subprocess.run([program, pattern], capture_output=True, check=False).stdout.strip())


def commands_here() -> tuple[str, ...]:
    """The commands for this system, or none when its package manager is unknown."""
    return next((commands for manager, commands in MANAGERS.items() if shutil.which(manager)), ())


def permission() -> list[str] | None:
    """What to put before a command that installs: nothing, or sudo that asks no password. None: it is not allowed."""
    if os.geteuid() == 0 or shutil.which("brew"):
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:
        return [sudo, "-n"]
    return None


def install(commands: tuple[str, ...], prefix: list[str]) -> None:
    """Run the commands until one fails; what is still missing afterwards tells."""
    for command in commands:
        print("+", command, flush=True)
        program = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", *command.split()]
        if subprocess.run(program, stdout=subprocess.DEVNULL, check=False).returncode:
            return


def main() -> str | None:
    """Install what is missing. Returns None, or what the person has to do."""
    if os.environ.get("CHROMIUM") and not find_chromium():
        return f"CHROMIUM names no program: {os.environ['CHROMIUM']}"
    if not any(missing()):
        return None
    commands, prefix = commands_here(), permission()
    if prefix is not None:
        install(commands, prefix)
    still = ", ".join(missing())
    if not still:
        return None
    return "\n  ".join(
        (
            f"The browser tests need {still}. Please install:",
            *(commands or BY_HAND),
            "A browser elsewhere can be named: make test CHROMIUM=/path/to/chromium",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
