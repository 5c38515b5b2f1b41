"""The bytes that a phone is sent: for the first load of a table, and for each change of it."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from playwright.sync_api import Browser, Response

from tools.bench.browser import launch_chromium, open_phone
from tools.bench.evening import build_hand_taps, open_seeder
from tools.bench.forms import Device
from tools.bench.report import Row
from tools.bench.servers import APP, SOCKETIO, MeasuredServer, list_kinds, run_servers
from tools.bench.sizes import Sizes
from tools.bench.wire import HOST

KB = 1024


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Load a table between hands in a Chromium without a cache, then play a hand tap by tap."""
    with open_seeder(folder / "weight.db") as seeder:
        device = seeder.add_device(seeder.add_table(1))
    with run_servers(list_kinds(sizes), folder / "weight.db") as servers, launch_chromium() as browser:
        files = measure_first_load(browser, servers[APP].port, device)
        updates = {kind: measure_updates(server, device) for kind, server in servers.items()}
    first, *changes = updates[APP]
    sent = sum(as_sent for as_sent, _ in files) + first.received
    bodies = [body for _, body in files] + [first.frame]
    what = f"first load of a table: {len(files)} files with heads, and the first frame"
    yield Row(f"{what} (gzip -9, no heads)", sent / KB, "KB", gzip_size(bodies) / KB, most=75)
    alone = gzip_size([update.frame for update in changes]) / len(changes) / KB
    compared = updates.get(SOCKETIO, [])[1:]
    yield Row(
        "one update on the wire, mean of a hand (gzip -9)",
        mean(update.received for update in changes) / KB,
        "KB",
        alone,
        [mean(update.received for update in compared) / KB] if compared else (),
        most=1,
    )


class Update(NamedTuple):
    """A frame, and the bytes received until it was complete."""

    frame: bytes
    received: int


def measure_updates(server: MeasuredServer, device: Device) -> list[Update]:
    """Return the first frame of a stream, and one for each tap of a hand."""
    with closing(server.open_table([device])) as table:
        phone, channel = table.watching[0], table.channels.watching[0]
        updates = [Update(channel.frame, phone.received)]
        for _ in build_hand_taps(1):
            before = phone.received
            table.play(1)
            updates.append(Update(channel.frame, phone.received - before))
    return updates


def measure_first_load(browser: Browser, port: int, device: Device) -> list[tuple[int, bytes]]:
    """Return for each answer but the stream its bytes on the wire with headers, and its decompressed body."""
    responses: list[Response] = []
    page = open_phone(browser, port, device)
    page.on("response", lambda response: responses.append(response))
    with page.expect_response("**/live/**"):
        page.goto(f"http://{HOST}:{port}/t/{device.table_id}")
    page.wait_for_selector("#table")
    loaded = []
    for response in responses:
        if "/live/" not in response.url:
            sizes = response.request.sizes()
            loaded.append((sizes["responseHeadersSize"] + sizes["responseBodySize"], response.body()))
    return loaded


def gzip_size(parts: list[bytes]) -> int:
    """Return the total size of `parts`, each compressed by gzip at its best level."""
    return sum(len(gzip.compress(part, 9)) for part in parts)
