"""`scorekeeper serve`: one process that answers pages and streams, and prints its address for phones."""

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import tempfile
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, Literal

import click
import uvicorn
from flask import Flask
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from scorekeeper import __version__
from scorekeeper.commands.addresses import (
    UNREACHED,
    address_for_phones,
    addresses_for_phones,
    announce,
    announce_move,
    is_elsewhere,
)
from scorekeeper.commands.background_checks import (
    if_nobody_comes,
    on_address_change,
    on_falling_edge,
    once_when_false,
    run_checks,
)
from scorekeeper.commands.export import HALF_A_FILE, command_line, is_new, report_errors
from scorekeeper.demo import play_watched_tables
from scorekeeper.live import Hub
from scorekeeper.store import (
    StoreUnavailable,
    default_database,
    is_server,
    note_server,
    open_store,
    parse_url,
    serve_database,
    without_secrets,
)
from scorekeeper.web import create_app
from scorekeeper.web.http.asgi import Asgi, asgi_application
from scorekeeper.web.http.proxies import Network
from scorekeeper.web.http.request_log import LogFormat, write_log
from scorekeeper.web.http.services import Services
from scorekeeper.web.page.compiled_templates import compile_all
from scorekeeper.whole_files import find_left_parts

log = logging.getLogger(__name__)

DEFAULT_PORT = 8000
PORTS_TO_TRY = 20
OPEN_FILES = 65_536
SECONDS_TO_STOP = 2
SECONDS_TO_ASK = 20
LARGEST_HEAD = 64 * 1024
SECONDS_WITHOUT_ANSWER = 30
FULL_PASSES_APART = 4_000
"""Middle passes between two full passes of the garbage collector: some hundred thousand taps."""

EVENT_LOOP: Literal["auto", "asyncio", "uvloop"] = "auto"
"""uvloop where it is installed: a tap takes a sixth less time, a quiet phone half a KB less memory."""

BYTES_AHEAD_OF_A_PHONE = 4 * 1024
"""Unsent bytes that the system may queue for a slow phone. They may be outdated when sent; an update is under 1 KB."""


def serve(
    host: str = "0.0.0.0",
    port: int | None = None,
    database: str | None = None,
    public_url: str | None = None,
    *,
    trusted_proxies: Collection[Network] = (),
    open_tables: str = "anyone",
    log_format: LogFormat = "text",
    log_addresses: bool = False,
    demo: bool = False,
    keeps: bool = True,
) -> None:
    """Serve until interrupted, by default on the first free port from 8000 on. Raises `click.ClickException`.

    Headers of `trusted_proxies` are believed. A `demo` has the tables to try; `keeps` is whether its database stays.
    """
    bound = (listener := listen(host, port)).getsockname()[1]
    address = public_url or address_for_phones(host, bound)
    find_all = partial(addresses_for_phones, host, bound) if public_url is None else tuple[str, ...]
    addresses = {"PUBLIC_URL": public_url, "LAN_URL": address, "LAN_URLS": find_all}
    with write_log(log_format, addresses=log_addresses), contextlib.ExitStack() as open_now:
        with report_errors():
            new = open_now.enter_context(take_database(database or default_database(), address, log_format, demo=demo))
            app = create_app({"DATABASE": database, "DEMO": demo, "OPEN_TABLES": open_tables, **addresses})
        Thread(target=compile_all, args=(app.jinja_env,), name="templates", daemon=True).start()
        services: Services = app.extensions["scorekeeper"]
        notifications = services.notifications
        open_now.enter_context(services.store)  # closing it merges the write-ahead log into the file
        open_now.callback(services.end_processes)
        if log_format == "text" and port is None and bound != DEFAULT_PORT:
            click.echo(f"Port {DEFAULT_PORT} is taken; using {bound}.")
        opening = f"/l/{services.store.settings.opening_token()}" if open_tables == "hosts" else ""
        announce_start(services.store.url if keeps else None, log_format, address, bound, find_all(), opening, new=new)
        open_now.enter_context(services.store.database.listen(notifications.on_notify, notifications.on_connected))
        find = partial(address_for_phones, host, bound)
        moves = [] if public_url else build_address_checks(app, log_format, address, find)
        open_now.enter_context(run_checks(*build_checks(services, demo=demo), *moves))
        run(asgi_application(app, trusted_proxies), services.hub, listener)
        log.info("stopped")


