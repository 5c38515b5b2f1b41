"""Tables of cases that one test goes through, each failing case named; and values that a test needs to be there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from itertools import product
from typing import Any, TypeVar

import pytest

Check = Callable[..., None]
T = TypeVar("T")

FAILURES = (Exception, pytest.fail.Exception)
"""Exceptions of a failing case: `pytest.raises` that sees none raises one that is no Exception."""


def for_each(*rows: Any, **axes: Iterable[Any]) -> Callable[[Check], Check]:
    """Let a test go through rows, and with each through every value of each axis; name all cases that fail, at the end.

    A row is a tuple for the parameters that are no axes, in their order, or the value of the only one. Fixtures are
    keyword-only parameters, the same for all cases, but each case has a `monkeypatch` of its own. Raises ValueError
    if there are no cases or a row does not fit.
    """

    def decorate(check: Check) -> Check:
        parameters = signature(check).parameters.values()
        fixtures = [each for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
        names = [each.name for each in parameters if each not in fixtures and each.name not in axes]
        cases = list(list_cases(names, rows, axes))
        if not cases:
            raise ValueError(f"{check.__name__} has no cases")

        @wraps(check)
        def check_each(**given: Any) -> None:
            failures = [
                failure for number, case in enumerate(cases, 1) for failure in run_case(check, number, case, given)
            ]
            if failures:
                named = "; ".join(failure.__notes__[-1] for failure in failures)
                cause = failures[0] if len(failures) == 1 else BaseExceptionGroup("one for each case", failures)
                raise AssertionError(f"{len(failures)} of {len(cases)} cases fail: {named}") from cause

        check_each.__signature__ = signature(check).replace(parameters=fixtures)  # type: ignore[attr-defined]
        return check_each

    return decorate


def list_cases(
    names: Sequence[str], rows: Sequence[Any], axes: Mapping[str, Iterable[Any]]
) -> Iterator[Mapping[str, Any]]:
    """Yield the arguments of every case: each row with each combination of the axes."""
    tuples = [row if len(names) > 1 else (row,) for row in rows] if names else [()]
    for row, values in product(tuples, product(*axes.values())):
        yield {**dict(zip(names, row, strict=True)), **dict(zip(axes, values, strict=True))}


def run_case(check: Check, number: int, case: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[BaseException]:
    """Run one case; yield its failure, with the number and the name of the case as its last note."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            own = {"monkeypatch": patch} if "monkeypatch" in given else {}
            check(**{**case, **given, **own})
    except FAILURES as failure:
        failure.add_note(f"{number} [{', '.join(map(name_value, case.values()))}]")
        yield failure


def name_value(value: Any) -> str:
    """Return a short text for a value of a case: its own name, key or id if it has one."""
    named = value.get("id") or value.get("table_id") or value if isinstance(value, Mapping) else value
    text = str(getattr(named, "__qualname__", None) or getattr(named, "key", None) or named)
    return text if len(text) <= 80 else f"{text[:79]}…"


def require(value: T | None) -> T:
    """Return a value that may be none elsewhere, and fail if it is none or nothing here."""
    assert value
    return value
