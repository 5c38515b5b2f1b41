"""Find the programs that tests drive, or install them with the system's package manager.

``python -m tools.programs`` installs the browsers and their fonts where they are missing, or says exactly what to
install; ``python -m tools.programs proxies`` does the same for the proxies, ``servers`` for PostgreSQL, ``webkit`` for
WebKitGTK. The environment variables ``CHROMIUM``, ``FIREFOX``, ``CADDY``, ``NGINX`` and ``POSTGRESQL`` override the
programs on the path.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).parents[1]

Group = Literal["browsers", "proxies", "servers", "webkit"]

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
    # Debian keeps each version's programs in a folder of its own that is not on the path.
    "servers": {"PostgreSQL": ("postgres", "/usr/lib/postgresql/*/bin/postgres")},
    "webkit": {"WebKit": ("WebKitWebDriver",), "Xvfb": ("xvfb-run",)},
}
"""Names to look for on the path, then paths outside it; of several versions the last is used."""

HEADLESS_SHELL = "chromium-headless-shell"
"""Debian's Chromium without windows, which takes a third of the time for a page. It is used where it is installed."""

FAMILIES = ("DejaVu Sans", "Noto Sans", "Noto Sans CJK KR")
"""Fonts that screens are measured in."""

FONTS = {"Chinese": ":lang=zh-cn", "Japanese": ":lang=ja", "emoji": ":lang=und-zsye"}
"""Fontconfig patterns of further fonts, without which text is missing or has other widths. macOS has them."""


class Recipe(NamedTuple):
    """The commands by which a package manager installs a group of programs."""

    commands: tuple[str, ...]
    """Commands that run in the folder `ROOT` until one fails."""

    afterwards: tuple[str, ...] = ()
    """Commands that run in any case, and may fail."""


CLUSTERS = "/etc/postgresql-common/createcluster.d"
"""Debian's settings by which installing PostgreSQL creates a database for general use and starts a service."""

MANAGERS: dict[str, dict[Group, Recipe]] = {
    "apt-get": {
        "browsers": Recipe(
            (
                "apt-get update",
                "apt-get install --yes --no-install-recommends chromium fontconfig"
                " fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
                "apt-get install --yes --no-install-recommends firefox-esr",
            ),
            (f"apt-get install --yes --no-install-recommends {HEADLESS_SHELL}",),  # some systems do not have it
        ),
        "proxies": Recipe(("apt-get update", "apt-get install --yes --no-install-recommends caddy nginx")),
        "servers": Recipe(
            (
                "apt-get update",
                f"install -D --mode=644 tools/no-cluster.conf {CLUSTERS}/no-cluster.conf",
                "apt-get install --yes --no-install-recommends postgresql",
            ),
            (f"rm {CLUSTERS}/no-cluster.conf", f"rmdir --ignore-fail-on-non-empty --parents {CLUSTERS}"),
        ),
        "webkit": Recipe(
            (
                "apt-get update",
                "apt-get install --yes --no-install-recommends"
                " webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb xauth",
            )
        ),
    },
    "dnf": {
        "browsers": Recipe(
            (
                "dnf install --assumeyes chromium firefox fontconfig"
                " dejavu-sans-fonts google-noto-sans-vf-fonts google-noto-sans-cjk-fonts google-noto-color-emoji-fonts",
            )
        ),
        "proxies": Recipe(("dnf install --assumeyes caddy nginx",)),
        "servers": Recipe(("dnf install --assumeyes postgresql-server",)),
    },
    "pacman": {
        "browsers": Recipe(
            (
                "pacman --sync --refresh --needed --noconfirm chromium firefox fontconfig"
                " ttf-dejavu noto-fonts noto-fonts-cjk noto-fonts-emoji",
            )
        ),
        "proxies": Recipe(("pacman --sync --refresh --needed --noconfirm caddy nginx",)),
        "servers": Recipe(("pacman --sync --refresh --needed --noconfirm postgresql",)),
    },
    "brew": {
        "browsers": Recipe(
            (
                "brew install fontconfig",
                "brew install --cask chromium firefox font-dejavu font-noto-sans font-noto-sans-cjk-kr",
            )
        ),
        "proxies": Recipe(("brew install caddy nginx",)),
        "servers": Recipe(("brew install --skip-post-install postgresql",)),  # that step creates a database
    },
}
"""The recipe of each group, by the package manager's program."""

QUIETLY = ("DEBIAN_FRONTEND=noninteractive", "SYSTEMD_OFFLINE=1")
"""Variables that suppress questions and keep systemctl from starting services."""

