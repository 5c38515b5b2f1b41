"""Static files under addresses that change with their content, so that phones may keep them for ever."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""For an address without its content's mark, as one script imports another: phones ask whether it has changed."""

NEEDLESS = ("Content-Disposition", "Last-Modified", "Date", "Accept-Ranges")


def init_app(app: Flask) -> None:
    """Mark the addresses of static files, and say how long to keep them."""
    static = Path(str(app.static_folder))
    app.url_defaults(lambda endpoint, values: mark(static, endpoint, values))
    app.after_request(keep)
    app.extensions["sprite"] = f"{app.static_url_path}/icons.svg?v={digest(static / 'icons.svg')}"
    app.extensions["program"] = program(static, Path(str(app.template_folder)))
    app.jinja_env.globals |= {"sprite": sprite, "program": lambda: current_app.extensions["program"]}


def mark(static: Path, endpoint: str, values: dict[str, Any]) -> None:
    """Add the mark of a static file's content to its address."""
    if endpoint == "static" and "v" not in values:
        values["v"] = digest(static / values["filename"])


@cache
def digest(path: Path) -> str:
    """A short mark of a file's content; of one that is not there, nothing."""
    return sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else ""


def program(*folders: Path) -> str:
    """A short mark of this edition of all pages: one that another edition drew is loaded anew."""
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def keep(response: Response) -> Response:
    """Let a static file be kept as long as its address says, under a head that is no longer than needed."""
    if request.endpoint == "static":
        for_ever = bool(request.args.get("v"))
        response.headers["Cache-Control"] = FOR_EVER if for_ever else ASK_AGAIN
        for needless in (*NEEDLESS, *(["ETag"] if for_ever else [])):  # of what is kept for ever nobody asks again
            response.headers.pop(needless, None)
    return response


def sprite() -> str:
    """The address of the icons. A board has dozens, so it is put together once."""
    return str(current_app.extensions["sprite"])
