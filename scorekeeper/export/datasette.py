"""The description of a history for Datasette: `datasette history.db --metadata metadata.yaml`."""

import json
from collections.abc import Iterator

from scorekeeper.export.history_tables import TABLES, VIEWS

TITLE = "History of card evenings"
ABOUT = "Evenings at the card table, exported by Scorekeeper."


def render_metadata(database: str = "history") -> str:
    """Return the description of a history whose file is called `database`, without its ending, as YAML."""
    return "".join(f"{'  ' * depth}{line}\n" for depth, line in metadata_lines(database))


def metadata_lines(database: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their depth. Texts are written as JSON has them, which YAML reads as well."""
    yield 0, f"title: {quote(TITLE)}"
    yield 0, f"description: {quote(ABOUT)}"
    yield 0, "databases:"
    yield 1, f"{quote(database)}:"
    yield 2, "tables:"
    for table in (*TABLES, *VIEWS):
        yield 3, f"{table.name}:"
        yield 4, f"description: {quote(table.about)}"
        if table.facets:
            yield 4, f"facets: {json.dumps(list(table.facets))}"
        if getattr(table, "label", ""):
            yield 4, f"label_column: {table.label}"  # type: ignore[union-attr]  # a view has none
        yield 4, "columns:"
        for column in table.columns:
            yield 5, f"{column.name}: {quote(column.about)}"


def quote(text: str) -> str:
    """Return a text in quotes."""
    return json.dumps(text, ensure_ascii=False)
