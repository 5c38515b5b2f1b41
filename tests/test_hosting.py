"""Caddy and nginx with the settings in `deploy/`. `make proxies` installs them and runs these tests."""

import json
import os
import ssl
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from flask import request
from playwright.sync_api import Browser

from scorekeeper.live import hub
from scorekeeper.web.http import bodies
from tests.browser.app import find_free_port
from tests.browser.test_streams import ListeningPage, expect_everything_at_once
from tests.live.streams import run_story
from tests.live.watching import WatchedTable, Watcher, board, tap
from tests.server_thread import PATIENCE, ServerThread
from tests.test_deploy import DEPLOY
from tools.programs import find_program

pytestmark = pytest.mark.proxies

CADDY = """{
	admin off
	auto_https off
	grace_period 1s
}
"""
"""Global options before the file: keep nothing, share nothing, request nothing, and stop when told to."""

NGINX = """
daemon off;
pid FOLDER/nginx.pid;
error_log stderr notice;
USER
events {}
http {
	gzip on;
	gzip_proxied any;
	gzip_types *;
	client_body_temp_path FOLDER/body;
	proxy_temp_path FOLDER/proxy;
	fastcgi_temp_path FOLDER/fastcgi;
	uwsgi_temp_path FOLDER/uwsgi;
	scgi_temp_path FOLDER/scgi;
	include FOLDER/site.conf;
}
"""
"""The configuration around a site: it compresses every type, as some installations do."""


def adapt_settings(name: str, changes: Mapping[str, str]) -> str:
    """Return a file of `deploy/` with `changes` for the test."""
    text = (DEPLOY / name).read_text()
    for there, here in changes.items():
        assert there in text
        text = text.replace(there, here)
    return text


def configure_caddy(folder: Path, port: int, server_port: int) -> tuple[list[str], str]:
    """Return Caddy's options, and the words of its output once it listens."""
    changes = {
        "\ncards.example.org {": f"\nhttps://localhost:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem",
        "127.0.0.1:8000": f"127.0.0.1:{server_port}",
    }
    folder.joinpath("Caddyfile").write_text(CADDY + adapt_settings("Caddyfile", changes))
    return ["run", "--config", f"{folder}/Caddyfile"], "serving initial configuration"


def configure_nginx(folder: Path, port: int, server_port: int) -> tuple[list[str], str]:
    """Return nginx's options, and the words of its output once it listens."""
    certificates = "/etc/letsencrypt/live/cards.example.org"
    changes = {
        "listen 80;": "",
        "listen [::]:80;": f"listen 127.0.0.1:{find_free_port()};",
        "listen 443 ssl http2;": "",
        "listen [::]:443 ": f"listen 127.0.0.1:{port} ",
        f"{certificates}/fullchain.pem": f"{folder}/cert.pem",
        f"{certificates}/privkey.pem": f"{folder}/key.pem",
        "/var/log/nginx/error.log": "stderr",
        "127.0.0.1:8000": f"127.0.0.1:{server_port}",
    }
    folder.joinpath("site.conf").write_text(adapt_settings("nginx.conf", changes))
    user = "user root;" if os.geteuid() == 0 else ""
    folder.joinpath("nginx.conf").write_text(NGINX.replace("FOLDER", str(folder)).replace("USER", user))
    return ["-c", f"{folder}/nginx.conf"], "start worker processes"


@contextmanager
def run_proxy(name: str, options: Sequence[str], ready: str, folder: Path) -> Iterator[None]:
    """Run a proxy. Yields once its output has the words `ready`."""
    path = find_program(name)
    assert path, f"no {name}: `make proxies` installs it"
    own = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    program = subprocess.Popen([path, *options], stderr=subprocess.PIPE, text=True, env=own)
    with program as process, ThreadPoolExecutor() as reading:
        try:
            assert process.stderr
            said = []
            for line in process.stderr:
                said.append(line)
                if ready in line:
                    break
            else:
                raise AssertionError("".join(said))
            reading.submit(said.extend, process.stderr)  # a full pipe that nobody reads would block the program
            yield
        finally:
            process.terminate()


