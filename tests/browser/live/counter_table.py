"""The smallest table: a number that each tap increments, on a page that follows the contract of the real pages."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from scorekeeper.live import Audience, Frame, Hub
from scorekeeper.web.http.asgi import Asgi, with_streams

ROOT = Path(__file__).parents[3]
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'"

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Tiny</title>
<meta name="viewport" content="width=device-width">
<meta name="htmx-config" content='{{"includeIndicatorCSS": false, "history": false}}'>
<link rel="icon" href="/static/favicon.svg">
<script src="/static/vendor/htmx-4.0.1.min.js" defer></script>
<script src="/static/vendor/htmx-sse-4.0.1.min.js" defer></script>
<script src="/static/board/outbox.js" type="module"></script>
<script src="/static/board/live.js" type="module"></script>
</head>
<body hx-headers:inherited='{{"X-CSRFToken": "{token}"}}' data-phone="7">
<div id="banner" role="status" hidden data-lost="Lost." data-sending="Waiting to send." data-kept="Waiting to send."
data-waits="One waits." data-old="" data-denied="Denied."></div>
<p><span data-phones data-one="# phone" data-other="# phones" hx-morph-skip></span></p>
<div id="live" hx-sse:connect="/live/t" hx-trigger="connect" hx-target="#table" hx-swap="outerMorph"></div>
{table}
<div id="toast" role="status" hidden data-failed="Not recorded."></div>
<div id="unsaved" role="alert" hidden><b></b> <small></small> <a href="/">Look</a>
<button type="button">Discard</button></div>
</body>
</html>
"""

TABLE = """<main id="table" data-version="{version}">
<p id="score">Score {version} for {role}</p>
<p id="problem" role="alert">{problem}</p>
<form method="post" action="/add" hx-post="/add" hx-target="#table" hx-swap="outerMorph" data-command>
<input type="hidden" name="version" value="{version}">
<label>Note <input name="note" id="note" value="{note}" autocomplete="off"></label>
<button type="submit" id="add">Add</button>
<button type="submit" id="add-two" formaction="/add-two" formnovalidate>Add two</button>
<button type="submit" id="wrong" name="wrong" value="yes">Wrong</button>
</form>
</main>"""


class CounterTable:
    """A state that outlives its servers, and switches by which a test makes them misbehave."""

    def __init__(self) -> None:
        self.version = 0
        self.keys: dict[str, int] = {}
        self.token = "drawn here"
        self.kept_by: list[str | None] = []
        self.posts = 0
        self.recorded = threading.Semaphore(0)
        self.role = "scorer"
        self.admitted = True
        self.drawable = True
        self.failing: Callable[[], Response] | None = None
        self.answering = threading.Event()
        self.answering.set()
        self.lock = threading.Lock()
        self.hub = Hub(self.render)

    def render(self, _table_id: str, audience: Audience) -> Frame:
        if not self.drawable:
            raise RuntimeError("it cannot be drawn")
        version = self.version
        return Frame(version, self.draw(version, audience.role))

    def draw(self, version: int, role: str, problem: str = "", note: str = "") -> str:
        return TABLE.format(version=version, role=role, problem=problem, note=note)

    def admit(self, _environ: Mapping[str, Any], _table_id: str) -> tuple[Audience, Callable[[], bool]] | None:
        role = self.role
        return (Audience(role, "en"), lambda: self.admitted and self.role == role) if self.admitted else None

    def record(self, amount: int = 1) -> int:
        """Record a change made elsewhere."""
        with self.lock:
            self.version += amount
            version = self.version
        self.hub.publish("t", version)
        return version

    def add(self, amount: int) -> Response:
        """Answer a tap."""
        self.posts += 1
        if self.failing:
            return self.failing()
        if request.headers.get("X-CSRFToken") != self.token:
            return Response("forged", 400)
        self.kept_by.append(request.headers.get("Kept-By"))
        key = request.headers["Idempotency-Key"]
        note = request.form["note"]
        with self.lock:
            if request.form.get("wrong"):
                return Response(self.draw(self.version, self.role, "That is wrong.", note), 422)
            if key not in self.keys:
                if request.form["version"] != str(self.version):
                    return Response(self.draw(self.version, self.role, "Too late.", note), 409)
                self.version += amount
                self.keys[key] = self.version
        self.hub.publish("t", self.keys[key])
        frame = self.hub.frame("t", Audience(self.role, "en"))
        self.recorded.release()
        assert self.answering.wait(60)
        return Response(frame.html)

    def page(self) -> str:
        """Return the page with the current token."""
        return PAGE.format(table=self.draw(self.version, self.role), token=self.token)

    def make(self) -> tuple[Asgi, Hub]:
        """Return a new server's application, and close the hub of the one before."""
        self.hub = Hub(self.render)
        app = Flask("tiny", static_folder=str(ROOT / "static"))
        app.add_url_rule("/", "page", self.page)
        app.add_url_rule("/add", "add", lambda: self.add(1), methods=["POST"])
        app.add_url_rule("/add-two", "add-two", lambda: self.add(2), methods=["POST"])

        @app.after_request
        def protect(response: Response) -> Response:
            response.headers["Content-Security-Policy"] = POLICY
            return response

        return with_streams(app, self.hub, self.admit), self.hub
