"""Jinja as these templates use it.

A board is drawn after every tap, for everyone who sees it differently. Jinja pays at every call, import and `{{ … }}`
for what these templates do not use (asynchronous templates, functions that take the context, globals that come later);
that was most of the time that a board took. What a template means is the same as in plain Jinja, but for one thing:
what a page is drawn from is known in every file of it, in those that are imported too.
"""

from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar
from functools import lru_cache
from types import CodeType, MappingProxyType
from typing import Any, Self

from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup
from markupsafe import escape as escape_anything

from scorekeeper.web.language import catalogue

MOST_PIECES = 2000
"""Kept at once. Their marks may come from a form, and somebody may send many."""

pieces: dict[tuple[object, ...], Markup] = {}

drawn_from: ContextVar[Mapping[str, Any]] = ContextVar("drawn_from", default=MappingProxyType({}))
"""What the page being drawn is drawn from. An imported file is read once, so that it cannot know it beforehand."""

as_markup = str.__new__
"""Markup of a text that is safe already: ``as_markup(Markup, text)``, without the questions that `Markup` asks."""


class PageContext(Context):
    """The names in a file. Those of an imported one are its own, the globals, and what the page is drawn from."""

    def resolve_or_missing(self, key: str) -> Any:
        """What a name stands for."""
        if key in self.vars:
            return self.vars[key]
        if key in self.parent:
            return self.parent[key]
        return drawn_from.get().get(key, missing)

    def call(self, called: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any) -> Any:
        """Call a macro or a function. None of them takes the context, so that nobody has to ask which does."""
        return called(*args, **kwargs)


class LeanMacro(Macro):
    """A macro whose arguments are handed on as they are; what it draws is always HTML."""

    def __call__(self, *args: Any, **kwargs: Any) -> Markup:
        """What it draws with these arguments."""
        lacking = self._argument_count - len(args)
        if lacking < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return Markup(super().__call__(*args, **kwargs))
        if not lacking and not kwargs:
            return as_markup(Markup, self._func(*args))
        rest = [kwargs.pop(name, missing) for name in self.arguments[len(args) :]]
        if kwargs:
            raise TypeError(f"macro {self.name!r} takes no keyword argument {next(iter(kwargs))!r}")
        return as_markup(Markup, self._func(*args, *rest))


escape_known = lru_cache(maxsize=5_000)(escape_anything)
"""Short texts: names, and what stands in attributes. A board says the same few again and again."""

LONGEST_KNOWN = 100


def escape(value: Any) -> Markup:
    """`markupsafe.escape`, quick with what is printed mostly: what is HTML already, numbers, and short texts."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return as_markup(Markup, value)
    if kind is str and len(value) <= LONGEST_KNOWN:
        return escape_known(value)
    return escape_anything(value)


class PageTemplate(Template):
    """A file that pages are drawn with."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,  # type: ignore[override]
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Self:
        """The template of compiled code, which finds these instead of Jinja's own."""
        template = super().from_code(environment, code, globals, uptodate)
        template.root_render_func.__globals__.update(Macro=LeanMacro, escape=escape)
        return template  # type: ignore[return-value]

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Draw a page from these."""
        values = dict(*args, **kwargs)
        before = drawn_from.set(values)
        try:
            return super().render(values)
        finally:
            drawn_from.reset(before)

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        """What this file exports, read once. Jinja asks each time whether there are new globals: there are none."""
        return self._module or super()._get_default_module(ctx)


class Templates(Environment):
    """An environment whose globals are all known before the first template is drawn.

    Jinja chains them to each template's own, in case one comes later, and asks that chain at every import for what
    the imported template lacks: a seventh of the time that a board takes.
    """

    context_class = PageContext
    template_class = PageTemplate

    def make_globals(self, d: Mapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template, in one dictionary."""
        return {**self.globals, **(d or {})}


def same_for_all(*marks: object, caller: Callable[[], Markup]) -> Markup:
    """A piece of a board, drawn once a language for the same `marks`; it may depend on nothing else.

    In a template: ``{% call same_for_all("pack", chosen) %}…{% endcall %}``.
    """
    key = (catalogue(), *marks)
    try:
        piece = pieces.get(key)
    except TypeError:  # a mark that may change, such as a list
        return caller()
    if piece is None:
        if len(pieces) >= MOST_PIECES:
            pieces.clear()
        piece = pieces[key] = caller()
    return piece


def kept(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """A macro that is drawn once a language for the same arguments; it may depend on nothing else.

    In a template, below the macro: ``{% set suit = kept(suit) %}``. Text and HTML are not the same argument.
    """

    @lru_cache(maxsize=MOST_PIECES, typed=True)
    def drawn(_spoken: object, *args: Any, **kwargs: Any) -> Markup:
        return macro(*args, **kwargs)

    def looked_up(*args: Any, **kwargs: Any) -> Markup:
        try:
            return drawn(catalogue(), *args, **kwargs)
        except TypeError:  # an argument that may change, such as a dictionary of attributes
            return macro(*args, **kwargs)

    return looked_up
