"""The files in `deploy/`: their commands start as written and without rights, and the files agree with each other."""

import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from scorekeeper.commands.serve import SECONDS_WITHOUT_ANSWER
from scorekeeper.store import open_store
from scorekeeper.web.http import bodies
from scorekeeper.web.http.proxies import FOR, HOST, PROTO, REQUEST_NUMBER, parse_networks

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PATIENCE = 60

POWERLESS = """
import ctypes, os, sys

PR_CAPBSET_DROP = 24
if sys.platform == "linux":  # root's capabilities end with the next program; other users have none to drop
    for capability in range(64):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", "from scorekeeper.commands.main import main; main()", *sys.argv[1:]])
"""
"""Runs a program with the rights that file modes give, even if root runs the tests."""


def read_unit(name: str = "scorekeeper.service") -> ConfigParser:
    """Return a systemd unit. Of a repeated setting the last one counts."""
    parser = ConfigParser(interpolation=None, strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name)
    return parser


def read_instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file with their arguments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


def find_instruction(name: str) -> str:
    return [rest for each, rest in read_instructions() if each == name][-1]


def parse_variables(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in shlex.split(text))


class Command(NamedTuple):
    """A command line, its environment, and the folder of its database."""

    line: list[str]
    environment: Mapping[str, str]
    state: str


def read_commands() -> dict[str, Command]:
    service, environment = read_unit()["Service"], parse_variables(find_instruction("ENV"))
    told = parse_variables(service["Environment"])
    return {
        "scorekeeper.service": Command(shlex.split(service["ExecStart"]), told, f"%S/{service['StateDirectory']}"),
        "Containerfile": Command(json.loads(find_instruction("CMD")), environment, find_instruction("VOLUME")),
    }


@contextmanager
def run_command(command: Command, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int, Path]]:
    """Run a command on a free port. Yields the process, the port and the database's folder.

    The process can write to no other folder.
    """
    state, shut = folder / "state", folder / "shut"
    state.mkdir(mode=0o700)
    shut.mkdir(mode=0o500)
    at = command.line.index("--port")
    arguments = [*command.line[1:at], *command.line[at + 2 :]]
    told = {name: value.replace(command.state, str(state)) for name, value in command.environment.items()}
    own = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    with subprocess.Popen(
        [sys.executable, "-c", POWERLESS, *arguments],
        env={**own, "HOME": str(shut), "TMPDIR": str(shut), **told},
        cwd=shut,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        umask=0o022,
    ) as process:
        try:
            assert process.stdout
            first = json.loads(process.stdout.readline())
            assert first["message"] == "started"
            yield process, first["port"], state
        finally:
            process.kill()


@pytest.mark.parametrize("name", read_commands())
def test_the_command_runs_with_no_rights_but_for_its_own_folder(name: str, tmp_path: Path) -> None:
    with run_command(read_commands()[name], tmp_path) as (process, port, state):
        for path in ("/health", "/"):
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as page:
                assert page.status == 200
        assert {stat.S_IMODE(each.stat().st_mode) for each in state.iterdir()} == {0o600}
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, json.loads(output.splitlines()[-1])["message"]) == (0, "stopped")
    assert list((tmp_path / "shut").iterdir()) == []


def test_the_container_says_whether_it_is_well(tmp_path: Path) -> None:
    """Runs the health check of the container file, on another port."""
    _, check = find_instruction("HEALTHCHECK").split("CMD ", 1)
    program = [sys.executable, *json.loads(check)[1:]]
    assert ":8000/health" in program[-1]
    with run_command(read_commands()["Containerfile"], tmp_path) as (process, port, state):
        program[-1] = program[-1].replace(":8000/", f":{port}/")
        assert subprocess.run(program, check=False).returncode == 0
        (state / "scorekeeper.db").rename(state / "elsewhere.db")
        assert subprocess.run(program, check=False, stderr=subprocess.DEVNULL).returncode == 1
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def test_the_container_is_nobodys_and_holds_what_a_wheel_is_made_of() -> None:
    user = find_instruction("USER")
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user), "a number, which may be told to be no root's"
    kept = find_instruction("VOLUME")
    assert f"--owner={user.split(':')[0]}" in "".join(rest for name, rest in read_instructions() if name == "RUN")
    assert Path(parse_variables(find_instruction("ENV"))["SCOREKEEPER_DATABASE"]).parent == Path(kept)
    names = [name for name, _ in read_instructions()]
    assert names.index("USER") > max(at for at, name in enumerate(names) if name in ("RUN", "COPY", "FROM"))
    assert find_instruction("EXPOSE") == read_commands()["Containerfile"].line[-1]
    copied = {word for name, rest in read_instructions() if name == "COPY" for word in rest.split()[:-1]}
    package = {"pyproject.toml", "README.md", "LICENSE", "scorekeeper", "templates", "static"}
    assert copied == {*package, "constraints.txt"}
    assert all((ROOT / each).exists() for each in copied)


