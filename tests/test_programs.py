"""If a program that tests drive is missing, one sentence says what to install; variables name programs elsewhere."""

import re
from pathlib import Path

import pytest

from tests.cases import require
from tools import programs


def write_program(folder: Path, name: str, script: str = "exit 0") -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def empty_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system whose path has only the programs that the test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for variable in ("CHROMIUM", "FIREFOX", "CADDY", "NGINX", "POSTGRESQL"):
        monkeypatch.delenv(variable, raising=False)
    found = {
        "browsers": {"Chromium": ("chromium", "google-chrome"), "Firefox": ("firefox-esr", "firefox")},
        "proxies": {"nginx": ("nginx",)},
        "servers": {"PostgreSQL": ("postgres", str(tmp_path / "lib" / "*" / "bin" / "postgres"))},
    }
    monkeypatch.setattr(programs, "PROGRAMS", found)
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_the_named_browser_comes_first_and_one_that_is_none_is_named(
    empty_system: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(empty_system, "chromium")
    other = write_program(empty_system, "other")
    assert programs.find_program("Chromium") == str(empty_system / "chromium")
    monkeypatch.setenv("CHROMIUM", other)
    assert programs.find_program("Chromium") == other
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert programs.main() == "CHROMIUM names no program: /nowhere/chromium"


def test_nothing_is_installed_where_nothing_is_missing(empty_system: Path) -> None:
    write_program(empty_system, "google-chrome")
    write_program(empty_system, "firefox")
    write_program(empty_system, "fc-list", "echo NotoSansCJK")
    write_program(empty_system, "apt-get", f"touch '{empty_system}/called'")
    assert programs.main() is None
    assert not (empty_system / "called").exists()


def test_an_unknown_system_says_what_is_missing_and_what_to_install(empty_system: Path) -> None:
    write_program(empty_system, "fc-list", "[ $1 = :lang=ja ] || [ \"$1\" = 'Noto Sans' ] || echo Another")
    said = programs.main()
    assert said == (
        "The tests with browsers need Chromium, Firefox, Noto Sans, a font for Japanese: install"
        f" {programs.BY_HAND['browsers']}, or name one elsewhere: `make CHROMIUM=/path/to/chromium …`."
    )


def test_without_permission_commands_are_said_and_not_run(empty_system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    write_program(empty_system, "sudo", "exit 1")
    write_program(empty_system, "apt-get", f"touch '{empty_system}/called'")
    for group in programs.PROGRAMS:
        said = require(programs.main(group))
        assert len(said.splitlines()) == 1
        recipe = programs.MANAGERS["apt-get"][group]
        assert re.split(" && |; ", said.split("`")[1]) == [f"sudo {each}" for each in sum(recipe, ())]
    assert not (empty_system / "called").exists()


def test_what_fails_is_said_in_the_same_sentence(empty_system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    write_program(empty_system, "env", 'shift 2; exec "$@"')
    write_program(
        empty_system, "apt-get", '[ "$1" = update ] || { echo "W: no network\nE: Unable to locate it" >&2; exit 100; }'
    )
    said = require(programs.main())
    assert " (it could not be installed: E: Unable to locate it): `apt-get update && " in said


@pytest.mark.parametrize(("user", "prefix"), [(0, ""), (1000, "sudo ")])
def test_with_permission_all_is_installed(
    empty_system: Path, monkeypatch: pytest.MonkeyPatch, user: int, prefix: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    log = empty_system / "log"
    monkeypatch.setenv("LOG", str(log))
    write_program(empty_system, "sudo", 'shift; [ "$1" = true ] || echo "sudo $*" >> "$LOG"')
    write_program(empty_system, "env", 'shift; echo "$*" >> "$LOG"')
    write_program(empty_system, "apt-get")
    for group in programs.PROGRAMS:
        log.unlink(missing_ok=True)
        programs.main(group)
        ran = [line.replace(f"env {programs.QUIETLY[0]} ", "") for line in log.read_text().splitlines()]
        recipe = programs.MANAGERS["apt-get"][group]
        assert ran == [f"{prefix}{programs.QUIETLY[1]} {command}" for command in sum(recipe, ())]


def test_what_was_installed_is_found_the_last_version_first(
    empty_system: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    write_program(empty_system, "env")
    write_program(empty_system, "apt-get")
    assert programs.main("servers") is not None
    made = [empty_system / "lib" / version / "bin" / "postgres" for version in ("15", "17")]
    for path in made:
        path.parent.mkdir(parents=True)
    script = [f"echo > '{path}'; /bin/chmod 755 '{path}'" for path in made]
    write_program(empty_system, "env", "\n".join(script))
    assert programs.main("servers") is None
    assert programs.find_program("PostgreSQL") == str(empty_system / "lib" / "17" / "bin" / "postgres")


def test_proxies_are_asked_for_by_themselves(empty_system: Path) -> None:
    said = require(programs.main("proxies"))
    assert said.startswith("The tests with proxies need nginx: install Caddy and nginx, or")
    write_program(empty_system, "nginx")
    assert programs.main("proxies") is None
