"""Draws the tables of docs/export.md and docs/live.md, the JSON Schemas and docs/metadata.yaml from the code.

Run ``python -m tests.export.documentation``.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.export.datasette import render_metadata
from scorekeeper.export.document import PARTS, Amount, Document, Plain
from scorekeeper.export.document import SCHEMA as FORM
from scorekeeper.export.history_tables import TABLES, VIEWS, Column, HistoryTable, HistoryView
from scorekeeper.export.live_table import LIVE_FORM, LiveTable
from scorekeeper.export.live_table import PARTS as LIVE_PARTS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "export.md"
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
"""The queries of the page, which both SQLite and pandas are asked."""
SCHEMA_FILE = DOCS / "export.schema.json"
METADATA_FILE = DOCS / "metadata.yaml"
LIVE_PAGE = DOCS / "live.md"
LIVE_SCHEMA_FILE = DOCS / "live.schema.json"

SCHEMA: dict[str, Any] = msgspec.json.schema(Document)
BEGIN, END = "<!-- fields: {} -->", "<!-- end -->"
BEGIN_COLUMNS = "<!-- columns: {} -->"
KINDS = {"TEXT": "text", "INTEGER": "number", "NUMERIC": "amount"}

LIVE_SCHEMA: dict[str, Any] = msgspec.json.schema(LiveTable)
LIVE_TITLES = {part.__name__: part.__name__.removeprefix("Live").lower() for part in LIVE_PARTS}
TITLES = {part.__name__: part.__name__.removesuffix("Part").lower() for part in PARTS}
AMOUNT = msgspec.json.schema(Amount)
FACT = msgspec.json.schema(Plain | tuple[Plain, ...])
RULE = msgspec.json.schema(bool | int | str)


def describe_kind(schema: dict[str, Any]) -> str:
    """Return the type of a field in words."""
    schema = {key: value for key, value in schema.items() if key != "description"}
    match schema:
        case {"$ref": ref}:
            title = (TITLES | LIVE_TITLES)[ref.rpartition("/")[2]]
            return f"[{title}](#{title})"
        case _ if schema == AMOUNT:
            return "amount"
        case _ if schema == FACT:
            return "plain values"
        case _ if schema == RULE:
            return "choices"
        case {"anyOf": options}:
            return " or ".join(describe_kind(option) for option in options)
        case {"type": "array", "items": items}:
            inner = describe_kind(items)
            return f"list of {inner}s" if inner in ("number", "object", "amount") else f"list of {inner}"
        case {"type": "object", "additionalProperties": dict() as values}:
            inner = describe_kind(values)
            return f"object of {inner}s" if inner == "amount" else f"object of {inner}"
        case {"enum": values}:
            return " or ".join(f"`{value}`" for value in values)
        case {"type": str() as named}:
            return {"integer": "number", "string": "text", "boolean": "true or false"}.get(named, named)
        case _:
            return "object"


def render_table(part: str, schema: dict[str, Any] = SCHEMA) -> str:
    fields = schema["$defs"][part]["properties"]
    return "\n".join(f"- `{name}` ({describe_kind(field)}): {field['description']}" for name, field in fields.items())


def render_page(page: str) -> str:
    """The page with every table as the structs are now."""
    for part, title in TITLES.items():
        before, begin, rest = page.partition(BEGIN.format(title))
        page = f"{before}{begin}\n{render_table(part)}\n{END}{rest.partition(END)[2]}"
    for table in (*TABLES, *VIEWS):
        before, begin, rest = page.partition(BEGIN_COLUMNS.format(table.name))
        page = f"{before}{begin}\n{render_columns(table)}\n{END}{rest.partition(END)[2]}"
    return page


def render_columns(table: HistoryTable | HistoryView) -> str:
    """The columns of a table or view of the history as a list, with what it is before them."""
    keys = getattr(table, "key", ())
    rows = [f"- `{each.name}` ({describe_column(each, each.name in keys)}): {each.about}" for each in table.columns]
    return "\n".join([table.about, "", *rows])


def describe_column(column: Column, is_key: bool) -> str:
    """Return the type of a column in words."""
    words = f"[{column.refers}](#history-{column.refers})" if column.refers else KINDS[column.kind]
    return f"{words}, key" if is_key else words


def render_live_page(page: str) -> str:
    """The page about live tables with every table as the structs are now."""
    for part, title in LIVE_TITLES.items():
        before, begin, rest = page.partition(BEGIN.format(title))
        page = f"{before}{begin}\n{render_table(part, LIVE_SCHEMA)}\n{END}{rest.partition(END)[2]}"
    return page


def render_schema(schema: dict[str, Any], form: int, kind: str, title: str) -> str:
    """Return a JSON Schema as its file has it."""
    about = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:scorekeeper:{kind}:{form}",
        "title": title,
        "version": form,
    }
    return json.dumps({**about, **schema}, indent=2, ensure_ascii=False) + "\n"


def live_schema_text() -> str:
    return render_schema(LIVE_SCHEMA, LIVE_FORM, "live", "A table of Scorekeeper as it is now")


def schema_text() -> str:
    return render_schema(SCHEMA, FORM, "export", "A table of Scorekeeper")


if __name__ == "__main__":
    PAGE.write_text(render_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
    LIVE_PAGE.write_text(render_live_page(LIVE_PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    LIVE_SCHEMA_FILE.write_text(live_schema_text(), encoding="utf-8")
    METADATA_FILE.write_text(render_metadata(), encoding="utf-8")
