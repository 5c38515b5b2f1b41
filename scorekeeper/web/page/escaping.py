"""Text and facts put together as HTML: like `Markup.format` and `Markup.join`, without format specifications."""

from collections.abc import Iterable

import markupsafe
from markupsafe import Markup

NOTHING = Markup("")


def escape(value: object) -> Markup:
    """Return a value as HTML; `markupsafe` makes another text even of what is HTML already."""
    return value if type(value) is Markup else markupsafe.escape(value)  # noqa: TID251  (here it is)


def html(pattern: str, *facts: object, **named: object) -> Markup:
    """Return ``Markup(pattern).format(…)``, where the pattern does not say how a fact is written: "<b>{}</b>".

    `Markup.format` reads the pattern anew each time, which takes four times as long; a board has dozens.
    """
    return Markup(pattern.format(*map(escape, facts), **{name: escape(fact) for name, fact in named.items()}))


def join_html(between: str, parts: Iterable[object]) -> Markup:
    """Return ``Markup(between).join(parts)``; `between` is HTML."""
    return Markup(between.join(map(escape, parts)))