PROXIES: dict[str, Callable[[Path, int, int], tuple[list[str], str]]] = {
    "Caddy": configure_caddy,
    "nginx": configure_nginx,
}


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate that only these tests trust."""
    folder = tmp_path_factory.mktemp("proxy")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run([*command.split(), *names], check=True, capture_output=True)
    return folder


@pytest.fixture
def table_app() -> WatchedTable:
    house = WatchedTable(trusted="127.0.0.1")

    @house.app.get("/asked")
    def report_request() -> list[str | None]:
        return [request.remote_addr, request.scheme, request.host]

    @house.app.post("/import")
    def report_size() -> str:
        return str(len(request.get_data()))

    return house


@pytest.fixture
def listener(table_app: WatchedTable) -> ListeningPage:
    return ListeningPage(table_app)


@pytest.fixture
def server(table_app: WatchedTable, listener: ListeningPage, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    monkeypatch.setattr(hub, "SHORTEST_COUNT", 0.0)
    monkeypatch.setattr(hub, "SHORTEST_PING", 1)
    with ServerThread(table_app.make) as running:
        yield running


@pytest.fixture(params=PROXIES)
def port(request: pytest.FixtureRequest, certificate: Path, server: ServerThread) -> Iterator[int]:
    """The port of a proxy in front of the server."""
    name, port = str(request.param), find_free_port()
    options, ready = PROXIES[name](certificate, port, server.port)
    with run_proxy(name, options, ready, certificate):
        yield port


def trust_certificate(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def test_streams_come_through_at_once_and_as_they_are(server: ServerThread, port: int, certificate: Path) -> None:
    """They are compressed only for clients that read gzip. Each message is sent once all have had the one before."""

    async def story(stack: AsyncExitStack) -> None:
        far = [await Watcher.come(stack, port, gzip=gzip, tls=trust_certificate(certificate)) for gzip in (True, False)]
        phones = [*far, await Watcher.come(stack, server.port)]
        assert [phone.headers.get("content-encoding") for phone in phones] == ["gzip", None, "gzip"]
        for phone in phones:
            assert phone.headers["cache-control"] == "no-store, no-transform"
            assert phone.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert phone.headers["vary"] == "Accept-Encoding"
        for version in range(4):
            assert [(await phone.version(version)).data for phone in phones] == [board(version)] * 3
            await tap(server)
        for phone in phones:
            await phone.until(lambda event: event.name == "ping")
        server.hub.close()
        for phone in phones:
            await phone.end()

    run_story(story)


def test_a_phone_that_goes_is_no_longer_counted(server: ServerThread, port: int, certificate: Path) -> None:
    async def story(stack: AsyncExitStack) -> None:
        staying = await Watcher.come(stack, server.port)
        async with AsyncExitStack() as visit:
            for gzip in (True, False):
                await Watcher.come(visit, port, gzip=gzip, tls=trust_certificate(certificate))
            await staying.phones(3)
        await staying.phones(1)

    run_story(story)


FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Request-Id": "forged",
}


def test_who_asks_is_told_by_the_proxy_and_by_nobody_else(server: ServerThread, port: int, certificate: Path) -> None:
    connection = HTTPSConnection("localhost", port, timeout=PATIENCE, context=trust_certificate(certificate))
    connection.request("GET", "/asked", headers=FORGED)
    with connection.getresponse() as answer:
        assert json.loads(answer.read()) == ["127.0.0.1", "https", f"localhost:{port}"]
    connection.request("HEAD", "/live/t", headers=FORGED)
    with connection.getresponse() as answer:
        assert answer.headers["X-Request-Id"] not in ("forged", None)
    connection.close()


def test_the_largest_file_that_is_imported_comes_through(server: ServerThread, port: int, certificate: Path) -> None:
    connection = HTTPSConnection("localhost", port, timeout=PATIENCE, context=trust_certificate(certificate))
    connection.request("POST", "/import", body=b"x" * bodies.FILE.size)
    with connection.getresponse() as answer:
        assert (answer.status, answer.read()) == (200, str(bodies.FILE.size).encode())
    connection.close()


def test_browsers_hear_everything_at_once(
    table_app: WatchedTable, server: ServerThread, listener: ListeningPage, port: int, browser: Browser
) -> None:
    """Over HTTP/2, as phones do."""
    with browser.new_context(ignore_https_errors=True) as context:
        page = context.new_page()
        page.goto(f"https://localhost:{port}/page")
        assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
        expect_everything_at_once(table_app, server, listener)
