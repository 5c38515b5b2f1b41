"""Refusals: a request breaks a rule, and nothing has changed."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import ParamSpec

from scorekeeper.messages import Message, message

Problem = Message
"""One reason why something is refused: a code and its facts."""

problem = message

Asked = ParamSpec("Asked")


def collect_problems(check: Callable[Asked, Iterator[Problem]]) -> Callable[Asked, tuple[Problem, ...]]:
    """Decorate a check that yields problems so that it returns them as a tuple, which is false when empty."""

    @wraps(check)
    def collect(*args: Asked.args, **kwargs: Asked.kwargs) -> tuple[Problem, ...]:
        return tuple(check(*args, **kwargs))

    return collect


class RuleError(Exception):
    """One refusal with every reason for it, so that a form can show them all.

    ``RuleError("bid.too_low", bid=bid, lowest=lowest)`` is a refusal for one reason.
    """

    def __init__(self, code: str | None = None, /, *, problems: Iterable[Problem] = (), **facts: object) -> None:
        self.problems: tuple[Problem, ...] = (*((problem(code, **facts),) if code else ()), *problems)
        super().__init__(*self.problems)

    @property
    def code(self) -> str:
        """The code of the first reason."""
        return self.problems[0].code

    def __str__(self) -> str:
        return "; ".join(
            f"{one.code}({', '.join(f'{name}={value}' for name, value in one.facts.items())})" for one in self.problems
        )


def refuse(problems: Iterable[Problem]) -> None:
    """Raise one `RuleError` with all `problems`, or do nothing when there are none."""
    found = tuple(problems)
    if found:
        raise RuleError(problems=found)