def serve_demo(keep: Path | None, **options: Any) -> None:
    """Serve the tables to try from a database of their own, which is deleted at the end unless a file is given."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        serve(database=str(keep or Path(folder, "scorekeeper.db")), demo=True, keeps=bool(keep), **options)


@contextlib.contextmanager
def take_database(url: str, address: str, log_format: LogFormat, *, demo: bool) -> Iterator[bool]:
    """Hold a database for a server and yield whether it is new. Tells which files commands left half written there.

    Raises `click.ClickException` and as `serve_database` does.
    """
    for part in () if is_server(url) else find_left_parts(parse_url(url)[0]):
        if log_format == "text":
            click.echo(HALF_A_FILE.format(path=part))
        else:
            log.warning(HALF_A_FILE.format(path=part))
    new = is_new(url)
    with serve_database(url, address):
        if demo:
            claim_for_demo(url)
        yield new


def claim_for_demo(url: str) -> None:
    """Mark a database as one of tables to try. Raises `click.ClickException` where it has any others."""
    with open_store(url) as store:
        if store.events.has_tables() and not store.settings.is_for_demo():
            raise click.ClickException(f"There are tables in {url} that are not a demo's: name a new file.")
        store.settings.mark_for_demo()


def announce_start(
    kept: str | None,
    log_format: LogFormat,
    address: str,
    port: int,
    addresses: Collection[str],
    opening: str = "",
    *,
    new: bool = False,
) -> None:
    """Print the address of the server and the place of its tables, or log them for programs.

    `kept` is that place, None where nothing is kept. `new` is whether there was no database before. `opening` is the
    path by which phones may open tables where not everybody may; it is a secret, and in no log.
    """
    kept_in = without_secrets(kept) if kept else None
    if log_format == "text":
        others = [other for other in addresses if other != address]
        note = f"Tables are kept in {kept_in}" if kept_in else "Nothing is kept: all tables are deleted at the end."
        notes = [note, *["There was no database: this is a new one."] * (new and bool(kept))]
        announce(address, *notes, opening=opening, others=others)
    else:
        log.info("started", {"version": __version__, "address": address, "port": port, "database": kept_in, "new": new})


def build_checks(services: Services, *, demo: bool = False) -> list[Callable[[], None]]:
    """Return the checks that every server runs: of its file, of other servers, of its memory, and of tables to try."""
    return [
        once_when_false(services.store.is_in_place, services.hub.end_streams),
        services.notifications.keep_up,
        on_falling_edge(lambda: services.hub.streams > 0, gc.collect),
        lambda: look_after_tables_to_try(services, datetime.now(UTC), demo=demo),
    ]


def build_address_checks(
    app: Flask, log_format: LogFormat, address: str, find: Callable[[], str]
) -> list[Callable[[], None]]:
    """Return the checks of a server that phones reach at `address` in its own network, which `find()` returns now."""
    moved = on_address_change(
        address, find, partial(change_address, app, app.extensions["scorekeeper"].store.url, log_format)
    )
    if log_format != "text":
        return [moved]
    return [moved, if_nobody_comes(lambda: TimeoutHttpProtocol.guest_came, lambda: click.echo(UNREACHED))]


def look_after_tables_to_try(services: Services, at: datetime, *, demo: bool = False) -> None:
    """Play the moves that are due at `at`, and delete the tables whose time is over."""
    hub = services.hub
    play_watched_tables(services.books, hub.count_watching(), hub.publish, at, kept_too=demo)
    with contextlib.suppress(StoreUnavailable):  # the next check tries again
        for table_id in services.books.delete_overdue(at.isoformat(timespec="milliseconds")):
            hub.publish_access_change(table_id)


def change_address(app: Flask, url: str, log_format: LogFormat, earlier: str, address: str) -> None:
    """Show a new address instead of the earlier one: in the terminal, in links, and on open pages."""
    services = app.extensions["scorekeeper"]
    note_server(url, address)
    app.config["LAN_URL"] = address
    services.invitations.replace_address(earlier, address)
    services.hub.end_streams()
    if log_format == "text":
        announce_move(address, command_line("host", url))
    else:
        log.info("moved", {"address": address})


def run(app: Asgi, hub: Hub, listener: socket.socket) -> None:
    """Serve `app` on a listening socket until SIGINT or SIGTERM, then end the streams of `hub` and return."""
    allow_many_files()
    server = Server(app, hub)
    settle_memory()
    # A signal may come before the server listens for it, and the server raises it once more when it has stopped.
    before = {signum: signal.signal(signum, server.handle_exit) for signum in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run([listener])
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


class TimeoutHttpProtocol(HttpToolsProtocol):
    """uvicorn's connection, closed where the head of a request takes too long or is too large.

    uvicorn itself limits neither.
    """

    # Python shares the keys of instances up to thirty attributes. uvicorn's class has nearly as many; beyond that every
    # connection would take 1 KB more.
    __slots__ = ("deadline", "earlier", "head_size", "in_head")

    guest_came: ClassVar = False
    """Whether anybody has connected from another machine."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin a connection, and its time limit for the first request."""
        super().connection_made(transport)
        self.deadline: asyncio.TimerHandle | None = None
        self.in_head = False
        self.head_size = 0
        self.earlier: list[RequestResponseCycle] | None = None
        # Nothing is buffered here beyond the system's own buffer.
        transport.set_write_buffer_limits(0)
        if not TimeoutHttpProtocol.guest_came and self.client:
            TimeoutHttpProtocol.guest_came = is_elsewhere(self.client[0])
        self.watch()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and close the connection if the head is too large: it would fill the memory."""
        super().data_received(data)
        self.head_size = self.head_size + len(data) if self.in_head else 0
        if self.head_size > LARGEST_HEAD:
            self.transport.abort()
        self.watch()

    def on_message_begin(self) -> None:
        """Note that the head of a request begins."""
        super().on_message_begin()
        self.in_head = True

    def on_headers_complete(self) -> None:
        """Note that the head of a request has come. One that waits for the answer to an earlier one is pipelined."""
        before = self.cycle
        super().on_headers_complete()
        self.in_head = False
        if not self.pipeline:
            self.earlier = None
        elif self.earlier is None:
            self.earlier = [before]
        else:
            self.earlier.append(before)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell every request that nobody is there any more; uvicorn tells the last of pipelined ones alone.

        The answer to the others would be written to a closed connection, which is an error for each.
        """
        for request in self.earlier or ():
            request.disconnected = True
            request.message_event.set()
        super().connection_lost(exc)
        if self.deadline:
            self.deadline.cancel()

    def watch(self) -> None:
        """Limit the time for the head of a request; its answer has no limit."""
        request: Any = self.cycle  # None before the first
        asks = request is not None and not request.response_complete
        if asks and self.deadline:
            self.deadline.cancel()
            self.deadline = None
        elif not asks and self.deadline is None:
            self.deadline = self.loop.call_later(SECONDS_TO_ASK, self.transport.abort)


