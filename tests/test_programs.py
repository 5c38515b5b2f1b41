"""Whoever lacks a program that tests drive is told exactly what to install; one elsewhere can be named."""

from pathlib import Path

import pytest

from tools import programs


def program(folder: Path, name: str, script: str = "exit 0") -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system on whose path nothing stands but what a test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for variable in ("CHROMIUM", "FIREFOX", "CADDY", "NGINX"):
        monkeypatch.delenv(variable, raising=False)
    browsers = {"Chromium": ("chromium", "google-chrome"), "Firefox": ("firefox-esr", "firefox")}
    monkeypatch.setattr(
        programs, "PROGRAMS", {**programs.PROGRAMS, "browsers": browsers, "proxies": {"nginx": ("nginx",)}}
    )
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_the_named_browser_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare, "chromium")
    other = program(bare, "other")
    assert programs.find("Chromium") == str(bare / "chromium")
    monkeypatch.setenv("CHROMIUM", other)
    assert programs.find("Chromium") == other


def test_a_named_browser_that_is_none_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare, "chromium")
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert programs.main() == "CHROMIUM names no program: /nowhere/chromium"


def test_nothing_is_installed_where_nothing_is_missing(bare: Path) -> None:
    program(bare, "google-chrome")
    program(bare, "firefox")
    program(bare, "fc-list", "echo NotoSansCJK")
    program(bare, "apt-get", f"touch '{bare}/called'")
    assert programs.main() is None
    assert not (bare / "called").exists()


def test_an_unknown_system_says_what_is_missing_and_what_to_install(bare: Path) -> None:
    program(bare, "fc-list", "[ $1 = :lang=ja ] || [ \"$1\" = 'Noto Sans' ] || echo Another")
    said = programs.main()
    assert said is not None
    assert said.splitlines()[:2] == [
        "The tests with browsers need Chromium, Firefox, Noto Sans, a font for Japanese. Please install:",
        f"  {programs.BY_HAND['browsers']}",
    ]


def test_without_permission_the_commands_are_said_and_not_run(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    program(bare, "sudo", "exit 1")
    program(bare, "apt-get", f"touch '{bare}/called'")
    said = programs.main()
    assert said is not None
    assert [line.strip() for line in said.splitlines()[1:4]] == list(programs.MANAGERS["apt-get"]["browsers"])
    assert not (bare / "called").exists()


@pytest.mark.parametrize(("user", "prefix"), [(0, ""), (1000, "sudo ")])
def test_with_permission_everything_is_installed(
    bare: Path, monkeypatch: pytest.MonkeyPatch, user: int, prefix: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    log = bare / "log"
    monkeypatch.setenv("LOG", str(log))
    program(bare, "sudo", 'shift; [ "$1" = true ] || echo "sudo $*" >> "$LOG"')
    program(bare, "env", 'shift; echo "$*" >> "$LOG"')
    program(bare, "apt-get")
    programs.main()
    ran = [line.replace("env DEBIAN_FRONTEND=noninteractive ", "") for line in log.read_text().splitlines()]
    assert ran == [prefix + command for command in programs.MANAGERS["apt-get"]["browsers"]]


def test_proxies_are_asked_for_by_themselves(bare: Path) -> None:
    said = programs.main("proxies")
    assert said is not None
    assert said.splitlines()[:2] == ["The tests with proxies need nginx. Please install:", "  Caddy and nginx"]
    program(bare, "nginx")
    assert programs.main("proxies") is None
