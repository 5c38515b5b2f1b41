"""Requests drawn by Hypothesis: real forms and links with fields spoiled, or anything at all."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes

from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer
from werkzeug.routing import Rule

from scorekeeper.games import GAMES
from scorekeeper.web.board.table import TABLE_FORMS
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.screens import SCREENS
from scorekeeper.web.setup.rule_sets import COOKIE as SETS_COOKIE
from tests.web.fuzz import values
from tests.web.fuzz.house import SCENES, LaidOutTable, Site
from tests.web.fuzz.reading import HERE, STANDING, VERSION, Readings, SentForm, place_of

Value = str | bytes
Pairs = list[tuple[str, Value]]

SETS = "rule sets: "
"""Of a cookie: these are kept in it."""

TOKENS = ("watcher", "joiner", "player", "scorer", "host", "claim", "code")
UNUSUAL = ("PUT", "DELETE", "PATCH", "TRACE", "HEAD", "OPTIONS", "PROPFIND")


LENGTHS = (
    *("right", "right", "right", "chunked", "none", "longer", "shorter", "0", "-1", "x", "", "9" * 30, "1.0", "+1"),
    "twice",
)
"""What a request says of the length of its body."""


class Attempt(NamedTuple):
    """A request at a table yet to be chosen: `path` is its address, with the table's parts named and encoded."""

    scene: str
    role: Role
    method: str
    path: str
    query: Pairs
    fields: Pairs
    files: tuple[tuple[str, str, bytes], ...]
    body: tuple[str, bytes] | None
    headers: Mapping[str, str]
    held: Mapping[str, Any] | str | None


def happens_once_in(number: int) -> st.SearchStrategy[bool]:
    """Draw True now and then."""
    return st.integers(1, number).map(lambda drawn: drawn == number)


NASTY: st.SearchStrategy[Value] = st.sampled_from(values.TEXTS) | st.sampled_from(values.BYTES)
ODD_JSON = st.sampled_from(values.ODD)


@st.composite
def attempts(draw: st.DrawFn, readings: Readings, rule: Rule, method: str, role: Role) -> Attempt:
    """A request to an address, by a phone of a role."""
    scene = draw(st.sampled_from(tuple(readings.house.logs)))
    candidates = readings.sent_to(scene, rule, method)
    query: Pairs = []
    fields: Pairs = []
    if candidates and not draw(happens_once_in(4)):
        sent = draw(st.sampled_from(candidates))
        path = sent.path
        pairs = draw(fill_in(readings, sent))
    else:
        path, arguments = draw(addresses(rule, readings, scene))
        pairs = draw(guess_fields(readings, place_of(rule, arguments)))
    spoiled = draw(spoil_fields(readings, pairs, readings.read_at(rule)))
    if method == "POST":
        fields, query = spoiled, draw(st.just(Pairs()) | guess_fields(readings, rule.endpoint))
    else:
        query = spoiled
    return Attempt(
        scene, role, method, path, query, fields,
        draw(files(readings)) if method == "POST" and rule.rule in readings.taking_files else (),
        draw(bodies(fields)) if method == "POST" and draw(happens_once_in(12)) else None,
        draw(headers(readings)),
        draw(cookies(scene)) if draw(happens_once_in(6)) else None,
    )  # fmt: skip


# --- Addresses ---
@st.composite
def addresses(draw: st.DrawFn, rule: Rule, readings: Readings, scene: str) -> tuple[str, dict[str, str]]:
    """An address of a rule, each argument as it may be or as it may not."""
    path, arguments = "", dict[str, str]()
    for part in re.split(r"(<[^>]*>)", rule.rule):
        if not part.startswith("<"):
            path += part
            continue
        name = part.strip("<>").rpartition(":")[2]
        name = "invitation" if name == "token" and "group_id" in arguments else name
        word = draw(argument(name, arguments.get("game_key", readings.house.game_of(scene))))
        arguments[name] = word if isinstance(word, str) else ""
        named = isinstance(word, str) and (word == HERE or word.startswith("TOKEN:"))
        path += str(word) if named else percent_encode(word)
    return path, arguments