BY_HAND: dict[Group, str] = {
    "browsers": "Chromium or Chrome, Firefox, fontconfig, DejaVu Sans, Noto Sans, Noto Sans CJK and Noto Color Emoji",
    "proxies": "Caddy and nginx",
    "servers": "PostgreSQL with its initdb and pg_ctl",
    "webkit": "WebKitGTK 4.1 with its WebDriver and its introspection, PyGObject and xvfb-run",
}


def find_program(name: str) -> str | None:
    """Return the path of a program, or None. The program's environment variable, if set, replaces the search."""
    named = os.environ.get(name.upper())
    (names,) = (programs[name] for programs in PROGRAMS.values() if name in programs)
    candidates = [named] if named else chain.from_iterable(map(list_paths, names))
    return next(filter(None, map(shutil.which, candidates)), None)


def find_chromium(*, windowed: bool) -> str | None:
    """Return the path of a Chromium for tests: one that could open windows, or preferably one that could not."""
    shell = None if windowed or os.environ.get("CHROMIUM") else shutil.which(HEADLESS_SHELL)
    return shell or find_program("Chromium")


def list_paths(name: str) -> list[str]:
    """Return the paths that match `name`, the last version first; a name without a pattern is returned as it is."""
    return sorted(map(str, Path("/").glob(name[1:])), reverse=True) if "*" in name else [name]


def list_missing(group: Group) -> Iterator[str]:
    """Yield what is missing of a group, in words."""
    yield from (name for name in PROGRAMS[group] if not find_program(name))
    if group == "browsers":
        yield from (family for family in FAMILIES if not has_font(family))
        if sys.platform != "darwin":
            yield from (f"a font for {name}" for name, pattern in FONTS.items() if not has_font(pattern))


def has_font(pattern: str) -> bool:
    """Return whether fontconfig knows a font for `pattern`. False where fontconfig's `fc-list` is not installed."""
    program = shutil.which("fc-list")
    return bool(program and subprocess.run([program, pattern], capture_output=True, check=False).stdout.strip())


def find_recipe(group: Group) -> Recipe | None:
    """Return the recipe for a group on this system, or None if its package manager is unknown."""
    return next((recipes.get(group) for manager, recipes in MANAGERS.items() if shutil.which(manager)), None)


def find_root_prefix() -> list[str] | None:
    """Return the words before an installing command: none, or `sudo -n`. None means that installing is not allowed."""
    if os.geteuid() == 0 or shutil.which("brew"):
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:
        return [sudo, "-n"]
    return None


def follow_recipe(recipe: Recipe, prefix: list[str]) -> str:
    """Run the commands of a recipe. Return the last line of the error of the command that failed, or ""."""

    def run(command: str) -> subprocess.CompletedProcess[str]:
        print("+", command, flush=True)
        program = [*prefix, "env", *QUIETLY, *command.split()]
        return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)

    try:
        for command in recipe.commands:
            if (done := run(command)).returncode:
                return (done.stderr.strip().splitlines() or [""])[-1]
        return ""
    finally:
        for command in recipe.afterwards:
            run(command)


def shell_line(recipe: Recipe) -> str:
    """Return one shell line that follows a recipe, with sudo where the user is not root."""
    become = "" if os.geteuid() == 0 or shutil.which("brew") else "sudo "
    commands = " && ".join(become + command for command in recipe.commands)
    return "; ".join((commands, *(become + command for command in recipe.afterwards)))


def main(group: Group = "browsers") -> str | None:
    """Install what a group lacks. Return None, or a sentence that says what is missing and what installs it."""
    for name in PROGRAMS[group]:
        if os.environ.get(name.upper()) and not find_program(name):
            return f"{name.upper()} names no program: {os.environ[name.upper()]}"
    if not any(list_missing(group)):
        return None
    recipe, prefix, said = find_recipe(group), find_root_prefix(), ""
    if recipe and prefix is not None:
        said = follow_recipe(recipe, prefix)
    return explain_missing(group, list(list_missing(group)), recipe, said)


def explain_missing(group: Group, still: list[str], recipe: Recipe | None, said: str) -> str | None:
    """Return a sentence that says what is missing and what installs it, or None if nothing is."""
    if not still:
        return None
    why = f" (it could not be installed: {said})" if said else ""
    how = f"`{shell_line(recipe)}` installs that" if recipe else f"install {BY_HAND[group]}"
    named = next((name for name in still if name in PROGRAMS[group]), None)
    other = f", or name one elsewhere: `make {named.upper()}=/path/to/{named.lower()} …`" if named else ""
    return f"The tests with {group} need {', '.join(still)}{why}: {how}{other}."


if __name__ == "__main__":
    sys.exit(main(next((group for group in PROGRAMS if sys.argv[1:] == [group]), "browsers")))
