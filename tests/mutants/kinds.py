"""What is changed in a module, one small thing at a time: by cosmic-ray's operators that add something, and our own."""

import ast
import difflib
import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutants.operators import DropArgument, DropStatement, Operator, ReplaceText

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
GAMES = PACKAGE / "games"
TABLE = PACKAGE / "table"
EVERYWHERE = range(1, sys.maxsize)

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

    `within` are the lines of the function whose body was changed, all lines where it was something else.
    """

    module: Path
    kind: str
    line: int
    within: range
    source: str
    change: tuple[str, ...]

    @property
    def key(self) -> str:
        """Names the mutant as long as its module stays as it is."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return "\n".join((f"{self.module.relative_to(ROOT)}:{self.line}: {self.kind}", *self.change))


def operators() -> Iterator[tuple[str, Operator]]:
    """The operators in use, by name."""
    for name in sorted(operator_names()):
        if KINDS.fullmatch(name):
            yield name.removeprefix("core/"), get_operator(name)()
    own: tuple[Operator, ...] = (ReplaceText(), DropArgument(), DropStatement())
    yield from ((type(operator).__name__, operator) for operator in own)


def mutants_of(module: Path) -> Iterator[Mutant]:
    """Every mutant of a module that compiles and is told apart from the module and from the mutants before it."""
    original = module.read_text()
    functions, seen = bodies(ast.parse(original)), {meaning(ast.parse(original))}
    for kind, operator in operators():
        for occurrence, line in enumerate(lines_of(original, operator)):
            source = mutate_code(original, operator, occurrence)
            try:
                tree = ast.parse(source)
            except SyntaxError:
                continue
            if (means := meaning(tree)) not in seen and not orders_words(tree):
                seen.add(means)
                within = next((lines for body, lines in functions if line in body), EVERYWHERE)
                yield Mutant(module, kind, line, within, source, changed_lines(original, source))


def bodies(tree: ast.Module) -> list[tuple[range, range]]:
    """The lines of each function's body and of the whole function, inner functions first."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = [
        (
            range(node.body[0].lineno, end_of(node) + 1),
            range(min([node.lineno, *(part.lineno for part in node.decorator_list)]), end_of(node) + 1),
        )
        for node in functions
    ]
    return sorted(found, key=lambda lines: len(lines[1]))


def end_of(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno


def lines_of(source: str, operator: Operator) -> list[int]:
    """The lines on which an operator finds something to change, once for each change."""
    return [start[0] for node in ast_nodes(get_ast(source)) for start, _ in operator.mutation_positions(node)]


def changed_lines(original: str, source: str) -> tuple[str, ...]:
    """What a diff says, without its header."""
    diff = difflib.unified_diff(original.splitlines(), source.splitlines(), lineterm="", n=0)
    return tuple(f"    {line}" for line in diff if not line.startswith(("---", "+++", "@@")))


# --- What makes no difference ---


class Meaning(ast.NodeTransformer):
    """Leaves out types, whether a class has slots, and two nots in a row: nothing that runs depends on them."""

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        self.generic_visit(node)
        return None if node.arg == "slots" else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.AnnAssign(node.target, ast.Constant(None), node.value, node.simple)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        inner = node.operand
        both = isinstance(node.op, ast.Not) and isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)
        return inner.operand if both and isinstance(inner, ast.UnaryOp) else node


def meaning(tree: ast.Module) -> str:
    """A text that is the same for modules that do the same."""
    return ast.dump(Meaning().visit(tree))


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
