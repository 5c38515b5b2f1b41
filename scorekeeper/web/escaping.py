"""Text as HTML, in the one way of the screens: quick for what boards print after every tap, mostly the same."""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from markupsafe import Markup
from markupsafe import escape as escape_anything  # noqa: TID251  (here it is)

LONGEST_KNOWN = 100

escape_known = lru_cache(maxsize=5_000)(escape_anything)
"""Short texts: names, and what stands in attributes. A board says the same few again and again."""

as_markup: partial[Markup] = partial(str.__new__, Markup)
"""Markup of a text that is safe already, without the questions that `Markup` asks."""


NOTHING = Markup("")


def escape(value: Any) -> Markup:
    """`markupsafe.escape`, quick with what is printed mostly: what is HTML already, numbers, and short texts."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return as_markup(value)
    if kind is str and len(value) <= LONGEST_KNOWN:
        return escape_known(value)
    return escape_anything(value)


def html(pattern: str, *facts: object, **named: object) -> Markup:
    """``Markup(pattern).format(…)``, where the pattern says nothing of how a fact is written: "<b>{}</b>"."""
    return as_markup(pattern.format(*map(escape, facts), **{name: escape(fact) for name, fact in named.items()}))


def joined(between: str, parts: Iterable[object]) -> Markup:
    """``Markup(between).join(parts)``."""
    return as_markup(between.join(map(escape, parts)))
