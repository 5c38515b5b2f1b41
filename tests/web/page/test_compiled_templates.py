"""Templates are compiled once: a later start reads what an earlier one compiled, if it still holds."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment
from jinja2.bccache import bc_magic
from jinja2.exceptions import TemplateNotFound

import scorekeeper.web
from scorekeeper.commands import serve
from scorekeeper.web.page import compiled_templates
from scorekeeper.web.page.compiled_templates import CompiledTemplates, compile_all
from tests.web.conftest import MakeApp

GREETING = {"greeting.html": "Good evening, {{ name }}"}


class CountingEnvironment(Environment):
    """An environment that counts what it compiles."""

    compiled = 0

    def compile(self, *args: object, **options: object) -> object:  # type: ignore[override]
        self.compiled += 1
        return super().compile(*args, **options)  # type: ignore[call-overload]


def start_environment(folder: Path, sources: dict[str, str] = GREETING) -> CountingEnvironment:
    environment = CountingEnvironment(loader=DictLoader(sources), bytecode_cache=CompiledTemplates(folder))
    assert environment.get_template("greeting.html").render(name="Bo").endswith("evening, Bo")
    return environment


def test_a_later_start_compiles_nothing_but_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [start_environment(tmp_path / "templates").compiled for _ in range(3)] == [1, 0, 0]
    assert (tmp_path / "templates").stat().st_mode & 0o777 == 0o700
    start_environment(tmp_path)
    changed = {"greeting.html": "A good evening, {{ name }}"}
    assert [start_environment(tmp_path, changed).compiled for _ in range(2)] == [1, 0]
    monkeypatch.setattr(compiled_templates, "compiler_fingerprint", lambda: "another")
    assert [start_environment(tmp_path).compiled for _ in range(2)] == [1, 0]


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda whole: whole[:-20], lambda _: bc_magic + b"\x80garbage", lambda whole: whole[:40]],
    ids=["empty", "code cut off", "no mark", "mark cut off"],
)
def test_what_is_damaged_is_compiled_anew(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    start_environment(tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    assert [start_environment(tmp_path).compiled for _ in range(2)] == [1, 0]


def test_where_nothing_can_be_kept_each_start_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "folder"):
        assert [start_environment(folder).compiled for _ in range(2)] == [1, 1]


def test_a_server_compiles_all_templates_once_it_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Flask] = []

    def run(*_: object) -> None:
        for thread in threading.enumerate():
            if thread.name == "templates":
                thread.join()

    def create_app(config: dict[str, object]) -> Flask:
        asked.append(scorekeeper.web.create_app(config))
        return asked[0]

    monkeypatch.setattr(scorekeeper.web, "default_folder", lambda: tmp_path / "templates")
    monkeypatch.setattr(serve, "create_app", create_app)
    monkeypatch.setattr(serve, "run", run)
    serve.serve("127.0.0.1", 0, str(tmp_path / "evening.db"))
    names = asked[0].jinja_env.list_templates()
    assert len(names) > 100
    assert len(list((tmp_path / "templates").iterdir())) == len(names)


def test_once_all_are_loaded_no_page_reads_a_template(make_app: MakeApp) -> None:
    app = make_app()
    compile_all(app.jinja_env)

    def load(_environment: Environment, name: str, *_: object) -> None:
        raise TemplateNotFound(name)

    assert app.jinja_loader is not None
    app.jinja_env.loader.load = load  # type: ignore[union-attr, method-assign]
    for path, status in (("/", 200), ("/new?game=mighty", 200), ("/referee/mighty", 200), ("/no-such-page", 404)):
        answer = app.test_client().get(path, follow_redirects=True)
        assert answer.status_code == status, path
        assert "</html>" in answer.text, path
