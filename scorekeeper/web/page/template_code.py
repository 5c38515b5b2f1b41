"""The code that templates compile to, with fewer calls than that of Jinja itself.

A board is hundreds of expressions. Jinja escapes each of them anew, though most are HTML already; it looks up names and
attributes by functions of its own; and it asks of each function whether it takes the context, which none does here.
"""

from typing import Any

from flask.templating import Environment as FlaskEnvironment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Environment
from jinja2.runtime import Context
from jinja2.utils import missing


class Names(dict[str, object]):
    """The names that a template knows; any other is `missing`."""

    def __missing__(self, name: str) -> object:
        return missing


class FlatContext(Context):
    """A context with all names in one dictionary, which is asked without a function of Python."""

    def __init__(self, environment: Environment, parent: dict[str, object], *args: Any, **more: Any) -> None:
        super().__init__(environment, {}, *args, **more)
        self.vars = Names(parent)
        self.resolve_or_missing = self.vars.__getitem__  # type: ignore[assignment, method-assign]


class LeanCode(CodeGenerator):
    """Writes expressions of Python that do the same as Jinja's, without a call where values are of the usual kinds."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """Write a module, with the function that calls another."""
        self.writeline("from operator import call")
        super().visit_Template(node, frame)

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:
        """Write text and expressions in one piece. What is HTML already is not escaped again."""
        if frame.require_output_check or frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super().visit_Output(node, frame)
        self.writeline("yield concat((" if frame.buffer is None else f"{frame.buffer}.extend((", node)
        for child in node.nodes:
            if isinstance(child, nodes.TemplateData):
                self.write(f"{child.data!r}, ")
            else:
                self.write("o if (kind := type(o := (")
                self.visit(child, frame)
                self.write("))) is Markup else str(o) if kind is int else escape(o), ")
        self.write("))")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write an attribute; Jinja looks for it where there is none, as in a dictionary."""
        self.write("(v if (v := getattr(o := (")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr(o, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call of a function, which does not take the context."""
        self.write("call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


class LeanEnvironment(FlaskEnvironment):
    """Flask's environment of templates, with this code and these contexts."""

    code_generator_class = LeanCode
    context_class = FlatContext