def argument(name: str, game: str) -> st.SearchStrategy[Value]:
    """Draw an argument of an address, of its own kind but now and then."""
    usual, often = usual_arguments(game)[name], 16 if name == "table_id" else 8
    return happens_once_in(often).flatmap(lambda odd: NASTY if odd else st.sampled_from(usual))


def usual_arguments(game: str) -> Mapping[str, Sequence[str]]:
    """Return the words that arguments of addresses may be, by their names."""
    screens = SCREENS.get(game) or SCREENS["mighty"]
    return {
        "table_id": (HERE,),
        "token": tuple(f"TOKEN:{token}" for token in TOKENS),
        "form_name": (*TABLE_FORMS, *screens.recording.forms),
        "turn": ("undo", "redo"),
        "signed": ("TOKEN:dispute",),
        "picture": ("TOKEN:picture",),
        "where": ("TOKEN:reopened",),
        "line": ("0", "0", "1", "2", "deal", *(part.key for part in screens.correcting.parts)),
        "trick": ("1", "1", "1", "1", "2"),
        "key": (*screens.refereeing.questions, *screens.refereeing.pages),
        "game_key": tuple(GAMES),
        "import_id": ("TOKEN:import",),
        "group_id": ("TOKEN:group",),
        "invitation": ("TOKEN:invitation",),
        "person": tuple(map(str, range(1, 9))),
        "sheet": ("1", "1", "2", "0"),
        "player": tuple(map(str, range(1, 9))),
        "number": ("1", "1", "1", "2", "3", "0"),
        "tag": ("en", "ko"),
        "filename": ("page/app.css", "pages.js", "vendor/htmx.min.js", "../app.css", "."),
    }


def percent_encode(value: Value) -> str:
    """A value as a part of an address or of a form, byte by byte."""
    data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return quote_from_bytes(data, safe="")


# --- Fields ---
@st.composite
def fill_in(draw: st.DrawFn, readings: Readings, sent: SentForm) -> Pairs:
    """Draw a form of a page as people fill it in, mostly in earnest."""
    pairs: Pairs = [(name, value or draw(st.just("") | value_of(readings, name))) for name, value in sent.fields]
    several = {**sent.choices, **sent.boxes}
    for name in draw(st.lists(st.sampled_from(sorted(several)), max_size=5, unique=True)) if several else ():
        pairs = [pair for pair in pairs if pair[0] != name]
        most = 1 if name in sent.choices else 3
        chosen = draw(st.lists(st.sampled_from(several[name]), min_size=1, max_size=most, unique=True))
        pairs += [(name, value) for value in chosen]
    return pairs


@st.composite
def guess_fields(draw: st.DrawFn, readings: Readings, place: str) -> Pairs:
    """Draw fields that are read at an address, with values that these names have on real pages."""
    names = readings.names.get(place) or readings.every_name
    chosen = draw(st.lists(st.sampled_from(names), max_size=6, unique=True))
    return [(name, draw(value_of(readings, name))) for name in chosen]


def value_of(readings: Readings, name: str) -> st.SearchStrategy[Value]:
    """Draw a value that a field of this name has held, mostly."""
    real = [STANDING[name]] if name in STANDING else readings.real.get(name) or ["1", "2", "yes", "SA", "H"]
    return happens_once_in(4).flatmap(lambda odd: NASTY if odd else st.sampled_from(real))


