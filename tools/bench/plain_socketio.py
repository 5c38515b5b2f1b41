"""The Flask-SocketIO server of `tools.bench.socketio` as one would write it: with stock Jinja and no caches of ours.

It draws with Jinja's own code, each fragment and each macro anew; Jinja itself keeps the modules of macros. What Python
keeps outside of the templates, such as a translated sentence, is kept here as well. Run it by ``python -m gevent.monkey
--module``.
"""

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from markupsafe import Markup

from tools.bench import socketio


def draw_fragment(*_key: object, caller: Callable[[], Markup]) -> Markup:
    """Draw a fragment that the app would keep."""
    return caller()


def use_stock_jinja(app: Flask) -> None:
    """Let an application draw with Jinja's own code and contexts, and keep nothing that it has drawn."""
    stock = app.jinja_env.overlay(bytecode_cache=None)
    stock.code_generator_class, stock.context_class = CodeGenerator, Context

    def take_macros(file: str, *names: str) -> Any:
        module = stock.get_template(file).module
        found = tuple(getattr(module, name) for name in names)
        return found if len(names) > 1 else found[0]

    unkept = {"cached_fragment": draw_fragment, "memoized_macro": lambda macro: macro, "macros_of": take_macros}
    stock.globals = {**stock.globals, **unkept}
    app.jinja_env = stock


if __name__ == "__main__":
    socketio.main(use_stock_jinja)
