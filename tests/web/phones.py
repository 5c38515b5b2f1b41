"""Phones and the tables they are at: every request as a browser would send it, without a browser."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.store import Kind
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Services
from tests.web.pages import Element, parse

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")

Fields = Mapping[str, Any]

TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
"""How a form of the first page has it: reading that page element by element would take as long as drawing it."""


class Phone:
    """A browser with its cookies, whose forms have the token of its session."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.app = app
        self.client = app.test_client()
        self.headers = {"Accept-Language": language, "User-Agent": "Mozilla/5.0 (Linux; Android 16)"}
        self._token = ""

    @property
    def token(self) -> str:
        """The CSRF token, read from a page."""
        if not self._token:
            found = TOKEN.search(self.get("/").text)
            assert found
            self._token = found[1]
        return self._token

    @property
    def device(self) -> str:
        """The name of this phone in the log, once it has done anything."""
        with self.client.session_transaction() as session:
            return str(session["device"])

    def get(self, path: str) -> TestResponse:
        """Follow a link."""
        return self.client.get(path, headers=self.headers)

    def post(
        self, path: str, fields: Fields | None = None, *, forged: bool = False, htmx: bool = False
    ) -> TestResponse:
        """Send a form as a browser does, or as htmx does; `forged` omits the token."""
        data, headers = MultiDict(fields or {}), dict(self.headers)
        if htmx:
            headers["HX-Request"] = "true"
        if htmx and not forged:
            headers["X-CSRFToken"] = self.token
        elif not forged:
            data.setdefault("csrf_token", self.token)
        return self.client.post(path, data=data, headers=headers)

    def page(self, path: str, status: int = 200) -> Element:
        """Return the page at an address, which must answer with `status`."""
        response = self.get(path)
        assert response.status_code == status, f"{path}: {response.status} {response.text[-500:]}"
        return parse(response.text)

    def submit(self, path: str, action: str, button: Fields | None = None, **chosen: Any) -> TestResponse:
        """Fill in the form of the page at `path` that posts to `action`, and send it."""
        fields = self.page(path).form(action).sends()
        for name, value in {**chosen, **(button or {})}.items():
            fields.setlist(name, list(value) if isinstance(value, (list, tuple)) else [value])
        return self.post(action, fields)