HARDENED = {
    "DynamicUser": "yes",
    "StateDirectoryMode": "0700",
    "UMask": "0077",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "RestrictSUIDSGID": "yes",
    "SystemCallArchitectures": "native",
    "SystemCallFilter": "~@privileged @resources",
}


def test_the_service_may_do_nothing_but_keep_the_score() -> None:
    service = read_unit()["Service"]
    assert {name: service[name] for name in HARDENED} == HARDENED
    assert "SystemCallFilter=@system-service\n" in (DEPLOY / "scorekeeper.service").read_text()
    assert read_unit()["Install"]["WantedBy"] == "multi-user.target"


def test_the_timer_backs_up_by_the_line_that_the_documents_have(tmp_path: Path) -> None:
    """Twice a day is one copy more often, old copies go, and none goes where there is no new one."""
    assert read_unit("scorekeeper-backup.timer")["Timer"]["Persistent"] == "true", "after a night without power too"
    line = read_unit("scorekeeper-backup.service")["Service"]["ExecStart"].replace("%%", "%").replace("$$", "$")
    backup = line.partition("/opt/scorekeeper/bin/")[2].partition(" && ")[0]
    assert f"\n{backup}\n" in (ROOT / "docs" / "hosting.md").read_text()
    places = {
        "/opt/scorekeeper/bin": str(Path(sys.executable).parent),
        "/var/lib/scorekeeper/scorekeeper.db": str(tmp_path / "scorekeeper.db"),
        "/var/backups/scorekeeper": str(copies := tmp_path / "copies"),
    }
    for place, here in places.items():
        line = line.replace(place, here)
    copies.mkdir()
    (old := copies / "2026-01-01.db").touch()
    os.utime(old, (0, 0))
    assert subprocess.run(shlex.split(line), check=False).returncode != 0
    assert list(copies.iterdir()) == [old]
    open_store(tmp_path / "scorekeeper.db").close()
    for _ in range(2):
        subprocess.run(shlex.split(line), check=True)
        (copy,) = copies.iterdir()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d\.db", copy.name)
        open_store(copy).close()


def read_settings(name: str) -> str:
    """Return the settings of a proxy without comments."""
    return re.sub(r"#.*", "", (DEPLOY / name).read_text())


def read_option(name: str) -> str:
    """Return the value of an option of the service's command."""
    line = read_commands()["scorekeeper.service"].line
    return line[line.index(name) + 1]


def test_the_proxy_is_before_the_service_and_believed_by_it() -> None:
    """Both name one host and port. Streams are neither compressed nor buffered, and links are not logged."""
    text = read_settings("Caddyfile")
    assert text.count("{") == text.count("}") == 3
    assert re.findall(r"^(\S+) \{", text, re.MULTILINE) == [urlsplit(read_option("--public-url")).hostname]
    assert f"reverse_proxy {read_option('--host')}:{read_option('--port')} {{" in text
    assert parse_networks(read_option("--host")) == parse_networks(read_option("--trusted-proxies"))
    assert not re.search(r"^\s*(encode|log|flush_interval)\b", text, re.MULTILINE)
    (seconds,) = re.findall(r"keepalive (\d+)s", text)
    assert int(seconds) < SECONDS_WITHOUT_ANSWER, "a form is never sent into a connection that is being ended"


def test_so_is_the_other_proxy() -> None:
    """It accepts the largest file too, and overwrites the headers that describe a request."""
    text = read_settings("nginx.conf")
    assert set(re.findall(r"server_name (\S+);", text)) == {urlsplit(read_option("--public-url")).hostname}
    assert re.findall(r"proxy_pass (\S+);", text) == [f"http://{read_option('--host')}:{read_option('--port')}"]
    told = {name.lower().encode() for name in re.findall(r"proxy_set_header (\S+) ", text)}
    assert told == {FOR, PROTO, HOST, REQUEST_NUMBER, b"host"}
    assert text.count("access_log off;") == text.count("server {")
    assert "gzip off;" in text
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", text)
    assert int(megabytes) * 2**20 >= bodies.FILE.size
