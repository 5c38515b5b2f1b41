"""The web application: screens, forms and answers over the bookkeeper."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from flask import Flask, Response
from flask_compress import Compress
from flask_wtf import CSRFProtect

import scorekeeper.web.games  # noqa: F401  (the screens of every game)
from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.export.importing import Imports, import_in_this_process, import_in_own_process
from scorekeeper.live import Hub, Notifications
from scorekeeper.own_process import ResultSender
from scorekeeper.source_tree import PACKAGE, find_source_tree
from scorekeeper.store import ViewerCounts, default_database, is_server, open_store
from scorekeeper.web import board, evening, groups, help, http, joining, page, setup
from scorekeeper.web.board import fast_taps, frames, stream
from scorekeeper.web.evening import importing
from scorekeeper.web.http import bodies
from scorekeeper.web.http.heavy_pages import HeavyPages, make_in_own_process, send_answer
from scorekeeper.web.http.invitations import Invitations
from scorekeeper.web.http.services import Services
from scorekeeper.web.http.sessions import Sessions
from scorekeeper.web.http.verified_cookies import VerifiedCookies
from scorekeeper.web.http.write_bounds import count_actions
from scorekeeper.web.page import access
from scorekeeper.web.page.compiled_templates import CompiledTemplates, default_folder
from scorekeeper.web.page.template_code import LeanEnvironment

ROOMS = (http, page, board, setup, help, evening, groups, joining)
"""The rooms with their blueprints and parts, from the lowest up; each may use those before it."""

DEFAULTS: Mapping[str, object] = {
    "DATABASE": None,
    "PUBLIC_URL": None,
    "LAN_URL": None,
    "LAN_URLS": tuple,
    "IMPORTS_ELSEWHERE": True,
    "PAGES_ELSEWHERE": True,
    "DEMO": False,
    "OPEN_TABLES": "anyone",
    # A form that was rendered at eight must still be good at midnight.
    "WTF_CSRF_TIME_LIMIT": None,
    "MAX_CONTENT_LENGTH": bodies.FORM.size,
    "MAX_FORM_MEMORY_SIZE": bodies.FORM.size,
    # A board is mostly repetition, which the cheap levels find as well.
    "COMPRESS_LEVEL": 3,
    "COMPRESS_ZSTD_LEVEL": 6,
}

csrf = CSRFProtect()


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return the application. `config` may set Flask's own keys and these.

    DATABASE: a path or URL. PUBLIC_URL: the address at which phones reach the server; LAN_URL: that in the local
    network; LAN_URLS: a function that returns all addresses in it.
    IMPORTS_ELSEWHERE: whether imported files are checked in a process of their own. PAGES_ELSEWHERE: whether heavy
    pages are made in one. Either process imports the script that started this one, which therefore serves only below
    ``if __name__ == "__main__":``. DEMO: whether every phone may see the tables to try, which
    then are never deleted. OPEN_TABLES: who may open tables, "anyone" or "hosts" (see `scorekeeper.web.page.opening`).
    Proxy headers are applied to a request before it comes here (see `scorekeeper.web.http.asgi`).
    """
    app = Flask("scorekeeper", template_folder=str(folder("templates")), static_folder=str(folder("static")))
    app.session_interface = Sessions(access.move_tokens)
    app.jinja_environment = LeanEnvironment
    compiled = CompiledTemplates(default_folder())
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "bytecode_cache": compiled}
    app.config.update({**DEFAULTS, **(config or {})})
    app.extensions["scorekeeper"] = open_services(app)
    csrf.init_app(app)
    app.after_request(leave_out_date)  # before `Compress`, which writes it too: what is said first is done last
    Compress(app)
    for room in ROOMS:
        for part in room.PARTS:
            part.init_app(app)
        for blueprint in room.BLUEPRINTS:
            app.register_blueprint(blueprint)
    return app


def leave_out_date(response: Response) -> Response:
    """Return a response without its time, since the server writes that into each; browsers cannot read two."""
    response.headers.pop("Date", None)
    return response


def open_services(app: Flask) -> Services:
    """Open the database of an application and build the services that all requests share."""
    url = app.config["DATABASE"] or default_database()
    several = is_server(str(url))
    store = open_store(url, alone=not several)
    own_key = store.settings.secret_key()  # made here at the latest: no page that is only read has to make it
    app.secret_key = app.config.get("SECRET_KEY") or own_key
    books = Bookkeeper(store.events, meter=count_actions)
    hub = Hub(frames.build_renderer(app, books))
    books.watchers = hub.count_phones
    way = import_in_own_process(store.url) if app.config["IMPORTS_ELSEWHERE"] else import_in_this_process(store.events)
    return Services(
        store=store,
        books=books,
        grants=store.grants,
        hub=hub,
        notifications=Notifications(books, hub, ViewerCounts(store.database) if several else None),
        invitations=Invitations(store.grants, str(app.secret_key).encode()),
        imports=Imports(way, partial(importing.make_host, store.grants), waits=several),
        heavy_pages=open_heavy_pages(app, str(url), store.url),
        verified_cookies=VerifiedCookies(),
        admit=stream.build_admission(app, store.grants, books),
        record_fast_tap=fast_taps.fast_tap_recorder(app),
    )


SETTINGS_OF_A_PAGE = ("PUBLIC_URL", "LAN_URL", "DEMO")
"""The settings of an application that a page made elsewhere depends on, besides those below."""


def open_heavy_pages(app: Flask, url: str, opened: str) -> HeavyPages | None:
    """Return the heavy pages of an application, whose database `url` other processes open as `opened`."""
    if not app.config["PAGES_ELSEWHERE"]:
        return None
    settings = {
        **{name: app.config[name] for name in SETTINGS_OF_A_PAGE},
        "DATABASE": opened if is_server(url) else f"sqlite:///{opened}?mode=ro",
        "SECRET_KEY": app.secret_key,
        "PAGES_ELSEWHERE": False,
        "IMPORTS_ELSEWHERE": False,
        "RATELIMIT_ENABLED": False,  # the request has been counted
    }
    return HeavyPages(make_in_own_process(answer_one_page, settings))


def answer_one_page(
    settings: Mapping[str, object], environ: Mapping[str, object], number: str, sender: ResultSender
) -> None:
    """Answer one request in a process of its own."""
    app = create_app(settings)
    with app.extensions["scorekeeper"].store:
        send_answer(app, environ, number, sender)


def folder(name: str) -> Path:
    """Return a folder of the program: inside the installed package, or beside it in a source tree."""
    return (find_source_tree() or PACKAGE) / name
