"""How many bytes a phone is sent: for the first sight of a table, and for each change of it."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import mean

from playwright.sync_api import Browser, Response

from tests.bench.browser import chromium, open_phone
from tests.bench.evening import Device, hand, seeding
from tests.bench.processes import real_server
from tests.bench.report import Row
from tests.bench.sizes import Sizes
from tests.bench.wire import HOST, Table

KB = 1024


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """A table between its hands, seen by Chromium, which has nothing of it yet; then a hand, tap by tap."""
    with seeding(folder / "weight.db") as seeder:
        device = seeder.device(seeder.table(1))
    with real_server(folder / "weight.db") as server, chromium() as browser:
        files = first_load(browser, server.port, device)
        with closing(Table(server.port, device, [device])) as table:
            stream = table.streams[0]
            frames, came = [stream.frame], [stream.received]
            for tap in hand(1):
                table.record(tap.form, tap.fields)
                frames.append(stream.frame)
                came.append(stream.received - sum(came))
    sent = sum(as_sent for as_sent, _ in files) + came[0]
    bodies = [body for _, body in files] + [frames[0]]
    what = f"first load of a table: {len(files)} files with heads, and the first frame"
    yield Row(f"{what} (gzip -9, no heads)", sent / KB, "KB", packed(bodies) / KB, most=75)
    yield Row(f"{what} (uncompressed, no heads)", sent / KB, "KB", sum(map(len, bodies)) / KB)
    yield Row(
        "one update, mean of a hand (gzip -9)",
        mean(came[1:]) / KB,
        "KB",
        packed(frames[1:]) / len(came[1:]) / KB,
        most=1,
    )


def first_load(browser: Browser, port: int, device: Device) -> list[tuple[int, bytes]]:
    """What each answer took on the wire, head included, and its body uncompressed; without the stream."""
    responses: list[Response] = []
    page = open_phone(browser, port, device)
    page.on("response", lambda response: responses.append(response))
    with page.expect_response("**/live/**"):
        page.goto(f"http://{HOST}:{port}/t/{device.table_id}")
    page.wait_for_function("document.querySelector('#table')")
    loaded = []
    for response in responses:
        if "/live/" not in response.url:
            sizes = response.request.sizes()
            loaded.append((sizes["responseHeadersSize"] + sizes["responseBodySize"], response.body()))
    return loaded


def packed(parts: list[bytes]) -> int:
    """Bytes after the best that gzip can do with each part."""
    return sum(len(gzip.compress(part, 9)) for part in parts)
