"""The package of each game: what it shows is true, what it offers is there, and its worked examples are all run."""

import ast
import doctest
import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from scorekeeper import games
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


@for_each(*GAMES)
def test_what_an_offered_function_takes_and_answers_is_offered(game: str) -> None:
    """Else nobody could annotate it. Cards, messages and settlements are offered by the modules that both share."""
    library = GAMES[game]
    offered = [getattr(library, name) for name in library.__all__]
    known = {"Hand": library.Hand}  # to sections for typing only
    functions = [inspect.unwrap(each) for each in offered if callable(each) and not isinstance(each, type)]
    needed = {
        kind: function.__name__
        for function in functions
        if hasattr(function, "__annotations__")
        for hint in get_type_hints(function, localns=known).values()
        for kind in classes(hint)
    }
    assert len(needed) > 5
    assert {kind: by for kind, by in needed.items() if kind not in offered} == {}


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
