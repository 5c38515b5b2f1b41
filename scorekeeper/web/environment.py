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
from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from scorekeeper.web.escaping import as_markup, escape
from scorekeeper.web.language import catalogue

MOST_PIECES = 2000
"""Kept at once. Their marks may come from a form, and somebody may send many."""

pieces: dict[tuple[object, ...], Markup] = {}

drawn_from: ContextVar[Mapping[str, Any]] = ContextVar("drawn_from", default=MappingProxyType({}))
"""What the page being drawn is drawn from. An imported file is read once, so that it cannot know it beforehand."""


class PageContext(Context):
    """The names in a file. Those of an imported one are its own, the globals, and what the page is drawn from."""

    def resolve_or_missing(self, key: str) -> Any:
        """What a name stands for."""
        if key in self.vars:
            return self.vars[key]
        if key in self.parent:
            return self.parent[key]
        return drawn_from.get().get(key, missing)


class PlainPython(CodeGenerator):
    """Compiles calls and attributes as Python writes them, without a call of Jinja's own for each."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write an attribute. Only for what has none of that name is Jinja asked: it may have such an item."""
        self.write("(found if (found := getattr((owner := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr(owner, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call. Nothing that is called takes the context, so that nobody has to ask."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        if forward_caller:
            self.write("caller=caller, ")
        for stars, rest in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if rest is not None:
                self.write(stars)
                self.visit(rest, frame)
                self.write(", ")
        self.write(")")


class LeanMacro(Macro):
    """A macro whose arguments are handed on as they are; what it draws is always HTML."""

    def __call__(self, *args: Any, **kwargs: Any) -> Markup:
        """What it draws with these arguments."""
        lacking = self._argument_count - len(args)
        if lacking < 0 or self.catch_kwargs or self.catch_varargs:
            return Markup(super().__call__(*args, **kwargs))
        if not lacking and not kwargs and not self.caller:
            return as_markup(self._func(*args))
        rest = [kwargs.pop(name, missing) for name in self.arguments[len(args) :]] if lacking else []
        if self.caller and not self.explicit_caller:
            rest.append(kwargs.pop("caller", None) or self._environment.undefined(name="caller"))
        if kwargs:
            raise TypeError(f"macro {self.name!r} takes no keyword argument {next(iter(kwargs))!r}")
        return as_markup(self._func(*args, *rest))


OF_DICTIONARIES = frozenset(dir(dict))


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
        template.root_render_func.__globals__.update(Macro=LeanMacro, Markup=as_markup, escape=escape)
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

    code_generator_class = PlainPython
    context_class = PageContext
    template_class = PageTemplate

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What ``obj.attribute`` stands for. Whatever a dictionary itself can do comes first, as in plain Jinja."""
        if type(obj) is dict and attribute not in OF_DICTIONARIES:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

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
