"""Names: one thing has one, and no function is longer than it reads."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
LONGEST = 40
"""Lines of a function, its signature and docstring included."""


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def list_definitions() -> Iterator[tuple[Path, Definition]]:
    """Every class and function of the program, with its file."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Definition):
                yield path.relative_to(PACKAGE), node


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


READ = (
    *("commands", "export", "live", "store", "table", "translations", "version_0"),
    *(f"web/{room}" for room in ("http", "page", "board", "setup", "help", "evening", "groups", "joining")),
)
"""The folders whose docstrings have been read once with a stranger's eyes."""

UNCLEAR = re.compile(r"(What|Whoever|Where|That)\b")


def test_a_docstring_begins_with_a_verb_or_the_noun_that_it_is_about() -> None:
    unclear = [
        f"{path.relative_to(PACKAGE)}: {docstring.splitlines()[0]}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).as_posix().startswith(READ)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, Definition | ast.Module)
        if UNCLEAR.match(docstring := ast.get_docstring(node) or "")
    ]
    assert unclear == []
