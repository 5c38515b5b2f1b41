"""Names: one thing has one, and no function is longer than it reads."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 40
"""Lines of a function, its signature and docstring included."""


NAMING = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Name | ast.Attribute | ast.alias
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def list_nodes() -> list[tuple[Path, ast.AST]]:
    """Return the syntax of the program, its tests and its tools where it names something, with the file."""
    return [
        (path.relative_to(ROOT), node)
        for folder in ("scorekeeper", "tests", "tools")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, NAMING)
    ]


def list_definitions() -> Iterator[tuple[Path, Definition]]:
    """Yield every class and function of the program, with its file."""
    for path, node in list_nodes():
        if isinstance(node, Definition) and path.is_relative_to("scorekeeper"):
            yield path.relative_to("scorekeeper"), node


def game_of(path: Path) -> str:
    """The game whose rules or screens a file has, or the protocol that both follow; empty where it has neither."""
    if path.as_posix() == "games/game.py":
        return "protocol"
    return next((game for game in ("mighty", "zhao_pengyou") if game in path.parts), "")


def test_no_class_name_stands_twice_but_for_the_games_own_pairs() -> None:
    places = defaultdict[str, list[Path]](list)
    for path, node in list_definitions():
        if isinstance(node, ast.ClassDef):
            places[node.name].append(path)
    twice = {name: paths for name, paths in places.items() if len({game_of(path) for path in paths}) < len(paths)}
    mixed = {name: paths for name, paths in places.items() if len(paths) > 1 and not all(map(game_of, paths))}
    assert (twice, mixed) == ({}, {})


def test_no_function_is_too_long_to_read() -> None:
    long = [
        f"{path}: {node.name}"
        for path, node in list_definitions()
        if not isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno + 1 > LONGEST
    ]
    assert long == []


UNCLEAR = re.compile(r"(What|Whatever|Who|Whoever|Whichever|Where|How|That)\b")
"""First words of a riddle: a docstring begins with a verb, or with the noun that it is about."""


def test_a_docstring_begins_with_a_verb_or_the_noun_that_it_is_about() -> None:
    unclear = [
        f"{path}: {docstring.splitlines()[0]}"
        for path, node in list_nodes()
        if isinstance(node, Definition | ast.Module)
        if UNCLEAR.match(docstring := ast.get_docstring(node) or "")
    ]
    assert unclear == []


REFERENCE = re.compile(r"`([A-Z]\w*[a-z]\w*)(?:\.(\w+))?`")
"""A class, or a member of one, as prose names it."""


def list_members(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names that the body of a class defines."""
    for each in node.body:
        if isinstance(each, Definition):
            yield each.name
        elif isinstance(each, ast.AnnAssign | ast.Assign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            yield from (ast.unparse(target) for target in targets)


def test_a_class_or_member_that_prose_names_exists() -> None:
    """No docstring and no comment tells of one that was renamed since."""
    nodes = [node for _, node in list_nodes()]
    members = defaultdict[str, set[str]](set)
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            members[node.name].update(list_members(node))
    known = {getattr(node, field, None) for node in nodes for field in ("id", "attr", "name")}
    missing = [
        f"{path.relative_to(ROOT)}: {name}.{member}"
        for folder in ("scorekeeper", "tests", "tools")
        for path in (ROOT / folder).rglob("*.py")
        for name, member in REFERENCE.findall(path.read_text(encoding="utf-8"))
        if name not in known or (member and name in members and member not in members[name])
    ]
    assert missing == []


IRREGULAR = re.compile(
    "beaten|begun|bound|broken|brought|built|caught|chosen|done|drawn|driven|fallen|felt|found|forbidden|forgotten|given|"
    "gone|grown|heard|held|hidden|kept|known|laid|led|left|lit|lost|made|meant|met|misplayed|mistaken|overtaken|paid|proven|"
    "rebuilt|redrawn|retold|rewritten|ridden|risen|said|seen|sent|shown|sold|spent|spoken|stolen|taken|taught|thought|thrown|"
    "told|understood|unpaid|unseen|unshown|untold|unwritten|withdrawn|woken|won|worn|written"
)
PLAIN = frozenset(
    {"anything", "bring", "embed", "evening", "everything", "feed", "need", "nothing", "open", "ping", "seed", "speed"}
    | {"listen", "reopen", "shed", "shorten", "string", "token"}
)
"""Words that end as participles do and are none."""


def is_participle(name: str) -> bool:
    """Return whether `name` is one word that is a participle and nothing else. Python's own names are none of ours."""
    word = name.strip("_")
    if "_" in word or word in PLAIN or name == f"__{word}__":
        return False
    return bool(IRREGULAR.fullmatch(word) or re.fullmatch(r"[a-z]{2,}(ed|en|ing)", word))


def test_a_function_is_named_by_what_it_does() -> None:
    """No function has the name of one participle: a reader could not tell what it does, and to what."""
    participles = [
        f"{path}: {node.name}"
        for path, node in list_nodes()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name)
        if not any(re.search("property|derived", ast.unparse(each)) for each in node.decorator_list)
    ]
    assert participles == []


@pytest.mark.parametrize(
    ("name", "participle"),
    [("told", True), ("mended", True), ("_playing", True), ("read", False), ("read_form", False), ("feed", False)],
)
def test_participles_are_told_from_verbs(name: str, participle: bool) -> None:
    assert is_participle(name) is participle
