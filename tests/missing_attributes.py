"""Attributes that templates ask for and objects do not have: an error in tests, though Jinja draws nothing for them."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Undefined
from jinja2.utils import missing

from scorekeeper.web.page.jinja import Page


class MissingAttribute(Undefined):
    """An undefined value of a page that fails when an object of the program lacks the attribute.

    Variables, keys of mappings and values of the page may be missing, as may what a built-in type does not have.
    """

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, *rest: Any) -> None:
        super().__init__(hint, obj, name, *rest)
        optional = isinstance(obj, Mapping | Page | Undefined) or type(obj).__module__ in ("builtins", "jinja2.utils")
        if obj is not missing and not optional:
            raise AttributeError(f"a template asks a {type(obj).__name__} for {name!r}")
