"""The programs that tests drive: found, or installed by the system's package manager.

``python -m tools.programs`` installs the browsers and their fonts where they are missing, or says exactly what to
install; ``python -m tools.programs proxies`` does so with the proxies, and ``servers`` with PostgreSQL. The environment
variables ``CHROMIUM``, ``FIREFOX``, ``CADDY``, ``NGINX`` and ``POSTGRESQL`` name others than those on the path.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

Group = Literal["browsers", "proxies", "servers"]

PROGRAMS: dict[Group, dict[str, tuple[str, ...]]] = {
    "browsers": {
        "Chromium": (
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ),
        "Firefox": ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    },
    "proxies": {"Caddy": ("caddy",), "nginx": ("nginx", "/usr/sbin/nginx")},
    # Debian keeps the programs of each version in a folder, none of them on the path.
    "servers": {
        "PostgreSQL": ("postgres", *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/postgres")))[::-1])
    },
}
"""Names to look for on the path, and where some systems keep them beside it."""

FAMILIES = ("DejaVu Sans", "Noto Sans", "Noto Sans CJK KR")
"""Fonts that screens are measured in."""

FONTS = {"Chinese": ":lang=zh-cn", "Japanese": ":lang=ja", "emoji": ":lang=und-zsye"}
"""Fontconfig patterns of what else is drawn; without them text has other widths, or is not there. macOS has them."""

MANAGERS: dict[str, dict[Group, tuple[str, ...]]] = {
    "apt-get": {
        "browsers": (
            "apt-get update",
            "apt-get install --yes --no-install-recommends chromium fontconfig"
            " fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
            "apt-get install --yes --no-install-recommends firefox-esr",
        ),
        "proxies": ("apt-get update", "apt-get install --yes --no-install-recommends caddy nginx"),
        "servers": ("apt-get update", "apt-get install --yes --no-install-recommends postgresql"),
    },
    "dnf": {
        "browsers": (
            "dnf install --assumeyes chromium firefox fontconfig"
            " dejavu-sans-fonts google-noto-sans-vf-fonts google-noto-sans-cjk-fonts google-noto-color-emoji-fonts",
        ),
        "proxies": ("dnf install --assumeyes caddy nginx",),
        "servers": ("dnf install --assumeyes postgresql-server",),
    },
    "pacman": {
        "browsers": (
            "pacman --sync --refresh --needed --noconfirm chromium firefox fontconfig"
            " ttf-dejavu noto-fonts noto-fonts-cjk noto-fonts-emoji",
        ),
        "proxies": ("pacman --sync --refresh --needed --noconfirm caddy nginx",),
        "servers": ("pacman --sync --refresh --needed --noconfirm postgresql",),
    },
    "brew": {
        "browsers": (
            "brew install fontconfig",
            "brew install --cask chromium firefox font-dejavu font-noto-sans font-noto-sans-cjk-kr",
        ),
        "proxies": ("brew install caddy nginx",),
        "servers": ("brew install postgresql",),
    },
}
"""What installs each group, by the package manager's program."""

BY_HAND: dict[Group, str] = {
    "browsers": "Chromium or Chrome, Firefox, fontconfig, DejaVu Sans, Noto Sans, Noto Sans CJK and Noto Color Emoji",
    "proxies": "Caddy and nginx",
    "servers": "PostgreSQL with its initdb and pg_ctl",
}


def find(name: str) -> str | None:
    """The path of a program, or None. What its variable names comes first and is believed."""
    named = os.environ.get(name.upper())
    (names,) = (programs[name] for programs in PROGRAMS.values() if name in programs)
    return next((path for path in map(shutil.which, (named,) if named else names) if path), None)


def missing(group: Group) -> Iterator[str]:
    """What is not there yet, in words."""
    yield from (name for name in PROGRAMS[group] if not find(name))
    if group == "browsers":
        yield from (family for family in FAMILIES if not has_font(family))
        if sys.platform != "darwin":
            yield from (f"a font for {name}" for name, pattern in FONTS.items() if not has_font(pattern))


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows a font for `pattern`; no without fontconfig's own program."""
    program = shutil.which("fc-list")
    return bool(program and subprocess.run([program, pattern], capture_output=True, check=False).stdout.strip())


def commands_here(group: Group) -> tuple[str, ...]:
    """The commands for this system, or none when its package manager is unknown."""
    return next((commands[group] for manager, commands in MANAGERS.items() if shutil.which(manager)), ())


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


def main(group: Group = "browsers") -> str | None:
    """Install what is missing of a group. Returns None, or what the person has to do."""
    for name in PROGRAMS[group]:
        if os.environ.get(name.upper()) and not find(name):
            return f"{name.upper()} names no program: {os.environ[name.upper()]}"
    if not any(missing(group)):
        return None
    commands, prefix = commands_here(group), permission()
    if prefix is not None:
        install(commands, prefix)
    still = ", ".join(missing(group))
    if not still:
        return None
    named, command = next(iter(PROGRAMS[group])), "make proxies" if group == "proxies" else "make test"
    return "\n  ".join(
        (
            f"The tests with {group} need {still}. Please install:",
            *(commands or (BY_HAND[group],)),
            f"A program elsewhere can be named: {command} {named.upper()}=/path/to/{named.lower()}",
        )
    )


if __name__ == "__main__":
    sys.exit(main(next((group for group in PROGRAMS if sys.argv[1:] == [group]), "browsers")))