class Server(uvicorn.Server):
    """A server that ends its streams when it is stopped; they would delay the stop."""

    def __init__(self, app: Asgi, hub: Hub) -> None:
        config = uvicorn.Config(
            app,
            interface="asgi3",
            http=TimeoutHttpProtocol,
            loop=EVENT_LOOP,
            lifespan="off",
            ws="none",
            log_level="warning",
            # Addresses hold tokens, which belong in no log.
            access_log=False,
            server_header=False,
            # Errors go to the same log as everything else (see `scorekeeper.web.http.request_log`).
            log_config=None,
            # The application itself knows which proxies to believe.
            proxy_headers=False,
            # Taps of distant phones need no new connection.
            timeout_keep_alive=SECONDS_WITHOUT_ANSWER,
            timeout_graceful_shutdown=SECONDS_TO_STOP,
        )
        config.load()
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening and end open streams. Phones that take nothing are waited for only a moment."""
        self.hub.close()
        asyncio.get_running_loop().call_later(SECONDS_TO_STOP / 2, self.hang_up)
        await super().shutdown(sockets)

    def hang_up(self) -> None:
        """Drop the connections that are still open."""
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on `port`, or on the first free port from 8000 on. Raises `click.ClickException`."""
    ports = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for one in ports:
        try:
            listener = socket.create_server((host, one), family=family)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise click.ClickException(f"Cannot listen on {host}, port {one}: {error.strerror or error}") from error
        else:
            set_socket_options(listener)
            return listener
    if port is not None:
        raise click.ClickException(f"Port {port} is taken. Choose another with --port, or leave it out for a free one.")
    raise click.ClickException(f"Ports {ports[0]} to {ports[-1]} are all taken. Choose one with --port.")


def set_socket_options(listener: socket.socket) -> None:
    """Set the options of a listener, which every accepted connection inherits, on systems that know them.

    Data is sent at once, the connections of dead phones are closed, and little data waits in the system for slow
    phones.
    """
    # asyncio does this only for sockets that name their protocol. Without it a frame waits up to 40 ms for the phone
    # to acknowledge what was sent before.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    user_timeout = getattr(socket, "TCP_USER_TIMEOUT", None)
    if user_timeout is not None:
        listener.setsockopt(socket.IPPROTO_TCP, user_timeout, SECONDS_WITHOUT_ANSWER * 1000)
    unsent_at_most = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if unsent_at_most is not None:
        listener.setsockopt(socket.IPPROTO_TCP, unsent_at_most, BYTES_AHEAD_OF_A_PHONE)


def allow_many_files() -> None:
    """Raise the number of files this process may open: every phone is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def settle_memory() -> None:
    """Exclude objects that live as long as the process from garbage collection, and make full passes rare.

    A full pass over ten thousand streams stops every phone for a third of a second. It is made when the last phone has
    gone (see `build_checks`). The objects of a stream or a tap are young when they die.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, FULL_PASSES_APART)
