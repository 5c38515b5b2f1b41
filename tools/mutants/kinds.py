"""The kinds of mutants: small changes by selected operators of cosmic-ray, and by our own."""

import ast
import difflib
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tools.mutants.operators import DropArgument, DropStatement, Operator, ReplaceText

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
GAMES = PACKAGE / "games"
TABLE = PACKAGE / "table"
RESULTS = ROOT / "build" / "mutants"

# Of every operator's replacements those that are hardest to notice; the others would fail at once, or do the same:
# `|` stands in types only, and `is` is `==` for text and small numbers.
KINDS = re.compile(
    r"""core/(
        ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|Mod_Mul|BitAnd_Sub)
        | ReplaceComparisonOperator_(
            Eq_(NotEq|LtE|GtE) | NotEq_(Eq|Lt|Gt) | Is_IsNot | IsNot_Is
            | Lt_(LtE|NotEq|GtE) | LtE_(Lt|Eq|Gt) | Gt_(GtE|NotEq|LtE) | GtE_(Gt|Eq|Lt)
        )
        | ReplaceUnaryOperator_(USub_UAdd|Delete_Not)
        | AddNot | ReplaceAndWithOr | ReplaceOrWithAnd | ReplaceTrueWithFalse | ReplaceFalseWithTrue
        | NumberReplacer | ExceptionReplacer | RemoveDecorator | ZeroIterationForLoop
        | ReplaceBreakWithContinue | ReplaceContinueWithBreak
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Mutant:
    """A module with one change: its whole text, and the change as lines of a diff.

    `function` is the first line of the outermost function whose body was changed, or None outside of functions;
    `statement` is the first line of the statement in it that must run for any difference.
    """

    module: Path
    kind: str
    line: int
    function: int | None
    statement: int
    source: str
    change: tuple[str, ...]

    @property
    def key(self) -> str:
        """A digest that identifies the mutant as long as its module stays the same."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return "\n".join((f"{self.module.relative_to(ROOT)}:{self.line}: {self.kind}", *self.change))


def list_operators() -> Iterator[tuple[str, Operator]]:
    """Yield the operators in use, by name."""
    for name in sorted(operator_names()):
        if KINDS.fullmatch(name):
            yield name.removeprefix("core/"), get_operator(name)()
    own: tuple[Operator, ...] = (ReplaceText(), DropArgument(), DropStatement())
    yield from ((type(operator).__name__, operator) for operator in own)


def build_mutants(module: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module that compiles and means something else than the module and earlier mutants."""
    original = module.read_text()
    bodies = tuple(find_parts(original))
    for before, statement, after in split_statements(original):
        seen = {dump_meaning(ast.parse(statement))}
        for kind, operator in list_operators():
            for occurrence, (line, column) in enumerate(find_positions(statement, operator)):
                changed = mutate_code(statement, operator, occurrence)
                try:
                    tree = ast.parse(changed)
                except SyntaxError:
                    continue
                if (means := dump_meaning(tree)) not in seen and not orders_words(tree):
                    seen.add(means)
                    place = (before.count("\n") + line, column)
                    around = [body for body in bodies if body.start <= place < body.end]
                    yield Mutant(
                        module,
                        kind,
                        place[0],
                        around[0].function if around else None,
                        around[-1].line if around else 0,
                        before + changed + after,
                        diff_lines(statement, changed),
                    )


def split_statements(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield each top-level statement with the text before and after it: mutating one is faster than the module."""
    lines = source.splitlines(keepends=True)
    starts = [first_line(node) - 1 for node in ast.parse(source).body]
    for start, end in zip([0, *starts[1:]], [*starts[1:], len(lines)], strict=True):
        yield "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])


class Part(NamedTuple):
    """A statement in a function, or the body of a lambda: its start and end, its first line, and its function's."""

    start: tuple[int, int]
    end: tuple[int, int]
    line: int
    function: int


def find_parts(source: str) -> list[Part]:
    """Return every statement of a function and every lambda; enclosing parts come before those inside."""
    lines = source.splitlines()
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.Lambda):
            found.append(build_part(lines, function.body, first_line(function), first_line(function)))
        elif isinstance(function, ast.FunctionDef):
            inner = (node for statement in function.body for node in ast.walk(statement))
            statements = (node for node in inner if isinstance(node, ast.stmt))
            found += [build_part(lines, node, first_line(node), first_line(function)) for node in statements]
    return sorted(found)


def build_part(lines: list[str], node: ast.stmt | ast.expr, line: int, function: int) -> Part:
    """Return the part of the source at `node`."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    decorated = first_line(node) < node.lineno
    start = (first_line(node), 0) if decorated else count_characters(lines, node.lineno, node.col_offset)
    return Part(start, count_characters(lines, node.end_lineno, node.end_col_offset), line, function)


def first_line(node: ast.stmt | ast.expr) -> int:
    """Return the first line of a statement or an expression, including decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def count_characters(lines: list[str], line: int, offset: int) -> tuple[int, int]:
    """Return a line, and a column in characters converted from `ast`'s offset in bytes."""
    return line, len(lines[line - 1].encode()[:offset].decode())


def find_positions(source: str, operator: Operator) -> list[tuple[int, int]]:
    """Return the line and column of each change that an operator can make."""
    return [start for node in ast_nodes(get_ast(source)) for start, _ in operator.mutation_positions(node)]


def diff_lines(original: str, source: str) -> tuple[str, ...]:
    """Return the lines of a diff without its header."""
    diff = difflib.unified_diff(original.splitlines(), source.splitlines(), lineterm="", n=0)
    return tuple(f"    {line}" for line in diff if not line.startswith(("---", "+++", "@@")))


# --- Changes without an effect ---


class MeaningNormalizer(ast.NodeTransformer):
    """Remove parts that have no effect when the code runs: types, slots of classes, and double negations."""

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        """Drop the `slots` argument of a class."""
        self.generic_visit(node)
        return None if node.arg == "slots" else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Drop the type of an argument."""
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Drop the type of a name."""
        self.generic_visit(node)
        return ast.AnnAssign(node.target, ast.Constant(None), node.value, node.simple)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Drop the type that a function returns."""
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Drop two negations in a row."""
        self.generic_visit(node)
        inner = node.operand
        both = isinstance(node.op, ast.Not) and isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)
        return inner.operand if both and isinstance(inner, ast.UnaryOp) else node


def dump_meaning(tree: ast.Module) -> str:
    """Return a text that is equal for modules that do the same."""
    return ast.dump(MeaningNormalizer().visit(tree))


def orders_words(tree: ast.Module) -> bool:
    """Return whether words are compared by order, which choices of house rules do not have."""
    return any(
        isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        and isinstance(word, ast.Constant | ast.Tuple)
        and isinstance(word.value if isinstance(word, ast.Constant) else "", str)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for operator, word in zip(node.ops, node.comparators, strict=True)
    )
