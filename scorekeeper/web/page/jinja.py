"""Template globals that save rendering: shared macros, the values of the page, cached fragments.

A board is rendered after every tap, for each audience, and most of it is the same as before the tap. Files of macros
are evaluated once per application; fragments that depend on few values are rendered once per language and values.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import local
from typing import Any

from flask import Flask, before_render_template
from markupsafe import Markup

from scorekeeper.web.page.language import catalogue

MOST_FRAGMENTS = 2000
"""The most cached fragments, and the most cached results of a macro. Keys may come from forms, without a limit."""

fragments: dict[tuple[object, ...], Markup] = {}


class Page(local):
    """The values that the page being rendered in this thread was given: ``page.state`` in a file of macros."""


page = Page()


def init_app(app: Flask) -> None:
    """Add the globals to templates, and remember what each page is rendered from."""
    before_render_template.connect(remember_page, app)
    app.jinja_env.globals.update(
        page=page,
        macros_of=SharedMacros(app),
        cached_fragment=cached_fragment,
        memoized_macro=memoized_macro,
    )


def remember_page(_app: Flask, context: dict[str, object], **_signal: object) -> None:
    """Remember what a page is rendered from, until the next page is."""
    vars(page).clear()
    vars(page).update(context)


@contextmanager
def rendering_from(values: Mapping[str, object]) -> Iterator[None]:
    """Render from these values, and afterwards from those before."""
    own = vars(page)
    before = own.copy()
    own.clear()
    own.update(values)
    try:
        yield
    finally:
        own.clear()
        own.update(before)


class SharedMacros:
    """Macros of a file that is evaluated once: they know their arguments, the globals and `page`.

    Jinja's own import looks up every global in the imported file each time.
    """

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.known: dict[tuple[str, ...], object] = {}

    def __call__(self, file: str, *names: str) -> Any:
        """Return the macro of that name in `file`; of several names a tuple."""
        key = (file, *names)
        found = self.known.get(key)
        if found is None:
            module = self.app.jinja_env.get_template(file).module
            found = tuple(getattr(module, name) for name in names) if len(names) > 1 else getattr(module, names[0])
            if not self.app.jinja_env.auto_reload:
                self.known[key] = found
        return found


def cached_fragment(*key: object, caller: Callable[[], Markup]) -> Markup:
    """Return a fragment, drawn once per language for the same `key`; it may depend on nothing else.

    In a template: ``{% call cached_fragment("pack", chosen) %}…{% endcall %}``. A key that cannot be hashed, such as
    one with a list, raises `TypeError`.
    """
    known = (catalogue(), *key)
    fragment = fragments.get(known)
    if fragment is None:
        if len(fragments) >= MOST_FRAGMENTS:
            fragments.clear()
        fragment = fragments[known] = caller()
    return fragment


def memoized_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return a macro that is drawn once per language for the same arguments; it may depend on nothing else.

    In a template, below the macro: ``{% set suit = memoized_macro(suit) %}``. Text and HTML are different arguments.
    An argument that cannot be hashed, such as a dictionary of attributes, keeps nothing.
    """

    @lru_cache(maxsize=MOST_FRAGMENTS, typed=True)
    def in_language(_catalogue: object, *args: object, **kwargs: object) -> Markup:
        return macro(*args, **kwargs)

    def call_memoized(*args: object, **kwargs: object) -> Markup:
        try:
            return in_language(catalogue(), *args, **kwargs)
        except TypeError:
            return macro(*args, **kwargs)

    return call_memoized
