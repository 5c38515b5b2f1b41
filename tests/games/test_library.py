"""The package of each game: what it shows is true, what it offers is there, and its worked examples are all run."""

import ast
import doctest
import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from scorekeeper import games
from scorekeeper.games.game import Move
from tests.cases import for_each
from tests.games.rulebooks import GAMES, examples

COUNTS = {"mighty": 61, "zhao_pengyou": 49}
"""How many worked examples the rulebook of each game has."""


@for_each(*GAMES.values())
def test_the_example_of_the_package(game: object) -> None:
    failed, run = doctest.testmod(game, optionflags=doctest.FAIL_FAST)  # type: ignore[arg-type]
    assert (failed, run > 5) == (0, True)


@for_each(*GAMES.values())
def test_everything_offered_is_there(game: object) -> None:
    offered = game.__all__  # type: ignore[attr-defined]
    assert len(set(offered)) == len(offered)
    assert all(hasattr(game, name) for name in offered)


def test_every_check_answers_with_all_that_it_has_found() -> None:
    """An empty answer is false, and can be asked twice. A generator, which has found nothing yet, is always true."""
    modules = [
        importlib.import_module(module.name) for module in pkgutil.walk_packages(games.__path__, "scorekeeper.games.")
    ]
    checks = [each for module in modules for name, each in vars(module).items() if name.startswith("check_")]
    assert len(checks) > 100
    assert [check.__qualname__ for check in checks if inspect.isgeneratorfunction(check)] == []


def classes(annotation: Any) -> Iterator[type[Any]]:
    """The classes of the games that a type is made of."""
    kind = get_origin(annotation) or annotation
    if isinstance(kind, type) and kind.__module__.startswith("scorekeeper.games."):
        yield kind
    for part in get_args(annotation):
        yield from classes(part)


def list_signatures(offered: Iterable[Any], package: str) -> Iterator[Any]:
    """Yield the functions, and the types with their own properties and methods."""
    for each in offered:
        kinds = each.__mro__ if isinstance(each, type) else ()
        yield from (kind for kind in kinds if kind.__module__.startswith(package))
        members = (member for kind in kinds if kind.__module__.startswith(package) for member in vars(kind).items())
        found = [member for name, member in members if not name.startswith("_")] if kinds else [each]
        for member in found:
            function = getattr(member, "fget", None) or getattr(member, "work_out", None) or member
            if inspect.isroutine(function):
                yield inspect.unwrap(function)


@for_each(*GAMES)
def test_every_type_in_a_public_signature_is_offered(game: str) -> None:
    """Else nobody could annotate it. Cards, messages and settlements are offered by the modules that both share."""
    library = GAMES[game]
    offered = [Move, *(getattr(library, name) for name in library.__all__)]  # a game's own Move is a union
    known = {name: getattr(library, name) for name in ("Hand", "Session")}  # to sections for typing only
    needed = {
        kind: each.__qualname__
        for each in list_signatures(offered, library.__name__)
        if hasattr(each, "__annotations__")
        for hint in get_type_hints(each, localns=known).values()
        for kind in classes(hint)
    }
    assert len(needed) > 20
    assert (
        sorted(f"{kind.__module__} {kind.__name__}: {by}" for kind, by in needed.items() if kind not in offered) == []
    )


@for_each(*GAMES)
def test_a_move_is_one_of_those_that_a_phase_takes(game: str) -> None:
    library = GAMES[game]
    assert set(get_args(library.Move)) == set(library.GAME.moves)


def run_kinds(game: str) -> Iterator[str]:
    """The kinds of examples that modules of tests run, as keys of their `RUNNERS`."""
    for path in sorted((Path(__file__).parent / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "RUNNERS":
                assert isinstance(node.value, ast.Dict)
                yield from (str(key.value) for key in node.value.keys if isinstance(key, ast.Constant))


@for_each(*GAMES)
def test_every_worked_example_is_run_by_one_module(game: str) -> None:
    rows = examples(game)
    assert Counter(run_kinds(game)) == Counter({row["kind"] for row in rows})
    assert len({row["id"] for row in rows}) == len(rows) == COUNTS[game]
