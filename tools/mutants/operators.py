"""Operators that cosmic-ray lacks and that matter to rules: changed texts, dropped arguments and dropped statements."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from cosmic_ray.ast import get_ast

Position = tuple[tuple[int, int], tuple[int, int]]
"""The line and column of a start, and those of an end."""


class Operator(Protocol):
    """The interface of cosmic-ray's operators. Nodes are those of parso."""

    def mutation_positions(self, node: Any) -> Iterable[Position]:
        """Yield the position of each change that could be made to `node`."""

    def mutate(self, node: Any, _index: int) -> Any:
        """Return `node` after the change with that index."""


PROSE = frozenset({"N_", "Literal"})
"""Names of calls and types whose texts are prose or annotations."""
ASIDE = frozenset({"source", "help"})
"""Arguments of a house rule that only people read."""


class ReplaceText:
    """Change a text that is a code, a key or a choice; prose is left to other tests."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield where in the source `node` can be changed."""
        if node.type == "string" and node.parent.type != "simple_stmt" and not is_prose(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Return `node` changed."""
        node.value = f"{node.value[:-1]}?{node.value[-1]}"
        return node


class DropArgument:
    """Replace a named argument by None, such as a fact of a refusal."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield where in the source `node` can be changed."""
        if node.type == "argument" and len(node.children) == 3 and node.children[1] == "=":
            name, _, value = node.children
            if name.value not in ASIDE and value.type != "keyword" and not is_prose(value):
                yield value.start_pos, value.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Return `node` changed."""
        node.children[2] = get_ast("None")
        return node


class DropStatement:
    """Drop a statement."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield where in the source `node` can be changed."""
        if node.type == "simple_stmt" and does_something(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Return `node` changed."""
        instead = "yield from ()" if node.children[0].type == "yield_expr" else "pass"
        node.children[0] = get_ast(node.children[0].get_first_leaf().prefix + instead)
        return node


def does_something(statement: Any) -> bool:
    """Return whether the code may run without the statement: a yield, a call, or a change of an existing value."""
    if statement.type == "expr_stmt":
        target, *rest = statement.children
        return (
            target.type == "atom_expr" or getattr(rest[0], "value", "") not in ("=", "") or rest[0].type == "augassign"
        )
    return statement.type in ("yield_expr", "atom_expr", "del_stmt")


def is_prose(node: Any) -> bool:
    """Return whether a text is an argument that only people read, or part of a type."""
    while (node := node.parent) is not None:
        if node.type == "argument" and getattr(node.children[0], "value", "") in ASIDE:
            return True
        if node.type == "atom_expr" and getattr(node.children[0], "value", "") in PROSE:
            return True
    return False
