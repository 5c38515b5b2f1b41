"""Jinja as these templates use it.

A board is drawn after every tap, for everyone who sees it differently. Jinja pays at every call, import and `{{ … }}`
for what these templates do not use (asynchronous templates, functions that take the context, globals that come later);
that was most of the time that a board took. What a template means is the same as in plain Jinja, but for one thing:
what a page is drawn from is known in every file of it, in those that are imported too.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextvars import ContextVar
from functools import lru_cache
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, Self

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template, Undefined, nodes
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


class Names(dict[str, Any]):
    """What names stand for in a file, and else what the page is drawn from."""

    def __missing__(self, name: str) -> Any:
        """What the page is drawn from, under a name that the file itself does not know."""
        return drawn_from.get().get(name, missing)


class PageContext(Context):
    """The names in a file. Those of an imported one are its own, the globals, and what the page is drawn from.

    What the file sets is in one dictionary with what it was given, which Python itself looks up.
    """

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        globals: MutableMapping[str, Any] | None = None,
    ) -> None:
        super().__init__(environment, {}, name, blocks, globals)
        self.vars = Names(parent)
        self.resolve_or_missing = self.vars.__getitem__  # type: ignore[assignment, method-assign]


class PlainPython(CodeGenerator):
    """Compiles calls and attributes as Python writes them, without a call of Jinja's own for each."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write an attribute. Of what has none of that name, the item."""
        self.write("(found if (found := getattr((owner := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.item(owner, {node.attr!r}))")

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


def lean_macro(
    environment: Environment,
    draws: FunctionType,
    name: str,
    arguments: tuple[str, ...],
    catch_kwargs: bool,
    catch_varargs: bool,
    caller: bool,
    autoescape: bool,
) -> Callable[..., str]:
    """In the place of Jinja's `Macro`: arguments are handed on as they are, and what is drawn is always HTML."""
    if catch_kwargs or catch_varargs:
        return Macro(environment, draws, name, list(arguments), catch_kwargs, catch_varargs, caller, autoescape)
    if not arguments and not caller:
        return lambda: as_markup(draws())
    names, draws.__defaults__ = parameters(draws.__code__, arguments)

    def macro(*args: Any, **kwargs: Any) -> Markup:
        if kwargs:
            return as_markup(draws(*args, **{names.get(each, each): value for each, value in kwargs.items()}))
        return as_markup(draws(*args))

    return macro


@lru_cache(maxsize=MOST_PIECES)
def parameters(code: CodeType, arguments: tuple[str, ...]) -> tuple[dict[str, str], tuple[object, ...]]:
    """By which names Python knows a macro's arguments, and what stands for those that are not given."""
    taken = code.co_varnames[: code.co_argcount]
    no_caller = (Undefined(name="caller"),) * (len(taken) - len(arguments))
    return dict(zip((*arguments, "caller"), taken, strict=False)), (missing,) * len(arguments) + no_caller


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
        template.root_render_func.__globals__.update(Macro=lean_macro, Markup=as_markup, escape=escape)
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

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self._templates: dict[str, Template] = {}

    def item(self, owner: Any, name: str) -> Any:
        """What ``owner.name`` stands for, where there is no such attribute. A form raises for what it lacks."""
        if isinstance(owner, dict):
            return owner[name] if name in owner else self.undefined(obj=owner, name=name)
        return self.getattr(owner, name)

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template of a name, which Jinja works out at every import anew."""
        if self.auto_reload or globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = super().get_template(name, parent)
        return found

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
