"""`scorekeeper serve` as a process: what it prints, where it listens, how it stops."""

import http.client
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import click
import pytest
from click.testing import CliRunner

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.commands import serve
from scorekeeper.commands.main import main
from scorekeeper.commands.serve import announce_start
from scorekeeper.store import find_server_address, open_store, serve_database
from scorekeeper.table.moves import CreateTable
from scorekeeper.web import create_app
from scorekeeper.web.http.proxies import parse_networks
from scorekeeper.web.http.request_log import LogFormat
from tests.cases import for_each, require
from tests.postgresql import PostgresqlServer
from tests.web.phones import NAMES

pytestmark = pytest.mark.programs

PATIENCE = 60

ROOT = Path(__file__).parents[2]

CLI = "from scorekeeper.commands.main import main; main()"

IN_DATA_FOLDER = "from scorekeeper.store.location import data_folder_database; print(data_folder_database())"

STREAMS = textwrap.dedent("""
    from flask import Flask
    from scorekeeper.live import Audience, Frame, Hub
    from scorekeeper.commands.serve import listen, run
    from scorekeeper.web.http.asgi import with_streams

    hub = Hub(lambda table_id, audience: Frame(1, "a frame"))
    listener = listen("127.0.0.1", 0)
    print("http://127.0.0.1:%d" % listener.getsockname()[1], flush=True)
    run(with_streams(Flask("streams"), hub, lambda environ, table_id: (Audience("", ""), lambda: True)), hub, listener)
    print("stopped")
""")


@contextmanager
def serve_process(*arguments: str, first: str = r"http://[\w.]+:(\d+)") -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that serves, and the port it says it has, in `first`."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", env=environment
    ) as process:
        try:
            assert process.stdout
            found = (re.search(first, line) for line in process.stdout)
            yield process, next(int(match[1]) for match in found if match)
        finally:
            process.kill()


OTHER_PARSER = textwrap.dedent("""
    from scorekeeper.commands import serve
    from uvicorn.protocols.http.h11_impl import H11Protocol
    serve.TimeoutHttpProtocol, serve.EVENT_LOOP = H11Protocol, "asyncio"
""")


@for_each((signal.SIGINT, ""), (signal.SIGTERM, ""), (signal.SIGTERM, OTHER_PARSER))
def test_stops_cleanly_with_streams_open(stop: signal.Signals, parser: str) -> None:
    with serve_process("-c", parser + STREAMS) as (process, port):
        phones = []
        for _ in range(20):
            phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            phone.request("GET", "/live/t")
            phones.append(phone.getresponse())
            assert phones[-1].readline() == b"event: phones\n"
        process.send_signal(stop)
        output, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output) == (0, "stopped\n")
        for answer in phones:
            answer.read()


