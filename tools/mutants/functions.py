"""The functions of games and tables: their code, and the calls while modules are loaded."""

import ast
import gc
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from tools.mutants.child import MARK, Marked, Place
from tools.mutants.kinds import GAMES, TABLE, first_line

MUTATED = (str(GAMES), str(TABLE))
"""The folders whose functions are mutated."""
OPTIMIZED = 1
"""The flag of a function's code object: it has local variables."""
ALL = ""
"""Stands for every test file."""


def find_place(code: CodeType) -> Place:
    """Return the file and first line of a function's code."""
    return code.co_filename, code.co_firstlineno


Functions = Mapping[Place, list[FunctionType]]
"""Functions by place; several with one place are on one line."""


def find_functions() -> Functions:
    """Return the functions in memory, without nested ones."""
    functions = defaultdict[Place, list[FunctionType]](list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(MUTATED):
            functions[find_place(function.__code__)].append(function)
    return functions


def find_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a compiled module's functions, without nested ones."""
    if code.co_flags & OPTIMIZED:
        yield code
    else:
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from find_codes(part)


class Tracer:
    """Note every function that is called while modules are loaded, and the test file that is being loaded.

    Calls while other modules are loaded count for all tests, which may use the results.
    """

    def __init__(self) -> None:
        self.callers = defaultdict[Place, set[str]](set)

    def start(self) -> None:
        """Start noting calls."""
        threading.settrace(self.note)
        sys.settrace(self.note)

    def stop(self) -> None:
        """Stop noting calls."""
        sys.settrace(None)
        threading.settrace(None)

    def note(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Note the call of `frame`, if its function can be mutated."""
        code = frame.f_code
        if code.co_filename.startswith(MUTATED) and code.co_flags & OPTIMIZED:
            self.callers[find_place(code)].add(find_loading_file(frame))


def find_loading_file(frame: FrameType | None) -> str:
    """Return the test file that is being loaded, or `ALL`."""
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    file = frame.f_code.co_filename if frame else ALL
    return file if Path(file).name.startswith("test_") else ALL


def clear_caches() -> None:
    """Clear the caches that were filled while modules were loaded."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(("scorekeeper.", "tests.")):
            each.cache_clear()


# --- Marks: a trace of every call would take ten times as long ---


class Marker(ast.NodeTransformer):
    """Insert a call of the mark before each statement of a function, and into each lambda."""

    def __init__(self) -> None:
        self.depth = 0

    def visit(self, node: ast.AST) -> Any:
        """Mark the statements of functions, and leave statements outside of functions."""
        inside = self.depth > 0
        self.depth += isinstance(node, ast.FunctionDef | ast.Lambda)
        self.generic_visit(node)
        self.depth -= isinstance(node, ast.FunctionDef | ast.Lambda)
        if isinstance(node, ast.Lambda):
            node.body = ast.Subscript(ast.Tuple([build_mark(node), node.body], ast.Load()), ast.Constant(1), ast.Load())
        return [ast.Expr(build_mark(node)), node] if inside and isinstance(node, ast.stmt) else node


def build_mark(node: ast.stmt | ast.expr) -> ast.Call:
    """Return a call that notes that the statement at `node` has run."""
    return ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(first_line(node))], [])


def mark_functions(functions: Functions) -> Iterator[Marked]:
    """Yield each function with marked code."""
    for module in {module for module, _ in functions}:
        tree = ast.fix_missing_locations(Marker().visit(ast.parse(Path(module).read_text())))
        for code in find_codes(compile(tree, module, "exec", dont_inherit=True)):
            for function in functions.get(find_place(code), ()):
                if function.__code__.co_name == code.co_name:
                    yield function, code