class Table:
    """A table and the phone of its host."""

    def __init__(self, host: Phone, table_id: str) -> None:
        self.host = host
        self.app = host.app
        self.id = table_id
        self.path = f"/t/{table_id}"

    @property
    def services(self) -> Services:
        services: Services = self.app.extensions["scorekeeper"]
        return services

    @property
    def ledger(self) -> Ledger:
        """The present ledger, whichever process recorded last."""
        self.services.notifications.refresh(self.id)
        return self.services.books.ledger(self.id)

    @property
    def state(self) -> TableState:
        return self.ledger.state

    @property
    def version(self) -> int:
        return self.ledger.version

    @property
    def scores(self) -> dict[int, Any]:
        """Everyone's standing as a number."""
        return {player: standing.value for player, standing in self.state.standings.items()}

    @property
    def log(self) -> list[bytes]:
        """The stored moves."""
        return [move for action in self.services.store.events.load(self.id) for move in action.moves]

    def links(self, phone: Phone | None = None) -> list[str]:
        """Return the paths of the links that a phone shows (by default the host's): join, watch, host."""
        page = (phone or self.host).page(f"{self.path}/links")
        return [urlsplit(each.text).path for each in page.all("p") if "data-link" in each.attributes]

    def follow(self, kind: Kind, language: str = "en") -> Phone:
        """Return a phone that has used a link of this kind."""
        phone = Phone(self.app, language)
        response = phone.get(f"/l/{self.services.grants.issue(self.id, kind)}")
        assert response.status_code == 302, response.text
        return phone

    def stranger(self, language: str = "en") -> Phone:
        """Return a phone that has seen no link."""
        return Phone(self.app, language)

    def watcher(self, language: str = "en") -> Phone:
        """Return a phone with the watch link."""
        return self.follow("watch", language)

    def joiner(self, language: str = "en") -> Phone:
        """Return a phone with the join link, without a seat."""
        return self.follow("join", language)

    def take_seat(self, player: int, language: str = "en") -> Phone:
        """Return a phone that has taken a seat."""
        phone = self.joiner(language)
        response = phone.post(f"{self.path}/seat", {"player": player})
        assert response.status_code == 302, response.text
        return phone

    def choose_modes(self, *modes: str, by: Phone | None = None) -> None:
        """Record how the table is recorded from now on, such as ``play:cards``, where it is not so already."""
        for each in modes:
            part, _, mode = each.partition(":")
            if self.state.game.modes.get(part) and self.state.mode(part) != mode:
                self.record("mode", {"by": each}, by=by)

    def seat_link(self, phone: Phone) -> str:
        """Return the path of the link that moves this phone's seat to another phone."""
        texts = [each.text for each in phone.page(f"{self.path}/move").all("p") if "data-link" in each.attributes]
        assert len(texts) == 1
        return urlsplit(texts[0]).path

    def program_token(self) -> str:
        """Return the token that the host's page shows to programs."""
        paragraphs = self.host.page(f"{self.path}/programs").all("p")
        links = [each.text for each in paragraphs if "data-link" in each.attributes]
        (token,) = {link.rpartition("token=")[2] for link in links}
        return token

    def role_of(self, phone: Phone) -> str:
        """Return the role of a phone by what it is shown. There must be an action to undo."""
        page = phone.get(self.path)
        if page.status_code == 403:
            return "stranger"
        if 'id="change-rules"' in phone.get(f"{self.path}/rules").text:
            return "host"
        if f"{self.path}/record/undo" in page.text:
            return "scorer"
        return "player" if phone.get(f"{self.path}/move").status_code == 200 else "watcher"

    def limit_scorers(self, *players: int) -> None:
        """Let only these seats record."""
        response = self.host.post(f"{self.path}/links/scorers", {f"scorer_{player}": "yes" for player in players})
        assert response.status_code == 302

    def send(self, form: str, fields: Fields | None = None, *, by: Phone | None = None, **more: Any) -> TestResponse:
        """Tap a button of the dock as htmx sends it, at the present version or the one in the fields."""
        data = {**(fields or {}), **more}
        if "version" not in data:
            data["version"] = self.version
        return (by or self.host).post(f"{self.path}/record/{form}", data, htmx=True)

    def record(self, form: str, fields: Fields | None = None, *, by: Phone | None = None, **more: Any) -> Element:
        """Tap a button of the dock, which must be recorded."""
        before = self.version
        response = self.send(form, fields, by=by, **more)
        assert response.status_code == 200, f"{form}: {parse(response.text).problems or response.text}"
        assert self.version > before
        return parse(response.text)

    def play_hand(self, side: str = "card|2", points: int = 17, declarer: int = 1, bid: str = "16H") -> None:
        """Record a hand of Mighty by its contract and its result."""
        self.record("start_hand")
        self.record("enter_contract", declarer=declarer, level=bid[:2], trump=bid[2:])
        self.record("result", side=side, points=points)


def open_table(
    app: Flask,
    preset: str = "pagat",
    names: tuple[str, ...] = NAMES,
    *,
    game: str = "mighty",
    host: Phone | None = None,
    **more: Any,
) -> Table:
    """Open a table by way of its form; `more` are house rules and the number of hands."""
    phone = host or Phone(app)
    fields = {f"name_{seat}": name for seat, name in enumerate(names, 1)}
    rules = {key: str(value).lower() if isinstance(value, bool) else value for key, value in more.items()}
    response = phone.post("/new", {"game": game, "preset": preset, **fields, **rules})
    assert response.status_code == 302, parse(response.text).problems
    return Table(phone, response.location.split("/")[2])
