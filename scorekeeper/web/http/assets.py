"""Static files under addresses that change with their content, so that phones may keep them for ever."""

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

from scorekeeper.web.http.bundles import BUNDLES

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""For an address without the digest of the file's present content: phones ask for changes.

One script imports another without a digest, and a page from before a restart has that of an earlier version.
"""

NEEDLESS_HEADERS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")


def init_app(app: Flask) -> None:
    """Join the files of `BUNDLES`, mark the addresses of static files, and say how long to keep them."""
    static = Path(str(app.static_folder))
    bundles = {name: join(static).encode() for name, join in BUNDLES.items()}
    app.extensions["bundles"] = bundles
    app.view_functions["static"] = send_static_file
    app.url_defaults(add_digest)
    app.after_request(set_cache_headers)
    app.extensions["sprite"] = f"{app.static_url_path}/icons.svg?v={digest_file(static / 'icons.svg')}"
    app.extensions["program"] = digest_folders(static, Path(str(app.template_folder)))
    app.jinja_env.globals |= {"sprite": sprite, "program": lambda: current_app.extensions["program"]}


def send_static_file(filename: str) -> Response:
    """Send a joined file, or one of the static folder."""
    joined = bundles().get(filename)
    if joined is None:
        return current_app.send_static_file(filename)
    response = Response(joined, mimetype=guess_type(filename)[0])
    response.set_etag(digest_static_file(filename))
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:  # once for all, and better than an answer that is packed for one
        response.set_data(compress(joined))
        response.content_encoding = "gzip"
    response.make_conditional(request)
    return response


@cache
def compress(content: bytes) -> bytes:
    """Return some content as small as gzip makes it."""
    return gzip.compress(content, mtime=0)


def bundles() -> Mapping[str, bytes]:
    """Return the joined files of the current application by name."""
    joined: Mapping[str, bytes] = current_app.extensions["bundles"]
    return joined


def add_digest(endpoint: str, values: dict[str, Any]) -> None:
    """Add the mark of a static file's content to its address."""
    if endpoint == "static" and "v" not in values:
        values["v"] = digest_static_file(values["filename"])


def digest_static_file(filename: str) -> str:
    """Return a short mark of the content of a static file or a joined one; nothing for one that is not there."""
    joined = bundles().get(filename)
    return digest_file(Path(str(current_app.static_folder)) / filename) if joined is None else digest_content(joined)


@cache
def digest_file(path: Path) -> str:
    """A short mark of a file's content; of one that is not there, nothing."""
    return digest_content(path.read_bytes()) if path.is_file() else ""


@cache
def digest_content(content: bytes) -> str:
    """Return a short mark of some content."""
    return sha256(content).hexdigest()[:8]


def digest_folders(*folders: Path) -> str:
    """A short mark of this version of all pages: one that another version drew is loaded anew."""
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def set_cache_headers(response: Response) -> Response:
    """Let a static file be kept as long as its address says, under a head that is no longer than needed."""
    if request.endpoint == "static" and response.status_code < 400:
        for_ever = request.args.get("v") == digest_static_file(str((request.view_args or {})["filename"]))
        response.headers["Cache-Control"] = FOR_EVER if for_ever else ASK_AGAIN
        for needless in (
            *NEEDLESS_HEADERS,
            *(["ETag"] if for_ever else []),
        ):  # of what is kept for ever nobody asks again
            response.headers.pop(needless, None)
    return response


def sprite() -> str:
    """The address of the icons. A board has dozens, so it is put together once."""
    return str(current_app.extensions["sprite"])