@st.composite
def spoil_fields(draw: st.DrawFn, readings: Readings, pairs: Pairs, names: list[str]) -> Pairs:
    """Draw these fields with some changed, left out, doubled or added, under the version of the table."""
    pairs = [pair for pair in pairs if pair[0] != "version"]
    for _ in range(draw(st.integers(0, 3))):
        what = draw(st.sampled_from(("change", "change", "leave out", "double", "add")))
        if what == "add" or not pairs:
            name = draw(
                st.sampled_from(names) | st.sampled_from(values.NEVER_READ) | st.sampled_from(readings.every_name)
            )
            pairs.append((name, draw(NASTY)))
            continue
        place = draw(st.integers(0, len(pairs) - 1))
        if what == "leave out":
            del pairs[place]
        elif what == "double":
            pairs.insert(place, (pairs[place][0], draw(value_of(readings, pairs[place][0]))))
        else:
            pairs[place] = (pairs[place][0], draw(NASTY))
    version: Value = draw(NASTY) if draw(happens_once_in(12)) else VERSION
    return [*pairs, ("version", version)]


# --- Bodies, files, headers, cookies ---
@st.composite
def bodies(draw: st.DrawFn, fields: Pairs) -> tuple[str, bytes]:
    """A body that is no form, or is told to be another kind of body than it is."""
    kind = draw(st.sampled_from(values.CONTENT_TYPES))
    if draw(st.booleans()):
        return kind, draw(st.sampled_from(values.BODIES))
    if draw(st.booleans()):
        return "application/json", json.dumps({name: str(value) for name, value in fields}).encode()
    return kind, form_body(fields)


def form_body(pairs: Pairs) -> bytes:
    """Fields as a browser writes them."""
    return "&".join(f"{percent_encode(name)}={percent_encode(value)}" for name, value in pairs).encode()


@st.composite
def files(draw: st.DrawFn, readings: Readings) -> tuple[tuple[str, str, bytes], ...]:
    """A file to import: an export as it is, cut, or with bytes in it changed; perhaps two."""
    name = draw(st.sampled_from(("evening.json", "", "../../x", "<b>.json", "x" * 300, "조.json")))
    data = bytearray(draw(st.sampled_from(readings.exports) | st.sampled_from(readings.exports + list(values.FILES))))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        more = draw(st.binary(max_size=2) | st.sampled_from((b"null", b"9" * 30, b"[[[[", b"-1", b"\x00", b'"', b"}")))
        data[start : start + draw(st.integers(0, 3))] = more
    field = "file" if not draw(happens_once_in(8)) else draw(st.sampled_from(("x", "file[]", "version")))
    return ((field, name, bytes(data)),) * draw(st.integers(1, 2))


@st.composite
def headers(draw: st.DrawFn, readings: Readings) -> dict[str, str]:
    found = {}
    if draw(st.booleans()):
        found["HX-Request"] = "true"
    if draw(st.booleans()):
        found["Accept-Language"] = "ko"
    if draw(happens_once_in(3)):
        name = draw(st.sampled_from(tuple(readings.headers)))
        found[name] = draw(st.sampled_from(readings.headers[name]))
    return found


@st.composite
def cookies(draw: st.DrawFn, scene: str) -> Mapping[str, Any] | str:
    """A cookie that somebody else wrote, or this program's own with odd values in it, as an older one may sign it."""
    if draw(st.booleans()):
        return draw(st.sampled_from(values.COOKIES) | ODD_JSON.map(lambda odd: SETS + json.dumps(odd)))
    key = draw(st.sampled_from(values.SESSION_KEYS))
    deep = draw(st.integers(0, 2))
    odd = draw(ODD_JSON)
    return {key: odd if deep == 0 else {HERE: odd} if deep == 1 else {HERE: {"watch": odd, "x": odd}}}


def scene_game(scene: str) -> str:
    return SCENES[scene].game if scene in SCENES else "zhao_pengyou"


def cookie_value_here(value: Any, place: LaidOutTable) -> Any:
    """An odd value of a cookie, about this table."""
    if isinstance(value, dict):
        return {place.table_id if key == HERE else key: cookie_value_here(each, place) for key, each in value.items()}
    return value


def rule_sets_cookie(house: Site, text: str) -> str:
    """The cookie of kept rule sets, with something else in it."""
    signed = URLSafeSerializer(str(house.app.secret_key), salt=SETS_COOKIE).dumps(text)
    return f"{SETS_COOKIE}={signed!s}"
