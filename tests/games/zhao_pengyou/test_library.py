"""The example that the package shows is true, and every worked example of the rulebook is run by somebody."""

import ast
import doctest
from pathlib import Path

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.vectors import ROWS


def test_the_example_of_the_package() -> None:
    failed, run = doctest.testmod(zpy, optionflags=doctest.FAIL_FAST)
    assert (failed, run > 5) == (0, True)


def test_everything_offered_is_there() -> None:
    assert len(set(zpy.__all__)) == len(zpy.__all__)
    assert all(hasattr(zpy, name) for name in zpy.__all__)


def claimed() -> list[str]:
    """The kinds that modules of tests run, as keys of their `RUNNERS`."""
    kinds: list[str] = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "RUNNERS":
                assert isinstance(node.value, ast.Dict)
                kinds += [str(key.value) for key in node.value.keys if isinstance(key, ast.Constant)]
    return kinds


def test_every_worked_example_is_run_by_one_module() -> None:
    assert sorted(claimed()) == sorted({row["kind"] for row in ROWS})
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 49
