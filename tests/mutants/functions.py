"""The functions of the games and tables: which there are, which have been called, and their code."""

import ast
import gc
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from tests.mutants.child import MARK, Marked, Place
from tests.mutants.kinds import GAMES, TABLE, first_line

MUTATED = (str(GAMES), str(TABLE))
"""Where functions are that mutants change."""
OPTIMIZED = 1
"""The flag of the code of a function: it has variables of its own."""


def place_of(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno


Functions = Mapping[Place, list[FunctionType]]
"""Functions by their places; several of one place stand on one line."""


def live_functions() -> Functions:
    """The functions that are there now, but for those within others."""
    functions = defaultdict[Place, list[FunctionType]](list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(MUTATED):
            functions[place_of(function.__code__)].append(function)
    return functions


def function_codes(code: CodeType) -> Iterator[CodeType]:
    """The functions of a compiled module, but for those within others."""
    if code.co_flags & OPTIMIZED:
        yield code
    else:
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from function_codes(part)


class Tracer:
    """Notes every function that is called, in any thread."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()

    def start(self) -> None:
        threading.settrace(self.note)
        sys.settrace(self.note)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def note(self, frame: FrameType, _event: str, _argument: Any) -> None:
        self.codes.add(frame.f_code)

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(map(place_of, self.codes))


# --- Marks: a trace of every call would take ten times as long ---


class Marker(ast.NodeTransformer):
    """Puts a call of the mark before each statement of a function, and into each lambda."""

    def __init__(self) -> None:
        self.depth = 0

    def visit(self, node: ast.AST) -> Any:
        inside = self.depth > 0
        self.depth += isinstance(node, ast.FunctionDef | ast.Lambda)
        self.generic_visit(node)
        self.depth -= isinstance(node, ast.FunctionDef | ast.Lambda)
        if isinstance(node, ast.Lambda):
            node.body = ast.Subscript(ast.Tuple([mark(node), node.body], ast.Load()), ast.Constant(1), ast.Load())
        return [ast.Expr(mark(node)), node] if inside and isinstance(node, ast.stmt) else node


def mark(node: ast.stmt | ast.expr) -> ast.Call:
    return ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(first_line(node))], [])


def with_marks(functions: Functions) -> Iterator[Marked]:
    """Each of these functions, with code that calls the mark."""
    for module in {module for module, _ in functions}:
        tree = ast.fix_missing_locations(Marker().visit(ast.parse(Path(module).read_text())))
        for code in function_codes(compile(tree, module, "exec", dont_inherit=True)):
            for function in functions.get(place_of(code), ()):
                if function.__code__.co_name == code.co_name:
                    yield function, code
