"""The time until a phone that scans the QR code shows the seats, over a slow link and with a slow processor."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Request

from tools.bench.browser import launch_chromium
from tools.bench.evening import open_seeder
from tools.bench.report import Row
from tools.bench.servers import APP, run_server
from tools.bench.sizes import Sizes
from tools.bench.wire import HOST

LATENCY = 150
"""Milliseconds from a request to the first byte of its answer."""
BYTES_A_SECOND = 1_600_000 / 8
SLOWER = 4
"""The factor by which the phone's processor is slower than this machine's."""

WATCH = """
window.seatsAt = new Promise((resolve) => {
  const look = () => {
    const seats = document.querySelector(".names, #seats");
    if (seats?.checkVisibility()) requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
});
"""
"""A script that notes when the seats can be tapped."""

PAINTED = """
new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
  });
  observer.observe({ type: "paint", buffered: true });
});
"""


class PageLoad(NamedTuple):
    """A page load: requests, bytes, and milliseconds to the first paint and to the seats."""

    requests: int
    size: int
    painted: float
    seats: float


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Open the link to join in a fresh Chromium, beside a static page of as many bytes."""
    with open_seeder(folder / "slow_link.db") as seeder:
        table_id = seeder.add_table()
        token = seeder.store.grants.issue(table_id, "join")
    with run_server(APP, folder / "slow_link.db") as server, launch_chromium() as browser:
        loads = [load_page(browser, f"http://{HOST}:{server.port}/l/{token}") for _ in range(sizes.repeats)]
        with serve_static_page(loads[0].size) as address:
            still = [load_page(browser, address) for _ in range(sizes.repeats)]
    link = f"{LATENCY} ms, 1.6 Mbit/s, a processor {SLOWER} times slower"
    yield Row("requests until the seats are shown", [float(each.requests) for each in loads], "", most=12)
    yield Row("KB until the seats are shown", [each.size / 1024 for each in loads], "KB", most=75)
    for what, measured, limit, most in (
        ("first paint", [each.painted for each in loads], [each.painted for each in still], 1.0),
        ("the seats", [each.seats for each in loads], [each.seats for each in still], 1.6),
    ):
        seconds, reference = [each / 1000 for each in measured], [each / 1000 for each in limit]
        yield Row(f"{what} after scanning the QR, over {link} (one static page)", seconds, "s", reference, most=most)


def load_page(browser: Browser, address: str) -> PageLoad:
    """Load a page over the slow link in a fresh browser."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, is_mobile=True, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    received = {"bytes": 0}
    session.on("Network.dataReceived", lambda told: count_bytes(received, told["encodedDataLength"]))
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    seats = float(page.evaluate("window.seatsAt"))
    asked, size = len(requests), received["bytes"]
    painted = float(page.evaluate(PAINTED))
    context.close()
    return PageLoad(asked, size, painted, seats)


def count_bytes(received: dict[str, int], size: int) -> None:
    """Add `size` to the bytes received."""
    received["bytes"] += size


@contextmanager
def serve_static_page(size: int) -> Iterator[str]:
    """Serve one page of `size` bytes with the seats at its end and nothing else to load. Yields its address."""
    start, end = b"<!doctype html><title>Static</title><!--", b"--><ul class=names><li>Ana</ul>"
    body = start + b"-" * max(0, size - len(start) - len(end)) + end

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer((HOST, 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_address[1]}/"
        finally:
            server.shutdown()
