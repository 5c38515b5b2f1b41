"""The functions of the games and tables: which there are, which have been called, and their code."""

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
"""Where functions are that mutants change."""
OPTIMIZED = 1
"""The flag of the code of a function: it has variables of its own."""
ALL = ""
"""Whatever file of tests it is."""


def find_place(code: CodeType) -> Place:
    """Return the file and first line of a function's code."""
    return code.co_filename, code.co_firstlineno


Functions = Mapping[Place, list[FunctionType]]
"""Functions by their places; several of one place stand on one line."""


def find_functions() -> Functions:
    """The functions that are there now, but for those within others."""
    functions = defaultdict[Place, list[FunctionType]](list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(MUTATED):
            functions[find_place(function.__code__)].append(function)
    return functions


def find_codes(code: CodeType) -> Iterator[CodeType]:
    """The functions of a compiled module, but for those within others."""
    if code.co_flags & OPTIMIZED:
        yield code
    else:
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from find_codes(part)


class Tracer:
    """Notes every function that is called while modules are loaded, and for which file of tests.

    What other modules call as they are loaded is called for all tests, which may use what it gave.
    """

    def __init__(self) -> None:
        self.callers = defaultdict[Place, set[str]](set)

    def start(self) -> None:
        """Begin to note calls."""
        threading.settrace(self.note)
        sys.settrace(self.note)

    def stop(self) -> None:
        """Note no more calls."""
        sys.settrace(None)
        threading.settrace(None)

    def note(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Note the call that `frame` is, if its function may be changed."""
        code = frame.f_code
        if code.co_filename.startswith(MUTATED) and code.co_flags & OPTIMIZED:
            self.callers[find_place(code)].add(find_loading_file(frame))


def find_loading_file(frame: FrameType | None) -> str:
    """The file of tests that is being loaded, if it is one."""
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    file = frame.f_code.co_filename if frame else ALL
    return file if Path(file).name.startswith("test_") else ALL


def clear_caches() -> None:
    """Forget what functions have given while everything was loaded."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(("scorekeeper.", "tests.")):
            each.cache_clear()


# --- Marks: a trace of every call would take ten times as long ---


class Marker(ast.NodeTransformer):
    """Puts a call of the mark before each statement of a function, and into each lambda."""

    def __init__(self) -> None:
        self.depth = 0

    def visit(self, node: ast.AST) -> Any:
        """Put marks into functions, and leave what stands around them."""
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
    """Each of these functions, with code that calls the mark."""
    for module in {module for module, _ in functions}:
        tree = ast.fix_missing_locations(Marker().visit(ast.parse(Path(module).read_text())))
        for code in find_codes(compile(tree, module, "exec", dont_inherit=True)):
            for function in functions.get(find_place(code), ()):
                if function.__code__.co_name == code.co_name:
                    yield function, code
