"""Files that pages load as one: what is joined, and what is refused."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask

from scorekeeper.web.http import bundles
from scorekeeper.web.http.assets import ASK_AGAIN, FOR_EVER
from scorekeeper.web.http.bundles import BUNDLES, Unjoinable, join_modules, resolve_import
from tests.cases import for_each
from tests.web.pages import Element
from tests.web.phones import Phone, Table

STATIC = Path(__file__).parents[3] / "static"


def write(folder: Path, **sources: str) -> Path:
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source)
    return folder


def test_a_module_comes_after_all_that_it_imports_and_once(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        first='import { a } from "./shared.js";\nconsole.log(a);\n',
        second='import { a, b } from "./shared.js";\nexport async function c() { return a + b(); }\n',
        shared="export const a = 1;\nexport function b() { return 2; }\n",
    )
    joined = join_modules(folder, ["first.js", "second.js"])
    assert joined.count("/* shared.js */") == 1
    assert [*re.findall(r"/\* (\w+)\.js \*/", joined)] == ["shared", "first", "second"]
    assert "const { a, b } = shared_js;" in joined
    assert "return { a, b };" in joined
    assert "return { c };" in joined
    assert "export" not in joined
    assert "import" not in joined


def test_what_is_imported_is_found_from_its_own_folder(tmp_path: Path) -> None:
    for room in ("board", "page"):
        (tmp_path / room).mkdir()
    write(tmp_path / "page", shared="export const a = 1;\n", more="export const b = 2;\n")
    write(tmp_path / "board", first='import { a } from "../page/shared.js";\nimport("../page/more.js");\n')
    joined = join_modules(tmp_path, ["board/first.js"])
    assert "const { a } = page_shared_js;" in joined
    assert 'import("./page/more.js");' in joined


@for_each(
    source=[
        *('import a from "./shared.js";', 'import * as a from "./shared.js";'),
        *('import { a as b } from "./shared.js";', 'import "./shared.js";', 'import { a } from "elsewhere";'),
        *("export default 1;", "export let a = 1;", "export class A {}", "export { a };"),
    ]
)
def test_other_forms_are_refused(source: str, *, tmp_path: Path) -> None:
    write(tmp_path, first=f"{source}\n", shared="export const a = 1;\n")
    with pytest.raises(Unjoinable, match=r"first\.js"):
        join_modules(tmp_path, ["first.js"])


def test_a_circle_and_what_is_loaded_later_are_not_joined(tmp_path: Path) -> None:
    write(tmp_path, first='import { b } from "./second.js";\n', second='import { a } from "./first.js";\n')
    with pytest.raises(Unjoinable, match="by way of"):
        join_modules(tmp_path, ["first.js"])
    # There would be two of it, each with its own state.
    write(tmp_path, first='import { a } from "./shared.js";\nimport("./shared.js");\n', shared="export const a = 1;\n")
    with pytest.raises(Unjoinable, match="later"):
        join_modules(tmp_path, ["first.js"])


def test_a_page_asks_for_few_files_and_nothing_later_imports_a_joined_one(table: Table) -> None:
    joined = {part for name in BUNDLES for part in re.findall(r"/\* (\S+) \*/", BUNDLES[name](STATIC))}
    scripts = {file.relative_to(STATIC).as_posix(): file.read_text() for file in STATIC.rglob("*.js")}
    later = {
        resolve_import(name, part)
        for name, source in scripts.items()
        for part in bundles.DYNAMIC_IMPORT.findall(source)
    }
    assert later
    for name in later:
        imported = {resolve_import(name, part) for _, part in bundles.IMPORT.findall(scripts[name])}
        assert not imported & joined, name
    for path in (table.path, f"{table.path}/sheet", f"{table.path}/people", "/", "/new"):
        asked = files_of(table.host.page(path), path)
        assert len(asked) <= 9, asked
        assert not {each.partition("/static/")[2].partition("?")[0] for each in asked} & joined


def files_of(page: Element, path: str) -> set[str]:
    """The addresses that a page asks for before it is shown."""
    return {
        *(urljoin(path, each.attributes["href"]) for each in page.all("link", rel="stylesheet")),
        *(urljoin(path, each.attributes["src"]) for each in page.all("script")),
        *(each.attributes["href"].partition("#")[0] for each in page.all("use")),
    } - {""}


@for_each(name=BUNDLES)
def test_a_joined_file_is_kept_for_ever_under_its_own_address(name: str, *, app: Flask) -> None:
    phone = Phone(app)
    with app.test_request_context():
        address = app.url_for("static", filename=name)
    response = phone.get(address)
    assert response.data.decode() == BUNDLES[name](STATIC)
    assert response.headers["Cache-Control"] == FOR_EVER
    assert response.headers["Content-Type"].startswith("text/css" if name.endswith(".css") else "text/javascript")
    assert phone.get(f"/static/{name}?v=00000000").headers["Cache-Control"] == ASK_AGAIN


def test_a_page_of_an_earlier_version_gets_files_that_it_does_not_keep(phone: Phone) -> None:
    """Else it would keep those of today under the address of then."""
    assert phone.get("/static/setup/setup.css?v=00000000").headers["Cache-Control"] == ASK_AGAIN