def test_command_serves_pages_until_interrupted(tmp_path: Path) -> None:
    database = str(tmp_path / "evening.db")
    with serve_process("-c", CLI, "serve", "--host", "127.0.0.1", "--database", database) as (process, port):
        with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in output
    assert Path(database).exists()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree of its own, and a home of its own, for the processes that a test starts."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for folder in ("scorekeeper", "templates", "static"):
        (tree / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tree)
    monkeypatch.setenv("HOME", str(tmp_path / "home of mine"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("SCOREKEEPER_DATABASE")
    return tree


def read_output(process: subprocess.Popen[str], port: int) -> str:
    """Return the lines that a server prints below its address before the first request."""
    output = lines_until(process, "Press Ctrl+C")
    urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).close()
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    return output


def test_a_checkout_has_tables_of_its_own_and_leaves_the_data_folder_alone(checkout: Path) -> None:
    installed = Path(subprocess.check_output([sys.executable, "-c", IN_DATA_FOLDER], text=True).strip())
    assert installed.is_relative_to(Path.home())
    open_store(installed).close()
    before = {each: each.read_bytes() for each in installed.parent.iterdir()}
    exported = subprocess.run([sys.executable, "-c", CLI, "export"], capture_output=True, text=True, check=False)
    assert exported.stderr == f"Error: There is no database at {checkout / 'instance' / 'scorekeeper.db'}.\n"
    with serve_process("-c", CLI, "serve", "--host", "127.0.0.1") as served:
        output = read_output(*served)
    assert f"Tables are kept in {checkout / 'instance' / 'scorekeeper.db'}\n" in output
    assert {each: each.read_bytes() for each in installed.parent.iterdir()} == before


def test_after_a_stop_the_file_alone_holds_everything(tmp_path: Path) -> None:
    database = tmp_path / "evening.db"
    with serve_process("-c", CLI, "serve", "--host", "127.0.0.1", "--database", str(database)) as (process, port):
        urlopen(f"http://127.0.0.1:{port}/new", timeout=PATIENCE).close()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert {each.name for each in tmp_path.iterdir()} <= {"evening.db", "evening.db.lock"}


def test_a_second_server_on_the_same_file_says_where_the_first_is(tmp_path: Path) -> None:
    database = str(tmp_path / "evening.db")
    with serve_process("-c", CLI, "serve", "--host", "127.0.0.1", "--database", database) as (_, port):
        second = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--database", database])
    assert second.exit_code == 1
    assert f"at http://127.0.0.1:{port}" in second.output


def test_a_postgresql_database_is_served_by_several_until_they_are_interrupted(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make_empty_database()
    serve = ("-c", CLI, "serve", "--host", "127.0.0.1", "--database", url)
    with serve_process(*serve) as first, serve_process(*serve) as second:
        for process, port in (first, second):
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
                assert answer.read() == b"ok"
            copying = CliRunner().invoke(main, ["copy", url, str(tmp_path / "copy.db")])
            assert (copying.exit_code, "Another Scorekeeper serves this database" in copying.output) == (1, True)
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=PATIENCE)
            assert (process.returncode, "Traceback" in output) == (0, False)


MOVING = textwrap.dedent("""
    import sys
    from pathlib import Path
    from scorekeeper.commands import addresses, background_checks
    from scorekeeper.commands.main import main

    network = Path(sys.argv.pop())
    addresses.lan_addresses = lambda: network.read_text().split()
    background_checks.SECONDS_BETWEEN_CHECKS = background_checks.SECONDS_TO_COME = 0.05
    main()
""")
"""A server whose network is a file."""


def lines_until(process: subprocess.Popen[str], words: str) -> str:
    """Return the lines that the server prints, up to one with `text`."""
    said = ""
    assert process.stdout
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(said)


def test_an_address_that_changes_is_told_and_shown_anew(tmp_path: Path) -> None:
    database, network = tmp_path / "evening.db", tmp_path / "network"
    network.write_text("192.168.0.10")
    with serve_process("-c", MOVING, "serve", "--database", str(database), str(network)) as (process, _):
        said = lines_until(process, "hotspot")
        assert "They must be in the same Wi-Fi" in said
        network.write_text("")  # for a moment there is none
        network.write_text("10.0.0.7")
        said = lines_until(process, "scorekeeper host")
        assert re.search(r"Scorekeeper is at http://10\.0\.0\.7:\d+", said)
        assert "10.0.0.7" in find_server_address(str(database))


def test_a_phone_that_does_nothing_hears_that_the_file_is_gone(tmp_path: Path) -> None:
    database = tmp_path / "evening.db"
    with open_store(database) as store:
        table = Bookkeeper(store.events).create(CreateTable("mighty", "pagat", {}, NAMES, None), Recorder())
        token = store.grants.issue(table, "watch")
    with serve_process("-c", CLI, "serve", "--host", "127.0.0.1", "--database", str(database)) as (_, port):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", f"/l/{token}")
        cookie = phone.getresponse().headers["Set-Cookie"].partition(";")[0]
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", f"/live/{table}", headers={"Cookie": cookie})
        news = phone.getresponse()
        assert news.readline() == b"event: phones\n"
        database.unlink()
        assert b"event: denied" in news.read()
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", f"/live/{table}", headers={"Cookie": cookie})
        assert phone.getresponse().status == 503
        assert list(tmp_path.glob("evening-rescued-*.db"))


def test_the_link_to_open_tables_is_printed_and_revoked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where there is no table yet: the first one is opened by it."""
    database, address = str(tmp_path / "evening.db"), "http://192.168.0.10:8000"
    with open_store(database) as store:
        links = [f"{address}/l/{store.settings.opening_token()}"]
    announce_start(database, "text", address, 8000, [], links[0].removeprefix(address))
    assert links[0] in capsys.readouterr().out
    with serve_database(database, address):
        for options in ([], ["--renew"], []):
            told = CliRunner().invoke(main, ["host", *options, "--database", database]).output
            assert "There is no table yet" in told
            links.append(told.split()[-1])
    assert links[0] == links[1] != links[2] == links[3]


def test_a_host_whose_phone_is_lost_is_let_in_again(tmp_path: Path) -> None:
    database = str(tmp_path / "evening.db")
    with open_store(database) as store:
        table = Bookkeeper(store.events).create(CreateTable("mighty", "pagat", {}, NAMES), Recorder())
    with serve_database(database, "http://192.168.0.10:8000"):
        told = CliRunner().invoke(main, ["host", "--database", database])
    link = require(re.search(rf"table {table}: http://192\.168\.0\.10:8000/l/(\S+)", told.output))
    with open_store(database) as store:
        grant = store.grants.find(link[1])
    assert grant
    assert (grant.table_id, grant.kind) == (table, "host")
    assert "No server is running" in CliRunner().invoke(main, ["host", table, "--database", database]).output
    unknown = CliRunner().invoke(main, ["host", "nowhere", "--database", database])
    assert (unknown.exit_code, "no table nowhere" in unknown.output) == (1, True)


def read_refusal(*arguments: str) -> str:
    """Return the message of a command that cannot serve."""
    refused = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", *arguments])
    assert refused.exit_code == 1
    assert isinstance(refused.exception, SystemExit)
    return refused.output


def test_programs_are_told_in_lines_and_nothing_is_drawn(tmp_path: Path) -> None:
    """From its start to its stop; the port is in the first line, for whoever put it there by chance."""
    command = [
        "-c",
        "from scorekeeper.commands.main import main; main()",
        "serve",
        "--host",
        "127.0.0.1",
        "--log",
        "json",
    ]
    with serve_process(*command, "--database", str(tmp_path / "evening.db"), first=r'"port": (\d+)') as (process, port):
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as page:
            number = page.headers["X-Request-Id"]
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in output.splitlines()]
    assert [line["message"] for line in lines] == ["request", "stopped"]
    assert (lines[0]["request"], lines[0]["route"], lines[0]["status"]) == (number, "/health", 200)


@pytest.mark.parametrize(("log_format", "printed", "logged"), [("text", True, []), ("json", False, ["moved"])])
def test_another_address_is_told_to_people_or_to_programs(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    log_format: LogFormat,
    printed: bool,
    logged: list[str],
) -> None:
    app = create_app({"DATABASE": str(tmp_path / "evening.db")})
    with app.extensions["scorekeeper"].store, caplog.at_level(logging.INFO):
        serve.change_address(
            app, str(tmp_path / "evening.db"), log_format, "http://192.168.0.10:8000", "http://192.168.0.11:8000"
        )
    assert ("http://192.168.0.11:8000" in capsys.readouterr().out) is printed
    assert [record.getMessage() for record in caplog.records] == logged


def test_what_the_environment_says_is_what_the_options_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "serve", lambda **options: asked.append(options))
    environment = {
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_PORT": "8080",
        "SCOREKEEPER_PUBLIC_URL": "https://cards.example",
        "SCOREKEEPER_LOG": "json",
        "SCOREKEEPER_LOG_ADDRESSES": "1",
        "SCOREKEEPER_TRUSTED_PROXIES": "127.0.0.1,10.0.0.0/8",
    }
    options = ["--host", "127.0.0.1", "--port", "8080", "--public-url", "https://cards.example"]
    options += ["--log", "json", "--log-addresses", "--trusted-proxies", "127.0.0.1,10.0.0.0/8"]
    for arguments, variables in ((options, {}), ([], environment), ([], {})):
        assert CliRunner().invoke(main, ["serve", *arguments], env=variables).exit_code == 0
    assert asked[0] == asked[1]
    assert (asked[0]["log_format"], asked[0]["log_addresses"]) == ("json", True)
    assert asked[0]["trusted_proxies"] == parse_networks("127.0.0.1,10.0.0.0/8")
    assert (asked[2]["log_format"], asked[2]["log_addresses"], asked[2]["trusted_proxies"]) == ("text", False, ())


@for_each(
    (["--trusted-proxies", "localhost"], "'localhost' does not appear to be an IPv4 or IPv6 network."),
    (["--trusted-proxies", "10.0.0.1/8"], "10.0.0.1/8 has host bits set."),
    (["--log", "xml"], "'xml' is not one of 'text', 'json'."),
)
def test_options_that_mean_nothing_are_refused_in_words(arguments: list[str], says: str) -> None:
    refused = CliRunner().invoke(main, ["serve", *arguments])
    assert (refused.exit_code, says in refused.output) == (2, True), refused.output


def test_what_is_no_database_is_not_served(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all, " * 1000)
    assert f"{letter} is no SQLite file" in read_refusal("--database", str(letter))
    assert "mysql" in read_refusal("--database", "mysql://host/db")
    assert read_refusal("--database", str(letter / "folder" / "evening.db"))


def test_next_free_port_is_taken_unless_one_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        with serve.listen("127.0.0.1", None) as next_one:
            assert port < next_one.getsockname()[1] < port + serve.PORTS_TO_TRY
        with pytest.raises(click.ClickException, match=f"Port {port} is taken"):
            serve.listen("127.0.0.1", port)
        monkeypatch.setattr(serve, "PORTS_TO_TRY", 1)
        with pytest.raises(click.ClickException, match="all taken"):
            serve.listen("127.0.0.1", None)


def test_connections_send_each_frame_at_once() -> None:
    with (
        serve.listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(click.ClickException, match=r"Cannot listen on 203\.0\.113\.7"):
        serve.listen("203.0.113.7", 0)


@for_each(["--port", "0"], ["--port", "99999"], ["--port", "eight"])
def test_port_that_is_none_is_refused(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 2
    assert "--port" in result.output
