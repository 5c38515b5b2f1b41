"""Shared parts of templates: cached fragments, macros of other files, and the values of a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template_string
from jinja2 import FunctionLoader, nodes
from jinja2.meta import find_undeclared_variables
from markupsafe import Markup

from scorekeeper.web.page import jinja
from scorekeeper.web.page.jinja import SharedMacros, page, rendering_from
from scorekeeper.web.page.language import use_language
from tests.web.boards import draw_boards
from tests.web.phones import open_table

FRAGMENT = (
    '{% call cached_fragment("test", mark) %}{{ _("Menu") }} {{ mark }} {{ drawn.append(mark) or "" }}{% endcall %}'
)
MEMOIZED = """
{%- macro piece(mark, note="") -%}{{ _("Menu") }} {{ mark }}{{ note }}{{ drawn.append(mark) or "" }}{%- endmacro -%}
{%- set piece = memoized_macro(piece) -%}
{{ piece(mark) }}|{{ piece(mark, note="!") }}|{{ piece(mark) }}
"""


def draw(drawn: list[str], mark: str, language: str = "en") -> str:
    with use_language(language):
        return render_template_string(FRAGMENT, mark=mark, drawn=drawn).strip()


# --- Fragments ---


def test_a_fragment_is_drawn_once_for_each_key_and_language(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        assert [draw(drawn, mark) for mark in ("1", "2", "1", "2")] == ["Menu 1", "Menu 2"] * 2
        assert drawn == ["1", "2"]
        assert [draw(drawn, "1", "ko"), draw(drawn, "1", "ko")] == ["메뉴 1"] * 2
        assert drawn == ["1", "2", "1"]


def test_keys_that_somebody_makes_up_fill_no_memory(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        for number in range(jinja.MOST_FRAGMENTS + 1):
            assert draw(drawn, f"<{number}>") == f"Menu &lt;{number}&gt;"
    assert len(jinja.fragments) <= jinja.MOST_FRAGMENTS


def test_a_key_that_may_change_is_refused(app: Flask) -> None:
    with app.test_request_context(), use_language("en"), pytest.raises(TypeError, match="unhashable"):
        render_template_string(FRAGMENT, mark=["1"], drawn=[])


def test_a_memoized_macro_is_drawn_once_for_the_same_arguments(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context(), use_language("en"):
        written = render_template_string(MEMOIZED, mark="<1>", drawn=drawn)
    assert written == "Menu &lt;1&gt;|Menu &lt;1&gt;!|Menu &lt;1&gt;"
    assert drawn == ["<1>", "<1>"]


def test_text_and_html_are_two_arguments_of_a_memoized_macro(app: Flask) -> None:
    template = "{% set key = macros_of('page/macros.html', 'key') %}{{ key('a', 1, label) }}"
    with app.test_request_context(), use_language("en"):
        both = [render_template_string(template, label=label) for label in (Markup("<b>Bo</b>"), "<b>Bo</b>")]
    assert both[0].endswith("<b>Bo</b></label>")
    assert both[1].endswith("&lt;b&gt;Bo&lt;/b&gt;</label>")


def test_an_argument_that_may_change_keeps_nothing(app: Flask) -> None:
    template = "{% set key = macros_of('page/macros.html', 'key') %}{{ key('a', 1, 'x', attrs=attrs) }}"
    with app.test_request_context(), use_language("en"):
        assert 'data-a="1"' in render_template_string(template, attrs={"data-a": 1})
        assert 'data-a="2"' in render_template_string(template, attrs={"data-a": 2})


def test_boards_with_kept_fragments_are_those_that_are_drawn_anew(app: Flask) -> None:
    """Two tables with other names and rules, drawn in turn, are what each is when nothing was kept."""
    tables = [
        open_table(app, "pagat", ("<Ana>", "Bo", "Cho", "Dan", "Eun")),
        open_table(app, "korean40", ("Fay", "Gil", "Hye", "Ian", "Jo")),
        open_table(app, "pagat", ("Bo", "<Ana>", "Cho", "Dan", "Eun")),
    ]
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("start_hand", {}),
        ("enter_contract", {"declarer": 2, "level": "15", "trump": "H"}),
        ("result", {"side": "card|3", "points": 16}),
    )
    for form, fields in steps:
        for table in tables:
            table.record(form, **fields)
        kept = [draw_boards(app, table.id) for table in (*tables, *tables)]
        assert kept[:3] == kept[3:]
        for table, drawn in zip(tables, kept, strict=False):
            jinja.fragments.clear()
            assert draw_boards(app, table.id) == drawn


# --- Shared macros, and what a page is rendered from ---

FILES = {
    "parts": "{% macro told() %}{{ page.given }}{% endmacro %}{% macro nothing() %}{{ page.lacking }}{% endmacro %}",
    "page": "{% set told = macros_of('parts', 'told') %}{{ told() }}",
    "both": "{% set told, nothing = macros_of('parts', 'told', 'nothing') %}{{ told() }}{{ nothing() }}.",
    "misnamed": "{% set lost = macros_of('parts', 'lost') %}",
}


@pytest.fixture
def small_app() -> Flask:
    """An application whose templates are those of `FILES`."""
    app = Flask("small")
    app.jinja_loader = FunctionLoader(lambda name: (FILES[name], None, lambda: True))
    jinja.init_app(app)
    return app


def test_a_shared_macro_reads_the_page_that_is_rendered_now(small_app: Flask) -> None:
    with small_app.test_request_context():
        from_pages = [
            render_template_string("{% include file %}", file=file, given=given)
            for file in ("page", "both")
            for given in ("1", "2")
        ]
    assert from_pages == ["1", "2", "1.", "2."]


def test_the_values_of_a_page_are_forgotten_with_it() -> None:
    with rendering_from({"given": "1"}):
        with rendering_from({"given": "2"}), pytest.raises(ZeroDivisionError):
            raise ZeroDivisionError(page.given)
        assert page.given == "1"
    with rendering_from({}):
        assert not hasattr(page, "given")


def test_a_macro_that_a_file_lacks_says_so(small_app: Flask) -> None:
    with small_app.test_request_context(), pytest.raises(AttributeError, match="lost"):
        small_app.jinja_env.get_template("misnamed").render()


@pytest.mark.parametrize("reloads", [False, True])
def test_a_file_that_changes_is_read_again_only_by_who_writes_it(small_app: Flask, *, reloads: bool) -> None:
    files = {"a": "{% macro said() %}1{% endmacro %}"}
    small_app.jinja_env.loader = FunctionLoader(lambda name: (files[name], None, lambda: False))
    small_app.jinja_env.auto_reload = reloads
    macros_of = SharedMacros(small_app)
    assert macros_of("a", "said")() == "1"
    files["a"] = "{% macro said() %}2{% endmacro %}"
    assert macros_of("a", "said")() == ("2" if reloads else "1")


# --- The templates of the program ---


def trees(app: Flask) -> dict[str, nodes.Template]:
    jinja_env = app.jinja_env
    assert jinja_env.loader is not None
    names = [name for name in jinja_env.list_templates() if name.endswith(".html")]
    return {name: jinja_env.parse(jinja_env.loader.get_source(jinja_env, name)[0]) for name in names}


def shared_macros(tree: nodes.Template) -> Iterator[tuple[str, list[str], list[str]]]:
    """The files whose macros a file takes, the names of these, and what it calls them."""
    for node in tree.find_all(nodes.Assign):
        called = node.node
        if isinstance(called, nodes.Call) and getattr(called.node, "name", "") == "macros_of":
            file, *names = (each.as_const() for each in called.args)
            targets = [each.name for each in (node.target, *node.target.find_all(nodes.Name)) if hasattr(each, "name")]
            yield file, names, targets


def test_a_shared_macro_knows_its_arguments_the_globals_and_the_page(app: Flask) -> None:
    """Its file is evaluated once, with nothing of a page: a name of a page would be undefined in it."""
    files = trees(app)
    for name in {file for tree in files.values() for file, _, _ in shared_macros(tree)}:
        lacking = find_undeclared_variables(files[name]) - app.jinja_env.globals.keys()
        stored = {node.name for node in files[name].find_all(nodes.Name) if node.ctx != "load"}
        assert not lacking - stored, name


def test_macros_that_a_file_takes_are_there_and_used(app: Flask) -> None:
    files = trees(app)
    for name, tree in files.items():
        assert not list(tree.find_all((nodes.FromImport, nodes.Import))), name
        loaded = {node.name for node in tree.find_all(nodes.Name) if node.ctx == "load"}
        for file, names, targets in shared_macros(tree):
            has = {each.name for each in files[file].find_all(nodes.Macro)}
            has |= {each.name for each in files[file].find_all(nodes.Name) if each.ctx == "store"}
            assert set(names) <= has, f"{name} takes of {file}"
            assert set(targets) <= loaded, f"{name} takes of {file}"


LONGEST_LINE = 140


def test_no_line_of_a_template_is_too_long_to_read(app: Flask) -> None:
    files = [path for path in Path(str(app.template_folder)).rglob("*") if path.suffix in (".html", ".svg", ".css")]
    long = [
        f"{path.name}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert (len(files) > 100, long) == (True, [])
