"""Checks of arguments and fields against their annotations: a value of a wrong type is refused, without a traceback.

Users of the library may pass anything, such as text instead of a `Card`, or a preset instead of its rules.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from functools import cache, wraps
from inspect import Parameter, get_annotations, signature
from numbers import Rational
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.house_rules import Ruleset

Matcher = Callable[[Any], bool]
Function = TypeVar("Function", bound=Callable[..., Any])


# --- One value ---


@cache
def build_matcher(hint: Any) -> Matcher:
    """Return a function that tells whether a value and everything in it matches the annotation `hint`."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return build_matcher(args[0])
    if origin is Literal:
        return lambda value: any(type(value) is type(each) and value == each for each in args)
    if origin in (Union, UnionType):
        every = tuple(build_matcher(each) for each in args)
        return lambda value: any(fit(value) for fit in every)
    kind = NoneType if hint is None else origin or hint
    if not isinstance(kind, type) or kind in (object, Any):
        return lambda _value: True
    if kind in (int, Rational):
        return lambda value: isinstance(value, kind) and type(value) is not bool
    if args and issubclass(kind, Iterable | Container):
        return build_collection_matcher(kind, args)
    parts = list_field_matchers(kind)
    if parts is None:
        return lambda value: isinstance(value, kind)
    return lambda value: isinstance(value, kind) and all(fit(getattr(value, name)) for name, fit in parts)


def build_collection_matcher(kind: type[Any], args: tuple[Any, ...]) -> Matcher:
    """Return a matcher for a collection of type `kind` whose elements match `args`.

    Text does not match; an iterator is not read.
    """
    if issubclass(kind, Mapping):
        key, item = build_matcher(args[0]), build_matcher(args[1])
        return lambda value: isinstance(value, kind) and all(key(each) and item(value[each]) for each in value)
    if kind is tuple and args[-1] is not Ellipsis:
        each_of = tuple(build_matcher(each) for each in args)
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(each_of)
            and all(fit(part) for fit, part in zip(each_of, value, strict=True))
        )
    element = build_matcher(args[0])
    return lambda value: (
        isinstance(value, kind)
        and not isinstance(value, str | bytes)
        and (not isinstance(value, Collection) or all(map(element, value)))
    )


def list_field_matchers(kind: type[Any]) -> tuple[tuple[str, Matcher], ...] | None:
    """Return matchers of the fields of a type that does not check them itself; None where it does, or has none.

    A hand is made by `deal` and by moves alone, and is too large to check with every call.
    """
    checked = issubclass(kind, Card | Ruleset) or kind.__name__ == "Hand"
    checked = checked or (hasattr(kind, "__post_init__") and not issubclass(kind, msgspec.Struct))
    if checked or not kind.__module__.startswith("scorekeeper.games."):
        return None
    return tuple((name, fit) for name, _, fit in list_fields(kind)) or None  # type: ignore[arg-type]  # as in `check_fields`


def check_kind(hint: Any, value: object) -> tuple[Problem, ...]:
    """Return every reason why `value` does not match the annotation `hint`."""
    if build_matcher(hint)(value):
        return ()
    return tuple(find_misfits(hint, value))


def find_misfits(hint: Any, value: Any) -> Iterator[Problem]:
    """Yield the parts of `value` that are of a wrong kind: the elements of a collection, else all of it."""
    kind, args = get_origin(hint) or hint, get_args(hint)
    collected = isinstance(kind, type) and args and isinstance(value, Collection) and isinstance(value, kind)
    if collected and not isinstance(value, str | bytes | Mapping) and args[-1] in (args[0], Ellipsis):
        element = build_matcher(args[0])
        for each in value:
            if not element(each):
                yield from find_misfits(args[0], each)
        return
    yield problem("input.wrong_kind", value=repr(value), kind=describe_kind(hint))


def describe_kind(hint: Any) -> str:
    """Return the name of a type for a refusal: "Card", "Bid | None", "makers | defenders"."""
    if get_origin(hint) is Annotated:
        return str(hint.__metadata__[0])
    if get_origin(hint) in (Union, UnionType, Literal):
        return " | ".join(describe_kind(each) for each in get_args(hint))
    named = get_origin(hint) or hint
    return "None" if hint in (None, NoneType) else str(getattr(named, "__name__", named))


# --- Values with fields, and functions ---


@cache
def list_fields(kind: type[Any]) -> tuple[tuple[str, Any, Matcher], ...]:
    """Return the fields of a move or another value: name, annotation and matcher."""
    hints = get_type_hints(kind, include_extras=True) if get_annotations(kind) else {}
    return tuple((name, hint, build_matcher(hint)) for name, hint in hints.items() if get_origin(hint) is not ClassVar)


def check_fields(value: Any) -> tuple[Problem, ...]:
    """Return a problem for every field of a move or another value that is of a wrong type."""
    fields = list_fields(type(value))  # type: ignore[arg-type]  # mypy takes its instances' __hash__ for its own
    wrong = [(hint, getattr(value, name)) for name, hint, fit in fields if not fit(getattr(value, name))]
    return tuple(one for hint, value in wrong for one in check_kind(hint, value)) if wrong else ()


def guard_function(function: Function, known: Mapping[str, Any]) -> Function:
    """Wrap `function` so that it refuses arguments of a wrong type with a `Problem`.

    A function `check_…` returns the problems, a function `can_…` returns False, and any other
    raises `RuleError`. `known` has the names that its annotations import for type checkers only.
    """
    hints = get_type_hints(function, localns=dict(known), include_extras=True)
    named = {name: hints.get(name, Any) for name in signature(function).parameters}
    in_turn = [
        build_matcher(named[name])
        for name, each in signature(function).parameters.items()
        if each.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    by_name = {name: build_matcher(hint) for name, hint in named.items()}

    @wraps(function)
    def ask(*args: Any, **more: Any) -> Any:
        good = all(fit(value) for fit, value in zip(in_turn, args, strict=False))
        if good and (not more or all(by_name[name](value) for name, value in more.items() if name in by_name)):
            return function(*args, **more)
        given = {**dict(zip(named, args, strict=False)), **more}
        wrong = tuple(one for name, value in given.items() for one in check_kind(named.get(name, Any), value))
        if function.__name__.startswith("check_"):
            return wrong
        if function.__name__.startswith("can_"):
            return False
        raise RuleError(problems=wrong)

    return ask  # type: ignore[return-value]  # the same in all but what it refuses


def guard_library(library: dict[str, Any], offered: Iterable[str]) -> None:
    """Guard every function that a library offers, under its own name."""
    for name in offered:
        found = library[name]
        if callable(found) and not isinstance(found, type) and get_origin(found) is None:
            library[name] = guard_function(found, {"Hand": library["Hand"]})
