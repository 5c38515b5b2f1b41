"""Sending what was drawn, and what must hold of every answer whatever was sent."""

import gzip
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from scorekeeper.export.sentences import SENTENCES
from scorekeeper.games import GAMES
from scorekeeper.table.sentences import SENTENCES as TABLE_SENTENCES
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.screens import SCREENS
from scorekeeper.web.page.wording import WEB_SENTENCES
from tests.web.fuzz.drawing import SETS, Attempt, Value, cookie_value_here, form_body, rule_sets_cookie
from tests.web.fuzz.house import OF_A_GROUP, OF_GROUPS, PLAYER, LaidOutTable, Site
from tests.web.fuzz.reading import CLAIM, CODE, GRANT, GROUP, HERE, ID, SIGNED, VERSION, Readings
from tests.web.pages import find_faults, parse
from tests.web.screen_checks import BROKEN

Contents = dict[str, list[tuple[Any, ...]]]

JOINING = {"table.join_table"}
OWN = {"table.rename_player", "mighty.claim_redeal"}
HOSTS = {"table.change_rules", "table.limit_hands", "table.end_session", "table.resume_session"}
"""Moves by whose business they are; the others are of whoever keeps the score."""

GRANTS_OF: Mapping[Role, set[str]] = {
    Role.STRANGER: set(),
    Role.WATCHER: {"watch"},
    Role.JOINER: {"watch", "seat", "claim", "code"},
    Role.PLAYER: {"watch", "seat", "claim", "code"},
    Role.SCORER: {"watch", "seat", "claim", "code", "join", "television", "television_code"},
    Role.HOST: {"watch", "seat", "claim", "code", "join", "television", "television_code", "program", "host"},
}
"""Links and seats that a phone of each role may make, move or end."""

CODES = sorted(
    {
        code
        for sentences in (
            WEB_SENTENCES,
            SENTENCES,
            TABLE_SENTENCES,
            *(each for key in GAMES for each in (GAMES[key].sentences, SCREENS[key].explaining.sentences)),
        )
        for code in sentences
        if "." in code
    }
)
RAW = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, CODES))})(?![\w.])|\b[a-z]+_[a-z_]+\b|<lazy|LazyString")
"""A code of the program, or the name of a field, where a reader should find words."""

NO_KOREAN = re.compile(r"(?<![A-Za-z])[a-z]{4,}(?![A-Za-z.])")
"""What stands in no refusal in Korean, but the name of a field that has no words."""

HREFS = re.compile(r"https?://\S+|/\S+")


