"""A small Flask-SocketIO server on gevent that records through the same bookkeeper and draws the same boards.

A board is drawn once for each room, which holds a table's phones of one role and language. Rights are checked when a
phone connects. Argument: the database. Prints the port. Run it by ``python -m gevent.monkey --module``.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import gevent
from flask import Flask, Response, request, session
from flask_socketio import SocketIO, join_room
from gevent.pywsgi import WSGIServer
from geventwebsocket.handler import WebSocketHandler
from werkzeug.datastructures import MultiDict

from scorekeeper.commands.serve import allow_many_files, listen, settle_memory
from scorekeeper.live import Audience
from scorekeeper.web import create_app
from scorekeeper.web.board.frames import audience_of, render_main
from scorekeeper.web.board.table import read_move
from scorekeeper.web.http.services import Services
from scorekeeper.web.page.access import Visitor, visitor_of
from tools.bench.probe import TICK, Probe

BACKLOG = 2048

Board = dict[str, Any]
"""A board as a message: its version and its HTML."""


class SocketTables:
    """The phones by connection id, and the rooms of each table."""

    def __init__(self, app: Flask, live: SocketIO) -> None:
        self.services: Services = app.extensions["scorekeeper"]
        self.live = live
        self.phones: dict[str, tuple[str, Visitor, Audience]] = {}
        self.rooms: dict[str, Counter[Audience]] = defaultdict(Counter)
        self.boards: dict[tuple[str, Audience], Board] = {}

    def connect(self, _auth: object = None) -> bool | None:
        """Let a phone watch its table. Returns False to refuse it."""
        table_id = request.args["table"]
        visitor = visitor_of(table_id, session)
        if not visitor.may_record:
            return False
        audience = audience_of(visitor)
        self.phones[connection_id()] = table_id, visitor, audience
        self.rooms[table_id][audience] += 1
        join_room(room_name(table_id, audience))
        self.live.emit("board", self.draw_board(table_id, audience), to=connection_id())
        return None

    def disconnect(self, _reason: object = None) -> None:
        """Forget a phone."""
        table_id, _, audience = self.phones.pop(connection_id())
        self.rooms[table_id][audience] -= 1

    def record(self, tap: dict[str, Any]) -> int:
        """Record a tap and send the board to every room. Return the version after it."""
        table_id, visitor, _ = self.phones[connection_id()]
        books, version = self.services.books, tap["version"]
        move = read_move(books.ledger(table_id).state, tap["form"], MultiDict(tap["fields"]))
        key = f"{visitor.device}-{version}"
        ledger = books.record(table_id, move, version=version, recorder=visitor.recorder, key=key)
        for audience, phones in tuple(self.rooms[table_id].items()):
            if phones:
                self.live.emit("board", self.draw_board(table_id, audience), to=room_name(table_id, audience))
        return ledger.version

    def draw_board(self, table_id: str, audience: Audience) -> Board:
        """Return the board of a table for an audience, drawn at most once a version."""
        ledger = self.services.books.ledger(table_id)
        drawn = self.boards.get((table_id, audience))
        if drawn is None or drawn["version"] != ledger.version:
            drawn = {"version": ledger.version, "html": render_main(table_id, ledger, audience)}
            self.boards[table_id, audience] = drawn
        return drawn


def connection_id() -> str:
    """Return Socket.IO's id of the connection of the current event."""
    return str(request.sid)  # type: ignore[attr-defined]


def room_name(table_id: str, audience: Audience) -> str:
    """Return the name of the room of an audience."""
    return f"{table_id} {audience}"


def watch_greenlets(probe: Probe) -> object:
    """Wake every `TICK` seconds among the greenlets and note the delays."""

    def watch() -> None:
        while True:
            began = time.perf_counter()
            gevent.sleep(TICK)
            probe.note_delay(time.perf_counter() - began - TICK)

    return gevent.spawn(watch)


def draw_as_the_app(_app: Flask) -> None:
    """Leave the application as it is: the default for `prepare`."""


def main(prepare: Callable[[Flask], None] = draw_as_the_app) -> None:
    """Serve the database named in the arguments until a signal ends the process, by an application thus prepared."""
    allow_many_files()
    app = create_app({"DATABASE": sys.argv[1], "RATELIMIT_ENABLED": False})
    prepare(app)
    # Events run in their connection's greenlet. The ping timeout is long, since servers that share a machine may hear
    # from a phone late.
    live = SocketIO(
        app,
        async_mode="gevent",
        async_handlers=False,
        ping_timeout=60,
        transports=["websocket"],
        cors_allowed_origins=[],
    )
    tables, probe = SocketTables(app, live), Probe(watch_greenlets)
    for event in (tables.connect, tables.disconnect, tables.record):
        live.on_event(event.__name__, event)
    app.add_url_rule("/probe/<question>", view_func=lambda question: Response(probe.answer(question)), endpoint="probe")
    listener = listen("127.0.0.1", 0)
    listener.listen(BACKLOG)
    server = WSGIServer(listener, app, log=None, handler_class=WebSocketHandler)
    print(listener.getsockname()[1], flush=True)
    settle_memory()
    server.serve_forever()


if __name__ == "__main__":
    main()
