"""What is changed in a module, one small thing at a time: by cosmic-ray's operators that add something, and our own."""

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
    """A module with one change: its whole text, and what was changed, as the lines of a diff.

    `function` is the first line of the outermost function whose body was changed, None where it was something else;
    `statement` that of the statement there which must run for anything to differ.
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
        """Names the mutant as long as its module stays as it is."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return "\n".join((f"{self.module.relative_to(ROOT)}:{self.line}: {self.kind}", *self.change))


def list_operators() -> Iterator[tuple[str, Operator]]:
    """The operators in use, by name."""
    for name in sorted(operator_names()):
        if KINDS.fullmatch(name):
            yield name.removeprefix("core/"), get_operator(name)()
    own: tuple[Operator, ...] = (ReplaceText(), DropArgument(), DropStatement())
    yield from ((type(operator).__name__, operator) for operator in own)


def build_mutants(module: Path) -> Iterator[Mutant]:
    """Every mutant of a module that compiles and is told apart from the module and from the mutants before it."""
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
    """Each statement of a module, with what stands before and after it: it is quicker to change than the whole."""
    lines = source.splitlines(keepends=True)
    starts = [first_line(node) - 1 for node in ast.parse(source).body]
    for start, end in zip([0, *starts[1:]], [*starts[1:], len(lines)], strict=True):
        yield "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])


class Part(NamedTuple):
    """A statement in a function, or what a lambda gives: where it begins and ends, and its line and its function's."""

    start: tuple[int, int]
    end: tuple[int, int]
    line: int
    function: int


def find_parts(source: str) -> list[Part]:
    """Every statement of a function, and every lambda; what stands around others comes before them."""
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
    """Return the part of the source that `node` is."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    decorated = first_line(node) < node.lineno
    start = (first_line(node), 0) if decorated else count_characters(lines, node.lineno, node.col_offset)
    return Part(start, count_characters(lines, node.end_lineno, node.end_col_offset), line, function)


def first_line(node: ast.stmt | ast.expr) -> int:
    """The line on which a statement or an expression begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def count_characters(lines: list[str], line: int, offset: int) -> tuple[int, int]:
    """A line, and the column in characters that `ast` gives in bytes."""
    return line, len(lines[line - 1].encode()[:offset].decode())


def find_positions(source: str, operator: Operator) -> list[tuple[int, int]]:
    """The line and column where an operator finds something to change, once for each change."""
    return [start for node in ast_nodes(get_ast(source)) for start, _ in operator.mutation_positions(node)]


def diff_lines(original: str, source: str) -> tuple[str, ...]:
    """What a diff says, without its header."""
    diff = difflib.unified_diff(original.splitlines(), source.splitlines(), lineterm="", n=0)
    return tuple(f"    {line}" for line in diff if not line.startswith(("---", "+++", "@@")))


# --- What makes no difference ---


class MeaningNormalizer(ast.NodeTransformer):
    """Leaves out types, whether a class has slots, and two nots in a row: nothing that runs depends on them."""

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        """Drop whether a class has slots."""
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
        """Drop two nots in a row."""
        self.generic_visit(node)
        inner = node.operand
        both = isinstance(node.op, ast.Not) and isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)
        return inner.operand if both and isinstance(inner, ast.UnaryOp) else node


def dump_meaning(tree: ast.Module) -> str:
    """A text that is the same for modules that do the same."""
    return ast.dump(MeaningNormalizer().visit(tree))


def orders_words(tree: ast.Module) -> bool:
    """Whether words are put in an order: the choices of a house rule have none."""
    return any(
        isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        and isinstance(word, ast.Constant | ast.Tuple)
        and isinstance(word.value if isinstance(word, ast.Constant) else "", str)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for operator, word in zip(node.ops, node.comparators, strict=True)
    )
