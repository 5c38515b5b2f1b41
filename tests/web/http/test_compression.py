"""The compression of answers."""

import gzip
import zlib
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from werkzeug.test import TestResponse

from tests.web.pages import parse
from tests.web.phones import Phone, Table

BROWSER = "gzip, deflate"
"""What browsers take over plain HTTP."""

FIRST_LOAD = 70 * 1024
"""Bytes that a phone may be sent before it shows a table. There are no fonts among them."""

UNPACK: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "deflate": zlib.decompress}


def fetch(phone: Phone, path: str, encodings: str = BROWSER) -> TestResponse:
    return phone.client.get(path, headers={**phone.headers, "Accept-Encoding": encodings})


def test_pages_and_files_are_compressed_and_streams_are_not(table: Table, phone: Phone) -> None:
    for path in (table.path, "/static/page/app.css", "/static/page/keys.js", "/static/icons.svg"):
        plain, packed = fetch(table.host, path, "identity"), fetch(table.host, path)
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert len(packed.data) < len(plain.data) / 2
        assert len(UNPACK[packed.headers["Content-Encoding"]](packed.data)) == len(plain.data)
    stream = fetch(table.host, f"/live/{table.id}")
    assert "Content-Encoding" not in stream.headers
    stream.close()
    # A file that has not changed is not sent again.
    tag = fetch(phone, "/static/page/keys.js").headers["ETag"]
    again = phone.client.get("/static/page/keys.js", headers={"Accept-Encoding": BROWSER, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_the_time_of_an_answer_is_left_to_the_server(table: Table) -> None:
    """A second one is joined to it, and no browser can read that."""
    for address in ("", "/live.json", "/sheet", "/static/page/keys.js"):
        path = address if address.startswith("/static") else table.path + address
        for encodings in ("identity", BROWSER):
            assert "Date" not in fetch(table.host, path, encodings).headers, path


@pytest.mark.parametrize("begun", [False, True])
def test_first_sight_of_a_table_is_small(table: Table, begun: bool) -> None:
    if begun:
        table.host.submit(table.path, f"{table.path}/record/start_hand")
    page = fetch(table.host, table.path)
    links = parse(gzip.decompress(page.data).decode())
    addresses = {
        *(link.attributes["href"] for link in links.all("link")),
        *(script.attributes["src"] for script in links.all("script")),
        *(use.attributes["href"].partition("#")[0] for use in links.all("use")),
    } - {""}  # a drawing on the page itself
    files = [fetch(table.host, urljoin(table.path, address)) for address in addresses]
    assert all(file.status_code == 200 for file in files)
    assert len(page.data) + sum(len(file.data) for file in files) < FIRST_LOAD
