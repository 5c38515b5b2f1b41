"""Jinja as the templates use it: what is read once, what is known where, and pieces of boards that are drawn once."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, render_template_string
from jinja2 import DictLoader, FunctionLoader, nodes
from jinja2.environment import Environment
from jinja2.exceptions import UndefinedError
from jinja2.meta import find_undeclared_variables
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.live import Audience
from scorekeeper.web import environment
from scorekeeper.web.frames import render_main
from scorekeeper.web.language import speaking
from tests.web.phones import Table, open_table

PIECE = '{% call same_for_all("test", mark) %}{{ _("Menu") }} {{ mark }} {{ drawn.append(mark) or "" }}{% endcall %}'
KEPT = """
{%- macro piece(mark, note="") -%}{{ _("Menu") }} {{ mark }}{{ note }}{{ drawn.append(mark) or "" }}{%- endmacro -%}
{%- set piece = kept(piece) -%}
{{ piece(mark) }}|{{ piece(mark, note="!") }}|{{ piece(mark) }}
"""


def draw(drawn: list[str], mark: str, language: str = "en") -> str:
    with speaking(language):
        return render_template_string(PIECE, mark=mark, drawn=drawn).strip()


def test_a_piece_is_drawn_once_for_each_mark_and_language(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        assert [draw(drawn, mark) for mark in ("1", "2", "1", "2")] == ["Menu 1", "Menu 2"] * 2
        assert drawn == ["1", "2"]
        assert [draw(drawn, "1", "ko"), draw(drawn, "1", "ko")] == ["메뉴 1"] * 2
        assert drawn == ["1", "2", "1"]


def test_marks_that_somebody_makes_up_fill_no_memory(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        for number in range(environment.MOST_PIECES + 1):
            assert draw(drawn, f"<{number}>") == f"Menu &lt;{number}&gt;"
    assert len(environment.pieces) <= environment.MOST_PIECES


def test_a_kept_macro_is_drawn_once_for_the_same_arguments(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context(), speaking("en"):
        assert render_template_string(KEPT, mark="<1>", drawn=drawn) == "Menu &lt;1&gt;|Menu &lt;1&gt;!|Menu &lt;1&gt;"
    assert drawn == ["<1>", "<1>"]


def test_text_and_html_are_two_arguments_of_a_kept_macro(app: Flask) -> None:
    with app.test_request_context(), speaking("en"):
        both = [
            render_template_string("{% from 'macros.html' import key %}{{ key('a', 1, label) }}", label=label)
            for label in (Markup("<b>Bo</b>"), "<b>Bo</b>")
        ]
    assert both[0].endswith("<b>Bo</b></label>")
    assert both[1].endswith("&lt;b&gt;Bo&lt;/b&gt;</label>")


def test_a_mark_that_may_change_keeps_nothing(app: Flask) -> None:
    drawn: list[Any] = []
    mark = ["1"]
    with app.test_request_context(), speaking("en"):
        for _ in range(2):
            render_template_string(PIECE, mark=mark, drawn=drawn)
    assert drawn == [mark, mark]


def test_an_argument_that_may_change_keeps_nothing(app: Flask) -> None:
    template = "{% from 'macros.html' import key %}{{ key('a', 1, 'x', attrs=attrs) }}"
    with app.test_request_context(), speaking("en"):
        assert 'data-a="1"' in render_template_string(template, attrs={"data-a": 1})
        assert 'data-a="2"' in render_template_string(template, attrs={"data-a": 2})


MACRO = "{% macro said(a, b='2') %}{{ a }}{{ b }}{{ caller() if caller }}{% endmacro %}"


@pytest.mark.parametrize(
    ("call", "drawn"),
    [
        ("{{ said(1) }}", "12"),
        ("{{ said(1, 3) }}", "13"),
        ("{{ said(1, b='<') }}", "1&lt;"),
        ("{{ said(b=1, a=2) }}", "21"),
        ("{% call said(1) %}<i>{% endcall %}", "12<i>"),
        ("{{ said() }}", "2"),
        ("{{ said(*[1], **{'b': 4}) }}", "14"),
        ("{% call said(b=1, a=2) %}<i>{% endcall %}", "21<i>"),
        ("{% call(x) said(1) %}<i>{{ x }}{% endcall %}", "12<i>"),
    ],
)
def test_macros_are_called_as_in_plain_jinja(app: Flask, call: str, drawn: str) -> None:
    plain = Environment(autoescape=True)
    assert plain.from_string(MACRO + call).render() == drawn
    with app.test_request_context():
        assert render_template_string(MACRO + call) == drawn


@pytest.mark.parametrize(
    "template",
    [
        "{% macro around() %}[{{ caller() }}]{% endmacro %}{% call around() %}<i>{% endcall %}",
        "{% macro all() %}{{ varargs|join(' ') }}{{ kwargs.c }}{% endmacro %}{{ all(1, '<', c='>') }}",
        "{% macro one(a, caller=none) %}{{ a }}{{ caller }}{% endmacro %}{{ one(1) }}",
    ],
)
def test_macros_draw_what_they_are_handed_as_in_plain_jinja(app: Flask, template: str) -> None:
    with app.test_request_context():
        assert render_template_string(template) == Environment(autoescape=True).from_string(template).render()


@pytest.mark.parametrize(
    "expression",
    [
        "facts.a",
        "facts.nothing",
        "facts.items()|list",
        "facts.b.real.bit_length()",
        "facts.nothing or facts.a",
        "text.upper().nothing",
        "text.split('b', maxsplit=1)",
        "text.replace(*pair)",
        "text.format(*pair, **facts)",
        "dict(**facts).a",
        "dict(facts, a=3).a ~ dict(a=facts.a).a",
        "pair.index",
        "pair[1]",
        "missing is defined",
        "facts.nothing.deeper",
    ],
)
def test_attributes_and_calls_are_what_they_are_in_plain_jinja(app: Flask, expression: str) -> None:
    """Attributes first, then items, each asked once, and what is neither is undefined."""
    values = {"facts": {"a": "<", "b": 5, "items": "its own"}, "text": "abc{a}", "pair": ("b", "{}")}
    template = f"{{% for _ in [1, 2] %}}{{{{ {expression} }}}},{{% endfor %}}"

    def outcome(draw: Callable[[], str]) -> str:
        try:
            return re.sub("0x[0-9a-f]+", "0x", draw())
        except UndefinedError as error:
            return f"refused: {error}"

    plain = outcome(lambda: Environment(autoescape=True).from_string(template).render(values))
    with app.test_request_context():
        assert outcome(lambda: render_template_string(template, **values)) == plain


@pytest.mark.parametrize("call", ["{{ said(1, 2, 3) }}", "{{ said(1, c=3) }}"])
def test_a_macro_called_wrongly_says_so(app: Flask, call: str) -> None:
    with app.test_request_context(), pytest.raises(TypeError, match="argument"):
        render_template_string("{% macro said(a, b='2') %}{{ a }}{{ b }}{% endmacro %}" + call)


FILES = {
    "parts": "{% set own = 1 %}{% macro sees() %}{{ own }}{{ given }}{{ other }}{% endmacro %}",
    "base": "{% set own = 2 %}{{ own }}{% block a %}{{ given }}{% endblock %}"
    "{% block b scoped %}{{ own }}{% endblock %}",
    "writes": "{% set given = 3 %}{% set new = 4 %}{{ given }}{{ new }}{{ own }}",
}


@pytest.mark.parametrize(
    "template",
    [
        "{% set own = 5 %}{% include 'writes' %}{{ given }}{{ new }}{{ own }}",
        "{% for own in [6, 7] %}{% include 'writes' %}{% set given = 8 %}{% endfor %}{{ given }}{{ own }}",
        "{% with given = 9 %}{% include 'writes' %}{% endwith %}{{ given }}",
        "{% import 'parts' as parts with context %}{% set own = 5 %}{{ parts.sees() }}{{ parts.own }}",
        "{% from 'parts' import sees with context %}{{ sees() }}{% include 'writes' %}{{ sees() }}",
        "{% set given = 8 %}{% from 'parts' import sees with context %}{{ sees() }}",
        (
            "{% extends 'base' %}{% set own = 5 %}"
            "{% block a %}{{ super() }}{{ own }}{% set own = 6 %}{{ own }}{% endblock %}"
        ),
        "{% extends 'base' %}{% block b %}{% set new = 1 %}{{ super() }}{{ own }}{% include 'writes' %}{% endblock %}",
        (
            "{% extends 'base' %}{% macro sees() %}{{ own }}{{ given }}{% endmacro %}"
            "{% block a %}{{ sees() }}{% endblock %}"
        ),
        (
            "{% macro outer(own) %}"
            "{% macro inner() %}{{ own }}{{ given }}{% endmacro %}{{ inner() }}{% endmacro %}{{ outer(1) }}"
        ),
        "{% set given %}<{{ given }}>{% endset %}{{ given }}{{ self.a() }}{% block a %}{{ given }}{% endblock %}",
    ],
)
def test_names_reach_as_far_as_in_plain_jinja(app: Flask, template: str) -> None:
    plain = Environment(loader=DictLoader(FILES), autoescape=True).from_string(template).render(given="g")
    templates = environment.Templates(app, loader=DictLoader(FILES), autoescape=True)
    assert templates.from_string(template).render(given="g") == plain
    assert templates.from_string(template).render(given="h") == plain.replace("g", "h")


def test_what_a_form_lacks_is_undefined(app: Flask) -> None:
    form = MultiDict([("card", "<SA>"), ("card", "H2"), ("items", "7")])
    template = "{{ form.card }}{{ form.nothing }}{{ form.nothing is defined }}{{ form.getlist('card')|length }}"
    plain = Environment(autoescape=True).from_string(template).render(form=form)
    with app.test_request_context():
        assert render_template_string(template, form=form) == plain == "&lt;SA&gt;False2"


@pytest.mark.parametrize("reloads", [False, True])
def test_a_file_that_changes_is_read_again_only_by_who_writes_it(app: Flask, *, reloads: bool) -> None:
    files = {"a": "{% include 'b' %}", "b": "1"}
    loader = FunctionLoader(lambda name: (files[name], None, lambda: False))
    templates = environment.Templates(app, loader=loader, auto_reload=reloads)
    assert templates.get_template("a").render() == "1"
    files["b"] = "2"
    assert templates.get_template("a").render() == ("2" if reloads else "1")


@pytest.mark.parametrize("value", ["<a>", Markup("<a>"), 3, True, None, 1.5, "&" * 1000, ["<"]])
def test_what_is_printed_is_escaped(app: Flask, value: Any) -> None:
    plain = Environment(autoescape=True).from_string("{{ value }}")
    with app.test_request_context():
        assert render_template_string("{{ value }}", value=value) == plain.render(value=value)


# --- Imported files ---


def own_names(tree: nodes.Template) -> Iterator[str]:
    """The names that a file sets outside its macros."""
    for node in tree.body:
        targets: list[nodes.Node] = []
        if isinstance(node, nodes.Assign | nodes.AssignBlock):
            targets = [node.target, *node.target.find_all(nodes.Name)]
        yield from (target.name for target in targets if isinstance(target, nodes.Name))


def included(tree: nodes.Template) -> set[str]:
    """The files that a file includes by their names."""
    templates = (node.template for node in tree.find_all(nodes.Include))
    return {template.value for template in templates if isinstance(template, nodes.Const)}


def trees(app: Flask) -> dict[str, nodes.Template]:
    jinja = app.jinja_env
    assert jinja.loader is not None
    names = [name for name in jinja.list_templates() if name.endswith(".html")]
    return {name: jinja.parse(jinja.loader.get_source(jinja, name)[0]) for name in names}


def test_imported_files_use_nothing_that_another_file_sets(app: Flask) -> None:
    """They are read once, and know what a page is drawn from; what its files set they know only with the context."""
    files = trees(app)
    for name, tree in files.items():
        around = [tree, *(other for other in files.values() if name in included(other))]
        given = {own for file in around for own in own_names(file)}
        for each in tree.find_all(nodes.FromImport):
            assert isinstance(each.template, nodes.Const)
            if each.with_context:
                continue
            imported = files[each.template.value]
            assigned = {node.name for node in imported.find_all(nodes.Name) if node.ctx == "store"}
            lacking = find_undeclared_variables(imported) - app.jinja_env.globals.keys() - assigned
            assert not lacking & given, f"{name} imports {each.template.value}"


def test_imported_files_set_nothing_of_a_board(app: Flask) -> None:
    files = trees(app)
    imports = [each.template for tree in files.values() for each in tree.find_all(nodes.FromImport)]
    for name in {template.value for template in imports if isinstance(template, nodes.Const)}:
        for node in files[name].body:
            if isinstance(node, nodes.Assign):
                assert isinstance(node.node, nodes.Call), name
                assert isinstance(node.node.node, nodes.Name), name
                assert node.node.node.name == "kept", name


# --- Boards ---


def test_pieces_that_are_kept_are_those_that_are_drawn_anew(app: Flask) -> None:
    """Two tables with other names and rules, drawn in turn, are what each is when nothing was kept."""
    tables = [
        open_table(app, "pagat", ("<Ana>", "Bo", "Cho", "Dan", "Eun")),
        open_table(app, "korean40", ("Fay", "Gil", "Hye", "Ian", "Jo")),
    ]
    for table in tables:
        table.record("start_hand")
        table.record("enter_contract", declarer=2, level="15", trump="H")
    kept = [boards(app, table) for table in (*tables, *tables)]
    assert kept[:2] == kept[2:]
    environment.pieces.clear()
    assert boards(app, tables[1]) == kept[1]
    environment.pieces.clear()
    assert boards(app, tables[0]) == kept[0]


def boards(app: Flask, table: Table) -> list[str]:
    audiences = [
        Audience(role, language) for role in ("recording", "reading", "television") for language in ("en", "ko")
    ]
    ledger = table.services.books.ledger(table.id)
    with app.test_request_context():
        return [render_main(table.id, ledger, audience) for audience in audiences]
