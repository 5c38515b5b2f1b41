"""docs/export.md and the JSON Schema say what the structs say."""

import re
from pathlib import Path

import msgspec
import pytest

from scorekeeper.export import LARGEST_FILE, SCHEMA, export_document
from scorekeeper.export.datasette import render_metadata
from scorekeeper.export.document import PARTS
from scorekeeper.export.history_tables import FORM, TABLES, VIEWS, HistoryTable, HistoryView
from scorekeeper.export.live_table import LIVE_FORM
from scorekeeper.export.live_table import PARTS as LIVE_PARTS
from scorekeeper.games.game import EDITION, Move
from scorekeeper.store import Store
from scorekeeper.table.moves import TABLE_MOVES, CorrectHand
from tests.cases import for_each
from tests.export.documentation import (
    LIVE_PAGE,
    LIVE_SCHEMA_FILE,
    LIVE_TITLES,
    METADATA_FILE,
    PAGE,
    SCHEMA_FILE,
    TITLES,
    live_schema_text,
    render_live_page,
    render_page,
    schema_text,
)
from tests.export.evenings import mighty_evening

TEXT = PAGE.read_text(encoding="utf-8")
DRAW = "run `python -m tests.export.documentation`"


def test_every_field_stands_in_its_table() -> None:
    assert render_page(TEXT) == TEXT, DRAW
    for part in PARTS:
        begins = TEXT.index(f"<!-- fields: {TITLES[part.__name__]} -->")
        told = TEXT[begins : TEXT.index("<!-- end -->", begins)]
        assert re.findall(r"^- `(\w+)`", told, re.MULTILINE) == [field.name for field in msgspec.structs.fields(part)]


@for_each(*TABLES, *VIEWS)
def test_every_column_of_the_history_stands_in_its_table(table: HistoryTable | HistoryView) -> None:
    begins = TEXT.index(f"<!-- columns: {table.name} -->")
    told = TEXT[begins : TEXT.index("<!-- end -->", begins)]
    assert re.findall(r"^- `(\w+)`", told, re.MULTILINE) == [column.name for column in table.columns]
    assert f"## history: {table.name}\n" in TEXT[:begins]


def test_datasette_is_told_what_the_page_says() -> None:
    assert METADATA_FILE.read_text(encoding="utf-8") == render_metadata(), DRAW


def test_the_page_about_live_tables_says_what_the_structs_say() -> None:
    page = LIVE_PAGE.read_text(encoding="utf-8")
    assert render_live_page(page) == page, DRAW
    assert LIVE_SCHEMA_FILE.read_text(encoding="utf-8") == live_schema_text(), DRAW
    assert f"This page describes form {LIVE_FORM}." in page
    for part in LIVE_PARTS:
        assert f"<!-- fields: {LIVE_TITLES[part.__name__]} -->" in page


def test_the_schema_is_that_of_the_structs() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), DRAW


@for_each(*TABLE_MOVES, CorrectHand)
def test_every_move_of_a_table_is_named(move: type[Move]) -> None:
    assert f"`{str(move.__struct_config__.tag).removeprefix('table.')}`" in TEXT


def test_numbers_of_the_page_are_those_of_the_code() -> None:
    assert f"This page describes schema {SCHEMA}." in TEXT
    assert f"{LARGEST_FILE // 2**20} MB" in TEXT
    assert f"This program's is edition {EDITION}." in TEXT
    assert f"is form {FORM} of the history" in TEXT


def test_the_example_reads_an_evening(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "evening.json").write_bytes(export_document(store.events, mighty_evening(store).id))
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(example, "docs/export.md", "exec"), {"__name__": "example"})  # noqa: S102  (the page's own example)
    paid = {"Ana": -7, "Bo": 14, "조": -7, "Dan": -7, "Eun": 7}
    assert capsys.readouterr().out.splitlines()[0] == f"1 16H {paid}"
