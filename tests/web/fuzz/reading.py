"""The fields that the program reads, and the forms and links of its pages, found by watching it at work."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from flask import Flask, Request, Response, request
from werkzeug.datastructures import EnvironHeaders, ImmutableMultiDict
from werkzeug.routing import Rule

from scorekeeper.export import export_document
from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from scorekeeper.web.board.table import TABLE_FORMS
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.screens import SCREENS
from tests.web.form_strategies import closed_lists, field_name, key_groups
from tests.web.fuzz.house import LaidOutTable, Site
from tests.web.fuzz.values import FIELDS, HEADERS, TEXTS
from tests.web.pages import Element, parse

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Pairs = tuple[tuple[str, str], ...]
Choices = Mapping[str, tuple[str, ...]]
HERE = "TABLE"
"""In an address: the table."""

VERSION, ID, CLAIM, GRANT, CODE, GROUP = "the version", "the id", "the claim", "the grant", "the code", "the group"
SIGNED = "the dispute"
STANDING = {
    "version": VERSION,
    "table": ID,
    "claim": CLAIM,
    "grant": GRANT,
    "deputy": GRANT,
    "code": CODE,
    "group": GROUP,
    "signed": SIGNED,
    "key": "a key",
}
"""Fields whose values are another each time, and what stands for these: of the table as it is laid out."""

FORM_TOKEN = "csrf_token"

MOST_PAGES, FEW_PAGES = 48, 6
"""Pages of a table that are looked at for forms and links: of one in the middle of things, and of the others."""

SENT_ANYWAY = ("Cookie", "Content-Type", "Content-Length", "Transfer-Encoding")
"""Headers that are drawn elsewhere."""

MIDDLES = ("tally, the friend is known", "moment", "zpy: eight, tally", "zpy: eight, calls")
"""Scenes in which every form is sent empty: what is read depends on the phase."""


class NotingFields(ImmutableMultiDict[str, str]):
    """Fields that note which of them are asked for."""

    asked: set[str] = set()  # noqa: RUF012

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, *args: Any, **more: Any) -> Any:
        self.asked.add(key)
        return super().get(key, *args, **more)

    def getlist(self, key: str, *args: Any) -> Any:
        self.asked.add(key)
        return super().getlist(key, *args)


class NotingHeaders(EnvironHeaders):
    """Headers that do."""

    asked: set[str] = set()  # noqa: RUF012

    def get(self, key: str, *args: Any, **more: Any) -> Any:
        self.asked.add(key.title())
        return super().get(key, *args, **more)

    def __getitem__(self, key: Any) -> Any:
        self.asked.add(str(key).title())
        return super().__getitem__(key)

    def __contains__(self, key: str) -> bool:
        self.asked.add(key.title())
        return super().__contains__(key)


class NotingRequest(Request):
    """Requests whose fields and headers do."""

    parameter_storage_class = NotingFields

    def __init__(self, environ: "WSGIEnvironment", *args: Any, **more: Any) -> None:
        super().__init__(environ, *args, **more)
        self.headers = NotingHeaders(environ)


def note_fields(app: Flask) -> dict[str, set[str]]:
    """Note the fields that the requests of `app` are asked for, by their addresses."""
    names: dict[str, set[str]] = defaultdict(set)

    def note(response: Response) -> Response:
        if request.url_rule:
            names[place_of(request.url_rule, request.view_args)] |= NotingFields.asked
        NotingFields.asked.clear()
        return response

    app.request_class = NotingRequest
    app.after_request(note)
    return names


class SentForm(NamedTuple):
    """A form or a link of a page: how it is sent, where to, and what it holds.

    Of `choices` one is made, of `boxes` any number.
    """

    method: str
    path: str
    fields: Pairs
    choices: Choices
    boxes: Choices


class Readings:
    """The findings: `forms` by scene, `names` of fields by address, and real `values` by field."""

    def __init__(self, house: Site, names: dict[str, set[str]]) -> None:
        self.house = house
        self.forms: dict[str, list[SentForm]] = {scene: [] for scene in house.logs}
        self.values: dict[str, set[str]] = defaultdict(set)
        self.taking_files = set[str]()
        for scene in house.logs:
            self.look_around(scene)
        for scene in MIDDLES:
            self.send_nothing(scene)
        self.from_the_logs(names)
        for game in GAMES.values():
            for name, rule in house_rules(game.rules).items():
                self.values[name] |= {str(choice) for choice in rule.choices}
        for name, usual in FIELDS.items():
            self.values[name] |= set(usual)
        self.exports = [export_document(house.services.store.events, each.table_id) for each in house.places.values()]
        # Noting goes on, and drawing must stay the same.
        self.names = {place: sorted(found - {FORM_TOKEN}) for place, found in names.items()}
        self.real = {name: sorted(values - {""}) for name, values in self.values.items()}
        self.known = dict[tuple[str, str, str], list[SentForm]]()
        known = {name.title() for name in (*HEADERS, *SENT_ANYWAY)}
        texts = tuple(text for text in TEXTS if text.isascii() and not set(text) & set("\r\n\0"))
        self.headers = {**HEADERS, **dict.fromkeys(sorted(NotingHeaders.asked - known), texts)}
        self.every_name = sorted({name for names in self.names.values() for name in names})

    @property
    def without_values(self) -> list[str]:
        """The fields that requests are asked for, and of which no value is known."""
        asked = {name for place, names in self.names.items() if place != "log" for name in names}
        return sorted(asked - self.real.keys() - STANDING.keys())

    def sent_to(self, scene: str, rule: Rule, method: str) -> list[SentForm]:
        """The forms and links of the pages of a scene that are sent to an address; of all scenes to one of no table."""
        where = (scene if "table_id" in rule.arguments else "", rule.rule, method)
        if where not in self.known:
            pages = [self.forms[scene]] if where[0] else self.forms.values()
            parts = re.split(r"(<[^>]*>)", rule.rule)
            pattern = re.compile("".join("[^/]+" if part.startswith("<") else re.escape(part) for part in parts))
            self.known[where] = [
                sent for page in pages for sent in page if sent.method == method and pattern.fullmatch(sent.path)
            ]
        return self.known[where]

    def read_at(self, rule: Rule) -> list[str]:
        """The fields that are read at an address, whatever its last word."""
        found = (names for place, names in self.names.items() if place.partition(" ")[0] == rule.endpoint)
        return sorted({name for names in found for name in names}) or self.every_name

    def look_around(self, scene: str) -> None:
        """Follow the links of the host's pages, and keep what can be sent from there."""
        place = self.house.places[scene]
        headers = {"Cookie": self.house.sign(place.cookie(Role.HOST))}
        here = f"/t/{place.table_id}"
        waiting, seen = (
            [here, f"{here}/fix/{place.tokens['reopened']}", f"{here}/people", f"{here}/paper-hands"],
            set[str](),
        )
        if scene in MIDDLES:
            every = sorted(rule.rule for rule in self.house.app.url_map.iter_rules() if "GET" in (rule.methods or ()))
            pages = (each.replace("<table_id>", place.table_id) for each in every)
            group = f"/g/{place.tokens['group']}"
            waiting += [f"{here}/group", group, f"{group}/nights/{place.table_id}", f"{group}/people/1"]
            waiting += [each for each in pages if "<" not in each]
        while waiting and len(seen) < (MOST_PAGES if scene in MIDDLES else FEW_PAGES):
            path = waiting.pop(0)
            if path in seen or re.search(r"\.(css|js|svg|json|csv|xlsx)|^/(static|live|l)/", path):
                continue
            seen.add(path)
            answer = self.house.client.get(path, headers=headers)
            if "/fix" in path and answer.status_code == 302:
                waiting.insert(0, answer.headers["Location"])
            if answer.status_code != 200 or answer.mimetype != "text/html":
                continue
            page = parse(answer.text)
            links = [each.attributes["href"].partition("#")[0] for each in page.all("a") if "href" in each.attributes]
            waiting = [*(each for each in links if each.startswith("/rules?")), *waiting, *links]
            for form in page.all("form", enctype="multipart/form-data"):
                self.taking_files.add(form.attributes["action"])
            self.forms[scene] += [found for found in list_sendings(page, place) if found not in self.forms[scene]]
        for sent in self.forms[scene]:
            for name, value in sent.fields:
                self.values[name].add(value)
            for name, values in (*sent.choices.items(), *sent.boxes.items()):
                self.values[name] |= set(values)

    def send_nothing(self, scene: str) -> None:
        """Send every form empty, to see which fields are missed."""
        place = self.house.places[scene]
        for rule in sorted(self.house.app.url_map.iter_rules(), key=ends_access):
            if "POST" not in (rule.methods or ()) or (rule.arguments and not rule.rule.startswith("/t/<table_id>")):
                continue
            for word in words(rule, self.house.game_of(scene)):
                path = re.sub(r"<[^>]*>", word, rule.rule.replace("<table_id>", place.table_id))
                headers = {"Cookie": self.house.sign(place.cookie(Role.HOST)), "X-CSRFToken": self.house.form_token}
                self.house.client.post(path, data={"version": 0}, headers=headers)
        self.house.lay_out(scene)

    def from_the_logs(self, names: dict[str, set[str]]) -> None:
        """Return every field of every stored move."""
        for _, log in self.house.logs.values():
            for move in (json.loads(written) for action in log for written in action.moves):
                for name, value in move.items():
                    names["log"].add(name)
                    if isinstance(value, (str, int)):
                        self.values[name].add(str(value))