class ErrorLog(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


class SentRequest(NamedTuple):
    """A request as it is sent."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    kind: str
    body: bytes


class Answer(NamedTuple):
    """An answer: `text` is its content, of a stream the first frame."""

    status: int
    kind: str
    text: str
    path: str


Send = Callable[[SentRequest], Answer]

FILE_FORM = "multipart/form-data; boundary=between"


def multipart(files: Iterable[tuple[str, str, bytes]]) -> bytes:
    """Files as a browser writes them."""
    head = '--between\r\nContent-Disposition: form-data; name="{}"; filename="{}"\r\n\r\n'
    parts = [head.format(name, file).encode() + content + b"\r\n" for name, file, content in files]
    return b"".join(parts) + b"--between--\r\n"


class Judge:
    """Sends attempts to a house. `counted` are the answers by endpoint, method and status."""

    def __init__(self, house: Site, readings: Readings) -> None:
        self.house = house
        self.readings = readings
        self.counted: Counter[tuple[str, str, int]] = Counter()
        self.log = ErrorLog()
        self.before: Contents = {}
        self.lay_out(set(house.places))

    def try_all(self, attempts: Iterable[Attempt], send: Send | None = None) -> None:
        """Send them one after the other. At the end, what they have changed is laid out again."""
        scenes = set()
        self.log.told.clear()
        try:
            for attempt in attempts:
                if self.check(attempt, send):
                    scenes.add(attempt.scene)
        finally:
            if scenes or self.house.contents() != self.before:
                self.lay_out(scenes)

    def lay_out(self, scenes: set[str]) -> None:
        """The tables of these scenes anew, and no others than there were."""
        for scene in scenes:
            self.house.lay_out(scene)
        ours = {place.table_id for place in self.house.places.values()}
        for table_id in {row[0] for row in self.house.contents()["tables"]} - ours:
            self.house.clear_away(table_id)
        groups = {place.tokens["group"] for place in self.house.places.values()}
        for group_id in {row[0] for row in self.house.contents()["groups"]} - groups:
            self.house.services.store.groups.delete(group_id)
        self.before = self.house.contents()

    def check(self, attempt: Attempt, send: Send | None = None) -> bool:
        """Send an attempt; all that must hold of its answer. Says whether anything was changed by it."""
        place = self.house.places[attempt.scene]
        answer = (send or self.send)(self.build_request(attempt, place))
        self.counted[match_endpoint(self.house, answer.path, attempt.method), attempt.method, answer.status] += 1
        told = f"{attempt}\n{answer.status}\n{answer.text[-1500:]}"
        assert not self.log.told, f"{self.log.told}\n{told}"
        assert answer.status < 500, told
        assert "Traceback" not in answer.text, told
        after = self.house.contents()
        changed = after != self.before
        if changed:
            assert answer.status < 400, f"a refusal that changed something: {told}"
            ours = {each.table_id for each in self.house.places.values()}
            for fault in find_trespasses(attempt, place, self.before, after, ours):
                raise AssertionError(f"{fault}: {told}")
        self.before = after
        if answer.kind == "text/html" and not 300 <= answer.status < 400 and answer.text:
            for fault in find_blemishes(answer.text, attempt, whole=answer.status == 200 and "<html" in answer.text):
                raise AssertionError(f"{fault}: {told}")
        return changed

    def build_request(self, attempt: Attempt, place: LaidOutTable) -> SentRequest:
        """Build the request of an attempt at a table."""
        path = attempt.path.replace(HERE, place.table_id)
        for name, token in place.tokens.items():
            path = path.replace(f"TOKEN:{name}", token)
        version = max((row[1] for row in self.before["events"] if row[0] == place.table_id), default=0)
        ids = {row[3]: str(row[0]) for row in self.before["grants"] if row[1] == place.table_id and not row[7]}
        now: dict[Value, Value] = {VERSION: str(version), ID: place.table_id, CODE: place.tokens["code"]}
        now |= {CLAIM: ids.get("claim", ""), GRANT: ids.get("seat", ""), GROUP: place.tokens["group"]}
        now[SIGNED] = place.tokens["dispute"]
        fields, query = (
            [(name, now.get(value, value)) for name, value in each] for each in (attempt.fields, attempt.query)
        )
        kind, body = attempt.body or ("application/x-www-form-urlencoded", form_body(fields))
        if attempt.files and attempt.body is None:
            kind, body = FILE_FORM, multipart(attempt.files)
        headers = {"Cookie": self.cookie(attempt, place), "X-CSRFToken": self.house.form_token, **attempt.headers}
        return SentRequest(attempt.method, path, form_body(query).decode(), headers, kind, body)

    def send(self, said: SentRequest) -> Answer:
        path = re.sub("%([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), said.path)
        environ = {"PATH_INFO": path, "QUERY_STRING": said.query}
        more: dict[str, Any] = {"data": said.body, "content_type": said.kind} if said.method != "GET" else {}
        answer = self.house.client.open(
            "/", method=said.method, headers=said.headers, environ_overrides=environ, **more
        )
        return Answer(answer.status_code, answer.mimetype or "", first_of(answer), answer.request.path)

    def cookie(self, attempt: Attempt, place: LaidOutTable) -> str:
        """Return the cookie that the phone sends."""
        held = attempt.held or {}
        if isinstance(held, str) and not held.startswith(SETS):
            return held
        own = self.house.sign(
            place.cookie(attempt.role, **(cookie_value_here(held, place) if not isinstance(held, str) else {}))
        )
        return f"{own}; {rule_sets_cookie(self.house, held.removeprefix(SETS))}" if isinstance(held, str) else own


def first_of(answer: TestResponse) -> str:
    """Return the content of an answer; of a stream its first frame."""
    if answer.mimetype == "text/event-stream":
        with answer:
            return next(iter(answer.iter_encoded()), b"").decode()
    packed = answer.content_encoding
    return "" if packed and packed != "gzip" else unpack_answer(answer.get_data(), packed).decode(errors="replace")


def unpack_answer(data: bytes, packed: str | None) -> bytes:
    """Return a body without its content encoding."""
    return gzip.decompress(data) if packed and data else data


def match_endpoint(house: Site, path: str, method: str) -> str:
    try:
        return str(house.app.url_map.bind("").match(path, method)[0])
    except (HTTPException, RequestRedirect):
        return "nothing"


# --- Who may change what ---
def find_trespasses(
    attempt: Attempt, place: LaidOutTable, before: Contents, after: Contents, there: Collection[str]
) -> Iterator[str]:
    """Yield the changes at tables that a phone of this role, with the link it used, may not make."""
    role = attempt.role
    if attempt.path.startswith("/l/"):
        used = next((each for each in Role if attempt.path == f"/l/TOKEN:{each.name.lower()}"), role)
        role = max(role, used)
    if attempt.method in ("GET", "HEAD") and not attempt.path.startswith("/l/"):
        yield "a page that writes"
    if before["settings"] != after["settings"]:
        yield "settings"
    yield from find_group_trespasses(attempt, place, before, after)
    for name in ("tables", "actions", "events", "grants"):
        column = 1 if name == "grants" else 0
        for row in set(before[name]) ^ set(after[name]):
            if row[column] in there and row[column] != place.table_id:
                yield f"{name} of another table"
            elif row[column] == place.table_id:
                yield from is_forbidden(name, row, attempt.role if name == "events" else role)


def find_group_trespasses(attempt: Attempt, place: LaidOutTable, before: Contents, after: Contents) -> Iterator[str]:
    """Yield the changes of groups by a phone that does not belong to them."""
    own, ours = place.tokens["group"], {row[0] for row in before["groups"]}
    for name in OF_GROUPS:
        column = GROUP_AT.get(name, 0)
        for row in set(before[name]) ^ set(after[name]):
            if row[column] in ours and row[column] != own:
                yield f"{name} of another group"
            elif row[column] == own and attempt.role not in OF_A_GROUP:
                joins = name == "group_phones" and attempt.path == "/g/TOKEN:group/join/TOKEN:invitation"
                sits = name in ("people", "night_seats") and attempt.role >= Role.JOINER
                if not (joins or sits):
                    yield f"{name} by a {attempt.role.name}"


GROUP_AT = {"nights": 1, "night_seats": 2, "group_phones": 1}
"""Where the rows of some tables of the database name their group."""


def is_forbidden(name: str, row: tuple[Any, ...], role: Role) -> Iterator[str]:
    """Return whether a role may not change such a row of its table."""
    if name == "tables" and role < Role.HOST:
        yield f"who keeps the score, by a {role.name}"
    if name == "grants" and row[3] not in GRANTS_OF[role]:
        yield f"a {row[3]} link, by a {role.name}"
    if name == "events":
        move = json.loads(row[4])
        if not may_record(move["type"], move.get("player"), role):
            yield f"{move['type']} by a {role.name}"


def may_record(kind: str, player: Any, role: Role) -> bool:
    if kind in JOINING:
        return role >= Role.JOINER
    if kind in HOSTS:
        return role >= Role.HOST
    return role >= Role.SCORER or (kind in OWN and role is Role.PLAYER and player == PLAYER)


# --- What no page says ---
def find_blemishes(text: str, attempt: Attempt, *, whole: bool) -> Iterator[str]:
    """Yield what is wrong with a page, apart from the texts that people typed."""
    page = parse(text)
    yield from find_faults(page) if whole else ()
    typed = [value for _, value in (*attempt.query, *attempt.fields) if isinstance(value, str)]
    typed += [attempt.path, str(attempt.headers), str(attempt.held)]
    said = HREFS.sub(" ", page.text)
    korean = attempt.headers.get("Accept-Language") == "ko" and (attempt.held is None or "language" not in attempt.held)
    if not any(BROKEN.search(value) for value in typed):
        broken = (found[0] for found in BROKEN.finditer(said))
        yield from (f"“{each}” on a page" for each in broken if korean or each != "None")  # a word in English
    if attempt.files:  # what is wrong in a file is told by the names of its own fields
        return
    told = [found[0] for found in RAW.finditer(said)]
    told += [found[0] for problem in page.problems if korean for found in NO_KOREAN.finditer(problem)]
    yield from (f"“{each}” on a page" for each in told if not any(each in value for value in typed))