def ends_access(rule: Rule) -> bool:
    """Return whether a form takes the table out of reach."""
    return rule.rule.endswith(("/delete", "/forget"))


def place_of(rule: Rule, arguments: Mapping[str, Any] | None) -> str:
    """Return the address of a form, as precisely as the fields that are read depend on it."""
    words = [str(value) for name, value in (arguments or {}).items() if name in ("form_name", "key")]
    return " ".join([rule.endpoint, *words])


def words(rule: Rule, game: str) -> tuple[str, ...]:
    """Return the words for the last argument of an address."""
    if "form_name" in rule.arguments:
        return (*TABLE_FORMS, *SCREENS[game].recording.forms)
    if "key" in rule.arguments:
        return (*SCREENS[game].refereeing.questions, *SCREENS[game].refereeing.pages)
    return ("1",)


def list_sendings(page: Element, place: LaidOutTable) -> Iterator[SentForm]:
    """The forms and links of a page. Where the table stands in one, its name is left out."""
    for form in page.all("form"):
        fields = tuple(
            (name, STANDING.get(name, value))
            for name, value in form.sends().items(multi=True)
            if name not in (FORM_TOKEN, "version")
        )
        choices = {name: tuple(dict.fromkeys(values)) for name, values in key_groups(form, "radio")}
        choices |= {name: tuple(values) for name, values in closed_lists(form).items()}
        boxes = {name: tuple(dict.fromkeys(values)) for name, values in key_groups(form, "checkbox")}
        own = form.attributes.get("method", "get").upper()
        for button in (form, *form.all("button")):
            said = button.attributes
            name, value = field_name(button), said.get("value", "")
            more = ((name, STANDING.get(name, value)),) if name and button is not form else ()
            if "hx-get" in said:
                yield SentForm("GET", path_for_any_table(said["hx-get"], place), (*fields, *more), choices, boxes)
            action = said.get("formaction") or said.get("hx-post") or form.attributes.get("action")
            if action:
                yield SentForm(own, path_for_any_table(action, place), (*fields, *more), choices, boxes)
    for link in page.all("a"):
        parts = urlsplit(link.attributes.get("href", ""))
        if parts.query and not parts.scheme:
            yield SentForm("GET", path_for_any_table(parts.path, place), tuple(parse_qsl(parts.query)), {}, {})


def path_for_any_table(address: str, place: LaidOutTable) -> str:
    """The path of an address, for any table and its group."""
    path = urlsplit(address).path.replace(place.table_id, HERE).replace(place.tokens["reopened"], "TOKEN:reopened")
    return path.replace(place.tokens["group"], "TOKEN:group")
